/** The merchant's reports as they are kept: in few words, for a million mandates have two and more; written out when somebody looks. Spec §6.3. */
import { type BureauEventName, type BureauReport, bureauEventNames } from '../../domain/bureau.ts';
import { formatInstant, type Instant, parseInstant } from '../../domain/calendar.ts';
import { koboFromNaira } from '../../domain/money.ts';
import { append } from './long-list.ts';
import { ageOf } from './mandate-events.ts';
import type { Mandate, MerchantReport } from './records.ts';
import type { World } from './world.ts';

/** What every mandate begins with. */
export const NOTHING_REPORTED: readonly BureauEventName[] = [];

// What happens once in the life of a loan, in the only order in which it can: mandates share these lists.
const stages: readonly (readonly BureauEventName[])[] = [
  NOTHING_REPORTED,
  ['loan.approved'],
  ['loan.approved', 'loan.disbursed'],
  ['loan.approved', 'loan.disbursed', 'loan.closed'],
];

/** Files a report that was accepted. */
export function fileReport(world: World, mandate: Mandate, report: BureauReport): MerchantReport {
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
  world.reportsById.set(reportId, entry);
  append(world.bureauReports, entry);
  if (report.event === 'loan.approved') mandate.approved = koboFromNaira(report.content.approvedAmount) ?? null;
  mandate.reported =
    stages.find((stage) => stage.length === mandate.reported.length + 1 && stage.at(-1) === event) ?? mandate.reported;
  return entry;
}

/** When the report was received. */
export function receivedAt({ mandate, receivedAfter }: MerchantReport): Instant {
  return mandate.createdAt + receivedAfter;
}

function shortInstant(text: string, mandate: Mandate): string | number {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text ? ageOf(mandate, instant) : text;
}

/** The report as the merchant wrote it. */
export function reportOf({ mandate, reportId, event, occurredAt, content, extra }: MerchantReport): BureauReport {
  return {
    reportId,
    event,
    mandateId: mandate.id,
    occurredAt: typeof occurredAt === 'number' ? formatInstant(mandate.createdAt + occurredAt) : occurredAt,
    content,
    ...extra,
  } as BureauReport;
}
