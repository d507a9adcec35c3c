import { type LinesOfPages, placedWord, type TextLine, textOf, type Word } from '../text/lines.ts';
import { hasKobo } from '../text/money.ts';
import type { ColumnRole } from './column-titles.ts';
import {
  type BlockFigure,
  beginsCell,
  commonest,
  type EntryBlock,
  entryBlocks,
  type PageBlocks,
  type ScannedLine,
} from './entry-blocks.ts';
import { rolesByFigures } from './roles-by-figures.ts';
import { type CutPages, pageFurniture } from './table-regions.ts';

// Where folded columns stand, in points: further apart than columns of a page.
const NARRATION_AT = 400;
const FIGURES_AT = 2_000;
const FIGURE_WIDTH = 300;
const BESIDE_TABLE = 10_000;
// Distances of folded lines. Entries are further apart than their lines.
const LINE = 10;
const BETWEEN = 25;
const LEAST_ENTRIES = 2;

/**
 * Reads entries without titles: rows of a table, or blocks of several lines like cards. Folds each into the lines of one
 * table. Its columns are the places of figures in an entry, with the roles that the balances confirm.
 */
export function foldEntries(pages: LinesOfPages): CutPages | undefined {
  // Lines of cards repeat their words at the same heights, too. They have figures.
  const furniture = pageFurniture(pages);
  const isText = (line: TextLine) => !furniture.has(line) || line.words.some(({ text }) => hasKobo(text));
  const scanned = entryBlocks(pages.map((lines) => lines.filter(isText)));
  const dated = scanned.flatMap((page) => page.blocks);
  if (dated.length < LEAST_ENTRIES) return undefined;
  const all = slotsOf(dated);
  const rows = dated.map((block) => figuresBySlot(block, all).map((figure) => figure?.money));
  // A heading has fewer figures than an entry.
  const top = rows.findIndex((row) => row.filter(Boolean).length > 1);
  const found = rolesByFigures(rows.slice(Math.max(0, top)));
  if (!found) return undefined;
  const isEntry = (block: EntryBlock) => figuresBySlot(block, all).some((one, slot) => one && isAmount(found[slot]));
  const cut = scanned.map((page, index) => (index === 0 ? withoutHeading(page, isEntry) : page));
  const blocks = cut.flatMap((page) => page.blocks);
  // A figure without a role belongs to the text.
  const isUsed = (_: unknown, slot: number) => found[slot] !== 'text';
  const [slots, roles] = [{ ...all, names: all.names.filter(isUsed) }, found.filter(isUsed)];
  const how = { slots, texts: textColumn(blocks, slots) };
  const end = (slot: number) => FIGURES_AT + FIGURE_WIDTH * slot;
  const columns = [
    { role: 'date' as const, rank: 0, left: 0, right: 60 },
    { role: 'narration' as const, rank: 0, left: NARRATION_AT, right: NARRATION_AT + 60 },
    ...roles.map((role, slot) => ({ role, rank: 0, left: end(slot) - 60, right: end(slot) })),
  ];
  const parts = cut.map(({ above, blocks: own, below }, index) => {
    const page = new FoldedPage();
    for (const line of index === 0 ? [] : above) page.putOutside(line, how.texts);
    for (const block of own) page.putEntry(block, how);
    for (const line of below) page.putOutside(line);
    return { lines: page.lines, columns, startsPage: true, header: 0 };
  });
  return { front: cut[0]?.above ?? [], parts };
}

function isAmount(role: ColumnRole | undefined): boolean {
  return role === 'debit' || role === 'credit' || role === 'amount';
}

// Above the entries, the period may stand where their dates do, with a balance beside it.
function withoutHeading({ above, blocks, below }: PageBlocks, isEntry: (block: EntryBlock) => boolean): PageBlocks {
  const first = blocks.findIndex(isEntry);
  if (first <= 0) return { above, blocks, below };
  const heading = blocks.slice(0, first).flatMap(({ lines }) => lines.map(({ line }) => line));
  const top = blocks[first]?.lines[0]?.line.baseline ?? 0;
  // Lines between the blocks of the heading were outside of entries, too.
  const [upper, lower] = [
    below.filter(({ baseline }) => baseline < top),
    below.filter(({ baseline }) => baseline > top),
  ];
  const lines = [...above, ...heading, ...upper].sort((a, b) => a.baseline - b.baseline);
  return { above: lines, blocks: blocks.slice(first), below: lower };
}

/** The places of figures in an entry: `number:edge`, the number among its figures with this right edge. */
interface Slots {
  readonly edges: readonly number[];
  readonly names: readonly string[];
  /** Words that stand before the figures of nearly all entries, such as `Balance after:`. */
  readonly labels: ReadonlySet<string>;
}

const SAME_EDGE = 2;
// Rarer edges are those of figures in narrations.
const COMMON = 0.05;
const NEARLY_ALL = 0.8;

function slotsOf(blocks: readonly EntryBlock[]): Slots {
  const figures = blocks.flatMap(({ lines }) => lines.flatMap((line) => line.figures));
  const stacks: { right: number; count: number }[] = [];
  for (const { right } of [...figures].sort((a, b) => a.right - b.right)) {
    const last = stacks.at(-1);
    if (last && right - last.right < SAME_EDGE) last.count++;
    else stacks.push({ right, count: 1 });
  }
  const least = COMMON * blocks.length;
  const edges = stacks.filter(({ count }) => count >= least).map(({ right }) => right);
  const counts = new Map<string, number>();
  for (const text of blocks.flatMap(({ lines }) => [...namesIn(lines, edges).keys(), ...lines.flatMap(labelsOn)]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const common = (share: number) =>
    [...counts].flatMap(([text, count]) => (count >= share * blocks.length ? [text] : []));
  return {
    edges,
    names: common(COMMON)
      .filter((text) => /^\d+:\d+$/.test(text))
      .sort(),
    labels: new Set(common(NEARLY_ALL)),
  };
}

function namesIn(lines: readonly ScannedLine[], edges: readonly number[]): ReadonlyMap<string, BlockFigure> {
  const found = new Map<string, BlockFigure>();
  for (const figure of lines.flatMap((line) => line.figures)) {
    const edge = edges.findIndex((right) => Math.abs(figure.right - right) < SAME_EDGE);
    if (edge < 0) continue;
    let number = 0;
    while (found.has(`${number}:${edge}`)) number++;
    found.set(`${number}:${edge}`, figure);
  }
  return found;
}

function figuresBySlot({ lines }: EntryBlock, { names, edges }: Slots): readonly (BlockFigure | undefined)[] {
  const found = namesIn(lines, edges);
  return names.map((name) => found.get(name));
}

function labelsOn({ line: { words }, figures }: ScannedLine): readonly string[] {
  return figures.flatMap((figure) => textOf(labelWords(words, figure)) || []);
}

// The words before a figure in its cell.
function labelWords(words: readonly Word[], { words: [first] }: BlockFigure): readonly Word[] {
  const to = first ? words.indexOf(first) : -1;
  let from = to;
  while (from > 0 && !beginsCell(words, from)) from--;
  return words.slice(from, to);
}

/** The left edge of narrations. Other texts beside them, such as a category, have their own columns. */
interface TextColumn {
  readonly left: number;
  /** Where the next column of text begins. */
  readonly right: number;
}

interface Folding {
  readonly slots: Slots;
  readonly texts: TextColumn;
}

const OFTEN = 0.4;

function textColumn(blocks: readonly EntryBlock[], slots: Slots): TextColumn {
  const cells = blocks.flatMap((block) => textsOf(block, slots).flatMap(cellsOf));
  const letters = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const cell of cells) {
    const left = Math.round(cell[0]?.left ?? 0);
    letters.set(left, (letters.get(left) ?? 0) + textOf(cell).replace(/[^a-z]/gi, '').length);
    counts.set(left, (counts.get(left) ?? 0) + 1);
  }
  const edges = [...counts]
    .flatMap(([left, count]) => (count >= OFTEN * blocks.length ? [left] : []))
    .sort((a, b) => a - b);
  const left =
    edges.toSorted((a, b) => (letters.get(b) ?? 0) - (letters.get(a) ?? 0))[0] ?? commonest([...counts.keys()]) ?? 0;
  return { left, right: edges.find((edge) => edge > left + SAME_EDGE) ?? Number.POSITIVE_INFINITY };
}

/** The lines of an entry without its date, its figures and their labels. */
function textsOf(block: EntryBlock, slots: Slots): readonly (readonly Word[])[] {
  const used = new Set(figuresBySlot(block, slots));
  return block.lines.map((scanned) => {
    const taken = new Set(block.date);
    for (const figure of scanned.figures) {
      if (!used.has(figure)) continue;
      for (const word of figure.words) taken.add(word);
      const label = labelWords(scanned.line.words, figure);
      if (slots.labels.has(textOf(label))) for (const word of label) taken.add(word);
    }
    return scanned.line.words.filter((word) => !taken.has(word));
  });
}

function cellsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const starts = [...words.keys()].filter((at) => beginsCell(words, at));
  return starts.map((start, index) => words.slice(start, starts[index + 1]));
}

class FoldedPage {
  readonly lines: TextLine[] = [];
  #baseline = 0;

  putEntry(block: EntryBlock, { slots, texts }: Folding): void {
    const [top] = block.lines;
    if (!top) return;
    const figures = figuresBySlot(block, slots).flatMap((figure, slot) => placedFigure(figure, slot));
    const dateLeft = block.date[0]?.left ?? 0;
    const date = block.date.map((word) => moved(word, -dateLeft));
    const [first = [], ...others] = textsOf(block, slots)
      .map((words) => narrationIn(words, texts))
      .filter((words) => words.length > 0);
    this.#baseline += BETWEEN - LINE;
    for (const [at, words] of [first, ...others].entries()) {
      const placed = words.map((word) => moved(word, NARRATION_AT - texts.left));
      this.#put(top.line, at === 0 ? [...date, ...placed, ...figures] : placed);
    }
  }

  /** A line that belongs to no entry of the page. At its top, it may continue the last one of the page before. */
  putOutside(line: TextLine, texts?: TextColumn): void {
    const goesOn = texts !== undefined && Math.abs((line.words[0]?.left ?? 0) - texts.left) < SAME_EDGE;
    this.#put(
      line,
      line.words.map((word) => moved(word, goesOn ? NARRATION_AT - texts.left : BESIDE_TABLE)),
    );
  }

  #put({ page, line }: TextLine, words: readonly Word[]): void {
    this.#baseline += LINE;
    this.lines.push({ page, line, baseline: this.#baseline, words });
  }
}

function narrationIn(words: readonly Word[], { left, right }: TextColumn): readonly Word[] {
  const isIn = (word: Word) => word.left > left - SAME_EDGE && word.left < right - SAME_EDGE;
  return words.some(isIn) ? words.filter(isIn) : words;
}

function placedFigure(figure: BlockFigure | undefined, slot: number): readonly Word[] {
  return figure?.words.map((word) => moved(word, FIGURES_AT + FIGURE_WIDTH * slot - figure.right)) ?? [];
}

function moved({ text, left, right, size }: Word, by: number): Word {
  return placedWord({ text, left: left + by, right: right + by, size });
}
