import type { TextLine, Word } from '../text/lines.ts';

/** A label that was found on a line, with the words between it and the next label. */
export interface FoundLabel<Name extends string> {
  readonly name: Name;
  readonly left: number;
  readonly right: number;
  /** The words that follow it, up to the next label. */
  readonly value: readonly Word[];
  /** Where the next label of the line begins; infinite for the last. */
  readonly until: number;
}

/** What labels look like: the first pattern that fits wins, so that the longer ones come first. Matched against lower case text. */
export type LabelPatterns<Name extends string> = readonly (readonly [name: Name, pattern: RegExp])[];

/** The labels on a line, from left to right; none overlaps another. */
export function labelsIn<Name extends string>(
  line: TextLine,
  patterns: LabelPatterns<Name>,
): readonly FoundLabel<Name>[] {
  const { text, starts } = spell(line.words);
  const taken: { name: Name; from: number; to: number }[] = [];
  for (const [name, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (!taken.some((other) => from < other.to && to > other.from)) taken.push({ name, from, to });
    }
  }
  taken.sort((a, b) => a.from - b.from);
  return taken.map((label, index) => {
    const next = taken[index + 1]?.from ?? text.length;
    const own = wordsBetween(line.words, starts, label.from, label.to);
    return {
      name: label.name,
      left: own[0]?.left ?? 0,
      right: own.at(-1)?.right ?? 0,
      value: wordsAfter(line.words, starts, label.to, next),
      until: wordsBetween(line.words, starts, next, text.length)[0]?.left ?? Number.POSITIVE_INFINITY,
    };
  });
}

interface SpelledLine {
  readonly text: string;
  /** Where each word begins in the text. */
  readonly starts: readonly number[];
}

function spell(words: readonly Word[]): SpelledLine {
  const starts: number[] = [];
  let text = '';
  for (const word of words) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += word.text.toLowerCase();
  }
  return { text, starts };
}

function wordsBetween(words: readonly Word[], starts: readonly number[], from: number, to: number): readonly Word[] {
  return words.filter((word, index) => {
    const start = starts[index] ?? 0;
    return start + word.text.length > from && start < to;
  });
}

// A label may end inside a word: `Balance:1,250.00`.
function wordsAfter(words: readonly Word[], starts: readonly number[], from: number, to: number): readonly Word[] {
  return words.flatMap((word, index) => {
    const start = starts[index] ?? 0;
    if (start >= to || start + word.text.length <= from) return [];
    const text = word.text.slice(Math.max(0, from - start));
    const plain = start < from ? text.replace(/^[\s:=.-]+/, '') : text;
    return plain.replace(/^[:=]+$/, '') === ''
      ? []
      : [{ text: plain, left: word.left, right: word.right, size: word.size }];
  });
}
