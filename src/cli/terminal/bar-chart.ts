/** Bars that fit the width of a terminal. */
import {
  type Cell,
  type Colour,
  columnsThatFit,
  displayWidth,
  type Paint,
  tableWidth,
  textTable,
} from './terminal-text.ts';

/** The width of a line where it is no terminal's. */
export const WIDTH_ELSEWHERE = 80;

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

export interface ChartStyle {
  /** Cells of a line. */
  readonly width: number;
  readonly drawsBlocks: boolean;
  readonly paint: Paint;
  readonly colour: Colour;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEAST_WIDTH = 8;
const INDENT = '  ';
const GAP = 2;

/** Horizontal bars, one per line, scaled to the largest absolute value. Negative bars differ in colour and shape. */
export function barChart(bars: readonly Bar[], style: ChartStyle): string {
  const [labels, texts] = [widest(bars.map(({ label }) => label)), widest(bars.map(({ text }) => text))];
  const room = Math.max(LEAST_WIDTH, style.width - INDENT.length - labels - texts - 4);
  const greatest = Math.max(0, ...bars.map(({ value }) => Math.abs(value)));
  return bars
    .map(({ label, value, text }) => {
      const drawn = greatest === 0 ? '' : draw((Math.abs(value) / greatest) * room, { isBelow: value < 0, ...style });
      const bar = style.paint(value < 0 ? 'red' : style.colour, drawn) + ' '.repeat(room - displayWidth(drawn));
      return `${INDENT}${padded(label, labels)}  ${bar}  ${' '.repeat(texts - displayWidth(text))}${text}\n`;
    })
    .join('');
}

export interface BarRow {
  /** The first one stands before the bar. The last ones are left out where the line is too narrow. */
  readonly cells: readonly Cell[];
  readonly value: number;
}

/** A table with a bar in each row, after its first cell. The longest bar takes what is left of the width. */
export function barTable(rows: readonly BarRow[], head: readonly Cell[], style: ChartStyle): string {
  const width = style.width - LEAST_WIDTH - GAP;
  const columns = columnsThatFit([head, ...rows.map(({ cells }) => cells)], width);
  const all = rows.map(({ cells }) => cells.slice(0, columns));
  const heads = head.slice(0, columns);
  const room = Math.max(LEAST_WIDTH, style.width - GAP - tableWidth([heads, ...all]));
  const greatest = Math.max(0, ...rows.map(({ value }) => value));
  const withBar = ([first = '', ...rest]: readonly Cell[], text: string): readonly Cell[] => [
    first,
    { text, colour: style.colour },
    ...rest,
  ];
  const drawn = all.map((cells, index) => {
    const value = rows[index]?.value ?? 0;
    return withBar(cells, greatest === 0 ? '' : draw((value / greatest) * room, { isBelow: false, ...style }));
  });
  return textTable(drawn, style.paint, withBar(heads, ''));
}

function draw(cells: number, style: Pick<ChartStyle, 'drawsBlocks'> & { readonly isBelow: boolean }): string {
  const { isBelow, drawsBlocks } = style;
  // A bar that is not zero shows at least one character.
  if (!drawsBlocks) return (isBelow ? '-' : '#').repeat(cells === 0 ? 0 : Math.max(1, Math.round(cells)));
  if (isBelow) return '░'.repeat(Math.max(1, Math.round(cells)));
  const parts = cells === 0 ? 0 : Math.max(1, Math.round(cells * 8));
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - displayWidth(text));
}
