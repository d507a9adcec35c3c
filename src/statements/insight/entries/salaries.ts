import { sumKobo } from '../../../domain/money.ts';
import { amountsAgree, comesOnceAMonth, frequencyOf, medianOf, regularShare } from './frequency.ts';
import { namesNoOne, wordsOf } from './narration.ts';
import { isSameCounterparty, type Stream, type StudiedEntry, streamsOf } from './streams.ts';

// Ours: the required regularity of salary that is found by its pattern.
const SALARIES_WITHIN = 0.15;
const WAGES_WITHIN = 0.5;
const DAYS_WITHIN = 5;
const LEAST_SHARE_OF_INCOME = 0.15;
const LEAST_REGULAR = 0.75;
const LEAST_WAGES = 4;
const LEAST_FROM_PERSON = 3;
const MOST_OF_PAY = 2;

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
  // An employee does not pay his employer again and again, but a gambler pays stakes.
  const paidTo = new Map<number | undefined, number>();
  for (const { side, stream } of entries) if (side === 'debit') paidTo.set(stream, (paidTo.get(stream) ?? 0) + 1);
  const isCustomer = (stream: Stream) => (paidTo.get(stream[0]?.stream) ?? 0) > 1;
  for (const stream of streamsOf(plain)) {
    const isFirm = stream.some((entry) => entry.kind === 'firm');
    const worded = stream.filter(saysPay);
    const isPerson = stream.every((entry) => entry.kind === 'person');
    const isTwice = worded.length === 2 && search.activeMonths <= 3 && comesMonthly(worded);
    const isEmployer = isFirm || worded.length >= (isPerson && !isTwice ? LEAST_FROM_PERSON : leastTimes(search));
    // PAY beside another word is pay, too, if that names no goods, and the payments come like pay.
    const isPlainRemark = ({ remark, counterparty }: StudiedEntry) =>
      (/\bPAY\b(?! FOR)/.test(remark.join(' ')) && !remark.some((word) => goodsWords.has(word))) ||
      remark.every((word) => isPlainWord(word) || counterparty.includes(word));
    const plainPay = stream.filter((entry) => saysPay(entry) || isPlainRemark(entry));
    const median = medianOf(plainPay.map((entry) => entry.amount));
    // The first, the last and a reduced pay are pay, too. More than twice of it is a bonus.
    const pay = plainPay.filter((entry) => entry.amount <= MOST_OF_PAY * median);
    const core = pay.filter((entry) => entry.amount >= median / MOST_OF_PAY);
    const isPaid = [pay, core].some((payments) => comesLikePay(payments, usual));
    if (isEmployer && isPaid && !isCustomer(stream)) for (const entry of pay) found.set(entry.row, 'pattern');
    // A word typed by a person proves nothing, unless the pay recurs.
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
  wordsOf(`
    BEING STAFF PAYEE EMPLOYEE EMP BATCH SCHEDULE BULK NET BASIC GROSS EARNED PERIOD ENTITLEMENT ALLOWANCE HALF FULL
    REGULAR WK WKS BEN BENEFICIARY IFO FVG HR STF DEPT DEPARTMENT UNIT ACCOUNTS BRANCH HQ SITE FUND FUNDS TEACHER TUTOR
    LECTURER NURSE DRIVER GUARD CLEANER COOK CLERK CASHIER OPERATOR MANAGER OFFICER SUPERVISOR PASTOR COACH TECHNICIAN
    ENGINEER LABOURER WORKER WORKERS ATTENDANT ASSISTANT INTERN LOCUM CASUAL TEMP ADHOC
  `),
);
// These name no one either, but they are what a customer pays for, or a relative.
const goodsWords: ReadonlySet<string> = new Set(
  wordsOf(`
    BILL BILLS CARD CONTRIBUTION FAMILY FOOD GIFT GOODS HOUSE PART PURCHASE REFUND RETURN REVERSAL UPKEEP UNIFORM
    UNIFORMS CURTAIN CURTAINS LAUNDRY LUNCH CATERING CLEANING SERVICE SERVICES REPAIR REPAIRS WATER FUEL SHIRTS BREAD
  `),
);

// A firm that buys says what. In the remark of pay stands nothing, a month, or the holder's name.
function saysNothing(word: string): boolean {
  return word.length < 3 || /\d/.test(word) || payWords.has(word) || (namesNoOne.has(word) && !goodsWords.has(word));
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
  if (perMonth > 1 && stream.length >= LEAST_WAGES && recurs(stream, usual)) return true;
  return comesMonthly(stream) || halvesOf(stream).every(comesMonthly);
}

function comesMonthly(stream: Stream): boolean {
  return stream.length > 1 && agreesByMonth(stream) && comesOnceAMonth(stream, DAYS_WITHIN);
}

// Half in the middle of the month, half at its end.
function halvesOf(stream: Stream): readonly Stream[] {
  const isMiddle = ({ when }: StudiedEntry) => when.dayOfMonth > 9 && when.dayOfMonth < 21;
  return [stream.filter(isMiddle), stream.filter((entry) => !isMiddle(entry))];
}

// Pay rises, and first, last or reduced pay differs: of four payments or more, most agree with the one before or after.
function agreesByMonth(stream: Stream): boolean {
  if (amountsAgree(stream, SALARIES_WITHIN, stream.length >= 4 ? LEAST_REGULAR : 1)) return true;
  const agree = (a: StudiedEntry, b: StudiedEntry | undefined) => b !== undefined && amountsAgree([a, b], 0.075);
  const agreeing = stream.filter((entry, at) => agree(entry, stream[at - 1]) || agree(entry, stream[at + 1]));
  return stream.length >= 4 && agreeing.length >= LEAST_REGULAR * stream.length;
}

/** Whether payments come again and again, of about the same amount. */
function recurs(stream: Stream, usual: Usual): boolean {
  if (stream.length < leastTimes(usual) || !amountsAgree(stream, WAGES_WITHIN, LEAST_REGULAR)) return false;
  return regularShare(stream) >= LEAST_REGULAR;
}
