/**
 * What can happen to a loan. The loan file is the list of these, in order; stage and balances are a reduction of it.
 * Everything about a person stands under `personal`, apart from the facts, so that it can be kept and erased apart.
 * Accounts are named by a reference (`a1`, `a2`, …) that only the personal part resolves. Amounts are whole kobo.
 */
import type { ConsentScope } from '../../consent.ts';
import type { AccountKey } from '../../identifiers.ts';
import type { Kobo } from '../../money.ts';
import type { Payer } from '../../payer.ts';
import type { LoanTerms } from '../../terms.ts';
import type { MoneyEvents } from './money-events.ts';
import type { PayerEvents } from './payer-events.ts';

export type { CollectionFacts } from './money-events.ts';

/** How an account was attached. Spec §4.4, §4.5. */
export type AttachmentWay = 'micro-deposit' | 'signature';

export interface AccountDetails extends AccountKey {
  readonly bankName?: string;
  readonly accountName?: string;
}

/** A bank account to which the payer sends the ₦50. Spec §2.4. */
export interface TransferDestination {
  /** The bank to send the ₦50 to. */
  readonly bankName: string;
  /** The account there; it belongs to the service, not to a person. */
  readonly accountNumber: string;
  /** URL of the bank's icon. */
  readonly icon?: string;
}

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
  readonly accounts: readonly {
    readonly account: string;
    readonly consentId: string;
    readonly active: boolean;
    readonly status?: string;
  }[];
  readonly instalments: readonly ReportedInstalment[];
}

export interface LoanAdoption {
  readonly adoptedBy: string;
  readonly reason: string;
  /** The documents that stand for what this file did not see, named by their SHA-256. */
  readonly evidence: readonly { readonly name: string; readonly sha256: string }[];
}

/** The notice in the facts of a file: word for word, with the SHA-256 of its UTF-8 bytes in hex; where it names the payer, its text stands in the personal part. */
type NoticeOnFile =
  | { readonly version: string; readonly text: string; readonly sha256?: string }
  | { readonly version: string; readonly namesPayer: true; readonly text?: undefined };

export interface LoanEvents extends MoneyEvents, PayerEvents {
  'loan.opened': {
    /** How many events after this one were brought along from where the loan began. */
    readonly broughtAlong?: number;
    readonly loanId: string;
    readonly mandateId: string;
    readonly payerId: string;
    readonly terms: LoanTerms;
    readonly consent: {
      readonly scopes: readonly { readonly scope: ConsentScope; readonly grantedAt: string }[];
      readonly channel: string;
      readonly language: string;
      readonly notice: NoticeOnFile;
    };
    /** Present where the loan began elsewhere: it stays flagged for ever. */
    readonly adopted?: LoanAdoption;
    /** Undefined once the payer's data were erased, here as everywhere. */
    readonly personal:
      | {
          readonly payer: Payer;
          readonly ipAddresses: Readonly<Partial<Record<ConsentScope, string>>>;
          /** The notice, word for word, where it names the payer. */
          readonly noticeText?: string;
        }
      | undefined;
  };
  'accounts.discovered': {
    readonly accounts: readonly { readonly account: string; readonly active: boolean }[];
    readonly personal: { readonly accounts: Readonly<Record<string, AccountDetails>> } | undefined;
  };
  'accounts.selected': {
    readonly primary: string;
    readonly backups: readonly string[];
    readonly chosenAt: string;
    /** When each backup was opted in to, where that was an act of its own. */
    readonly optedInAt?: Readonly<Record<string, string>>;
    readonly personal:
      | { readonly ipAddress: string; readonly optInIpAddresses?: Readonly<Record<string, string>> }
      | undefined;
  };
  'placement.intended': {
    readonly account: string;
    /** As long as the service has not named the mandate: the call that sends it, and until when no other call may send one. Spec §4.3. */
    readonly claim?: { readonly id: string; readonly until: string };
    /** Instead of a claim: its call has ended without an answer that names the mandate. True where a mandate may have been made all the same. */
    readonly mayBePlaced?: boolean;
  };
  'placement.confirmed': {
    readonly account: string;
    /** The loan's mandate id from now on, where the service answered the first placement with another one than was sent. Spec §4.3. */
    readonly mandateId?: string;
  };
  /** The mandate stands on every chosen account. */
  'mandate.placed': unknown;
  'attachment.intended': { readonly account: string; readonly by: AttachmentWay };
  'attachment.confirmed': {
    readonly account: string;
    readonly by: AttachmentWay;
    /** False where a signature was judged not to match, and where the service refused the account for good. */
    readonly accepted: boolean;
    /** The HTTP status with which the service refused the account; absent where it took the attachment. */
    readonly refusedWith?: number;
    /** The service's words to the payer: they may name the account. */
    readonly personal?: { readonly instructions: string } | undefined;
    readonly transferDestinations: readonly TransferDestination[];
  };
  /** Every chosen account is attached and waits for the payer's proof. */
  'mandate.attached': unknown;
  /** The mandate was read at the service and had changed. */
  'mandate.read': MandateReading;
  'loan.abandoned': { readonly reason: string };
}

export type EventOf<Type extends keyof LoanEvents> = {
  [Each in Type]: {
    readonly type: Each;
    readonly at: string;
  } & LoanEvents[Each];
}[Type];

export type LoanEvent = EventOf<keyof LoanEvents>;

export type LoanOpened = EventOf<'loan.opened'>;
