const MOST_CHARACTERS = 600;

/** Text that others chose, fit for a terminal: it must not move the cursor, begin a line of its own, turn text around, or fill the screen. */
export function printable(text: string, mostCharacters = MOST_CHARACTERS): string {
  const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return text.slice(0, mostCharacters).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}
