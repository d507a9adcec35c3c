/**
 * What the payer changes after the beginning: consent taken back, disputes, further opt-ins; what the merchant did about it; and what happens to the reports
 * that a loan owes the credit bureau. Spec §1.1, §3.4, §6.3.
 */
import type { BureauReport } from '../../bureau.ts';
import type { ConsentScope } from '../../consent.ts';
import type { Kobo } from '../../money.ts';

interface Withdrawal {
  /** Where it was said: `web`, `branch`, … */
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
  /** The payer took one scope of the consent back. What was done before stays done. Spec §1.1. */
  'scope.revoked': Withdrawal & { readonly scope: ConsentScope; readonly revokedAt: string };
  /** The payer asked to cancel the mandate; subject to outstanding obligations. Spec §1.1. */
  'cancellation.requested': Withdrawal & { readonly requestedAt: string; readonly outstanding: Kobo };
  /** The obligation on which collection goes on after a revocation or a cancellation request. Spec §1.1. */
  'obligation.recorded': {
    readonly amount: Kobo;
    /** What it rests on, such as a clause of the agreement. */
    readonly basis: string;
  };
  /** The payer filed a valid dispute with the merchant, who debits nothing meanwhile. Spec §1, §3.4. */
  'dispute.opened': { readonly reason: string; readonly openedAt: string; readonly reference: string };
  /** The dispute is resolved: `dismissed` lets collection go on, `upheld` ends it for good. */
  'dispute.resolved': {
    readonly reference: string;
    readonly outcome: 'dismissed' | 'upheld';
    readonly reason: string;
    readonly resolvedAt: string;
  };
  /** Something that the merchant owed to do outside, and says is done. */
  'duty.discharged': { readonly duty: string; readonly note: string };
  /** The payer's key was destroyed: what was personal in this file is gone. */
  'payer.erased': { readonly reason: string };
  'report.filed': {
    /** Without the fields that the merchant added: those may be about the payer. */
    readonly report: BureauReport;
    readonly personal?: { readonly extra: Readonly<Record<string, unknown>> } | undefined;
  };
  'report.acknowledged': { readonly reportId: string };
  /** A report was refused for good, or too often: nothing more is sent until a person has seen to it. */
  'report.stuck': { readonly reportId: string; readonly attempts: number; readonly reason: string };
  'report.released': { readonly reportId: string };
}
