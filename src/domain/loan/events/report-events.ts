/** What happens to the reports that a loan owes the credit bureau. Spec §6.3. */
import type { BureauReport } from '../../bureau.ts';
import type { EventBase } from './event-base.ts';

/** A report was put into the outbox. */
export interface ReportFiled extends EventBase<'report.filed'> {
  /** Without the fields that the merchant added: those may be about the payer. */
  readonly report: BureauReport;
  readonly personal?: { readonly extra: Readonly<Record<string, unknown>> } | undefined;
}

/** The bureau acknowledged a report. */
export interface ReportAcknowledged extends EventBase<'report.acknowledged'> {
  readonly reportId: string;
}

/** A report was refused for good, or too often: nothing more is sent until a person has seen to it. */
export interface ReportStuck extends EventBase<'report.stuck'> {
  readonly reportId: string;
  readonly attempts: number;
  readonly reason: string;
}

/** A person had a stuck report tried again. */
export interface ReportReleased extends EventBase<'report.released'> {
  readonly reportId: string;
}
