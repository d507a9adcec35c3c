/** Events of withdrawals, disputes, further backups, the lender's acts, and reports. Spec §1.1, §3.4, §6.3. */
import type { BureauReport } from '../../bureau.ts';
import type { ConsentScope } from '../../consent/consent.ts';
import type { Kobo } from '../../money.ts';

interface Withdrawal {
  /** Where the payer said it: `web`, `branch`, … */
  readonly channel: string;
  readonly reason?: string;
  readonly personal?: { readonly ipAddress: string } | undefined;
}

export interface PayerEvents {
  /** The payer opted in to one more backup account. Spec §1.2. */
  'backup.added': {
    readonly account: string;
    readonly chosenAt: string;
    readonly personal: { readonly ipAddress: string } | undefined;
  };
  /** The payer withdrew one scope of the consent. What was done before stays valid. Spec §1.1. */
  'scope.revoked': Withdrawal & { readonly scope: ConsentScope; readonly revokedAt: string };
  /** The payer asked to cancel the mandate. Subject to outstanding obligations. Spec §1.1. */
  'cancellation.requested': Withdrawal & { readonly requestedAt: string; readonly outstanding: Kobo };
  /** The obligation that justifies further collection after a withdrawal or a cancellation request. Spec §1.1. */
  'obligation.recorded': {
    readonly amount: Kobo;
    /** The basis of the obligation, such as a clause of the agreement. */
    readonly basis: string;
  };
  /** The payer filed a valid dispute with the lender. Nothing is debited until it is resolved. Spec §1, §3.4. */
  'dispute.opened': { readonly reason: string; readonly openedAt: string; readonly reference: string };
  /** The dispute is resolved. `dismissed`: collection continues. `upheld`: collection ends permanently. */
  'dispute.resolved': {
    readonly reference: string;
    readonly outcome: 'dismissed' | 'upheld';
    readonly reason: string;
    readonly resolvedAt: string;
  };
  /** A duty that a person recorded as done. */
  'duty.discharged': { readonly duty: string; readonly note: string };
  /** A person acted on this loan where nothing else on file names the person. It changes nothing by itself. */
  'action.taken': {
    /** Such as `release` or `unmask`. */
    readonly action: string;
    /** The person, as the lender's application names it. */
    readonly by: string;
    readonly reason: string;
    /** What it was about, such as the id of a report. */
    readonly subject?: string;
  };
  /** The payer's key was destroyed. The personal parts of this file are gone. */
  'payer.erased': { readonly reason: string };
  'report.filed': {
    /** Without the fields that the lender added, because they may be about the payer. */
    readonly report: BureauReport;
    /** The Lagos day from which a restructuring counts. Default: the day of the event. */
    readonly effectiveOn?: string;
    /** The Lagos day on which the system before an adoption recorded it. */
    readonly recordedOn?: string;
    readonly personal?: { readonly extra: Readonly<Record<string, unknown>> } | undefined;
  };
  'report.acknowledged': { readonly reportId: string };
  /** A report was refused permanently, or failed too often. Nothing more is sent until a person releases it. */
  'report.stuck': { readonly reportId: string; readonly attempts: number; readonly reason: string };
  'report.released': { readonly reportId: string };
}
