import { StatementError } from '../../errors.ts';
import { labelledAccountNumber, loneNumber } from '../facts/account-facts.ts';
import { figuresIn } from '../facts/printed-figures.ts';
import type { TextLine } from '../text/lines.ts';
import { type PrintedEntry, statesFigures } from './printed-rows.ts';
import { readTable, type TableReading } from './read-table.ts';
import type { TableRegion } from './table-regions.ts';

export interface AccountPart {
  /** From a label outside the table; undefined if there is none. */
  readonly number: string | undefined;
  readonly around: readonly TextLine[];
  readonly rows: readonly PrintedEntry[];
}

interface OpenPart extends AccountPart {
  readonly around: TextLine[];
  readonly rows: PrintedEntry[];
}

/** Splits a file by accounts. An account begins at the first header after a different account number. */
export function splitAccounts(front: readonly TextLine[], regions: readonly TableRegion[], how: TableReading) {
  const read = readTable(regions, how);
  let current: OpenPart = { number: labelledAccountNumber(front), around: [...front], rows: [] };
  const parts = [current];
  let heading: TextLine[] = [];
  let header = regions[0]?.header;
  for (const [index, region] of regions.entries()) {
    const { rows: own, split } = read[index] ?? { rows: [], split: new Set<number>() };
    if (!own.some(isEntry)) {
      // Nothing above a header is a row of the table.
      if (region.startsPage) current.rows.push(...own);
      heading.push(...(region.startsPage ? outside(region, own, split) : region.lines));
      continue;
    }
    const named = region.header === header ? undefined : accountNamedIn(heading);
    if (named && current.number && named !== current.number) {
      current = { number: named, around: [], rows: [] };
      parts.push(current);
    }
    current.around.push(...heading);
    current.rows.push(...own);
    header = region.header;
    heading = [...outside(region, own, split)];
  }
  current.around.push(...heading);
  return parts;
}

// A heading with its own balances names its account, with or without a label.
function accountNamedIn(heading: readonly TextLine[]): string | undefined {
  const labelled = labelledAccountNumber(heading);
  if (labelled) return labelled;
  return figuresIn(heading).some(({ figure }) => figure === 'openingBalance') ? loneNumber(heading) : undefined;
}

// The lines above the first and below the last entry of a region, without rows that state figures and split entries.
function outside(region: TableRegion, rows: readonly PrintedEntry[], split: ReadonlySet<number>): readonly TextLine[] {
  const entries = rows.filter(isEntry);
  const stating = new Set(rows.filter(statesFigures).map((row) => row.line));
  const first = entries[0]?.line ?? Number.POSITIVE_INFINITY;
  const last = entries.at(-1)?.line ?? Number.NEGATIVE_INFINITY;
  return region.lines.filter(({ line }) => (line < first || line > last) && !stating.has(line) && !split.has(line));
}

function isEntry(row: PrintedEntry): boolean {
  return row.date !== undefined && row.kind === 'entry';
}

const SHOWN_DIGITS = 4;
const FEWEST_DIGITS = 3;

/** The only account of a file, or the requested one. Parts with the same number are one account. */
export function chooseAccount(parts: readonly AccountPart[], requested: string | undefined): AccountPart {
  const filled = parts.filter((part) => part.rows.length > 0);
  const accounts = joinByNumber(filled.length > 0 ? filled : parts.slice(0, 1));
  const [only, ...others] = accounts;
  if (only && others.length === 0 && (requested === undefined || !only.number || matches(only, requested))) return only;
  const [chosen, second] = requested === undefined ? [] : accounts.filter((account) => matches(account, requested));
  if (chosen && !second) return chosen;
  throw severalAccounts(accounts, requested);
}

function joinByNumber(parts: readonly AccountPart[]): readonly AccountPart[] {
  const joined = new Map<string | undefined, AccountPart>();
  for (const part of parts) {
    const { number, around, rows } = part;
    const before = joined.get(number);
    const both = before && { number, around: [...before.around, ...around], rows: [...before.rows, ...rows] };
    joined.set(number, both ?? part);
  }
  return [...joined.values()];
}

// Some statements mask the account number, so only the last digits can match.
function matches({ number }: AccountPart, requested: string): boolean {
  const digits = requested.replace(/\D/g, '');
  const visible = /\d+$/.exec(number ?? '')?.[0] ?? '';
  if (digits.length < FEWEST_DIGITS || visible.length < FEWEST_DIGITS) return false;
  return visible.endsWith(digits) || (visible !== number && digits.endsWith(visible));
}

function severalAccounts(accounts: readonly AccountPart[], requested: string | undefined): StatementError {
  const named = accounts
    .map(({ number }) => (number ? `…${number.slice(-SHOWN_DIGITS)}` : 'one without a number'))
    .join(', ');
  const held = accounts.length > 1 ? `${accounts.length} accounts (${named})` : `the account ${named}`;
  const fix =
    requested === undefined
      ? 'say which one with the option `account`'
      : 'none of them, or more than one, ends in the digits of the option `account`';
  return new StatementError('several_accounts', `The file holds ${held}: ${fix}.`);
}
