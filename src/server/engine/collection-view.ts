/** Logs and attempts as they travel. Spec §2.5 and §2.6. */
import { formatInstant } from '../../domain/calendar.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import type { CollectionAttempt, CollectionLog } from '../../wire/collection-types.ts';
import { objectIdOf, uuidOf } from './chance.ts';
import type { Attempt, CollectionOrder } from './records.ts';
import type { World } from './world.ts';

/** An order to collect and its outcome. Spec §2.5. */
export function logDocument(world: World, order: CollectionOrder): CollectionLog {
  return {
    _id: objectIdOf(world.chance, order.serial),
    businessId: world.merchant.businessId,
    mandateId: order.mandate.id,
    consentId: order.lastTried ? objectIdOf(world.chance, order.lastTried.serial) : '',
    collectionType: order.kind,
    status: order.status,
    amount: nairaFromKobo(order.amount),
    transactionRefence: uuidOf(world.chance, order.serial),
    createdAt: formatInstant(order.createdAt),
  };
}

/** One debit put to one bank for one instalment. Spec §2.6. */
export function attemptDocument(world: World, attempt: Attempt): CollectionAttempt {
  return {
    _id: objectIdOf(world.chance, attempt.serial),
    mandateId: attempt.order.mandate.id,
    instalmentReference: uuidOf(world.chance, attempt.instalment.serial),
    accountNumber: attempt.consent.accountNumber,
    bankCode: attempt.consent.bankCode,
    amount: nairaFromKobo(attempt.amount),
    status: attempt.status,
    responseCode: attempt.responseCode,
    responseMessage: responseMessage(attempt.responseCode),
    collectionType: attempt.order.kind,
    createdAt: formatInstant(attempt.at),
  };
}
