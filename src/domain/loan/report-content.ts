/** What a report to the bureau must hold, field by field, and what the merchant added to it. Spec §6.3. */
import { type BureauContents, type BureauEventName, type BureauReport, bureauEventNames } from '../bureau.ts';
import { parseInstant, parsePlainDate } from '../calendar.ts';
import type { Problem } from '../decision.ts';
import { isObjectId, isText } from '../identifiers.ts';
import { koboFromNaira } from '../money.ts';

/** What is wrong with a field, if anything. */
type FieldCheck = (value: unknown, path: string) => readonly Problem[];

const AMOUNT = 'must be naira above zero with at most two decimals';
const DAY = 'must be a real date, YYYY-MM-DD';

const amount = checkOf((value) => (koboFromNaira(value) ?? 0) > 0, AMOUNT);
const balance = checkOf((value) => koboFromNaira(value) !== undefined, 'must be naira, zero or more, with at most two decimals');
const day = checkOf((value) => parsePlainDate(value) !== undefined, DAY);
const words = checkOf(isText, 'must be text that says something');
const something = checkOf((value) => value !== undefined && value !== null && value !== '', 'must be given');

const schedule: FieldCheck = (value, path) => {
  if (!Array.isArray(value) || value.length === 0) return [{ path, message: 'list the new instalments as { dueDate, amount }' }];
  return value.flatMap((line: { readonly dueDate?: unknown; readonly amount?: unknown } | null | undefined, index) => [
    ...day(line?.dueDate, `${path}.${index}.dueDate`),
    ...amount(line?.amount, `${path}.${index}.amount`),
  ]);
};

const contentChecks: { readonly [Event in BureauEventName]: { readonly [Field in keyof BureauContents[Event]]: FieldCheck } } = {
  'loan.approved': { offerTerms: something, approvedAmount: amount, tenure: something },
  'loan.disbursed': { amount, date: day, reference: words },
  'repayment.successful': { amount, date: day, outstandingBalance: balance },
  'repayment.missed': { dueAmount: amount, failureReason: words, outstandingBalance: balance },
  'loan.restructured': { reason: words, schedule },
  'loan.closed': { finalStatus: words, closeDate: day },
};

const LONGEST_REPORT_ID = 200;

/** Everything that is wrong with the content of a report. Spec §6.3. */
export function contentProblems(event: BureauEventName, content: object): readonly Problem[] {
  const values = content as Readonly<Record<string, unknown>>;
  return Object.entries<FieldCheck>(contentChecks[event]).flatMap(([field, check]) => check(values[field], field));
}

/** Everything that is wrong with a report: what is filed is what the bureau will get, so nothing wrong may be filed. Spec §6.3. */
export function reportProblems({ reportId, event, mandateId, occurredAt, content }: BureauReport): readonly Problem[] {
  const problems: Problem[] = [];
  const isNamed = isText(reportId, LONGEST_REPORT_ID);
  if (!isNamed) problems.push({ path: 'reportId', message: `must be text of 1 to ${LONGEST_REPORT_ID} characters` });
  if (!bureauEventNames.includes(event)) return [...problems, { path: 'event', message: `must be one of ${bureauEventNames.join(', ')}` }];
  if (!isObjectId(mandateId)) problems.push({ path: 'mandateId', message: 'must be 24 hexadecimal characters' });
  if (parseInstant(occurredAt) === undefined) problems.push({ path: 'occurredAt', message: 'must be an ISO 8601 instant in UTC' });
  if (typeof content !== 'object' || content === null) return [...problems, { path: 'content', message: 'must be a record of fields' }];
  return [...problems, ...contentProblems(event, content).map(({ path, message }) => ({ path: `content.${path}`, message }))];
}

/** Is this a field that the specification names for the event? */
export function isContentField(event: BureauEventName, field: string): boolean {
  return Object.hasOwn(contentChecks[event], field);
}

/** A content apart: what the specification names, and what the merchant added; the latter may be about the payer. */
export interface SplitContent<Event extends BureauEventName> {
  readonly content: BureauContents[Event];
  /** Undefined where nothing was added. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

/** Takes apart what the specification names of a content and what was added to it. */
export function splitContent<Event extends BureauEventName>(event: Event, whole: BureauContents[Event]): SplitContent<Event> {
  const fields = Object.entries(whole).filter(([, value]) => value !== undefined);
  const extra = fields.filter(([field]) => !isContentField(event, field));
  const content = Object.fromEntries(fields.filter(([field]) => isContentField(event, field))) as BureauContents[Event];
  return { content, extra: extra.length > 0 ? Object.fromEntries(extra) : undefined };
}

function checkOf(isGood: (value: unknown) => boolean, message: string): FieldCheck {
  return (value, path) => (isGood(value) ? [] : [{ path, message }]);
}
