/** The types of the collection operations 4.7 to 4.10. */

/** Scheduled or on demand. Spec §2.5. */
export type CollectionType = 'auto' | 'manual' | (string & {});

/** The status of a collection: an open set. Spec §3.3. */
export type CollectionStatus = 'successful' | 'failed' | 'pending' | (string & {});

/** Input of a debit on demand. Spec §4.7. */
export interface CollectManuallyInput {
  /** 24 hexadecimal characters. The mandate's mode must be `manual`. */
  readonly mandateId: string;
  /** The amount to debit in naira, above zero, with at most two decimals. */
  readonly amount: number;
  /** The day of the debit, `YYYY-MM-DD`. */
  readonly debitDate: string;
}

/** The answer to a debit on demand. The debit is scheduled, not collected. Spec §4.7. */
export interface ScheduledCollection {
  /** The mandate. */
  readonly mandateId: string;
  /** The amount to be debited, in naira. */
  readonly totalAmount: number;
  /** The amount left to collect on the mandate, in naira. */
  readonly outstandingBalance: number;
  /** The debit's reference, like a UUID. The service spells it so. */
  readonly transactionRefence: string;
  /** `pending` at first. Spec §3.3. */
  readonly paymentStatus: CollectionStatus;
  /** The time of the debit, ISO 8601. */
  readonly dueDate: string;
}

/** Input of a mandate's collection log. Spec §4.8. */
export interface CollectionLogInput {
  /** 24 hexadecimal characters. */
  readonly mandateId: string;
}

/** A collection with its status. Spec §2.5. */
export interface CollectionLog {
  /** The id of the log. */
  readonly _id?: string;
  /** The merchant's business. */
  readonly businessId?: string;
  /** The mandate. */
  readonly mandateId?: string;
  /** The account of the debit. */
  readonly consentId?: string;
  /** Scheduled or on demand. */
  readonly collectionType?: CollectionType;
  /** The status. */
  readonly status: CollectionStatus;
  /** In naira. */
  readonly amount: number;
  /** The transaction's reference, like a UUID. The service spells it so. */
  readonly transactionRefence: string;
  /** Creation time, ISO 8601. */
  readonly createdAt: string;
}

/** Input of the attempts on an instalment. Spec §4.9. */
export interface CollectionAttemptsInput extends CollectionLogInput {
  /** `_id` of the instalment in the mandate's breakdown, 24 hexadecimal characters. */
  readonly breakdownId: string;
}

/** One attempt on one account. Spec §2.6. */
export interface CollectionAttempt
  extends Pick<CollectionLog, 'mandateId' | 'amount' | 'collectionType' | 'createdAt'> {
  /** The id of the attempt. */
  readonly _id?: string;
  /** The instalment, like a UUID. */
  readonly instalmentReference?: string;
  /** The number of the account. */
  readonly accountNumber?: string;
  /** The bank of the account. */
  readonly bankCode?: string;
  /** Known: `successful`, `failed`. */
  readonly status: CollectionStatus;
  /** The bank's response code: `00` approved, `51` insufficient funds. Spec §7. */
  readonly responseCode?: string;
  /** The bank's message. */
  readonly responseMessage?: string;
}

/** Input of the collections of the business. Spec §4.10. */
export interface ListCollectionsInput {
  /** Scheduled or on demand. Required. */
  readonly type: 'auto' | 'manual';
  /** Only collections with this status. */
  readonly status?: string | undefined;
  /** Only collections of this BVN or transaction reference. */
  readonly search?: string | undefined;
}

/** A past collection, with the payer's BVN if the service sends it. The spec shows no body. Spec §4.10. */
export interface CollectionRecord extends CollectionLog {
  /** The payer's BVN. */
  readonly bvn?: string;
}
