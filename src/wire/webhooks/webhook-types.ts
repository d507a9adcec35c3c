/** What the service sends to the merchant's webhook URL. Spec §6. */

import type { IncomeInsightData, StatementTransaction } from '../../domain/income-insight.ts';
import type { CollectionType } from '../types/collection-types.ts';
import type { InstalmentStatus, MandateStatus } from '../types/mandate-types.ts';

// Fields needed for proof are always present. Any other field may be missing.
/** A collection. Spec §6.2; it travels without an `event`. */
export interface CollectionPayload {
  /** The merchant's business. */
  readonly businessId?: string;
  /** The account that was debited or tried. */
  readonly consentId?: string;
  /** The mandate. */
  readonly mandateId: string;
  /** The name the account is held under. */
  readonly accountName?: string;
  /** 10-digit NUBAN. */
  readonly accountNumber?: string;
  /** The bank's name. */
  readonly bankName?: string;
  /** What the instalment amounts to, in naira. */
  readonly totalAmount?: number;
  /** The bank's message. */
  readonly providerMessage?: string;
  /** What was collected on it, in naira. */
  readonly amountCollected: number;
  /** `success` in every sample, even where nothing was collected: read `instalmentStatus` instead. */
  readonly status?: string;
  /** When, ISO 8601. */
  readonly collectedOn?: string;
  /** `auto` is seen. */
  readonly collectionType?: CollectionType;
  /** The instalment, UUID-style. */
  readonly instalmentReference: string;
  /** What became of the instalment. Spec §3.2. */
  readonly instalmentStatus: InstalmentStatus;
  /** The collection's reference. */
  readonly reference?: string;
}

/** The data of a mandate event. Spec §6.2 does not show it; only the mandate is sure. */
export interface MandateEventData extends Pick<CollectionPayload, 'mandateId' | 'businessId' | 'accountNumber'> {
  /** The account it is about. */
  readonly consentId?: string;
  /** CBN bank code. */
  readonly bankCode?: string;
  /** Where the account stands. Spec §3.1. */
  readonly status?: MandateStatus;
  /** Why, for people. */
  readonly reason?: string;
  /** When, ISO 8601. */
  readonly occurredAt?: string;
}

/** Account facts of a statement event; which of them come is not shown. */
export interface StatementEventData
  extends Pick<CollectionPayload, 'businessId' | 'accountNumber' | 'accountName' | 'bankName'> {
  /** The service's id of the borrower. */
  readonly borrowerId?: string;
  /** The borrower's BVN. */
  readonly bvn?: string;
  /** The bank's short code. */
  readonly bankCode?: string;
}

// Only the list of entries is always there.
/** The entries of an uploaded statement. Spec §6.4, `income_transaction`. */
export interface IncomeTransactionData extends StatementEventData {
  /** Could the statement be read? */
  readonly success?: boolean;
  /** The merchant's application. */
  readonly appId?: string;
  /** The closing balance, in naira. */
  readonly balance?: number;
  /** URL of the statement. */
  readonly pdfUrl?: string;
  /** When the last entry was made, ISO 8601. */
  readonly lastTransactionDate?: string;
  /** The entries. Spec §2.11. */
  readonly trans: readonly StatementTransaction[];
}

/** What an insight brings: the fields of {@link IncomeInsightData}, of which any may be missing. Spec §6.4, `income_insight`. */
export type IncomeInsightEventData = Partial<Omit<IncomeInsightData, InsightParts>> & {
  /** Each part as far as it came. */
  readonly [Part in InsightParts]?: Partial<IncomeInsightData[Part]>;
};

type InsightParts = 'spendingAnalysis' | 'salary' | 'creditBreakdown';

/** A statement was received. Seen in the field beyond spec §6.4. */
export interface PdfUploadData extends StatementEventData {
  /** Pages of the PDF. */
  readonly pageCount?: number;
}

/** A statement could not be read. Seen in the field beyond spec §6.4. */
export interface IncomeInsightFailureData extends StatementEventData {
  /** Why, for people. */
  readonly message?: string;
  /** Why, as a code for programs. */
  readonly code?: string;
}

/** Something happened to an insurance policy. Not shown in the specification; names as in §2.9. */
export interface PolicyEventData {
  /** The business policy's id. Spec §2.10. */
  readonly _id?: string;
  /** The policy's number. */
  readonly number?: string;
  /** Where it stands. */
  readonly status?: string;
}
