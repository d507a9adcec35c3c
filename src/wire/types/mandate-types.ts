/** The types of the mandate operations 4.3 to 4.6. */

/** The status of a mandate: an open set. Some services have more states than spec §3.1. */
export type MandateStatus = 'pending' | 'active' | 'failed' | 'disputed' | 'pending_timeout' | (string & {});

/** Scheduled or on demand. Spec §2.2. */
export type CollectionMode = 'auto' | 'manual' | (string & {});

/** The period between instalments. Spec §2.2 shows `monthly` and `Y`. */
export type Frequency = 'monthly' | 'Y' | (string & {});

/** An account linked to a mandate. Spec §2.3. */
export interface Consent {
  /** The consent's id. */
  readonly _id: string;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  /** The account holder's name. */
  readonly accountName: string;
  /** Whether this account is debited first. Spec §3.5. */
  readonly primary: boolean;
  /** Whether the payer's bank has activated it. */
  readonly active: boolean;
}

/** The status of an instalment: an open set. Spec §3.2. */
export type InstalmentStatus = 'success' | 'overdue' | 'failed' | 'partially paid' | 'processing' | (string & {});

/** An instalment of a mandate. Only `_id` is certain. Other fields are present if the service sends them. Spec §2.2. */
export interface BreakdownItem {
  /** The `breakdownId` of 4.9, 24 hexadecimal characters. */
  readonly _id: string;
  /** The reference in webhooks and attempts. Spec §2.6, §6.2. */
  readonly instalmentReference?: string;
  /** The due date, `YYYY-MM-DD`. */
  readonly dueDate?: string;
  /** The amount due, in naira. */
  readonly amount?: number;
  /** The amount collected so far, in naira. */
  readonly amountCollected?: number;
  /** The status. Spec §3.2. */
  readonly status?: InstalmentStatus;
}

/** The schedule of a mandate. Spec §2.2. */
export interface RepaymentDetails {
  /** The instalments, by due date. */
  readonly breakdown: readonly BreakdownItem[];
}

/** A mandate. Live services also send the optional fields. Spec §2.2. */
export interface Mandate {
  /** The `mandateId`, 24 hexadecimal characters. */
  readonly _id: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The service's reference, like a UUID. */
  readonly reference: string;
  /** The payer's BVN. */
  readonly bvn: string;
  /** The status. Spec §3.1. */
  readonly status: MandateStatus;
  /** The total to collect under the loan terms, in naira. */
  readonly totalAmountDue: number;
  /** The amount left to collect, in naira. */
  readonly outstandingBalance: number;
  /** The amount collected so far, in naira. */
  readonly collectedAmount: number;
  /** First day of the tenure, `YYYY-MM-DD`. Null without terms. */
  readonly startDate: string | null;
  /** Last day of the tenure, `YYYY-MM-DD`. Null without terms. */
  readonly endDate: string | null;
  /** The period between instalments. Null without terms. */
  readonly frequency: Frequency | null;
  /** Scheduled or on demand. */
  readonly collectionMode: CollectionMode;
  /** The linked accounts. Spec §2.3. */
  readonly consents: readonly Consent[];
  /** The schedule, if the service sends it. Spec §2.2. */
  readonly repaymentDetails?: RepaymentDetails;
  /** The merchant's application. */
  readonly appId?: string;
  /** The service's product. */
  readonly productId?: string;
  /** Known: `recurring`. */
  readonly debitType?: string;
  /** Known: `variable`, `fixed`. */
  readonly mandateType?: string;
  /** Known: `e-signature`, `micro-deposit`. */
  readonly authorizationType?: string;
  /** Creation time, ISO 8601. */
  readonly createdAt?: string;
  /** Time of the last change, ISO 8601. */
  readonly updatedAt?: string;
}

/** An instalment of your own schedule. */
export interface BreakdownTerm {
  /** The due date, `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** The amount due in naira, above zero, with at most two decimals. */
  readonly amount: number;
}

/** Input of a consent for one account. The spec does not list the fields from `bvn` on. Spec §4.3. */
export interface CreateConsentInput {
  /** The merchant's application. */
  readonly appId: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The payer's e-mail address. The same for every account of a loan. */
  readonly email: string;
  /**
   * 24 hexadecimal characters, the same for every account of a loan. Default: the service generates it. The answer may
   * have another `_id`.
   */
  readonly mandateId?: string | undefined;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  /** The payer's residential address. */
  readonly address: string;
  /** The payer's phone number. */
  readonly mobileNumber: string;
  /** The payer's BVN, 11 digits. */
  readonly bvn?: string | undefined;
  /** Whether this account is debited first. */
  readonly primary?: boolean | undefined;
  /** The total to collect under the loan terms, in naira. */
  readonly totalAmountDue?: number | undefined;
  /** First day of the tenure, `YYYY-MM-DD`. */
  readonly startDate?: string | undefined;
  /** Last day of the tenure, `YYYY-MM-DD`. */
  readonly endDate?: string | undefined;
  /** The period between instalments. */
  readonly frequency?: string | undefined;
  /** Scheduled or on demand. */
  readonly collectionMode?: 'auto' | 'manual' | undefined;
  /** Your own schedule, if any. */
  readonly repaymentDetails?: { readonly breakdown: readonly BreakdownTerm[] } | undefined;
}

/** The answer to a consent. Only `_id` is certain. Spec §4.3. */
export interface CreatedConsent {
  /** The `mandateId` of all further operations. */
  readonly _id: string;
  /** The status of the mandate, if the service sends it. */
  readonly status?: MandateStatus;
  /** The service's reference, if it sends one. */
  readonly reference?: string;
}

/** Input of an attachment by micro-deposit. All fields are required. Spec §4.4. */
export interface AttachByMicroDepositInput
  extends Pick<CreateConsentInput, 'appId' | 'businessId' | 'bankCode' | 'mobileNumber' | 'address'> {
  /** The `_id` of the consent. */
  readonly mandateId: string;
  /** 10-digit NUBAN. The ₦50 must come from this account. */
  readonly accountNumber: string;
  /** The payer's e-mail address. */
  readonly email: string;
}

/** An account to which the payer can send the ₦50. Spec §2.4. */
export interface TransferDestination {
  /** The bank's name. */
  readonly bank_name: string;
  /** The account number. */
  readonly account_number: string;
  /** URL of the bank's logo. Some services leave it out. */
  readonly icon?: string;
}

/** The mandate in the answer of 4.4. */
export interface AttachedMandate {
  /** The `mandateId`. */
  readonly _id: string;
  /** Ids of the mandate's consents. */
  readonly consents: readonly string[];
}

/** The answer to an attachment by micro-deposit. Spec §4.4. */
export interface MicroDepositAttachment {
  /** The mandate with its consents. Some services leave it out. */
  readonly mandate?: AttachedMandate;
  /** The accounts to which the payer can send the ₦50. */
  readonly transfer_destinations: readonly TransferDestination[];
}

/** Input of an attachment by e-signature. Live services also use the two optional fields. Spec §4.5. */
export interface AttachBySignatureInput extends Omit<AttachByMicroDepositInput, 'accountNumber' | 'mobileNumber'> {
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** The name registered on the account. */
  readonly accountName: string;
  /** The payer's phone number. */
  readonly phone: string;
  /** The address of the bank's branch. */
  readonly bankAddress: string;
  /** The image of the payer's signature: base64 without a `data:` prefix. */
  readonly file: string;
  /** Name of the image file, if the service needs it. */
  readonly name?: string | undefined;
  /** Extension of the image file, if the service needs it. The service spells it so. */
  readonly fileExtention?: string | undefined;
}

/** The answer to an attachment by e-signature. Spec §4.5. */
export interface SignatureAttachment {
  /** Whether there is a result. */
  readonly hasResult?: boolean;
  /** The result, for people. */
  readonly result?: string;
  /** The service's number of the result. */
  readonly resultType?: number;
  /** A message for people. */
  readonly message?: string;
  /** Null in the specification's sample. */
  readonly validationMessages?: unknown;
  /** Whether the signature was accepted. */
  readonly successful: boolean;
  /** Whether the bank's system failed. */
  readonly exceptionThrown?: boolean;
  /** Null in the specification's sample. */
  readonly error?: unknown;
  /** Known: `00`, for accepted. */
  readonly responseCode?: string;
}

/** Input of a mandate read. Spec §4.6. */
export interface GetMandateInput {
  /** 24 hexadecimal characters. */
  readonly mandateId: string;
}
