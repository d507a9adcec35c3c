/** The webhooks and bureau reports about a collection. Spec §6.1 and §6.2. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatInstant } from '../../../domain/calendar.ts';
import { NO_MONEY, nairaFromKobo, subtractKobo } from '../../../domain/money.ts';
import { responseMessage } from '../../../domain/response-codes.ts';
import type { CollectionPayload } from '../../../wire/webhooks/webhook-types.ts';
import { noteEvent } from '../mandates/mandate-events.ts';
import { outstandingOf, primaryOf } from '../mandates/mandate-state.ts';
import { pursue } from '../mandates/planning.ts';
import { accountOf, bankName, nameOf } from '../world/banks.ts';
import { nextSerial, objectIdOf, uuidOf } from '../world/chance.ts';
import { append } from '../world/long-list.ts';
import type { CollectionFacts, CollectionOrder, Instalment, WebhookContent } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { noteForDigest } from './digest.ts';

const eventNames = {
  success: 'collection.success',
  'partially paid': 'collection.partial',
  failed: 'collection.failed',
  overdue: 'collection.failed',
  processing: 'collection.processing',
} as const;

/** Announces a changed instalment to the merchant; the bureau receives only collections and misses. */
export function announce(world: World, order: CollectionOrder, instalment: Instalment): void {
  const { status } = instalment;
  const pursuit = pursue(instalment);
  if (
    status === 'scheduled' ||
    (status === pursuit.announced && (status === 'processing' || instalment.collected === pursuit.announcedAmount))
  )
    return;
  const collectedNow = subtractKobo(instalment.collected, pursuit.announcedAmount);
  pursuit.announced = status;
  // Money collected before the bank stopped answering is announced with the outcome. Otherwise the bureau and the
  // digest would miss it.
  if (status !== 'processing') pursuit.announcedAmount = instalment.collected;
  const event = eventNames[status];
  const { mandate } = order;
  const content = { collection: factsOf(world, order, instalment) };
  world.outgoing.push({ event, mandateId: mandate.id, occurredAt: world.now, content });
  noteEvent(world, mandate, { event, consent: order.lastDebited ?? order.lastTried, detail: status });
  if (event === 'collection.processing' || (event !== 'collection.failed' && collectedNow === NO_MONEY)) return;
  noteForDigest(world, { order, instalment, collected: collectedNow });
  append(world.bureauReports, {
    serial: nextSerial(world.chance),
    event,
    mandate,
    instalment,
    amount: event === 'collection.failed' ? instalment.amount : collectedNow,
    outstanding: outstandingOf(mandate),
    responseCode: order.responseCode,
    at: world.now,
  });
}

function factsOf(world: World, order: CollectionOrder, instalment: Instalment): CollectionFacts {
  const consent = order.lastDebited ?? order.lastTried ?? primaryOf(order.mandate) ?? null;
  return {
    order,
    instalment,
    consent,
    account: (consent && accountOf(world, consent)) ?? null,
    status: instalment.status,
    collected: instalment.collected,
    responseCode: order.lastDebited ? '00' : order.responseCode,
    at: world.now,
  };
}

/** The payload of a webhook. Every call returns the same payload. */
export function payloadOf(world: World, content: WebhookContent): object {
  if ('payload' in content) return content.payload;
  if ('collection' in content) return collectionPayload(world, content.collection);
  return JSON.parse(inflateRawSync(content.packed).toString());
}

// Reads only the facts and immutable fields, so that a later call gives the same payload.
function collectionPayload(
  world: World,
  { order, instalment, consent, account, status, collected, responseCode, at }: CollectionFacts,
): Required<CollectionPayload> {
  return {
    businessId: world.merchant.businessId,
    consentId: consent ? objectIdOf(world.chance, consent.serial) : '',
    mandateId: order.mandate.id,
    accountName: nameOf(world, account ?? undefined),
    accountNumber: consent?.accountNumber ?? '',
    bankName: consent ? bankName(consent.bankCode) : '',
    totalAmount: nairaFromKobo(instalment.amount),
    providerMessage: responseMessage(responseCode),
    amountCollected: nairaFromKobo(collected),
    status: 'success',
    collectedOn: formatInstant(at),
    collectionType: order.kind,
    instalmentReference: uuidOf(world.chance, instalment.serial),
    instalmentStatus: status,
    reference: uuidOf(world.chance, order.serial),
  };
}

/** Packs a payload. Unpacking gives the same JSON, byte for byte. */
export function packPayload(payload: object): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify(payload)));
}
