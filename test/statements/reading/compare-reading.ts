import type { ReadTransaction } from '../../../src/statements/statement.ts';
import type { TruthRow } from '../../../src/testing/statements/statement-truth.ts';

/** The part of the truth that every entry is held against. */
export type TrueEntry = Pick<TruthRow, 'date' | 'type' | 'amount' | 'balance' | 'balancePrinted' | 'narration'> & {
  readonly time?: string;
};

/** How a reading stands to the truth. */
export interface ReadingComparison {
  /** Entries there are. */
  readonly rows: number;
  /** Entries that were read. */
  readonly read: number;
  /** Of those, entries with the true day, side, amount and, where it is printed, balance; each counted once. */
  readonly found: number;
  /** Of those, entries whose narration has the true letters and digits. */
  readonly narrations: number;
  /** Every entry is found, and nothing else was read. */
  readonly isExact: boolean;
  /** The same, and each stands at its place. */
  readonly isInOrder: boolean;
  /** The first place where the two differ, for people. */
  readonly difference: string;
}

/** Holds what was read against what there is. */
export function compareReading(read: readonly ReadTransaction[], truth: readonly TrueEntry[]): ReadingComparison {
  const keys = truth.map(keyOfTruth);
  const expected = new Map<string, TrueEntry[]>();
  for (const row of truth) expected.set(keyOfTruth(row), [...(expected.get(keyOfTruth(row)) ?? []), row]);
  let [found, narrations] = [0, 0];
  const inPlace = read.map((entry, index) => {
    // A balance that is not printed may have been worked out: only where the truth prints one is it compared.
    const key = [keyOf(entry, true), keyOf(entry, false)].find((one) => (expected.get(one)?.length ?? 0) > 0);
    const same = key === undefined ? [] : (expected.get(key) ?? []);
    const at = Math.max(
      0,
      same.findIndex((row) => lettersOf(row.narration) === lettersOf(entry.narration)),
    );
    const [row] = same.splice(at, 1);
    if (row) found++;
    if (row && lettersOf(row.narration) === lettersOf(entry.narration)) narrations++;
    return keys[index] === keyOf(entry, truth[index]?.balancePrinted === true);
  });
  const isExact = found === truth.length && read.length === truth.length;
  const isInOrder = isExact && inPlace.every(Boolean);
  return {
    rows: truth.length,
    read: read.length,
    found,
    narrations,
    isExact,
    isInOrder,
    difference: isInOrder ? '' : differenceAt(inPlace.indexOf(false), read, truth),
  };
}

function keyOfTruth(row: TrueEntry): string {
  return `${row.date} ${row.type} ${row.amount.toFixed(2)} ${row.balancePrinted ? row.balance.toFixed(2) : '-'}`;
}

function keyOf({ date, type, amount, balance }: ReadTransaction, withBalance: boolean): string {
  return `${date.slice(0, 10)} ${type} ${amount.toFixed(2)} ${withBalance ? balance?.toFixed(2) : '-'}`;
}

/** A text's letters and digits, as narrations are scored. */
export function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function differenceAt(place: number, read: readonly ReadTransaction[], truth: readonly TrueEntry[]): string {
  const at = place < 0 ? Math.min(read.length, truth.length) : place;
  const [is, was] = [read[at], truth[at]];
  return `entry ${at}: ${is ? `${keyOf(is, true)} ${is.narration}` : 'nothing'} instead of ${was ? `${keyOfTruth(was)} ${was.narration}` : 'nothing'}`;
}
