/** The body of a lifecycle report to the bureau. Spec §6.3. */
import * as z from 'zod/mini';
import { type BureauContents, type BureauEventName, type BureauReport, bureauEventNames } from '../../domain/bureau.ts';
import { parseInstant } from '../../domain/calendar.ts';
import { koboFromNaira } from '../../domain/money.ts';
import type { WireRow } from '../operations.ts';
import * as request from './request-fields.ts';
import { answerShape } from './shapes.ts';

const balance = z
  .number()
  .check(
    z.refine((value) => koboFromNaira(value) !== undefined, 'must be naira, zero or more, with at most two decimals'),
  );
const instant = z
  .string()
  .check(
    z.refine((value) => parseInstant(value) !== undefined, 'must be an ISO 8601 instant such as 2026-01-31T07:00:00Z'),
  );

// Bureaus ask for more fields than the specification lists, so other fields are kept.
const contents: { readonly [Event in BureauEventName]: z.ZodMiniType<BureauContents[Event]> } = {
  'loan.approved': answerShape({
    offerTerms: request.something,
    approvedAmount: request.amount,
    tenure: request.something,
  }),
  'loan.disbursed': answerShape({ amount: request.amount, date: request.day, reference: request.text }),
  'repayment.successful': answerShape({ amount: request.amount, date: request.day, outstandingBalance: balance }),
  'repayment.missed': answerShape({
    dueAmount: request.amount,
    failureReason: request.text,
    outstandingBalance: balance,
  }),
  'loan.restructured': answerShape({
    schedule: request.something as z.ZodMiniType<BureauContents['loan.restructured']['schedule']>,
    reason: request.text,
  }),
  'loan.closed': answerShape({ finalStatus: request.text, closeDate: request.day }),
};

function reportOf<Event extends BureauEventName>(event: Event) {
  return z.looseObject({
    reportId: z.string().check(z.minLength(1), z.maxLength(200)),
    event: z.literal(event),
    mandateId: request.objectId,
    occurredAt: instant,
    content: contents[event],
  });
}

/**
 * A lifecycle report to the bureau, as the client sends it and the reference server receives it. Days and instants have
 * the usual formats (spec §2.2, §2.5), because §6.3 names none. A zero amount is neither a repayment nor a miss.
 */
export const bureauReportShape: z.ZodMiniType<BureauReport> = z.discriminatedUnion(
  'event',
  [
    reportOf('loan.approved'),
    reportOf('loan.disbursed'),
    reportOf('repayment.successful'),
    reportOf('repayment.missed'),
    reportOf('loan.restructured'),
    reportOf('loan.closed'),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${bureauEventNames.join(', ')}` : undefined) },
);

/** Sends a report to the reference server, again without a change. Real bureaus have their own operations. */
export const bureauIntakeRow: WireRow = {
  id: 'submitReport',
  spec: '§6.3',
  method: 'POST',
  path: '/_bureau/reports',
  credential: 'token',
  encoding: 'json',
  repeat: 'safe',
  input: bureauReportShape,
  output: z.unknown(),
  isBare: true,
};
