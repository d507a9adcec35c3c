import * as z from 'zod/mini';
import { parseInstant } from '../../domain/calendar.ts';
import type * as collection from '../types/collection-types.ts';
import * as answer from './answer-fields.ts';
import * as request from './request-fields.ts';
import { type AnswerFields, answerShape, onFirstUse, requestShape } from './shapes.ts';

/** The body of a debit on demand. Spec §4.7. */
export const collectManuallyInputShape = onFirstUse(() =>
  requestShape<collection.CollectManuallyInput>({
    mandateId: request.objectId,
    amount: request.amount,
    debitDate: request.day,
  }),
);

/** The answer of a debit on demand. Spec §4.7. */
export const scheduledCollectionShape = onFirstUse(() =>
  answerShape<collection.ScheduledCollection>({
    mandateId: answer.mandateId,
    totalAmount: answer.amount,
    outstandingBalance: answer.amount,
    transactionRefence: answer.text,
    paymentStatus: answer.text,
    dueDate: answer.timestamp,
  }),
);

export const collectionLogInputShape = onFirstUse(() =>
  requestShape<collection.CollectionLogInput>({ mandateId: request.objectId }),
);

// A dropped record may be a debit that took money. So only the fields that identify a debit are required.
const logFields = (): AnswerFields<collection.CollectionLog> => ({
  _id: answer.shown(answer.ownId),
  businessId: answer.shown(answer.idText),
  mandateId: answer.shown(answer.mandateId),
  consentId: answer.shown(answer.idText),
  collectionType: answer.shown(answer.text),
  status: answer.text,
  amount: answer.amount,
  transactionRefence: answer.text,
  createdAt: answer.timestamp,
});

export const collectionLogShape = onFirstUse(() => answerShape<collection.CollectionLog>(logFields()));

/** The newest log of a mandate, or null. Services send one log or all of them. Spec §4.8. */
export const newestLogShape = onFirstUse<z.ZodMiniType<collection.CollectionLog | null>>(() =>
  z.pipe(answer.oneOrMany(collectionLogShape(), ['logs', 'collectionLogs']), z.transform(newestLog)),
);

function newestLog(logs: collection.CollectionLog[]): collection.CollectionLog | null {
  let newest: collection.CollectionLog | null = null;
  for (const candidate of logs) if (!newest || madeAt(candidate) > madeAt(newest)) newest = candidate;
  return newest;
}

// Text in an unknown format sorts first, so that one odd log cannot hide the newest.
function madeAt(log: collection.CollectionLog): number {
  return parseInstant(log.createdAt) ?? Number.NEGATIVE_INFINITY;
}

export const attemptsInputShape = onFirstUse(() =>
  requestShape<collection.CollectionAttemptsInput>({
    mandateId: request.objectId,
    breakdownId: request.objectId,
  }),
);

const attempt = onFirstUse(() =>
  answerShape<collection.CollectionAttempt>({
    _id: answer.shown(answer.ownId),
    mandateId: answer.shown(answer.mandateId),
    instalmentReference: answer.shown(answer.text),
    accountNumber: answer.shown(answer.nuban),
    bankCode: answer.shown(answer.bankCode),
    amount: answer.amount,
    status: answer.text,
    responseCode: answer.shown(answer.decimalText),
    responseMessage: answer.shown(answer.text),
    collectionType: answer.shown(answer.text),
    createdAt: answer.timestamp,
  }),
);

/** An instalment's attempts, in the service's order. Spec §4.9. */
export const attemptsShape = onFirstUse<z.ZodMiniType<readonly collection.CollectionAttempt[]>>(() =>
  answer.oneOrMany(attempt(), ['attempts', 'logs', 'collectionLogs']),
);

export const listCollectionsInputShape = onFirstUse(() =>
  requestShape<collection.ListCollectionsInput>({
    type: z.enum(['auto', 'manual']),
    status: z.optional(request.text),
    search: z.optional(request.text),
  }),
);

const record = onFirstUse(() => answerShape<collection.CollectionRecord>({ ...logFields(), bvn: answer.extraText }));

/** All collections, in the service's order. Services send them as a list or in pages. Spec §4.10. */
export const collectionRecordsShape = onFirstUse<z.ZodMiniType<readonly collection.CollectionRecord[]>>(() =>
  answer.oneOrMany(record(), ['collections']),
);
