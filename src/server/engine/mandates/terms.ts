/** The loan terms in a consent: read, checked and compared. Spec §2.2, §4.3. */
import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import { type Kobo, koboFromNaira } from '../../../domain/money.ts';
import {
  checkBreakdown,
  dueDates,
  evenSchedule,
  frequencyNames,
  MAX_INSTALMENTS,
  periodOf,
  type ScheduledInstalment,
} from '../../../domain/terms.ts';
import type { FieldIssue } from '../../../errors.ts';
import type { CreateConsentInput } from '../../../wire/types/mandate-types.ts';
import { dayNumberOf } from '../world/lagos-time.ts';
import { instalmentsOf, termsOf } from '../world/ledger.ts';
import type { Mandate, Terms } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** The terms in a consent: none, invalid, or terms with their schedule. */
export type TermsReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly fields: readonly FieldIssue[] }
  | { readonly kind: 'terms'; readonly terms: Terms; readonly schedule: readonly ScheduledInstalment[] };

/** Reads the terms of a first call. Either all are given or none. With a breakdown the frequency is optional. */
export function readTerms(input: CreateConsentInput): TermsReading {
  const { totalAmountDue, startDate, endDate, frequency, repaymentDetails } = input;
  const needed = { totalAmountDue, startDate, endDate, ...(!repaymentDetails && { frequency }) };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (!repaymentDetails && missing.length === 4) return { kind: 'none' };
  if (missing.length > 0)
    return wrong(missing.map(([path]) => ({ path, message: 'is needed: the terms come all together' })));
  const total = koboFromNaira(totalAmountDue);
  const start = parsePlainDate(startDate);
  const end = parsePlainDate(endDate);
  const fields: FieldIssue[] = [];
  if (!total) fields.push({ path: 'totalAmountDue', message: 'must be naira above zero with at most two decimals' });
  if (!start) fields.push({ path: 'startDate', message: 'must be a real date, written YYYY-MM-DD' });
  if (!end) fields.push({ path: 'endDate', message: 'must be a real date, written YYYY-MM-DD' });
  else if (start && end < start) fields.push({ path: 'endDate', message: 'must not be before startDate' });
  if (frequency !== undefined && !periodOf(frequency))
    fields.push({ path: 'frequency', message: `must be one of ${frequencyNames.join(', ')}` });
  if (!total || !start || !end || fields.length > 0) return wrong(fields);
  return withSchedule({ total, start, end, frequency: frequency ?? null }, repaymentDetails?.breakdown);
}

interface CheckedTerms {
  readonly total: Kobo;
  readonly start: PlainDate;
  readonly end: PlainDate;
  readonly frequency: string | null;
}

function withSchedule(
  { total, start, end, frequency }: CheckedTerms,
  breakdown: readonly { readonly dueDate: string; readonly amount: number }[] | undefined,
): TermsReading {
  const terms: Terms = { total, startDay: dayNumberOf(start), endDay: dayNumberOf(end), frequency };
  if (breakdown) {
    const decision = checkBreakdown({ startDate: start, endDate: end, total, breakdown });
    if (decision.ok) return { kind: 'terms', terms, schedule: decision.instalments };
    const at = 'repaymentDetails.breakdown';
    return wrong(decision.problems.map(({ path, message }) => ({ path: path ? `${at}.${path}` : at, message })));
  }
  const dates = dueDates(start, end, periodOf(frequency ?? '') ?? 'monthly');
  if (dates.length > MAX_INSTALMENTS) {
    const message = `makes more than ${MAX_INSTALMENTS} due dates: shorten the tenure or choose a longer period`;
    return wrong([{ path: 'endDate', message }]);
  }
  if (total < dates.length)
    return wrong([{ path: 'totalAmountDue', message: `is too small to be split over ${dates.length} due dates` }]);
  return { kind: 'terms', terms, schedule: evenSchedule(total, dates) };
}

function wrong(fields: readonly FieldIssue[]): TermsReading {
  return { kind: 'wrong', fields };
}

/** The names of the terms in the input that contradict the mandate's. A missing term contradicts nothing. */
export function contradictedTerms(world: World, mandate: Mandate, input: CreateConsentInput): readonly string[] {
  const { mode } = mandate;
  const terms = termsOf(world, mandate);
  const { collectionMode, totalAmountDue, startDate, endDate, frequency, repaymentDetails } = input;
  const names: string[] = [];
  if (collectionMode !== undefined && mode !== null && collectionMode !== mode) names.push('collectionMode');
  if (!terms) return names;
  if (totalAmountDue !== undefined && koboFromNaira(totalAmountDue) !== terms.total) names.push('totalAmountDue');
  if (startDate !== undefined && dayNumberOf(startDate) !== terms.startDay) names.push('startDate');
  if (endDate !== undefined && dayNumberOf(endDate) !== terms.endDay) names.push('endDate');
  if (frequency !== undefined && frequency !== terms.frequency) names.push('frequency');
  const instalments = instalmentsOf(world, mandate);
  const isOther = repaymentDetails?.breakdown.some(({ dueDate, amount }, index) => {
    const instalment = instalments[index];
    return instalment?.dueDay !== dayNumberOf(dueDate) || instalment.amount !== koboFromNaira(amount);
  });
  if (isOther || (repaymentDetails && repaymentDetails.breakdown.length !== instalments.length))
    names.push('repaymentDetails');
  return names;
}
