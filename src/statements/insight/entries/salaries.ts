import { sumKobo } from '../../../domain/money.ts';
import { type Income, incomeOf } from './credit-sums.ts';
import { amountsAgree, comesOnceAMonth, frequencyOf, medianOf, regularShare } from './frequency.ts';
import { isNamedAfter, isNoPersons, isOneName, isRelative, namesOnlyBank, partyKind } from './parties.ts';
import { isPeriod, type PayRemark, payRemarkOf, saysPay } from './pay-remarks.ts';
import { isSameCounterparty, type Stream, type StudiedEntry, streamsOf, totalOf } from './streams.ts';

// Ours: the required regularity of salary that is found by its pattern.
const SALARIES_WITHIN = 0.15;
const WAGES_WITHIN = 0.5;
const DAYS_WITHIN = 5;
const LEAST_SHARE_OF_INCOME = 0.15;
const LEAST_REGULAR = 0.75;
const LEAST_WAGES = 4;
const LEAST_FROM_PERSON = 3;
const LEAST_FROM_BRAND = 3;
const MOST_OF_PAY = 2;
const ROUND_KOBO = 100_00;
const MOST_OF_ONE_CREDIT = 4;
const MOST_PAID_BACK = 0.25;
const MOST_REPAID = 0.5;
const PARTS_WITHIN_DAYS = 14;
const SAME_WITHIN = 0.01;
const LEAST_REPEATED = 0.5;
const LEAST_OF_MAIN_INCOME = 0.5;
const LEAST_OF_VARIED_PAY = 4;
const LEAST_OF_WORK = 2;
const SPAN_DAYS = 15;
const LEAST_DAYS_IN_MONTH = 27;
const LEAST_GAP_OF_MONTH = 16;
const MOST_GAP_OF_MONTH = 47;

interface SalarySearch {
  readonly entries: readonly StudiedEntry[];
  readonly activeMonths: number;
  /** Excludes reversals, loans and the holder's own transfers. */
  readonly isNoPay: (entry: StudiedEntry) => boolean;
  /** Names of employers given by the lender, as words. */
  readonly payers: readonly (readonly string[])[];
  /** The holder's name, as words. */
  readonly holder: readonly string[];
  /** 1 if the amounts are in naira as printed. */
  readonly nairaPerUnit: number;
}

/** The reason why a credit counts as salary. */
export type SalaryReason = 'words' | 'payer' | 'pattern';

/** Finds salaries with their reason, by row. Words and given payers take precedence over the pattern. */
export function findSalaries(search: SalarySearch): ReadonlyMap<number, SalaryReason> {
  const found = new Map<number, SalaryReason>();
  const { entries, isNoPay, payers } = search;
  const candidates = entries.filter((entry) => entry.side === 'credit' && entry.amount > 0 && !isNoPay(entry));
  const repaid = totalOf(entries.filter(({ side, category }) => side === 'debit' && category === 'loans'));
  const usual = { ...search, income: incomeOf(candidates), paidTo: totalsPaid(entries), repaid };
  const unproved = new Set<number>();
  for (const stream of streamsOf(candidates.filter(isPlainPay))) {
    const { pay, isProved } = payOf(stream, usual);
    for (const entry of pay) found.set(entry.row, 'pattern');
    if (!isProved) for (const entry of stream.filter(saysPay)) unproved.add(entry.row);
  }
  for (const entry of candidates) {
    if (
      (isPlainPay(entry) || entry.category === 'other_income') &&
      payers.some((payer) => isSameCounterparty(payer, entry.counterparty))
    )
      found.set(entry.row, 'payer');
    else if (saysPay(entry) && !unproved.has(entry.row)) found.set(entry.row, 'words');
  }
  return found;
}

/** What the holder paid to each party: how often, and how much. */
function totalsPaid(entries: readonly StudiedEntry[]): ReadonlyMap<number, { times: number; total: number }> {
  const paid = new Map<number, { times: number; total: number }>();
  for (const { side, stream, amount } of entries) {
    if (side === 'credit' || stream === undefined) continue;
    const { times, total } = paid.get(stream) ?? { times: 0, total: 0 };
    paid.set(stream, { times: times + 1, total: total + amount });
  }
  return paid;
}

/** The pay that one payer's credits show without words, and whether words of pay of this payer prove anything. */
function payOf(stream: Stream, usual: Usual): { readonly pay: Stream; readonly isProved: boolean } {
  const isFirm = stream.some((entry) => entry.kind === 'firm');
  const isPerson = stream.every((entry) => entry.kind === 'person');
  // A business may be named after its goods.
  const names = partyKind({ party: usual.holder, counterparty: usual.holder }) === 'firm' ? [] : usual.holder;
  const remarks = new Map(stream.map((entry) => [entry, payRemarkOf(entry, names)]));
  const said = (...which: readonly PayRemark[]) =>
    stream.filter((entry) => which.includes(remarks.get(entry) ?? 'other'));
  const worded = stream.filter(saysPay);
  const isTwice = worded.length === 2 && usual.activeMonths <= 3 && comesMonthly(worded);
  const least = isPerson && !isTwice ? LEAST_FROM_PERSON : leastTimes(usual);
  // A firm of the holder's name may be his own, or his family's, unless it says that it pays.
  const isFamilys = names.length > 0 && stream.some((entry) => isNamedAfter(entry.counterparty, names));
  const isEmployer =
    (!isFamilys && (isFirm || isBrand(stream, least, usual) || mustBeFirm(stream, usual))) || worded.length >= least;
  // A word typed by a person proves nothing, unless the pay recurs.
  const isProved = !isPerson || (isEmployer && recurs(worded, usual));
  if (!isEmployer || isCustomer(stream, usual)) return { pay: [], isProved };
  const work = said('pay', 'work', 'part');
  // Who buys pays other amounts each time. What a payer says of a month without naming goods is pay if it is the same.
  const plain = said('pay', 'work', 'nothing');
  const ofMonth = said('pay', 'work', 'nothing', 'month');
  const shown = [repeats(ofMonth) ? ofMonth : plain, plain].map((some) => regularPay(some, usual)).find(isFound) ?? [];
  const worked = isFirm && work.length >= LEAST_OF_WORK ? work : [];
  const pay = new Set([...shown, ...worked]);
  // What an employer pays beside it for a month, or as the rest, is pay, too, and so are arrears and allowances.
  const most = MOST_OF_PAY * medianOf([...pay].map((entry) => entry.amount));
  if (isFirm && pay.size > 0)
    for (const entry of said('month', 'part', 'rest'))
      if (remarks.get(entry) === 'part' || entry.amount <= most) pay.add(entry);
  return { pay: [...pay], isProved };
}

function isFound(stream: Stream): boolean {
  return stream.length > 0;
}

// Banks print a person's names in full, so a payer of one name may be a firm. It pays for work if it names each month:
// without that, the name may be a relative's. A bank that names no one else pays for work, too, if it pays the same again
// and again and does not get it back as a lender.
function isBrand(stream: Stream, least: number, { holder, repaid }: Usual): boolean {
  const isBanks = stream.every((entry) => namesOnlyBank(entry, holder));
  if (stream.length < least || !(isBanks || stream.every((entry) => isOneName(entry.counterparty, holder))))
    return false;
  if (stream.every((entry) => entry.remark.some(isPeriod))) return true;
  return isBanks && stream.length >= LEAST_FROM_BRAND && repeats(stream) && repaid < MOST_REPAID * totalOf(stream);
}

// Gifts are round sums, and pay after tax is uneven. A payer of round sums is a firm if its name is like no person's,
// and if it pays most of the income.
function mustBeFirm(stream: Stream, { holder, income, repaid, nairaPerUnit }: Usual): boolean {
  if (stream.length < LEAST_FROM_BRAND || !repeats(stream)) return false;
  if (stream.some(({ counterparty }) => isRelative(counterparty, holder))) return false;
  const uneven = stream.filter(({ amount }) => amount % ROUND_KOBO !== 0);
  if (nairaPerUnit === 1 && uneven.length >= LEAST_REGULAR * stream.length) return true;
  const [from, to] = [stream[0]?.when.day ?? 0, stream.at(-1)?.when.day ?? 0];
  const total = totalOf(stream);
  if (total < LEAST_OF_MAIN_INCOME * income.between(from - SPAN_DAYS, to + SPAN_DAYS)) return false;
  return repaid < MOST_REPAID * total && stream.every(isNoPersons);
}

// An employee does not pay his employer again and again, or more than he gets, but a gambler or an investor does.
function isCustomer(stream: Stream, { paidTo }: Usual): boolean {
  const paid = paidTo.get(stream[0]?.stream ?? -1);
  return paid !== undefined && paid.total > (paid.times > 1 ? MOST_PAID_BACK : 1) * totalOf(stream);
}

/** The payments among these that come like pay: in parts, or one by one, without what is far from the usual. */
function regularPay(stream: Stream, usual: Usual): Stream {
  const wholes = partsTogether(stream);
  const sums = wholes.map(({ sum }) => sum);
  if (sums.length < stream.length && comesLikePay(sums, usual)) return wholes.flatMap(({ parts }) => parts);
  const median = medianOf(stream.map((entry) => entry.amount));
  // A firm's first, last and reduced pay is pay, too, and what it owed for months. Else, more than twice is a bonus.
  const isLess = (entry: StudiedEntry) => entry.amount < median / MOST_OF_PAY;
  const isMore = (entry: StudiedEntry) => entry.amount > MOST_OF_PAY * median;
  const pay = stream.filter(
    (entry, at) =>
      (!isMore(entry) || isOwed(entry, stream[at - 1], median)) && !(isLess(entry) && entry.kind === 'person'),
  );
  const core = pay.filter((entry) => !isLess(entry) && !isMore(entry));
  // The first pay is often for a part of the month, and counts as a whole one.
  const [first, ...others] = core;
  const whole =
    first && others[0] && first.amount < median ? [{ ...first, amount: others[0].amount }, ...others] : core;
  return [pay, core, whole].some((payments) => comesLikePay(payments, usual)) ? pay : [];
}

// Pay of several months at once, after as many months without.
function isOwed(entry: StudiedEntry, last: StudiedEntry | undefined, usualAmount: number): boolean {
  const months = Math.round(entry.amount / usualAmount);
  const waited = last ? (entry.when.day - last.when.day) / LEAST_DAYS_IN_MONTH : 0;
  return Math.abs(entry.amount - months * usualAmount) <= SAME_WITHIN * entry.amount && waited >= months;
}

// Pay in parts: what one firm pays within two weeks.
function partsTogether(stream: Stream): readonly { readonly parts: Stream; readonly sum: StudiedEntry }[] {
  const wholes: StudiedEntry[][] = [];
  for (const entry of stream) {
    const last = wholes.at(-1);
    if (last?.[0] && entry.when.day - last[0].when.day <= PARTS_WITHIN_DAYS) last.push(entry);
    else wholes.push([entry]);
  }
  return wholes.flatMap((parts) => {
    const [first] = parts;
    return first ? [{ parts, sum: { ...first, amount: sumKobo(parts.map((entry) => entry.amount)) } }] : [];
  });
}

/** Whether most payments have the amount of another one. */
function repeats(stream: Stream): boolean {
  const amounts = stream.map((entry) => entry.amount).sort((a, b) => a - b);
  const isSame = (a: number, b: number | undefined) => b !== undefined && Math.abs(a - b) <= SAME_WITHIN * b;
  const same = amounts.filter((amount, at) => isSame(amount, amounts[at - 1]) || isSame(amount, amounts[at + 1]));
  return amounts.length > 1 && same.length >= LEAST_REPEATED * amounts.length;
}

// A bonus is income of one month only, and interest is not pay.
function isPlainPay(entry: StudiedEntry): boolean {
  return entry.category === 'inflow' || entry.category === 'salary';
}

interface Usual extends SalarySearch {
  readonly income: Income;
  readonly paidTo: ReadonlyMap<number, { readonly times: number; readonly total: number }>;
  /** All loan repayments. */
  readonly repaid: number;
}

function leastTimes({ activeMonths }: Pick<SalarySearch, 'activeMonths'>): number {
  return activeMonths <= 3 ? 2 : 3;
}

function comesLikePay(stream: Stream, usual: Usual): boolean {
  if (stream.length < leastTimes(usual) && !isNewJob(stream, usual)) return false;
  const perMonth = frequencyOf(stream) === 'weekly' ? 4 : frequencyOf(stream) === 'fortnightly' ? 2 : 1;
  const median = medianOf(stream.map((entry) => entry.amount));
  // A car sold for much more than a pay does not make that pay small.
  const income = usual.income.cappedAt(MOST_OF_ONE_CREDIT * median);
  if (median * perMonth * usual.activeMonths < LEAST_SHARE_OF_INCOME * income) return false;
  if (perMonth > 1 && stream.length >= LEAST_WAGES && recurs(stream, usual)) return true;
  return (
    comesMonthly(stream) || halvesOf(stream).every(comesMonthly) || isMainIncome(stream, usual) || isSteady(stream)
  );
}

// A new job: the last two months, a firm paid the same, and most of the income.
function isNewJob(stream: Stream, { entries, income, repaid }: Usual): boolean {
  const [first, last] = stream;
  if (!first || !last || stream.length > 2 || first.kind !== 'firm') return false;
  if (repaid >= MOST_REPAID * totalOf(stream)) return false;
  const end = entries.at(-1)?.when.day ?? 0;
  if (end - last.when.day > SPAN_DAYS * 2 || !repeats(stream) || !comesMonthly(stream)) return false;
  if (totalOf(stream) < LEAST_OF_MAIN_INCOME * income.between(first.when.day - SPAN_DAYS, end)) return false;
  return entries.filter(({ side, stream: payer }) => side === 'credit' && payer === first.stream).length === 2;
}

// Paid when the firm can, but always the same, mostly about once a month.
function isSteady(stream: Stream): boolean {
  if (stream.length < LEAST_OF_VARIED_PAY || !amountsAgree(stream, SAME_WITHIN, LEAST_REGULAR)) return false;
  const gaps = stream.slice(1).map((entry, at) => entry.when.day - (stream[at]?.when.day ?? 0));
  const monthly = gaps.filter((gap) => gap >= LEAST_GAP_OF_MONTH && gap <= MOST_GAP_OF_MONTH);
  return monthly.length >= LEAST_REGULAR * gaps.length;
}

// Pay by the hour varies. What is most of the income in its time, and comes each month, is pay all the same.
function isMainIncome(stream: Stream, { income }: Usual): boolean {
  if (stream.length < LEAST_OF_VARIED_PAY || !amountsAgree(stream, WAGES_WITHIN, LEAST_REGULAR)) return false;
  if (!comesOnceAMonth(stream, DAYS_WITHIN)) return false;
  const [from, to] = [stream[0]?.when.day ?? 0, stream.at(-1)?.when.day ?? 0];
  return totalOf(stream) >= LEAST_OF_MAIN_INCOME * income.between(from - SPAN_DAYS, to + SPAN_DAYS);
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
