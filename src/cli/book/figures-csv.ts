import type { BookFigures } from '../../book/figures/figures.ts';
import { csvText } from '../../domain/csv-text.ts';

interface Table {
  /** Paths of fields, such as `within7.share`. */
  readonly columns: string;
  readonly rows: readonly object[];
}

const HOLDING = 'loans balance';
const ENDS = ['0', '1-29', '30-59', '60-89', '90+', 'repaid', 'writtenOff'];
const RATE = 'of attempts declined share';

/** Each figure as a table. Amounts are in naira, shares from 0 to 1. */
const tables: Readonly<Record<string, (figures: BookFigures) => Table>> = {
  'as-of': (of) => one('asOf knownAt upTo.events upTo.at upTo.behind', of),
  summary: ({ summary }) =>
    one(
      'loans.running loans.repaid loans.writtenOff disbursed due collected repaidElsewhere reversed outstanding overpaid balance arrears writtenOff',
      summary,
    ),
  'portfolio-at-risk': ({ portfolioAtRisk: rows }) => ({
    columns: `daysPastDue ${HOLDING} shareOfBalance shareOfLoans`,
    rows,
  }),
  buckets: ({ buckets: rows }) => ({ columns: `bucket ${HOLDING} arrears`, rows }),
  staging: ({ staging: rows }) => ({ columns: `stage ${HOLDING}`, rows }),
  rolls: ({ rolls }) => ({
    columns: `on from ${HOLDING} ${ENDS.map((end) => `to.${end}.loans to.${end}.balance`).join(' ')}`,
    rows: rolls.rows.map((row) => ({ on: rolls.from, ...row })),
  }),
  'cure-rate': ({ cureRate }) =>
    one('atRisk.loans atRisk.balance cured.loans cured.balance shareOfLoans shareOfBalance', cureRate),
  collection: ({ collection: rows }) => ({
    columns:
      'month due onDueDate shareOnDueDate within7.due within7.paid within7.share within30.due within30.paid within30.share',
    rows,
  }),
  'first-payment-default': ({ firstPaymentDefault }) => one('loans defaulted share', firstPaymentDefault),
  vintages: ({ vintages }) => ({
    columns: 'month disbursedLoans disbursed loans defaulted share monthsOnBook on paidShare share30',
    rows: vintages.flatMap(({ points, ...vintage }) => points.map((point) => ({ ...vintage, ...point }))),
  }),
  days: ({ days: rows }) => ({ columns: 'on due paid', rows }),
  cascade: ({ cascade: rows }) => ({
    columns: 'position isSweep attempts successful collected shareOfCollected',
    rows,
  }),
  'declines-by-bank': ({ declines }) => ({ columns: RATE, rows: declines.byBank }),
  'declines-by-code': ({ declines }) => ({ columns: 'code declined share', rows: declines.byCode }),
  'declines-by-hour': ({ declines }) => ({ columns: RATE, rows: declines.byHour }),
  'declines-by-weekday': ({ declines }) => ({ columns: RATE, rows: declines.byWeekday }),
  confirmation: ({ confirmation }) => one('attempts median p90 p99', confirmation),
  'unknown-debits': ({ unknownDebits }) =>
    one('debits amount oldestHours byAge.below1Day byAge.below3Days byAge.below7Days byAge.older', unknownDebits),
  found: ({ found }) => one('movements amount shareOfCollected', found),
};

function one(columns: string, row: object): Table {
  return { columns, rows: [row] };
}

/** The names of the files and their texts. */
export function figureFiles(figures: BookFigures): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tables).map(([name, tableOf]) => {
      const { columns, rows } = tableOf(figures);
      const paths = columns.split(' ');
      return [`${name}.csv`, csvText([paths, ...rows.map((row) => paths.map((path) => cellAt(row, path)))])];
    }),
  );
}

function cellAt(row: object, path: string): string {
  let value: unknown = row;
  for (const name of path.split('.')) value = Object.entries(value ?? {}).find(([field]) => field === name)?.[1];
  return String(value ?? '');
}
