import type { StatementTransaction } from '../../domain/income-insight.ts';
import { isRecord } from '../../validation/checks.ts';
import * as answer from '../shapes/answer-fields.ts';
import { readShape } from '../shapes/shape-issues.ts';
import { type AnswerFields, answerShape, listOf } from '../shapes/shapes.ts';
import type * as webhook from './webhook-types.ts';

/** A collection. The fields that prove it are required. Other fields are optional. Spec §6.2. */
export const collectionPayloadShape = answerShape<webhook.CollectionPayload>({
  businessId: answer.shown(answer.idText),
  consentId: answer.shown(answer.idText),
  mandateId: answer.ownHexId,
  accountName: answer.shown(answer.text),
  accountNumber: answer.shown(answer.nuban),
  bankName: answer.shown(answer.text),
  totalAmount: answer.shown(answer.amount),
  providerMessage: answer.shown(answer.text),
  amountCollected: answer.amount,
  status: answer.shown(answer.text),
  collectedOn: answer.shown(answer.timestamp),
  collectionType: answer.shown(answer.text),
  instalmentReference: answer.ownId,
  instalmentStatus: answer.text,
  reference: answer.shown(answer.text),
});

/** The specification does not show this payload, so only the mandate is required. Spec §6.1. */
export const mandateEventShape = answerShape<webhook.MandateEventData>({
  mandateId: answer.ownHexId,
  businessId: answer.extraText,
  consentId: answer.extraText,
  accountNumber: answer.extraText,
  bankCode: answer.extraText,
  status: answer.extraText,
  reason: answer.extraText,
  occurredAt: answer.extraTimestamp,
});

const entryFields = {
  type: answer.text,
  narration: answer.text,
  amount: answer.amount,
  date: answer.timestamp,
  balance: answer.amount,
  bankCode: answer.idText,
};

const statementTransaction = answerShape<StatementTransaction>({
  type: answer.shown(entryFields.type),
  narration: answer.shown(entryFields.narration),
  amount: answer.shown(entryFields.amount),
  date: answer.shown(entryFields.date),
  balance: answer.shown(entryFields.balance),
  bankCode: answer.shown(entryFields.bankCode),
});

/** The unreadable fields of a statement's entries, by index in the original list. Never contains a value. */
export function* unreadInEntries(trans: unknown): Generator<string> {
  if (!Array.isArray(trans)) return;
  for (const [index, entry] of trans.entries()) {
    if (!readShape(statementTransaction, entry).success) yield `trans.${index}: is no entry, and is left out`;
    else {
      for (const [name, field] of Object.entries(entryFields)) {
        const value = isRecord(entry) ? (entry[name] ?? undefined) : undefined;
        if (value !== undefined && !readShape(field, value).success)
          yield `trans.${index}.${name}: cannot be read, and is left out`;
      }
    }
  }
}

/** The entries of an uploaded statement, with unreadable fields left out. Only the list is required. Spec §6.4. */
export const incomeTransactionShape = answerShape<webhook.IncomeTransactionData>({
  success: answer.shown(answer.yesOrNo),
  accountNumber: answer.shown(answer.nuban),
  accountName: answer.shown(answer.text),
  bvn: answer.shown(answer.bvn),
  appId: answer.shown(answer.idText),
  borrowerId: answer.shown(answer.idText),
  businessId: answer.shown(answer.idText),
  balance: answer.shown(answer.amount),
  bankCode: answer.shown(answer.idText),
  bankName: answer.shown(answer.text),
  pdfUrl: answer.shown(answer.storedFile),
  lastTransactionDate: answer.shown(answer.timestamp),
  trans: listOf(statementTransaction, { dropsUnreadable: true }),
});

const statementFacts: AnswerFields<webhook.StatementEventData> = {
  businessId: answer.extraText,
  borrowerId: answer.extraText,
  bvn: answer.extraText,
  accountNumber: answer.extraText,
  accountName: answer.extraText,
  bankCode: answer.extraText,
  bankName: answer.extraText,
};

export const pdfUploadShape = answerShape<webhook.PdfUploadData>({ ...statementFacts, pageCount: answer.extraInteger });

export const incomeInsightFailureShape = answerShape<webhook.IncomeInsightFailureData>({
  ...statementFacts,
  message: answer.extraText,
  code: answer.extraText,
});

export const policyEventShape = answerShape<webhook.PolicyEventData>({
  _id: answer.extraText,
  number: answer.extraText,
  status: answer.extraText,
});
