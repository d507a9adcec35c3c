/** Collections: what travels in 4.7 to 4.10. */

/** Was it scheduled or on demand? Spec §2.5. */
export type CollectionType = 'auto' | 'manual' | (string & {});

/** What became of a collection. Spec §3.3, as an open set. */
export type CollectionStatus = 'successful' | 'failed' | 'pending' | (string & {});

/** Body of a debit on demand. Spec §4.7. */
export interface CollectManuallyInput {
  /** 24 hexadecimal characters; the mandate's mode must be `manual`. */
  readonly mandateId: string;
  /** What to debit, in naira, above zero, at most two decimals. */
  readonly amount: number;
  /** The day to debit, `YYYY-MM-DD`. */
  readonly debitDate: string;
}

/** Answer of a debit on demand: it is scheduled, not collected. Spec §4.7. */
export interface ScheduledCollection {
  /** The mandate. */
  readonly mandateId: string;
  /** What will be debited, in naira. */
  readonly totalAmount: number;
  /** What is left to collect on the mandate, in naira. */
  readonly outstandingBalance: number;
  /** The debit's reference, UUID-style; spelled exactly so. */
  readonly transactionRefence: string;
  /** `pending` on scheduling. Spec §3.3. */
  readonly paymentStatus: CollectionStatus;
  /** When it will be debited, ISO 8601. */
  readonly dueDate: string;
}

/** Query of the log of a mandate. Spec §4.8. */
export interface CollectionLogInput {
  /** 24 hexadecimal characters. */
  readonly mandateId: string;
}

/** An order to collect and what became of it. Spec §2.5. */
export interface CollectionLog {
  /** The log's own id. */
  readonly _id?: string;
  /** The merchant's business. */
  readonly businessId?: string;
  /** The mandate. */
  readonly mandateId?: string;
  /** The account it was collected from. */
  readonly consentId?: string;
  /** Scheduled or on demand. */
  readonly collectionType?: CollectionType;
  /** What became of it. */
  readonly status: CollectionStatus;
  /** In naira. */
  readonly amount: number;
  /** The transaction's reference, UUID-style; spelled exactly so. */
  readonly transactionRefence: string;
  /** When it was made, ISO 8601. */
  readonly createdAt: string;
}

/** Query of the attempts on an instalment. Spec §4.9. */
export interface CollectionAttemptsInput extends CollectionLogInput {
  /** `_id` of the instalment in the mandate's breakdown, 24 hexadecimal characters. */
  readonly breakdownId: string;
}

/** One try at one account. Spec §2.6. */
export interface CollectionAttempt
  extends Pick<CollectionLog, 'mandateId' | 'amount' | 'collectionType' | 'createdAt'> {
  /** The attempt's own id. */
  readonly _id?: string;
  /** The instalment, UUID-style. */
  readonly instalmentReference?: string;
  /** The account that was tried. */
  readonly accountNumber?: string;
  /** Its bank. */
  readonly bankCode?: string;
  /** `successful` or `failed` are seen. */
  readonly status: CollectionStatus;
  /** The bank's response code: `00` approved, `51` insufficient funds. Spec §7. */
  readonly responseCode?: string;
  /** The bank's message. */
  readonly responseMessage?: string;
}

/** Query of all collections of the business. Spec §4.10. */
export interface ListCollectionsInput {
  /** Scheduled or on demand; required. */
  readonly type: 'auto' | 'manual';
  /** Only those with this status. */
  readonly status?: string | undefined;
  /** Only those of this BVN or transaction reference. */
  readonly search?: string | undefined;
}

/** A past collection: a log and, where the service sends it, the payer. Spec §4.10 shows no body. */
export interface CollectionRecord extends CollectionLog {
  /** The payer's BVN. */
  readonly bvn?: string;
}
