import type { StatementTransaction } from '../domain/statement-transaction.ts';
import { listOf } from './answer-collections.ts';
import * as answer from './answer-fields.ts';
import { type AnswerFields, answerShape } from './shape-of.ts';
import type {
  CollectionPayload,
  IncomeInsightFailureData,
  IncomeTransactionData,
  MandateEventData,
  PdfUploadData,
  PolicyEventData,
  StatementEventData,
} from './webhook-types.ts';

/** A collection. Spec §6.2. */
export const collectionPayloadShape = answerShape<CollectionPayload>({
  businessId: answer.idText,
  consentId: answer.idText,
  mandateId: answer.ownHexId,
  accountName: answer.text,
  accountNumber: answer.nuban,
  bankName: answer.text,
  totalAmount: answer.amount,
  providerMessage: answer.text,
  amountCollected: answer.amount,
  status: answer.text,
  collectedOn: answer.timestamp,
  collectionType: answer.text,
  instalmentReference: answer.text,
  instalmentStatus: answer.text,
  reference: answer.text,
});

/** What a mandate event tells. Its payload is not shown, so only the mandate is required. Spec §6.1. */
export const mandateEventShape = answerShape<MandateEventData>({
  mandateId: answer.ownHexId,
  businessId: answer.extraText,
  consentId: answer.extraText,
  accountNumber: answer.extraText,
  bankCode: answer.extraText,
  status: answer.extraText,
  reason: answer.extraText,
  occurredAt: answer.extraTimestamp,
});

const statementTransaction = answerShape<StatementTransaction>({
  type: answer.text,
  narration: answer.text,
  amount: answer.amount,
  date: answer.timestamp,
  balance: answer.amount,
  bankCode: answer.text,
});

/** The entries of an uploaded statement. Spec §6.4. */
export const incomeTransactionShape = answerShape<IncomeTransactionData>({
  success: answer.flag,
  accountNumber: answer.nuban,
  accountName: answer.text,
  bvn: answer.bvn,
  appId: answer.idText,
  borrowerId: answer.idText,
  businessId: answer.idText,
  balance: answer.amount,
  bankCode: answer.text,
  bankName: answer.text,
  pdfUrl: answer.storedFile,
  lastTransactionDate: answer.timestamp,
  trans: listOf(statementTransaction),
});

const statementFacts: AnswerFields<StatementEventData> = {
  businessId: answer.extraText,
  borrowerId: answer.extraText,
  bvn: answer.extraText,
  accountNumber: answer.extraText,
  accountName: answer.extraText,
  bankCode: answer.extraText,
  bankName: answer.extraText,
};

/** A statement was received; seen in the field. */
export const pdfUploadShape = answerShape<PdfUploadData>({ ...statementFacts, pageCount: answer.extraInteger });

/** A statement could not be read; seen in the field. */
export const incomeInsightFailureShape = answerShape<IncomeInsightFailureData>({
  ...statementFacts,
  message: answer.extraText,
  code: answer.extraText,
});

/** Something happened to a policy; not shown in the specification. */
export const policyEventShape = answerShape<PolicyEventData>({
  _id: answer.extraText,
  number: answer.extraText,
  status: answer.extraText,
});
