import type { TextLine } from '../layout/text-line.ts';
import { placedWord, type Word } from '../layout/word.ts';
import { hasKobo, moneyOf } from './money-text.ts';

// A binding margin or another printer's margins; columns of other tables lie further off.
const FARTHEST = 60;
const FEWEST = 4;

/**
 * Pages without titles whose columns stand a little further left or right than where the titles are: the same lines, put below the titles.
 * Told by the figures, which end below each other.
 */
export function shiftedUnder(titled: FigureEdges, lines: readonly TextLine[]): readonly TextLine[] {
  const shift = shiftBetween(titled, figureEdgesOf(lines));
  return shift === 0 ? lines : lines.map((line) => ({ ...line, words: line.words.map((word) => moved(word, -shift)) }));
}

function moved(word: Word, by: number): Word {
  return placedWord({ text: word.text, left: word.left + by, right: word.right + by, size: word.size });
}

/** How many figures end at each point of a page's width. */
export type FigureEdges = ReadonlyMap<number, number>;

/** Counts where the figures of lines end. */
export function figureEdgesOf(lines: readonly TextLine[]): FigureEdges {
  const edges = new Map<number, number>();
  for (const { words } of lines) {
    for (const { text, right } of words) {
      if (text.length > 3 && hasKobo(text) && moneyOf(text))
        edges.set(Math.round(right), (edges.get(Math.round(right)) ?? 0) + 1);
    }
  }
  return edges;
}

function shiftBetween(titled: FigureEdges, page: FigureEdges): number {
  let best = { shift: 0, held: heldBy(titled, page, 0) };
  const figures = [...page.values()].reduce((sum, count) => sum + count, 0);
  if (figures < FEWEST || best.held > 0.5 * figures) return 0;
  for (let shift = -FARTHEST; shift <= FARTHEST; shift++) {
    const held = heldBy(titled, page, shift);
    if (held > best.held) best = { shift, held };
  }
  return best.held > 0.8 * figures ? best.shift : 0;
}

// Figures of the page that end, moved back, where at least two of the titled page do.
function heldBy(titled: FigureEdges, page: FigureEdges, shift: number): number {
  let held = 0;
  for (const [edge, count] of page) {
    const there = [-1, 0, 1].reduce((sum, near) => sum + (titled.get(edge - shift + near) ?? 0), 0);
    if (there > 1) held += count;
  }
  return held;
}
