/** The bureau's side: it takes the merchant's lifecycle reports and what the platform tells it of its own accord. Spec §6.1, §6.3. */
import * as z from 'zod';
import { type BureauEventName, type BureauReport, bureauEventNames, mayReport } from '../../domain/bureau.ts';
import { dateFromDayNumber, formatInstant, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { koboFromNaira, nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import { objectId, words } from '../../wire/request-fields.ts';
import { type Answer, answer } from '../answer.ts';
import { checkShape } from '../shape-check.ts';
import { uuidOf } from './chance.ts';
import { dayOf } from './lagos-time.ts';
import { noteEvent } from './mandate-events.ts';
import { followGate } from './planning.ts';
import type { MerchantReport, PlatformReport } from './records.ts';
import { conflict, mandateOr404, refusedByRule } from './refusals.ts';
import { watchReport } from './violations/lifecycle-violations.ts';
import type { World } from './world.ts';

const naira = z.number().refine((value) => koboFromNaira(value) !== undefined, 'must be naira, zero or more, with at most two decimals');
const day = z.string().refine((value) => parsePlainDate(value) !== undefined || parseInstant(value) !== undefined, 'must be a real date, written YYYY-MM-DD');
const something = z.unknown().refine((value) => value !== undefined && value !== null, 'must be given');

const contents = {
  'loan.approved': z.looseObject({ offerTerms: something, approvedAmount: naira, tenure: something }),
  'loan.disbursed': z.looseObject({ amount: naira, date: day, reference: words }),
  'repayment.successful': z.looseObject({ amount: naira, date: day, outstandingBalance: naira }),
  'repayment.missed': z.looseObject({ dueAmount: naira, failureReason: words, outstandingBalance: naira }),
  'loan.restructured': z.looseObject({ schedule: something, reason: words }),
  'loan.closed': z.looseObject({ finalStatus: words, closeDate: day }),
} satisfies Record<BureauEventName, z.ZodType>;

// The event decides what the content must hold; extra fields are kept, there and beside it.
const reportShape: z.ZodType<BureauReport> = z
  .looseObject({
    reportId: z.string().min(1).max(200),
    event: z.enum(bureauEventNames),
    mandateId: objectId,
    occurredAt: z.string().refine((value) => parseInstant(value) !== undefined || parsePlainDate(value) !== undefined, 'must be an ISO 8601 timestamp'),
    content: z.looseObject({}),
  })
  .check((context) => {
    const result = contents[context.value.event].safeParse(context.value.content);
    for (const issue of result.error?.issues ?? []) {
      context.issues.push({ code: 'custom', input: context.value, path: ['content', ...issue.path], message: issue.message });
    }
  }) as unknown as z.ZodType<BureauReport>;

const ONCE: ReadonlySet<string> = new Set<BureauEventName>(['loan.approved', 'loan.disbursed', 'loan.closed']);

/** Takes a report: 201; the same one again: 200 as a duplicate; the same reportId with other content: 409; out of order: 422. */
export function submitReport(world: World, body: unknown): Answer<object> {
  const checked = checkShape(reportShape, body, 'overlooked');
  if (!checked.ok) return checked;
  const report = checked.data;
  const found = mandateOr404(world, report.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const known = world.reportsById.get(report.reportId);
  if (known) {
    if (canonical(known.report) === canonical(report)) return answer({ duplicate: true });
    return conflict('report_conflict', 'A report with this reportId and other content was taken before: give each fact its own reportId.');
  }
  const decision = mayReport(report.event, new Set(mandate.reported));
  if (!decision.allowed) return refusedByRule(decision.rule, decision.message, decision.spec);
  const entry: MerchantReport = { source: 'merchant', report, receivedAt: world.now };
  world.reportsById.set(report.reportId, entry);
  world.bureauReports.push(entry);
  watchReport(world, mandate, report);
  if (ONCE.has(report.event)) mandate.reported = [...mandate.reported, report.event];
  noteEvent(world, mandate, report.event, { detail: report.reportId });
  followGate(world, mandate);
  return { ok: true, status: 201, data: { ...merchantView(entry), duplicate: false } };
}

/** Everything the bureau holds, oldest first, with its `source`. */
export function listReports(world: World): readonly object[] {
  return world.bureauReports.map((entry) => (entry.source === 'merchant' ? merchantView(entry) : platformView(world, entry)));
}

function merchantView({ report, receivedAt }: MerchantReport) {
  return { ...report, source: 'merchant', receivedAt: formatInstant(receivedAt) };
}

function platformView(world: World, entry: PlatformReport) {
  const outstandingBalance = nairaFromKobo(entry.outstanding);
  const about = { instalmentReference: uuidOf(world.chance, entry.instalment.serial), outstandingBalance };
  const amount = nairaFromKobo(entry.amount);
  return {
    reportId: uuidOf(world.chance, entry.serial),
    event: entry.event,
    mandateId: entry.mandate.id,
    occurredAt: formatInstant(entry.at),
    content:
      entry.event === 'collection.failed'
        ? { dueAmount: amount, failureReason: responseMessage(entry.responseCode), ...about }
        : { amount, date: dateFromDayNumber(dayOf(entry.at)), ...about },
    source: 'platform',
    receivedAt: formatInstant(entry.at),
  };
}

// The same content in whatever order of its members.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
