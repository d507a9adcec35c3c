/** What a bench compares with. Each is explained in docs/benchmarks.md, which a test holds to this list. */
export const opponents = [
  'undici dispatch',
  'undici.request',
  'stripe',
  'axios',
  'fastify',
  'an empty process',
  'an empty file',
  'node:http',
  'Prism',
  'Mockoon',
  'an empty dispatcher',
  'by hand',
  'standardwebhooks',
  'plain INSERT',
  'plain SQL',
  'a bare table',
  'the bare engine',
  'pdftotext',
  'the smallest portfolio',
  '–',
] as const;

/** One of {@link opponents}; `–` where a figure stands for itself. */
export type Opponent = (typeof opponents)[number];

/** One line of the table. */
export interface MeasuredRow {
  readonly what: string;
  /** Ours divided by theirs; a plain figure where `unit` is set. */
  readonly result: number;
  /** What the figure counts, where it is no ratio. */
  readonly unit?: string;
  readonly better: 'less' | 'more';
  readonly against: Opponent;
  /** What we hold ourselves to, where we do. */
  readonly target?: string;
  /** What the result was computed from. */
  readonly figures: string;
}

/** A comparison that could not be made here. */
export interface SkippedRow {
  readonly what: string;
  readonly against: Opponent;
  /** Why, and what would fix it. */
  readonly skipped: string;
}

/** A line of the table, measured or not. */
export type BenchRow = MeasuredRow | SkippedRow;

/** Figures that belong side by side: a row for each subject. */
export interface BenchSheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...figures: (number | string)[]])[];
}

/** The middle value: one slow round of a busy machine does not move it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Two rates as text. */
export function perSecond(ours: number, theirs: number): string {
  return `${Math.round(ours).toLocaleString('en')} against ${Math.round(theirs).toLocaleString('en')}/s`;
}
