/** The webhooks and bureau reports about a collection. Spec §6.1 and §6.2. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatInstant } from '../../../domain/calendar.ts';
import { NO_MONEY, nairaFromKobo, subtractKobo } from '../../../domain/money.ts';
import { responseMessage } from '../../../domain/response-codes.ts';
import type { CollectionPayload } from '../../../wire/webhooks/webhook-types.ts';
import { eventOf } from '../mandates/mandate-events.ts';
import { accountOnOrder, outstandingOf } from '../mandates/mandate-state.ts';
import { accountOf, bankName, nameOf } from '../world/banks.ts';
import { nextSerial, objectIdOf, uuidOf } from '../world/chance.ts';
import { addRow, setValue, valueAt } from '../world/columns.ts';
import { announcedAt, instalmentAt, statusAt, statusNumber } from '../world/ledger.ts';
import { append } from '../world/long-list.ts';
import { announcementAt, mandateOf } from '../world/orders.ts';
import type { Announcement, WebhookContent } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { noteForDigest } from './digest.ts';

/** Announces a changed instalment to the merchant; the bureau receives only collections and misses. */
export function announce(world: World, order: number, row: number): void {
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
  setValue(columns.announced, row, statusNumber(status));
  // Money collected before the bank stopped answering is announced with the outcome. Otherwise the bureau and the
  // digest would miss it.
  if (status !== 'processing') setValue(columns.announcedAmount, row, collected);
  const event = eventOf(status);
  const isReported = event === 'collection.failed' || (event !== 'collection.processing' && collectedNow > NO_MONEY);
  if (isReported) noteForDigest(world, { order, row, collected: collectedNow });
  const announcement = addAnnouncement(world, order, row);
  const { serial, amount } = world.ledger.announcements.columns;
  setValue(amount, announcement, event === 'collection.failed' ? valueAt(columns.amount, row) : collectedNow);
  if (isReported) {
    setValue(serial, announcement, nextSerial(world.chance));
    append(world.bureauReports, announcement);
  }
  const content = { collection: announcement };
  world.outgoing.push({ event, mandateId: mandateOf(world, order).id, occurredAt: world.now, content });
}

function addAnnouncement(world: World, order: number, instalment: number): number {
  const { announcements, instalments, mandates, orders } = world.ledger;
  const { columns } = announcements;
  const { lastDebited, responseCode } = orders.columns;
  const mandate = mandateOf(world, order);
  const consent = accountOnOrder(world, order);
  const row = addRow(announcements);
  setValue(columns.previous, row, valueAt(mandates.columns.lastAnnouncement, mandate.row));
  setValue(columns.historyLength, row, mandate.history.length);
  setValue(columns.order, row, order);
  setValue(columns.instalment, row, instalment);
  setValue(columns.consent, row, consent ? mandate.consents.indexOf(consent) + 1 : 0);
  setValue(columns.isAtBank, row, consent && accountOf(world, consent) ? 1 : 0);
  setValue(columns.isDebited, row, valueAt(lastDebited, order) > 0 ? 1 : 0);
  setValue(columns.status, row, valueAt(instalments.columns.status, instalment));
  setValue(columns.responseCode, row, valueAt(responseCode, order));
  setValue(columns.collected, row, valueAt(instalments.columns.collected, instalment));
  setValue(columns.outstanding, row, outstandingOf(world, mandate));
  setValue(columns.at, row, world.now);
  setValue(mandates.columns.lastAnnouncement, mandate.row, row + 1);
  return row;
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
