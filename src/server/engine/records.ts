/**
 * What the platform remembers, as plain records: no methods, no closures, so that a snapshot is one image of a whole world.
 * A million mandates live here: few fields, days as numbers, amounts as kobo, identifiers computed from serials (see chance.ts).
 */
import type { BureauEventName } from '../../domain/bureau.ts';
import type { Instant } from '../../domain/calendar.ts';
import type { InstalmentStatus } from '../../domain/collection.ts';
import type { AccountState } from '../../domain/mandate.ts';
import type { Kobo } from '../../domain/money.ts';

export interface Payer {
  readonly bvn: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly accounts: BankAccount[];
}

export interface BankAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
  /** The name on it, where that is not the payer's in capitals. */
  readonly ownName: string | null;
  readonly bvn: string;
  balance: Kobo;
  active: boolean;
  /** The response code that every debit gets until it is cleared. */
  declineWith: string | null;
  /** Response codes for the next debits, used up one by one; null behaves normally. */
  script: readonly (string | null)[];
}

/** The declines of accounts on one Lagos day, since the last success of each; the next day begins with none. For the daily lock. */
export interface DayDeclines {
  /** Counted from 1970-01-01. */
  readonly day: number;
  /** By bank code and account number. */
  readonly byAccount: Map<string, { funds: number; others: number }>;
}

/** What a loan may collect and when. Spec §1.3. */
export interface Terms {
  readonly total: Kobo;
  /** Lagos days, counted from 1970-01-01. */
  readonly startDay: number;
  readonly endDay: number;
  /** As the merchant sent it. */
  readonly frequency: string | null;
}

/** An account on a mandate. Spec §2.3. */
export interface Consent {
  readonly serial: number;
  readonly accountNumber: string;
  readonly bankCode: string;
  /** The account itself; null while no bank holds it. */
  account: BankAccount | null;
  primary: boolean;
  state: AccountState;
  /** How the payer proves it; null until it is attached. */
  attachedBy: 'micro-deposit' | 'signature' | null;
  /** When the window for the ₦50 closes, and when an active account can be debited; 0 while neither applies. */
  deadline: Instant;
}

/** One due date's share of a loan. */
export interface Instalment {
  readonly serial: number;
  /** Lagos day, counted from 1970-01-01. */
  readonly dueDay: number;
  readonly amount: Kobo;
  collected: Kobo;
  status: InstalmentStatus;
  /** Oldest first; null until there is one. */
  attempts: readonly Attempt[] | null;
  /** How it is gone after; null before the first order that touches it. */
  pursuit: Pursuit | null;
}

/** What is undertaken to collect an instalment. */
export interface Pursuit {
  /** The order that is being carried out on it; null between orders. */
  order: CollectionOrder | null;
  /** What the last webhook said of it, so that a webhook goes out only when something changed. */
  announced: InstalmentStatus | null;
  announcedAmount: Kobo;
}

/** One debit put to one bank. Spec §2.6. */
export interface Attempt {
  readonly serial: number;
  readonly consent: Consent;
  readonly order: CollectionOrder;
  readonly instalment: Instalment;
  readonly amount: Kobo;
  status: 'pending' | 'successful' | 'failed';
  responseCode: string;
  readonly at: Instant;
}

/** An order to collect and its outcome: an instalment's day, or a debit on demand. The log of spec §2.5. */
export interface CollectionOrder {
  readonly serial: number;
  readonly mandate: Mandate;
  readonly kind: 'auto' | 'manual';
  readonly instalment: Instalment | null;
  /** What it is to collect; once it succeeded, what it did collect. */
  amount: Kobo;
  status: 'pending' | 'successful' | 'failed';
  /** What it moved so far. */
  collected: Kobo;
  /** The account tried last; the primary before. */
  lastTried: Consent | null;
  /** The account debited last. */
  lastDebited: Consent | null;
  /** The bank's last word. */
  responseCode: string;
  /** The rows of a debit whose outcome is unknown; null while none is. Nothing is debited on their instalments before it is settled. */
  unsettled: readonly Attempt[] | null;
  /** When the bank is asked about it; 0 for never. */
  askAt: Instant;
  readonly createdAt: Instant;
}

/** A piece of a mandate's history, as mandate-events.ts writes it: a report, or for each other event its age, name, account if any, detail if any. */
export type HistoryPiece = MerchantReport | number | string | Consent;

/** A mandate with its accounts and its schedule. Spec §2.2. */
export interface Mandate {
  readonly serial: number;
  /** The 24-hexadecimal id, the merchant's own or minted. */
  readonly id: string;
  readonly bvn: string;
  readonly email: string;
  readonly mobileNumber: string;
  readonly address: string;
  terms: Terms | null;
  /** Null until a call names it; then it counts as `auto` or `manual` for good. */
  mode: 'auto' | 'manual' | null;
  /** In the order of placement; the primary goes first in the cascade wherever it stands here. */
  consents: readonly Consent[];
  instalments: readonly Instalment[];
  collected: Kobo;
  disputed: boolean;
  expired: boolean;
  /** What the merchant reported to the bureau that happens once: approved, disbursed, closed. */
  reported: readonly BureauEventName[];
  /** The amount of its loan.approved; null where none was reported. */
  approved: Kobo | null;
  /** When its next attempt is due; 0 for never. */
  wakeAt: Instant;
  /** The last day on which attempts began, and how many rounds it has had; `dayOver` once nothing more is to happen on it. */
  roundDay: number;
  rounds: number;
  dayOver: boolean;
  /** Debits on demand that are not settled, oldest first; null for none. */
  manualOrders: CollectionOrder[] | null;
  newestOrder: CollectionOrder | null;
  history: readonly HistoryPiece[];
  readonly createdAt: Instant;
}

/** A report of the merchant that the bureau holds. Spec §6.3. */
export interface MerchantReport {
  readonly mandate: Mandate;
  readonly reportId: string;
  readonly event: BureauEventName;
  /** As it was written, or milliseconds since the mandate's creation where both mean the same: small numbers cost nothing. */
  readonly occurredAt: string | number;
  readonly content: object;
  /** Further fields of the report, and its mandateId where it was written differently. */
  readonly extra?: object;
  /** Milliseconds after the mandate's creation. */
  readonly receivedAfter: number;
}

/** What the platform itself reports to the bureau. Spec §6.1. */
export interface PlatformReport {
  readonly serial: number;
  readonly event: 'collection.success' | 'collection.partial' | 'collection.failed';
  readonly mandate: Mandate;
  readonly instalment: Instalment;
  /** What was collected in this order; for a miss, what is due. */
  readonly amount: Kobo;
  readonly outstanding: Kobo;
  readonly responseCode: string;
  readonly at: Instant;
}

/** A webhook about a collection, as facts of that moment: on a busy day a million are raised and few are ever read, so they are written out late. */
export interface CollectionFacts {
  readonly order: CollectionOrder;
  readonly instalment: Instalment;
  /** The account debited last, else the last tried, else the primary; null where there is none. */
  readonly consent: Consent | null;
  readonly account: BankAccount | null;
  readonly status: InstalmentStatus;
  /** On the instalment so far. */
  readonly collected: Kobo;
  readonly responseCode: string;
  readonly at: Instant;
}

/** The content of a webhook: its payload, packed where it is long, or the facts that it is written from. */
export type WebhookContent =
  | { readonly payload: object }
  | { readonly packed: Uint8Array }
  | { readonly collection: CollectionFacts };

/** A webhook that waits for the deliverer. */
export interface OutgoingWebhook {
  readonly content: WebhookContent;
  /** The name of spec §6.1; `collection.processing` is ours. Collection payloads themselves carry no event. */
  readonly event: string;
  readonly mandateId?: string;
  readonly occurredAt: Instant;
  /** The number of its delivery, where a fault held it back until now. */
  readonly heldBackAs?: number;
}

/** What a day's digest says of one collection or miss: values instead of records, so that nothing is kept alive by it. */
export interface DigestLine {
  readonly mandateId: string;
  /** Serial of the instalment. */
  readonly instalment: number;
  readonly status: InstalmentStatus;
  readonly due: Kobo;
  readonly collected: Kobo;
  readonly bankCode: string;
  readonly accountNumber: string;
}

/** What happened on a Lagos day with at least one collection or miss. Spec §6. */
export interface DayDigest {
  readonly serial: number;
  /** Counted from 1970-01-01. */
  readonly day: number;
  collected: Kobo;
  collections: number;
  missed: Kobo;
  misses: number;
  /** The first of them, in the order in which they were announced; a day of a million collections is not written out. */
  readonly lines: DigestLine[];
}

/** The days that are still gathered, and those whose digest went out, oldest first. */
export interface DigestBook {
  readonly open: Map<number, DayDigest>;
  readonly sent: DayDigest[];
  dropped: number;
}

/** A digest e-mail. Spec §6. */
export interface Email {
  /** Unique in its world. */
  readonly id: string;
  /** The Lagos day it sums up. */
  readonly date: string;
  /** The merchant's address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** The digest as plain text. */
  readonly text: string;
  /** The same as a page. */
  readonly html: string;
}

/** Something that the caller did, or tried to do, against a rule of the business. Plain data; what it says names no person. Spec §1. */
export interface Violation {
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** Where it stands, such as `Spec §3.4`. */
  readonly spec: string;
  /** The operation that was called; null for what time brought to light. */
  readonly operation: string | null;
  readonly mandateId: string | null;
  /** What happened and what to do next. */
  readonly message: string;
  /** `refused`: it had no effect. `listed`: it went through, but a merchant is not to do so. */
  readonly severity: 'refused' | 'listed';
  readonly at: Instant;
}
