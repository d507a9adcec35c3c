/** The merchant's daily digest: gathered as news goes out, closed shortly after midnight. A day costs what happened on it. Spec §6. */
import { MINUTE_MS } from '../../domain/calendar.ts';
import { type Kobo, NO_MONEY } from '../../domain/money.ts';
import { type DigestWork, plan } from './agenda.ts';
import { nextSerial } from './chance.ts';
import { digestEmail } from './digest-email.ts';
import { primaryOf } from './gate.ts';
import { dayOf, midnightOf } from './lagos-time.ts';
import { restOf } from './mandate-totals.ts';
import type { CollectionOrder, DayDigest, Email, Instalment } from './records.ts';
import type { World } from './world.ts';

/** How many lines a digest has at most; the totals count everything. */
export const LINES_KEPT = 1_000;
/** How many digests a world remembers: a year of them and a month. */
export const DIGESTS_KEPT = 400;

// After the midnight's own work, so that a day is complete.
const MINUTES_AFTER_MIDNIGHT = 5;

/** Takes a collection, or a miss where nothing came in, into the digest of its day; the day's first plans the digest. */
export function noteForDigest(world: World, order: CollectionOrder, instalment: Instalment, collected: Kobo): void {
  const today = dayOf(world.now);
  const digest = world.digests.open.get(today) ?? openDigest(world, today);
  if (collected > 0) {
    digest.collections += 1;
    digest.collected = (digest.collected + collected) as Kobo;
  } else {
    digest.misses += 1;
    digest.missed = (digest.missed + restOf(instalment)) as Kobo;
  }
  if (digest.lines.length >= LINES_KEPT) return;
  const account = order.lastDebited ?? order.lastTried ?? primaryOf(order.mandate);
  digest.lines.push({
    mandateId: order.mandate.id,
    instalment: instalment.serial,
    status: instalment.status,
    due: instalment.amount,
    collected,
    bankCode: account?.bankCode ?? '',
    accountNumber: account?.accountNumber ?? '',
  });
}

function openDigest(world: World, day: number): DayDigest {
  const digest: DayDigest = {
    serial: nextSerial(world.chance),
    day,
    collected: NO_MONEY,
    collections: 0,
    missed: NO_MONEY,
    misses: 0,
    lines: [],
  };
  world.digests.open.set(day, digest);
  plan(world.agenda, midnightOf(day + 1) + MINUTES_AFTER_MIDNIGHT * MINUTE_MS, 'digests', {
    serial: digest.serial,
    day,
  });
  return digest;
}

/** Sends the digest of a day that is over; false if there is none. */
export function runDigest(world: World, { day }: DigestWork): boolean {
  const { open, sent } = world.digests;
  const digest = open.get(day);
  if (!digest) return false;
  open.delete(day);
  sent.push(digest);
  if (sent.length > DIGESTS_KEPT) {
    sent.shift();
    world.digests.dropped += 1;
  }
  return true;
}

/** The digests that went out, oldest first. They are written when somebody looks: kept are only the figures. */
export function listEmails(world: World): readonly Email[] {
  return world.digests.sent.map((digest) => digestEmail(world, digest));
}
