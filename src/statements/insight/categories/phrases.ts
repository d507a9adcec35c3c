/** Words and phrases of rules, from text that separates them by commas, so that long lists stay readable. */
export function phrases(text: string): readonly string[] {
  return text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}
