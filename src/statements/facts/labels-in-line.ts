import type { TextLine, Word } from '../text/lines.ts';

export interface FoundLabel<Name extends string> {
  readonly name: Name;
  readonly left: number;
  readonly right: number;
  /** The words after the label, up to the next label. */
  readonly value: readonly Word[];
  /** The words before the label, from the label before. */
  readonly ahead: readonly Word[];
  /** The position of the next label on the line. Infinite for the last label. */
  readonly until: number;
}

/** Patterns of labels in lower case. The first match wins, so put longer patterns first. */
export type LabelPatterns<Name extends string> = readonly (readonly [name: Name, pattern: RegExp])[];

interface SpelledWord {
  readonly word: Word;
  readonly start: number;
}

export function labelsIn<Name extends string>(line: TextLine, patterns: LabelPatterns<Name>): FoundLabel<Name>[] {
  const words: SpelledWord[] = [];
  let text = '';
  for (const word of line.words) {
    if (text !== '') text += ' ';
    words.push({ word, start: text.length });
    text += word.text.toLowerCase();
  }
  const taken: { name: Name; from: number; to: number }[] = [];
  for (const [name, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (!taken.some((other) => from < other.to && to > other.from)) taken.push({ name, from, to });
    }
  }
  taken.sort((a, b) => a.from - b.from);
  return taken.map(({ name, from, to }, index) => {
    const next = taken[index + 1]?.from ?? text.length;
    const own = wordsBetween(words, from, to);
    const before = taken[index - 1]?.to ?? 0;
    return {
      name,
      left: own[0]?.word.left ?? 0,
      right: own.at(-1)?.word.right ?? 0,
      ahead: wordsBetween(words, before, from).flatMap((spelled) => textAfter(spelled, before)),
      value: wordsBetween(words, to, next).flatMap((spelled) => textAfter(spelled, to)),
      until: wordsBetween(words, next, text.length)[0]?.word.left ?? Number.POSITIVE_INFINITY,
    };
  });
}

function wordsBetween(words: readonly SpelledWord[], from: number, to: number): readonly SpelledWord[] {
  return words.filter(({ word, start }) => start + word.text.length > from && start < to);
}

// A label may end inside a word: `Balance:1,250.00`.
function textAfter({ word, start }: SpelledWord, from: number): readonly Word[] {
  const after = word.text.slice(Math.max(0, from - start));
  const text = start < from ? after.replace(/^[\s:=.-]+/, '') : after;
  return /^[:=]*$/.test(text) ? [] : [{ text, left: word.left, right: word.right, size: word.size }];
}
