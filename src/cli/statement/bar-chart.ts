import { type Colour, displayWidth, type Paint } from '../terminal/terminal-text.ts';

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as it is printed. */
  readonly text: string;
}

/** How a chart is drawn. */
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

/** Lying bars, one a line, the longest for the greatest value; those below zero are told apart by colour and shape. Nothing for no bars. */
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

function draw(
  cells: number,
  { isBelow, drawsBlocks }: Pick<ChartStyle, 'drawsBlocks'> & { readonly isBelow: boolean },
): string {
  // What is not nothing is seen.
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
