/** The required fields of each report to the bureau, and the fields that the lender added. Spec §6.3. */

import { type Check, check, list, type Problem, text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type BureauContents, type BureauEventName, type BureauReport, bureauEventNames } from '../bureau.ts';
import { lagosDay, parseInstant, parsePlainDate } from '../calendar.ts';
import { isObjectId, isText } from '../identifiers.ts';
import { type Kobo, koboFromNaira, NO_MONEY, nairaFromKobo, sumKobo } from '../money.ts';
import { amount, balance, day } from '../values.ts';
import type { FiledReport, LoanState } from './state.ts';

const words = text('text that says something');
const something = check({
  type: 'anything',
  takes: 'something',
  test: (value) => value !== undefined && value !== null && value !== '',
});

const lines = list(
  record<{ readonly dueDate: string; readonly amount: number }>({ dueDate: day, amount }, { others: 'ignored' }),
  { min: 1, takes: 'a list of the new instalments: { dueDate, amount }' },
);

const schedule: Check<false> = {
  ...lines,
  problems: (value, path) => {
    const problems = [...lines.problems(value, path)];
    if (!Array.isArray(value)) return problems;
    const given: readonly ScheduleLine[] = value;
    for (const [index, line] of given.entries())
      problems.push(...laterThan(given[index - 1], line, `${path}.${index}.dueDate`));
    const isTooMuch = koboFromNaira(nairaFromKobo(totalOf(given))) === undefined;
    return isTooMuch ? [...problems, { path, message: 'must add up to a trillion naira at most' }] : problems;
  },
};

type ScheduleLine = { readonly dueDate?: unknown; readonly amount?: unknown } | null | undefined;

function laterThan(before: ScheduleLine, line: ScheduleLine, path: string): readonly Problem[] {
  const [earlier, dueDate] = [parsePlainDate(before?.dueDate), parsePlainDate(line?.dueDate)];
  return earlier && dueDate && dueDate <= earlier ? [{ path, message: `must come after ${earlier}` }] : [];
}

function totalOf(lines: readonly ScheduleLine[]): Kobo {
  return sumKobo(lines.map((line) => koboFromNaira(line?.amount) ?? NO_MONEY));
}

/** The total of a new schedule. Undefined if it is not a list. Spec §6.3. */
export function scheduledTotal(value: unknown): Kobo | undefined {
  return Array.isArray(value) ? totalOf(value) : undefined;
}

export const reportContent: {
  readonly [Event in BureauEventName]: { readonly [Field in keyof BureauContents[Event]]: Check<false> };
} = {
  'loan.approved': { offerTerms: something, approvedAmount: amount, tenure: something },
  'loan.disbursed': { amount, date: day, reference: words },
  'repayment.successful': { amount, date: day, outstandingBalance: balance },
  'repayment.missed': { dueAmount: amount, failureReason: words, outstandingBalance: balance },
  'loan.restructured': { reason: words, schedule },
  'loan.closed': { finalStatus: words, closeDate: day },
};

const LONGEST_REPORT_ID = 200;

export function contentProblems(event: BureauEventName, content: object): readonly Problem[] {
  const values = content as Readonly<Record<string, unknown>>;
  return Object.entries<Check>(reportContent[event]).flatMap(([field, known]) => known.problems(values[field], field));
}

/** The bureau gets exactly what is filed, so nothing invalid may be filed. Spec §6.3. */
export function reportProblems({ reportId, event, mandateId, occurredAt, content }: BureauReport): readonly Problem[] {
  const problems: Problem[] = [];
  const isNamed = isText(reportId, LONGEST_REPORT_ID);
  if (!isNamed) problems.push({ path: 'reportId', message: `must be text of 1 to ${LONGEST_REPORT_ID} characters` });
  if (!bureauEventNames.includes(event))
    return [...problems, { path: 'event', message: `must be one of ${bureauEventNames.join(', ')}` }];
  if (!isObjectId(mandateId)) problems.push({ path: 'mandateId', message: 'must be 24 hexadecimal characters' });
  if (parseInstant(occurredAt) === undefined)
    problems.push({ path: 'occurredAt', message: 'must be an ISO 8601 instant in UTC' });
  if (typeof content !== 'object' || content === null)
    return [...problems, { path: 'content', message: 'must be a record of fields' }];
  const ofContent = [...contentProblems(event, content), ...passedDates(content, occurredAt)];
  return [...problems, ...ofContent.map(({ path, message }) => ({ path: `content.${path}`, message }))];
}

// It covers what is still to be paid. An earlier date would be counted twice, or needs a new day.
function passedDates(content: object, occurredAt: string): readonly Problem[] {
  const instant = parseInstant(occurredAt);
  const { schedule: lines }: { readonly schedule?: unknown } = content;
  if (instant === undefined || !Array.isArray(lines)) return [];
  const reportedOn = lagosDay(instant);
  const message = `must be ${reportedOn} or later: list what is still to be paid, from the day of the report on`;
  return lines.flatMap((line: ScheduleLine, index) => {
    const dueDate = parsePlainDate(line?.dueDate);
    return dueDate && dueDate < reportedOn ? [{ path: `schedule.${index}.dueDate`, message }] : [];
  });
}

export function isContentField(event: BureauEventName, field: string): boolean {
  return Object.hasOwn(reportContent[event], field);
}

/** The fields of the specification, and those that the lender added, which may be about the payer. */
export interface SplitContent<Event extends BureauEventName> {
  readonly content: BureauContents[Event];
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

export function splitContent<Event extends BureauEventName>(
  event: Event,
  whole: BureauContents[Event],
): SplitContent<Event> {
  const fields = Object.entries(whole).filter(([, value]) => value !== undefined);
  const extra = fields.filter(([field]) => !isContentField(event, field));
  const content = Object.fromEntries(fields.filter(([field]) => isContentField(event, field))) as BureauContents[Event];
  return { content, extra: extra.length > 0 ? Object.fromEntries(extra) : undefined };
}

/** With the pauses between attempts, a report waits for a person after more than half a day. */
export const MAX_REPORT_ATTEMPTS = 12;

/** Reports are sent in order, so a stuck report blocks all later ones. */
export function nextReport({ reports }: LoanState): FiledReport | undefined {
  const next = reports.find(({ acknowledged }) => !acknowledged);
  return next?.stuck ? undefined : next;
}

export function stuckReport({ reports }: LoanState): FiledReport | undefined {
  return reports.find(({ acknowledged, stuck }) => !acknowledged && stuck !== undefined);
}
