/**
 * The platform's state as plain records. They have no methods and no closures, so a snapshot is one image of a whole
 * world. A million mandates must fit: few fields, days as numbers, amounts as kobo, ids computed from serials (see
 * chance.ts).
 */
import type { BureauEventName } from '../../../domain/bureau.ts';
import type { Instant } from '../../../domain/calendar.ts';
import type { InstalmentStatus } from '../../../domain/collection.ts';
import type { AccountKey } from '../../../domain/identifiers.ts';
import type { AccountState } from '../../../domain/mandate.ts';
import type { Kobo } from '../../../domain/money.ts';

export interface Payer {
  readonly bvn: string;
  /** Its {@link PayerDetails} in the world's texts. */
  readonly details: number;
  readonly accounts: BankAccount[];
}

export interface PayerDetails {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface BankAccount extends AccountKey {
  /** The holder's name, if it is not the payer's name in capitals. */
  readonly ownName: string | null;
  readonly bvn: string;
  balance: Kobo;
  active: boolean;
  /** The response code of every debit until it is cleared. */
  declineWith: string | null;
  /** Response codes for the next debits, one each. A null behaves normally. */
  script: readonly (string | null)[];
}

/** The declines on one Lagos day, since the last success of each account. For the daily lock. */
export interface DayDeclines {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly byAccount: Map<BankAccount, { funds: number; others: number }>;
}

/** The amount that a loan may collect, and when. Spec §1.3. */
export interface Terms {
  readonly total: Kobo;
  /** Lagos days, counted from 1970-01-01. */
  readonly startDay: number;
  readonly endDay: number;
  /** In the merchant's own spelling. */
  readonly frequency: string | null;
}

/** An account on a mandate. Spec §2.3. */
export interface Consent extends AccountKey {
  readonly serial: number;
  /** The account at the bank. Null while no bank has it. */
  account: BankAccount | null;
  primary: boolean;
  state: AccountState;
  /** How the payer proves it. Null until it is attached. */
  attachedBy: 'micro-deposit' | 'signature' | null;
  /** The end of the ₦50 window, or when an active account becomes debitable. 0 if neither applies. */
  deadline: Instant;
}

/** One due date of a loan with its amount, as read from the ledger. */
export interface Instalment {
  /** Its row in the ledger. */
  readonly row: number;
  readonly serial: number;
  /** Lagos day, counted from 1970-01-01. */
  readonly dueDay: number;
  readonly amount: Kobo;
  readonly collected: Kobo;
  readonly status: InstalmentStatus;
}

/** One debit at one bank, as read from the ledger. Spec §2.6. */
export interface Attempt {
  readonly serial: number;
  readonly consent: Consent;
  readonly order: CollectionOrder;
  readonly instalment: Instalment;
  readonly amount: Kobo;
  readonly status: 'pending' | 'successful' | 'failed';
  readonly responseCode: string;
  readonly at: Instant;
}

/** An order to collect, as read from the columns: an instalment's day, or a debit on demand. The log of spec §2.5. */
export interface CollectionOrder {
  readonly serial: number;
  /** Its row in the world's orders. */
  readonly row: number;
  readonly mandate: Mandate;
  readonly kind: 'auto' | 'manual';
  /** The ledger's row. Null for a debit on demand. */
  readonly instalment: number | null;
  /** The amount to collect. After success, the collected amount. */
  readonly amount: Kobo;
  readonly status: 'pending' | 'successful' | 'failed';
  readonly collected: Kobo;
  /** The account tried last. The primary before the first try. */
  readonly lastTried: Consent | null;
  readonly lastDebited: Consent | null;
  readonly responseCode: string;
  /** The rows of a debit with an unknown outcome. Their instalments are not debited until it is settled. */
  readonly unsettled: readonly number[] | null;
  /** When to ask the bank about it. 0 means never. */
  readonly askAt: Instant;
  readonly createdAt: Instant;
}

/** The debits of an order with an unknown outcome. Their instalments are not debited until it is settled. */
export interface Unsettled {
  /** The rows of the attempts. */
  readonly attempts: readonly number[];
  /** When to ask the bank about them. 0 means never. */
  askAt: Instant;
}

/** -1 minus the row of a merchant's report, or a part of an event: age, name, account if any, detail if any. */
export type HistoryPiece = number | string | Consent;

/** How a mandate's payer is reached, as placed. */
export interface Contact {
  readonly email: string;
  readonly mobileNumber: string;
  readonly address: string;
}

/** A mandate with its accounts and its schedule. Its terms and what its due days change are in the ledger. Spec §2.2. */
export interface Mandate {
  readonly serial: number;
  /** Its index in the world's mandates and its row in the ledger. */
  readonly row: number;
  /** The 24-hexadecimal id: the merchant's own or a generated one. */
  readonly id: string;
  readonly bvn: string;
  /** Its {@link Contact} in the world's texts. */
  readonly contact: number;
  /** Null until a call names it. After that, `auto` or `manual` is final. */
  mode: 'auto' | 'manual' | null;
  /** In order of placement. The primary is first in the cascade, whatever its index. */
  consents: readonly Consent[];
  disputed: boolean;
  expired: boolean;
  /** The merchant's reports that happen once: approved, disbursed, closed. */
  reported: readonly BureauEventName[];
  /** The amount of its `loan.approved` report. Null without one. */
  approved: Kobo | null;
  /** The orders of unsettled debits on demand, oldest first. Null without one. */
  manualOrders: readonly number[] | null;
  /** Its events but announcements. */
  history: readonly HistoryPiece[];
  readonly createdAt: Instant;
}

/** A merchant's report at the bureau, as read from the store. Spec §6.3. */
export interface MerchantReport {
  readonly mandate: Mandate;
  readonly reportId: string;
  readonly event: BureauEventName;
  /** The merchant's text, or milliseconds since the creation if both mean the same, to save memory. */
  readonly occurredAt: string | number;
  readonly content: object;
  /** Further fields of the report, and its `mandateId` if its spelling differs. */
  readonly extra?: object;
  /** Milliseconds after the mandate's creation. */
  readonly receivedAfter: number;
}

/** A changed instalment, as the webhook and the bureau report describe it, read from the ledger. Spec §6.1, §6.2. */
export interface Announcement {
  /** 0 if it was not reported to the bureau. */
  readonly serial: number;
  readonly order: CollectionOrder;
  /** The ledger's row. */
  readonly instalment: number;
  /** The account debited last, else the last tried, else the primary. Null without one. */
  readonly consent: Consent | null;
  /** Whether a bank had the account. */
  readonly isAtBank: boolean;
  /** Whether the order had collected from the account. */
  readonly isDebited: boolean;
  readonly status: InstalmentStatus;
  readonly responseCode: string;
  /** The total on the instalment so far. */
  readonly collected: Kobo;
  /** The amount collected in this order. For a miss, the amount due. */
  readonly amount: Kobo;
  readonly outstanding: Kobo;
  readonly at: Instant;
}

/** The content of a webhook: its payload, packed if it is long, or the row of the announcement to build it from. */
export type WebhookContent =
  | { readonly payload: object }
  | { readonly packed: Uint8Array }
  | { readonly collection: number };

/** A webhook that waits for the deliverer. */
export interface OutgoingWebhook {
  readonly content: WebhookContent;
  /** The name in spec §6.1. `collection.processing` is ours. Collection payloads carry no event name. */
  readonly event: string;
  readonly mandateId?: string;
  readonly occurredAt: Instant;
  /** The delivery number, if a fault delayed it. */
  readonly heldBackAs?: number;
}

/** A digest line about one collection or miss. It holds values, so that it keeps no record in memory. */
export interface DigestLine extends AccountKey {
  readonly mandateId: string;
  /** Serial of the instalment. */
  readonly instalment: number;
  readonly status: InstalmentStatus;
  readonly due: Kobo;
  readonly collected: Kobo;
}

/** A Lagos day with at least one collection or miss. Spec §6. */
export interface DayDigest {
  readonly serial: number;
  /** Counted from 1970-01-01. */
  readonly day: number;
  collected: Kobo;
  collections: number;
  missed: Kobo;
  misses: number;
  /** The first lines, in the order of announcement. A day of a million collections is not written out. */
  readonly lines: DigestLine[];
}

/** The days that are still open, and the sent digests, oldest first. */
export interface DigestBook {
  readonly open: Map<number, DayDigest>;
  readonly sent: DayDigest[];
  dropped: number;
}

/** A digest e-mail. Spec §6. */
export interface Email {
  /** Unique in its world. */
  readonly id: string;
  /** The Lagos day of the digest. */
  readonly date: string;
  /** The merchant's address. */
  readonly to: string;
  /** The subject line. */
  readonly subject: string;
  /** The digest as plain text. */
  readonly text: string;
  /** The digest as HTML. */
  readonly html: string;
}

/** A breach of a business rule, done or attempted. Plain data. Its message names no person. Spec §1. */
export interface Violation {
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** The section of the rule, such as `Spec §3.4`. */
  readonly spec: string;
  /** The called operation. Null if the passing of time revealed it. */
  readonly operation: string | null;
  readonly mandateId: string | null;
  /** What happened and what to do next. */
  readonly message: string;
  /** `refused`: the call had no effect. `listed`: the call took effect, but a merchant must not do this. */
  readonly severity: 'refused' | 'listed';
  readonly at: Instant;
}
