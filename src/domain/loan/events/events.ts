/**
 * The events of a loan. The loan file is the ordered list of them, and the stage and balances are reduced from it.
 * Personal data is kept under `personal`, apart from the facts, so that it can be erased separately. Accounts have
 * names (`a1`, `a2`, …) that only the personal part resolves. Amounts are whole kobo.
 */
import type { ConsentScope } from '../../consent/consent.ts';
import type { Payer } from '../../consent/payer.ts';
import type { AccountKey } from '../../identifiers.ts';
import type { Kobo } from '../../money.ts';
import type { LoanTerms } from '../../terms.ts';
import type { MoneyEvents } from './money-events.ts';
import type { PayerEvents } from './payer-events.ts';

export type { AttemptFacts, CollectionFacts } from './money-events.ts';

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
  /** Its account number. The account belongs to the service, not to a person. */
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
  readonly status?: string;
}

/** The mandate as read from the service. Spec §2.2. */
export interface MandateReading {
  /** An open set, spec §3.1. */
  readonly status: string;
  readonly collected: Kobo;
  /** The accounts that changed. Older files hold all of them each time. */
  readonly accounts: readonly {
    readonly account: string;
    readonly consentId: string;
    readonly active: boolean;
    readonly status?: string;
  }[];
  /** All instalments, if they are not those on file. Otherwise empty. */
  readonly instalments: readonly ReportedInstalment[];
  /** What changed in the instalments on file: only these fields, and only if no collection on file shows them. */
  readonly changed?: readonly InstalmentChange[];
}

export type InstalmentChange = Partial<ReportedInstalment> & Pick<ReportedInstalment, 'breakdownId'>;

export interface LoanAdoption {
  readonly adoptedBy: string;
  readonly reason: string;
  /** The documents that prove what this file did not record, identified by their SHA-256. */
  readonly evidence: readonly { readonly name: string; readonly sha256: string }[];
}

/** The exact notice with the SHA-256 of its UTF-8 in hex. If it names the payer, its text is in the personal part. */
type NoticeOnFile =
  | { readonly version: string; readonly text: string; readonly sha256?: string }
  | { readonly version: string; readonly namesPayer: true; readonly text?: undefined };

export interface LoanEvents extends MoneyEvents, PayerEvents {
  'loan.opened': {
    /** How many of the next events were imported from where the loan began. */
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
    /** Present if the loan began elsewhere. Stays for ever. */
    readonly adopted?: LoanAdoption;
    /** Undefined once the payer is erased. This holds for every `personal` part. */
    readonly personal:
      | {
          readonly payer: Payer;
          readonly ipAddresses: Readonly<Partial<Record<ConsentScope, string>>>;
          /** The exact notice, if it names the payer. */
          readonly noticeText?: string;
        }
      | undefined;
  };
  'accounts.discovered': {
    /** `bank`: the bank's code, absent in older files. It is not personal. */
    readonly accounts: readonly { readonly account: string; readonly active: boolean; readonly bank?: string }[];
    readonly personal: { readonly accounts: Readonly<Record<string, AccountDetails>> } | undefined;
  };
  'accounts.selected': {
    readonly primary: string;
    readonly backups: readonly string[];
    readonly chosenAt: string;
    /** When the payer opted in to each backup, where that was a separate act. */
    readonly optedInAt?: Readonly<Record<string, string>>;
    readonly personal:
      | { readonly ipAddress: string; readonly optInIpAddresses?: Readonly<Record<string, string>> }
      | undefined;
  };
  'placement.intended': {
    readonly account: string;
    /** The call that sends the mandate before the service has named it, and until when no other call may. Spec §4.3. */
    readonly claim?: { readonly id: string; readonly until: string };
    /** The call ended without naming the mandate. True if a mandate may exist all the same. Excludes `claim`. */
    readonly mayBePlaced?: boolean;
  };
  'placement.confirmed': {
    readonly account: string;
    /** The new id, if the service answered the first placement with another one than was sent. Spec §4.3. */
    readonly mandateId?: string;
  };
  /** The service has the mandate for every chosen account. */
  'mandate.placed': unknown;
  'attachment.intended': { readonly account: string; readonly by: AttachmentWay };
  'attachment.confirmed': {
    readonly account: string;
    readonly by: AttachmentWay;
    /** False if a signature did not match, or if the service refused the account permanently. */
    readonly accepted: boolean;
    /** The HTTP status of the refusal. Absent if the service accepted the attachment. */
    readonly refusedWith?: number;
    /** The service's instructions to the payer. They may name the account. */
    readonly personal?: { readonly instructions: string } | undefined;
    readonly transferDestinations: readonly TransferDestination[];
  };
  /** Every chosen account is attached. The payer has to prove them. */
  'mandate.attached': unknown;
  /** The mandate was read from the service and had changed. */
  'mandate.read': MandateReading;
  'loan.abandoned': { readonly reason: string };
}

export type EventOf<Type extends keyof LoanEvents> = {
  [Each in Type]: { readonly type: Each; readonly at: string } & LoanEvents[Each];
}[Type];

export type LoanEvent = EventOf<keyof LoanEvents>;

export type LoanOpened = EventOf<'loan.opened'>;
