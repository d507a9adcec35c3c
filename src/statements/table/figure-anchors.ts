import type { TextLine } from '../layout/text-line.ts';
import type { Word } from '../layout/word.ts';
import { amountRoles } from './column-titles.ts';
import type { TitledColumn } from './find-header.ts';
import { hasKobo, moneyOf } from './money-text.ts';

/** Figures that end, or begin, below each other. */
interface FigureStack {
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

/** A column, and whether its sides are those of its entries and not of its title. */
export interface AnchoredColumn extends TitledColumn {
  readonly isExact?: boolean;
}

// Fewer figures that stand below each other may be chance, in narrations.
const RARE = 0.01;

/**
 * Puts the columns of amounts where their figures stand. Some producers set titles to the left and figures to the right of wide columns, so that a figure stands
 * nearer to the next title than to its own; but the figures of a column end below each other, and columns keep the order of their titles.
 */
export function anchorAtFigures(
  columns: readonly TitledColumn[],
  entries: readonly TextLine[],
): readonly AnchoredColumn[] {
  const wanted = columns.filter((column) => amountRoles.has(column.role)).length;
  const figures = entries.flatMap((line) => line.words.filter(isFigure));
  const stacks =
    [stacksBy(figures, 'right', wanted), stacksBy(figures, 'left', wanted)].sort((a, b) => total(b) - total(a))[0] ??
    [];
  const isEach = stacks.length === wanted && stacks.every((stack) => stack.count >= Math.max(2, RARE * figures.length));
  if (!isEach || total(stacks) < 0.8 * figures.length) return columns;
  const inOrder = [...stacks].sort((a, b) => a.left - b.left);
  let next = 0;
  return columns.map((column) => {
    const stack = amountRoles.has(column.role) ? inOrder[next++] : undefined;
    return stack ? { ...column, left: stack.left, right: stack.right, isExact: true } : column;
  });
}

// What fills an empty cell stands where its figure would.
function isFigure({ text }: Word): boolean {
  return /^[-–—]{1,3}$/.test(text) || (hasKobo(text) && moneyOf(text) !== undefined);
}

function total(stacks: readonly FigureStack[]): number {
  return stacks.reduce((sum, stack) => sum + stack.count, 0);
}

const SAME_EDGE = 1.2;

// The stacks with the most figures.
function stacksBy(figures: readonly Word[], edge: 'left' | 'right', most: number): readonly FigureStack[] {
  const sorted = [...figures].sort((a, b) => a[edge] - b[edge]);
  const stacks: { left: number; right: number; count: number; at: number }[] = [];
  for (const figure of sorted) {
    const last = stacks.at(-1);
    if (last && figure[edge] - last.at <= SAME_EDGE) {
      last.left = Math.min(last.left, figure.left);
      last.right = Math.max(last.right, figure.right);
      last.count++;
    } else stacks.push({ left: figure.left, right: figure.right, count: 1, at: figure[edge] });
  }
  return stacks.sort((a, b) => b.count - a.count).slice(0, most);
}
