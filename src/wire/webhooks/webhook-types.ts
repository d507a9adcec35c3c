/** What the service sends to the merchant's webhook URL. Spec §6. */

import type { IncomeInsightData, StatementTransaction } from '../../domain/income-insight.ts';
import type { CollectionType } from '../types/collection-types.ts';
import type { InstalmentStatus, MandateStatus } from '../types/mandate-types.ts';

// Fields needed for proof are always present. Any other field may be missing.
/** A collection. The payload has no `event`. Spec §6.2. */
export interface CollectionPayload {
  /** The merchant's business. */
  readonly businessId?: string;
  /** The account of the debit. */
  readonly consentId?: string;
  /** The mandate. */
  readonly mandateId: string;
  /** The account holder's name. */
  readonly accountName?: string;
  /** 10-digit NUBAN. */
  readonly accountNumber?: string;
  /** The bank's name. */
  readonly bankName?: string;
  /** The amount of the instalment, in naira. */
  readonly totalAmount?: number;
  /** The bank's message. */
  readonly providerMessage?: string;
  /** The amount collected on the instalment, in naira. */
  readonly amountCollected: number;
  /** `success` in every sample, even if nothing was collected. Read `instalmentStatus` instead. */
  readonly status?: string;
  /** Time of the collection, ISO 8601. */
  readonly collectedOn?: string;
  /** Scheduled or on demand. The sample shows `auto`. */
  readonly collectionType?: CollectionType;
  /** The instalment, like a UUID. */
  readonly instalmentReference: string;
  /** The status of the instalment. Spec §3.2. */
  readonly instalmentStatus: InstalmentStatus;
  /** The collection's reference. */
  readonly reference?: string;
}

/** The data of a mandate event. The spec does not show it: only `mandateId` is certain. Spec §6.2. */
export interface MandateEventData extends Pick<CollectionPayload, 'mandateId' | 'businessId' | 'accountNumber'> {
  /** The account. */
  readonly consentId?: string;
  /** CBN bank code. */
  readonly bankCode?: string;
  /** The status of the account. Spec §3.1. */
  readonly status?: MandateStatus;
  /** The reason, for people. */
  readonly reason?: string;
  /** Time of the event, ISO 8601. */
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
  /** Whether the statement could be read. */
  readonly success?: boolean;
  /** The merchant's application. */
  readonly appId?: string;
  /** The closing balance, in naira. */
  readonly balance?: number;
  /** URL of the statement. */
  readonly pdfUrl?: string;
  /** Time of the last entry, ISO 8601. */
  readonly lastTransactionDate?: string;
  /** The entries. Spec §2.11. */
  readonly trans: readonly StatementTransaction[];
}

/** The data of an insight: the fields of {@link IncomeInsightData}. Any may be missing. Spec §6.4, `income_insight`. */
export type IncomeInsightEventData = Partial<Omit<IncomeInsightData, InsightParts>> & {
  /** Each part as far as it came. */
  readonly [Part in InsightParts]?: Partial<IncomeInsightData[Part]>;
};

type InsightParts = 'spendingAnalysis' | 'salary' | 'creditBreakdown';

/** A statement was received. Live services send it, beyond spec §6.4. */
export interface PdfUploadData extends StatementEventData {
  /** Pages of the PDF. */
  readonly pageCount?: number;
}

/** A statement could not be read. Live services send it, beyond spec §6.4. */
export interface IncomeInsightFailureData extends StatementEventData {
  /** The reason, for people. */
  readonly message?: string;
  /** The reason, as a code. */
  readonly code?: string;
}

/** A change of an insurance policy. The spec does not show it. The names are those of §2.9. */
export interface PolicyEventData {
  /** The business policy's id. Spec §2.10. */
  readonly _id?: string;
  /** The policy's number. */
  readonly number?: string;
  /** The status. */
  readonly status?: string;
}
