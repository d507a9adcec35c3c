/** One line of the table. */
export interface BenchRow {
  readonly name: string;
  /** Ours divided by the floor or peer; a plain figure where `unit` is set. */
  readonly ratio: number;
  /** What it is compared with. */
  readonly floor: string;
  /** The target and the figures behind the ratio. */
  readonly note: string;
  /** What the figure counts, where it is no ratio. */
  readonly unit?: string;
}

/** The middle value: one slow round of a busy machine does not move it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The rows as an aligned table. */
export function tableOf(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ name, ratio, floor, note, unit }) => [name, unit ? `${round(ratio)} ${unit}` : `${ratio.toFixed(2)}×`, floor, note]);
  const all = [['what', 'result', 'against', 'target and figures'], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function round(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(1);
}
