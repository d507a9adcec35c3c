import { sumKobo } from '../../../domain/money.ts';
import { amountsAgree, comesOnceAMonth, frequencyOf, medianOf, regularShare } from './frequency.ts';
import { namesNoOne } from './narration.ts';
import { isSameCounterparty, type Stream, type StudiedEntry, streamsOf } from './streams.ts';

// Ours: the required regularity of salary that is found by its pattern.
const SALARIES_WITHIN = 0.15;
const WAGES_WITHIN = 0.5;
const DAYS_WITHIN = 5;
const LEAST_SHARE_OF_INCOME = 0.15;
const LEAST_REGULAR = 0.75;
const LEAST_WAGES = 4;

interface SalarySearch {
  readonly entries: readonly StudiedEntry[];
  readonly activeMonths: number;
  /** Excludes reversals, loans and the holder's own transfers. */
  readonly isNoPay: (entry: StudiedEntry) => boolean;
  /** Names of employers given by the lender, as words. */
  readonly payers: readonly (readonly string[])[];
  /** The holder's name, as words. */
  readonly holder: readonly string[];
}

/** The reason why a credit counts as salary. */
export type SalaryReason = 'words' | 'payer' | 'pattern';

/** Finds salaries with their reason, by row. Words and given payers take precedence over the pattern. */
export function findSalaries(search: SalarySearch): ReadonlyMap<number, SalaryReason> {
  const found = new Map<number, SalaryReason>();
  const { entries, isNoPay, payers, holder } = search;
  const candidates = entries.filter((entry) => entry.side === 'credit' && entry.amount > 0 && !isNoPay(entry));
  const plain = candidates.filter(isPlainPay);
  const usual = { ...search, income: sumKobo(candidates.map((entry) => entry.amount)) };
  const persons = new Set<number>();
  const isPlainWord = (word: string) => saysNothing(word) || holder.some((name) => name.startsWith(word));
  for (const stream of streamsOf(plain)) {
    const isFirm = stream.some((entry) => entry.kind === 'firm');
    const worded = stream.filter(saysPay);
    const isEmployer = isFirm || worded.length >= leastTimes(search);
    const pay = stream.filter((entry) => saysPay(entry) || entry.remark.every(isPlainWord));
    if (isEmployer && comesLikePay(pay, usual)) for (const entry of pay) found.set(entry.row, 'pattern');
    // A word typed by a person proves nothing, unless the pay recurs.
    const isPerson = stream.every((entry) => entry.kind === 'person');
    if (isPerson && !(isEmployer && recurs(worded, usual))) for (const entry of worded) persons.add(entry.row);
  }
  for (const entry of candidates) {
    if (
      (isPlainPay(entry) || entry.category === 'other_income') &&
      payers.some((payer) => isSameCounterparty(payer, entry.counterparty))
    )
      found.set(entry.row, 'payer');
    else if (saysPay(entry) && !persons.has(entry.row)) found.set(entry.row, 'words');
  }
  return found;
}

const payWords: ReadonlySet<string> = new Set(
  'BEING STAFF PAYEE EMPLOYEE EMP BATCH SCHEDULE BULK NET BASIC GROSS EARNED PERIOD ENTITLEMENT ALLOWANCE'.split(' '),
);

// A firm that buys says what. In the remark of pay stands nothing, a month, or the holder's name.
function saysNothing(word: string): boolean {
  return word.length < 3 || /\d/.test(word) || namesNoOne.has(word) || payWords.has(word);
}

// A bonus is income of one month only, and interest is not pay.
function isPlainPay(entry: StudiedEntry): boolean {
  return entry.category === 'inflow' || entry.category === 'salary';
}

function saysPay(entry: StudiedEntry): boolean {
  return entry.category === 'salary' || entry.category === 'pension';
}

type Usual = SalarySearch & { readonly income: number };

function leastTimes({ activeMonths }: Pick<SalarySearch, 'activeMonths'>): number {
  return activeMonths <= 3 ? 2 : 3;
}

function comesLikePay(stream: Stream, usual: Usual): boolean {
  if (stream.length < leastTimes(usual)) return false;
  const perMonth = frequencyOf(stream) === 'weekly' ? 4 : frequencyOf(stream) === 'fortnightly' ? 2 : 1;
  const median = medianOf(stream.map((entry) => entry.amount));
  if (median * perMonth * usual.activeMonths < LEAST_SHARE_OF_INCOME * usual.income) return false;
  if (perMonth === 1) return agreesByMonth(stream) && comesOnceAMonth(stream, DAYS_WITHIN);
  return stream.length >= LEAST_WAGES && recurs(stream, usual);
}

// Pay rises, and first, last or reduced pay differs: of four payments or more, most agree with the one before or after.
function agreesByMonth(stream: Stream): boolean {
  if (amountsAgree(stream, SALARIES_WITHIN)) return true;
  const agree = (a: StudiedEntry, b: StudiedEntry | undefined) => b !== undefined && amountsAgree([a, b], 0.075);
  const agreeing = stream.filter((entry, at) => agree(entry, stream[at - 1]) || agree(entry, stream[at + 1]));
  return stream.length >= 4 && agreeing.length >= LEAST_REGULAR * stream.length;
}

/** Whether payments come again and again, of about the same amount. */
function recurs(stream: Stream, usual: Usual): boolean {
  if (stream.length < leastTimes(usual) || !amountsAgree(stream, WAGES_WITHIN, LEAST_REGULAR)) return false;
  return regularShare(stream) >= LEAST_REGULAR;
}
