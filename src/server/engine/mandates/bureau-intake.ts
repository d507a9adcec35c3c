/** The bureau: it receives the merchant's lifecycle reports and the platform's own. Spec §6.1, §6.3. */
import { type BureauEventName, type BureauReport, bureauEventNames, mayReport } from '../../../domain/bureau.ts';
import { dateFromDayNumber, formatInstant, type Instant, parseInstant } from '../../../domain/calendar.ts';
import { koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { responseMessage } from '../../../domain/response-codes.ts';
import { bureauReportShape } from '../../../wire/shapes/bureau-report.ts';
import { type Answer, answer } from '../../answer.ts';
import { checkShape } from '../../shape-check.ts';
import { uuidOf } from '../world/chance.ts';
import { dayOf } from '../world/lagos-time.ts';
import { instalmentAt } from '../world/ledger.ts';
import { append, itemsOf } from '../world/long-list.ts';
import { addReport, findReport, reportAt } from '../world/merchant-reports.ts';
import { announcementAt } from '../world/orders.ts';
import type { Announcement, Mandate, MerchantReport } from '../world/records.ts';
import { conflict, mandateOr404, refusedByRule } from '../world/refusals.ts';
import type { World } from '../world/world.ts';
import { ageOf, eventOf, noteReport } from './mandate-events.ts';
import { followGate } from './planning.ts';
import { watchReport } from './violations.ts';

/** Takes a report: 201, or 200 for a duplicate, 409 for the same id with other content, 422 out of order. */
export function submitReport(world: World, body: unknown): Answer<object> {
  const checked = checkShape(bureauReportShape, body);
  if (!checked.ok) return checked;
  const report = checked.data;
  const found = mandateOr404(world, report.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const known = findReport(world, report.reportId);
  if (known) {
    if (canonical(reportOf(known)) === canonical({ ...report, mandateId: mandate.id }))
      return answer({ duplicate: true });
    const message = 'A report with this reportId and other content was taken before: give each fact its own reportId.';
    return conflict('report_conflict', message);
  }
  const decision = mayReport(report.event, new Set(mandate.reported));
  if (!decision.allowed) return refusedByRule(decision.rule, decision.message, decision.spec);
  const entry = fileReport(world, mandate, report);
  watchReport(world, mandate, report);
  followGate(world, mandate);
  return { ok: true, status: 201, data: { ...merchantView(entry), duplicate: false } };
}

/** All reports that the bureau holds, oldest first, each with its `source`. */
export function listReports(world: World): readonly object[] {
  return Array.from(itemsOf(world.bureauReports), (entry) =>
    entry < 0 ? merchantView(reportAt(world, -1 - entry)) : platformView(world, announcementAt(world, entry)),
  );
}

function merchantView(entry: MerchantReport) {
  return { ...reportOf(entry), source: 'merchant', receivedAt: formatInstant(receivedAt(entry)) };
}

function platformView(world: World, entry: Announcement) {
  const event = eventOf(entry.status);
  const outstandingBalance = nairaFromKobo(entry.outstanding);
  const { serial } = instalmentAt(world, entry.instalment);
  const about = { instalmentReference: uuidOf(world.chance, serial), outstandingBalance };
  const amount = nairaFromKobo(entry.amount);
  return {
    reportId: uuidOf(world.chance, entry.serial),
    event,
    mandateId: entry.order.mandate.id,
    occurredAt: formatInstant(entry.at),
    content:
      event === 'collection.failed'
        ? { dueAmount: amount, failureReason: responseMessage(entry.responseCode), ...about }
        : { amount, date: dateFromDayNumber(dayOf(entry.at)), ...about },
    source: 'platform',
    receivedAt: formatInstant(entry.at),
  };
}

// A canonical form, so that the order of members does not matter.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export const NOTHING_REPORTED: readonly BureauEventName[] = [];

// The events that happen once in the life of a loan, in their only order. Mandates share these lists.
const stages: readonly (readonly BureauEventName[])[] = [
  NOTHING_REPORTED,
  ['loan.approved'],
  ['loan.approved', 'loan.disbursed'],
  ['loan.approved', 'loan.disbursed', 'loan.closed'],
];

function fileReport(world: World, mandate: Mandate, report: BureauReport): MerchantReport {
  const { reportId, event, mandateId, occurredAt, content, ...others } = report;
  const extra = mandateId === mandate.id ? others : { mandateId, ...others };
  const entry: MerchantReport = {
    mandate,
    reportId,
    event: bureauEventNames.find((name) => name === event) ?? event,
    occurredAt: shortInstant(occurredAt, mandate),
    content,
    receivedAfter: ageOf(mandate, world.now),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
  const row = addReport(world, entry);
  append(world.bureauReports, -1 - row);
  noteReport(mandate, row);
  if (report.event === 'loan.approved') mandate.approved = koboFromNaira(report.content.approvedAmount) ?? null;
  mandate.reported =
    stages.find((stage) => stage.length === mandate.reported.length + 1 && stage.at(-1) === event) ?? mandate.reported;
  return entry;
}

function receivedAt({ mandate, receivedAfter }: MerchantReport): Instant {
  return mandate.createdAt + receivedAfter;
}

function shortInstant(text: string, mandate: Mandate): string | number {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text ? ageOf(mandate, instant) : text;
}

/** The report as the merchant wrote it. */
function reportOf({ mandate, reportId, event, occurredAt, content, extra }: MerchantReport): BureauReport {
  return {
    reportId,
    event,
    mandateId: mandate.id,
    occurredAt: typeof occurredAt === 'number' ? formatInstant(mandate.createdAt + occurredAt) : occurredAt,
    content,
    ...extra,
  } as BureauReport;
}
