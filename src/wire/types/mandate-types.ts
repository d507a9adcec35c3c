/** Mandates: what travels in 4.3 to 4.6. */

/** Where a mandate stands. The set is open: services have more states than spec §3.1 lists. */
export type MandateStatus = 'pending' | 'active' | 'failed' | 'disputed' | 'pending_timeout' | (string & {});

/** Scheduled or on demand. Spec §2.2. */
export type CollectionMode = 'auto' | 'manual' | (string & {});

/** How often instalments fall due; `monthly` and `Y` are what spec §2.2 shows. */
export type Frequency = 'monthly' | 'Y' | (string & {});

/** An account linked to a mandate. Spec §2.3. */
export interface Consent {
  /** The consent's own id. */
  readonly _id: string;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  /** The name the account is held under. */
  readonly accountName: string;
  /** The account that is debited first. Spec §3.5. */
  readonly primary: boolean;
  /** Has the payer's bank honoured it? */
  readonly active: boolean;
}

/** Where an instalment stands. Spec §3.2, as an open set. */
export type InstalmentStatus = 'success' | 'overdue' | 'failed' | 'partially paid' | 'processing' | (string & {});

/** An instalment of a mandate's schedule. Spec §2.2 shows only `_id`; the other fields are there where the service sends them. */
export interface BreakdownItem {
  /** The `breakdownId` of 4.9, 24 hexadecimal characters. */
  readonly _id: string;
  /** The reference that webhooks and attempts carry. Spec §2.6 and §6.2. */
  readonly instalmentReference?: string;
  /** The day it falls due, `YYYY-MM-DD`. */
  readonly dueDate?: string;
  /** What falls due, in naira. */
  readonly amount?: number;
  /** What was collected on it so far, in naira. */
  readonly amountCollected?: number;
  /** Where it stands. Spec §3.2. */
  readonly status?: InstalmentStatus;
}

/** The schedule of a mandate. Spec §2.2. */
export interface RepaymentDetails {
  /** The instalments, in the order of their due dates. */
  readonly breakdown: readonly BreakdownItem[];
}

/** A mandate. Spec §2.2; the optional fields are seen in the field beyond it. */
export interface Mandate {
  /** The `mandateId`, 24 hexadecimal characters. */
  readonly _id: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The service's reference, UUID-style. */
  readonly reference: string;
  /** The payer's BVN. */
  readonly bvn: string;
  /** Where it stands. Spec §3.1. */
  readonly status: MandateStatus;
  /** What the loan terms allow to collect, in naira. */
  readonly totalAmountDue: number;
  /** What is left to collect, in naira. */
  readonly outstandingBalance: number;
  /** What was collected so far, in naira. */
  readonly collectedAmount: number;
  /** First day of the tenure, `YYYY-MM-DD`; null on a mandate without terms. */
  readonly startDate: string | null;
  /** Last day of the tenure, `YYYY-MM-DD`; null on a mandate without terms. */
  readonly endDate: string | null;
  /** How often instalments fall due; null on a mandate without terms. */
  readonly frequency: Frequency | null;
  /** Scheduled or on demand. */
  readonly collectionMode: CollectionMode;
  /** The linked accounts. Spec §2.3. */
  readonly consents: readonly Consent[];
  /** The schedule, where the service sends it. Spec §2.2. */
  readonly repaymentDetails?: RepaymentDetails;
  /** The merchant's application. */
  readonly appId?: string;
  /** The service's product. */
  readonly productId?: string;
  /** `recurring` is seen. */
  readonly debitType?: string;
  /** `variable` or `fixed` are seen. */
  readonly mandateType?: string;
  /** `e-signature` or `micro-deposit` are seen. */
  readonly authorizationType?: string;
  /** When it was created, ISO 8601. */
  readonly createdAt?: string;
  /** When it last changed, ISO 8601. */
  readonly updatedAt?: string;
}

/** An instalment as the merchant sets it. */
export interface BreakdownTerm {
  /** The day it falls due, `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** What falls due, in naira, above zero, at most two decimals. */
  readonly amount: number;
}

/** Body of a consent for one account. Spec §4.3; from `bvn` on beyond what it lists. */
export interface CreateConsentInput {
  /** The merchant's application. */
  readonly appId: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The payer's e-mail; the same for every account of a loan. */
  readonly email: string;
  /** 24 hexadecimal characters, the same for every account of a loan; left out, the service mints it. It may answer with an `_id` of its own all the same. */
  readonly mandateId?: string | undefined;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  /** The payer's residential address. */
  readonly address: string;
  /** The payer's phone. */
  readonly mobileNumber: string;
  /** The payer's BVN, 11 digits. */
  readonly bvn?: string | undefined;
  /** Is this the account that is debited first? */
  readonly primary?: boolean | undefined;
  /** What the loan terms allow to collect, in naira. */
  readonly totalAmountDue?: number | undefined;
  /** First day of the tenure, `YYYY-MM-DD`. */
  readonly startDate?: string | undefined;
  /** Last day of the tenure, `YYYY-MM-DD`. */
  readonly endDate?: string | undefined;
  /** How often instalments fall due. */
  readonly frequency?: string | undefined;
  /** Scheduled or on demand. */
  readonly collectionMode?: 'auto' | 'manual' | undefined;
  /** The schedule, where the merchant sets it. */
  readonly repaymentDetails?: { readonly breakdown: readonly BreakdownTerm[] } | undefined;
}

/** The mandate document that creating a consent answers with; only its `_id` is sure. Spec §4.3. */
export interface CreatedConsent {
  /** The `mandateId` that all further operations use. */
  readonly _id: string;
  /** Where the mandate stands, where the service says so. */
  readonly status?: MandateStatus;
  /** The service's reference, where it gives one. */
  readonly reference?: string;
}

/** Body of an attachment by micro-deposit. Spec §4.4, all fields required. */
export interface AttachByMicroDepositInput
  extends Pick<CreateConsentInput, 'appId' | 'businessId' | 'bankCode' | 'mobileNumber' | 'address'> {
  /** The `_id` from consent creation. */
  readonly mandateId: string;
  /** 10-digit NUBAN; the ₦50 must come from exactly this account. */
  readonly accountNumber: string;
  /** The payer's e-mail. */
  readonly email: string;
}

/** An account that the payer may send the ₦50 to. Spec §2.4. */
export interface TransferDestination {
  /** The bank's name. */
  readonly bank_name: string;
  /** The account to transfer to. */
  readonly account_number: string;
  /** URL of the bank's logo; some services leave it out. */
  readonly icon?: string;
}

/** The mandate inside the answer of 4.4. */
export interface AttachedMandate {
  /** The `mandateId`. */
  readonly _id: string;
  /** Ids of the mandate's consents. */
  readonly consents: readonly string[];
}

/** Answer of an attachment by micro-deposit. Spec §4.4. */
export interface MicroDepositAttachment {
  /** The mandate and its consents; some services leave it out. */
  readonly mandate?: AttachedMandate;
  /** Where the payer may send the ₦50. */
  readonly transfer_destinations: readonly TransferDestination[];
}

/** Body of an attachment by e-signature. Spec §4.5; the two optional fields are seen in the field. */
export interface AttachBySignatureInput extends Omit<AttachByMicroDepositInput, 'accountNumber' | 'mobileNumber'> {
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** The name registered on the account. */
  readonly accountName: string;
  /** The payer's phone. */
  readonly phone: string;
  /** Where the bank's branch is. */
  readonly bankAddress: string;
  /** The image of the payer's signature, bare base64 without a `data:` prefix. */
  readonly file: string;
  /** Name of the image file, where the service needs it. */
  readonly name?: string | undefined;
  /** Its extension, spelled so, where the service needs it. */
  readonly fileExtention?: string | undefined;
}

/** Answer of an attachment by e-signature. Spec §4.5. */
export interface SignatureAttachment {
  /** Is there a result? */
  readonly hasResult?: boolean;
  /** What became of it, for people. */
  readonly result?: string;
  /** The service's number for the kind of result. */
  readonly resultType?: number;
  /** What happened, for people. */
  readonly message?: string;
  /** Null in the specification's sample. */
  readonly validationMessages?: unknown;
  /** Was the signature accepted? */
  readonly successful: boolean;
  /** Did the bank's side fail? */
  readonly exceptionThrown?: boolean;
  /** Null in the specification's sample. */
  readonly error?: unknown;
  /** `00` is seen for accepted. */
  readonly responseCode?: string;
}

/** Body of a mandate read. Spec §4.6. */
export interface GetMandateInput {
  /** 24 hexadecimal characters. */
  readonly mandateId: string;
}
