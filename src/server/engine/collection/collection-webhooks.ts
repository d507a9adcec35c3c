/** The webhooks and bureau reports about a collection. Spec §6.1 and §6.2. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatInstant } from '../../../domain/calendar.ts';
import type { InstalmentStatus } from '../../../domain/collection.ts';
import { type Kobo, NO_MONEY, nairaFromKobo, subtractKobo } from '../../../domain/money.ts';
import { responseMessage } from '../../../domain/response-codes.ts';
import type { CollectionPayload } from '../../../wire/webhooks/webhook-types.ts';
import { eventOf, noteAnnouncement } from '../mandates/mandate-events.ts';
import { outstandingOf, primaryOf } from '../mandates/mandate-state.ts';
import { accountOf, bankName, nameOf } from '../world/banks.ts';
import { nextSerial, objectIdOf, uuidOf } from '../world/chance.ts';
import { setValue, valueAt } from '../world/columns.ts';
import { addAnnouncement, announcedAt, announcementAt, instalmentAt, setAnnounced, statusAt } from '../world/ledger.ts';
import { append } from '../world/long-list.ts';
import type { Announcement, CollectionOrder, WebhookContent } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { noteForDigest } from './digest.ts';

/** Announces a changed instalment to the merchant; the bureau receives only collections and misses. */
export function announce(world: World, order: CollectionOrder, row: number): void {
  const { columns } = world.ledger.instalments;
  const status = statusAt(world, row);
  const collected = valueAt(columns.collected, row);
  const before = valueAt(columns.announcedAmount, row);
  if (
    status === 'scheduled' ||
    (status === announcedAt(world, row) && (status === 'processing' || collected === before))
  )
    return;
  const collectedNow = subtractKobo(collected, before);
  setAnnounced(world, row, status);
  // Money collected before the bank stopped answering is announced with the outcome. Otherwise the bureau and the
  // digest would miss it.
  if (status !== 'processing') setValue(columns.announcedAmount, row, collected);
  const event = eventOf(status);
  const isReported = event === 'collection.failed' || (event !== 'collection.processing' && collectedNow > NO_MONEY);
  if (isReported) noteForDigest(world, { order, row, collected: collectedNow });
  const announcement = addAnnouncement(world, factsOf(world, order, { row, status, collectedNow, isReported }));
  if (isReported) append(world.bureauReports, announcement);
  const { mandate } = order;
  const content = { collection: announcement };
  world.outgoing.push({ event, mandateId: mandate.id, occurredAt: world.now, content });
  noteAnnouncement(mandate, announcement);
}

interface Change {
  readonly row: number;
  readonly status: InstalmentStatus;
  readonly collectedNow: Kobo;
  readonly isReported: boolean;
}

function factsOf(
  world: World,
  order: CollectionOrder,
  { row, status, collectedNow, isReported }: Change,
): Announcement {
  const { amount, collected } = world.ledger.instalments.columns;
  const consent = order.lastDebited ?? order.lastTried ?? primaryOf(order.mandate) ?? null;
  return {
    serial: isReported ? nextSerial(world.chance) : 0,
    order,
    instalment: row,
    consent,
    isAtBank: consent !== null && accountOf(world, consent) !== undefined,
    isDebited: order.lastDebited !== null,
    status,
    responseCode: order.responseCode,
    collected: valueAt(collected, row),
    amount: eventOf(status) === 'collection.failed' ? valueAt(amount, row) : collectedNow,
    outstanding: outstandingOf(order.mandate),
    at: world.now,
  };
}

/** The payload of a webhook. Every call returns the same payload. */
export function payloadOf(world: World, content: WebhookContent): object {
  if ('payload' in content) return content.payload;
  if ('collection' in content) return collectionPayload(world, announcementAt(world, content.collection));
  return JSON.parse(inflateRawSync(content.packed).toString());
}

// Reads only the announcement and immutable fields, so that a later call gives the same payload.
function collectionPayload(world: World, announcement: Announcement): Required<CollectionPayload> {
  const { order, consent, isAtBank, isDebited, status, collected, at } = announcement;
  const { serial, amount } = instalmentAt(world, announcement.instalment);
  return {
    businessId: world.merchant.businessId,
    consentId: consent ? objectIdOf(world.chance, consent.serial) : '',
    mandateId: order.mandate.id,
    accountName: isAtBank && consent ? nameOf(world, accountOf(world, consent)) : '',
    accountNumber: consent?.accountNumber ?? '',
    bankName: consent ? bankName(consent.bankCode) : '',
    totalAmount: nairaFromKobo(amount),
    providerMessage: responseMessage(isDebited ? '00' : announcement.responseCode),
    amountCollected: nairaFromKobo(collected),
    status: 'success',
    collectedOn: formatInstant(at),
    collectionType: order.kind,
    instalmentReference: uuidOf(world.chance, serial),
    instalmentStatus: status,
    reference: uuidOf(world.chance, order.serial),
  };
}

/** Packs a payload. Unpacking gives the same JSON, byte for byte. */
export function packPayload(payload: object): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify(payload)));
}
