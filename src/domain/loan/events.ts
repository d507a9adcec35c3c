/**
 * What can happen to a loan. The loan file is the list of these, in order; stage and balances are a reduction of it.
 * Everything about a person stands under `personal`, apart from the facts, so that it can be kept and erased apart.
 * Accounts are named by a reference (`a1`, `a2`, …) that only the personal part resolves. Amounts are whole kobo.
 */
import type { BureauReport } from '../bureau.ts';
import type { ConsentScope } from '../consent.ts';
import type { Kobo } from '../money.ts';
import type { Payer } from '../payer.ts';
import type { LoanTerms } from '../terms.ts';

/** How an account was attached. Spec §4.4, §4.5. */
export type AttachmentWay = 'micro-deposit' | 'signature';

/** An account as discovery described it. */
export interface AccountDetails {
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  readonly bankName?: string;
  readonly accountName?: string;
}

/** A bank account to which the payer sends the ₦50. Spec §2.4. */
export interface TransferDestination {
  readonly bankName: string;
  readonly accountNumber: string;
  /** URL of the bank's icon. */
  readonly icon?: string;
}

/** An instalment as the service reported it. */
export interface ReportedInstalment {
  /** The service's `_id` of the breakdown item. Spec §2.2. */
  readonly breakdownId: string;
  readonly instalmentReference?: string;
  /** `YYYY-MM-DD`. */
  readonly dueDate?: string;
  readonly amount?: Kobo;
  readonly collected?: Kobo;
  /** Spec §3.2. */
  readonly status?: string;
}

/** The mandate as it was read at the service. Spec §2.2. */
export interface MandateReading {
  /** Spec §3.1; open. */
  readonly status: string;
  readonly collected: Kobo;
  readonly accounts: readonly { readonly account: string; readonly consentId: string; readonly active: boolean; readonly status?: string }[];
  readonly instalments: readonly ReportedInstalment[];
}

/** News of one instalment, confirmed by asking the service. Spec §2.6, §6.2. */
export interface CollectionFacts {
  readonly breakdownId?: string;
  readonly instalmentReference: string;
  /** Spec §3.2; open. */
  readonly status: string;
  /** The instalment. */
  readonly due: Kobo;
  /** Collected on it so far. */
  readonly collected: Kobo;
  /** The account that was debited or tried last, where it is one of the loan's. */
  readonly account?: string;
  readonly reason?: string;
  /** Lagos day of it, `YYYY-MM-DD`. */
  readonly date: string;
}

interface EventBase<Type extends string> {
  readonly type: Type;
  /** When it was written down, ISO 8601 UTC. */
  readonly at: string;
}

/** The loan was opened on the payer's consent. */
export interface LoanOpened extends EventBase<'loan.opened'> {
  readonly loanId: string;
  readonly mandateId: string;
  readonly payerId: string;
  readonly terms: LoanTerms;
  readonly consent: {
    readonly scopes: readonly { readonly scope: ConsentScope; readonly grantedAt: string }[];
    readonly channel: string;
    readonly language: string;
    readonly notice: { readonly text: string; readonly version: string };
  };
  readonly personal: { readonly payer: Payer; readonly ipAddresses: Readonly<Partial<Record<ConsentScope, string>>> };
}

/** The payer's accounts were discovered. */
export interface AccountsDiscovered extends EventBase<'accounts.discovered'> {
  readonly accounts: readonly { readonly account: string; readonly active: boolean }[];
  readonly personal: { readonly accounts: Readonly<Record<string, AccountDetails>> };
}

/** The payer chose. */
export interface AccountsSelected extends EventBase<'accounts.selected'> {
  readonly primary: string;
  readonly backups: readonly string[];
  readonly chosenAt: string;
  readonly personal: { readonly ipAddress: string };
}

/** A mandate placement is about to be sent for an account. */
export interface PlacementIntended extends EventBase<'placement.intended'> {
  readonly account: string;
}

/** The service holds the mandate on an account. */
export interface PlacementConfirmed extends EventBase<'placement.confirmed'> {
  readonly account: string;
}

/** The mandate stands on every chosen account. */
export type MandatePlaced = EventBase<'mandate.placed'>;

/** An attachment is about to be sent for an account. */
export interface AttachmentIntended extends EventBase<'attachment.intended'> {
  readonly account: string;
  readonly by: AttachmentWay;
}

/** The service took the attachment. `accepted` is false where a signature was judged not to match. */
export interface AttachmentConfirmed extends EventBase<'attachment.confirmed'> {
  readonly account: string;
  readonly by: AttachmentWay;
  readonly accepted: boolean;
  readonly instructions?: string;
  readonly transferDestinations: readonly TransferDestination[];
}

/** Every chosen account is attached and waits for the payer's proof. */
export type MandateAttached = EventBase<'mandate.attached'>;

/** The mandate was read at the service and had changed. */
export interface MandateRead extends EventBase<'mandate.read'>, MandateReading {}

/** A report was put into the outbox. */
export interface ReportFiled extends EventBase<'report.filed'> {
  readonly report: BureauReport;
}

/** The bureau acknowledged a report. */
export interface ReportAcknowledged extends EventBase<'report.acknowledged'> {
  readonly reportId: string;
}

/** A debit is about to be sent. */
export interface DebitIntended extends EventBase<'debit.intended'> {
  readonly debitId: string;
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly debitDate: string;
}

/** The service scheduled the debit. */
export interface DebitScheduled extends EventBase<'debit.scheduled'> {
  readonly debitId: string;
  /** The service's `transactionRefence`. */
  readonly reference: string;
  readonly dueDate?: string;
}

/** The service refused the debit: nothing will be taken. */
export interface DebitRefused extends EventBase<'debit.refused'> {
  readonly debitId: string;
  readonly reason: string;
}

/** It is not known whether the debit was taken: ask, never send again. */
export interface DebitUnknown extends EventBase<'debit.unknown'> {
  readonly debitId: string;
  readonly reason: string;
}

/** The debit came to its end at the service. */
export interface DebitSettled extends EventBase<'debit.settled'> {
  readonly debitId: string;
  readonly result: 'successful' | 'failed';
  /** What was taken; a debit may succeed with a part. */
  readonly collected: Kobo;
}

/** News of an instalment, confirmed. */
export interface CollectionConfirmed extends EventBase<'collection.confirmed'>, CollectionFacts {}

/** Money that came outside the platform. */
export interface RepaymentRecorded extends EventBase<'repayment.recorded'> {
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly reference: string;
}

/** The loan ended before money was sent. */
export interface LoanAbandoned extends EventBase<'loan.abandoned'> {
  readonly reason: string;
}

/** Everything that can happen to a loan. */
export type LoanEvent =
  | LoanOpened
  | AccountsDiscovered
  | AccountsSelected
  | PlacementIntended
  | PlacementConfirmed
  | MandatePlaced
  | AttachmentIntended
  | AttachmentConfirmed
  | MandateAttached
  | MandateRead
  | ReportFiled
  | ReportAcknowledged
  | DebitIntended
  | DebitScheduled
  | DebitRefused
  | DebitUnknown
  | DebitSettled
  | CollectionConfirmed
  | RepaymentRecorded
  | LoanAbandoned;
