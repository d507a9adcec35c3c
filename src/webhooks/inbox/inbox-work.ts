/** Works on a stored delivery after the answer: confirms it with the service, then calls the handlers. */

import { workPauseMs } from '../../clock/clock.ts';
import { HOUR_MS, parseInstant, SECOND_MS } from '../../domain/calendar.ts';
import { WebhookError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import type { WebhookEvent } from '../../wire/webhooks/webhook-events.ts';
import type { ConfirmOptions } from '../confirmer.ts';
import { parse } from '../parse.ts';
import { doneOf, handOn, type InboxWork, type ItemEnd } from './delivery-handlers.ts';
import { reasonAbout, reasonOf } from './delivery-reason.ts';
import type { InboxItem, Settlement } from './inbox.ts';
import { ERASED_BODY } from './sealed-inbox.ts';
import { COUNTER_BODY, counterReason, timesUnreadable, unreadableReason } from './unreadable-deliveries.ts';

/** How work on a delivery ended. `elsewhere`: another process works on it, or it was already settled. */
export type WorkEnd = Settlement['kind'] | 'elsewhere';

/** Claims a stored delivery, due or not, and works on it. Never throws. */
export async function workOn(key: string, work: InboxWork): Promise<WorkEnd> {
  const { inbox, clock, leaseMs } = work;
  try {
    const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
    return item ? await workOnClaimed(item, work) : 'elsewhere';
  } catch (error) {
    return inboxFailed(key, error, work);
  }
}

/** Works on a claimed delivery. Never throws: a failed or unconfirmed delivery stays unfinished with its reason. */
export async function workOnClaimed(item: InboxItem, work: InboxWork): Promise<WorkEnd> {
  try {
    const end = await endOf(item, work);
    if (end === 'elsewhere') return end;
    if (end === 'settled') return 'done';
    return (await work.inbox.settle(item, end)) ? end.kind : 'elsewhere';
  } catch (error) {
    return inboxFailed(item.key, error, work);
  }
}

function inboxFailed(key: string, error: unknown, { logger }: InboxWork): WorkEnd {
  const message = 'repaykit: the inbox failed; the delivery is worked on again when it is drained';
  logger.error(message, { key, reason: reasonOf(error) });
  return 'failed';
}

/**
 * Asks the service because a body came again, which may report another state change, such as one more collection. What
 * is found becomes separate deliveries. Never throws: reconciliation finds what is lost here.
 */
export async function askAgain(body: string, work: InboxWork): Promise<void> {
  const { confirm, clock, beforeAsking, asksPerMandateAndHour: mostAnHour, logger, guard } = work;
  let event: WebhookEvent | undefined;
  try {
    event = parse(body);
    const terms = { since: clock.now(), mostAnHour };
    const result = await confirm.confirm(event, { beforeAsking, isRepetition: true, terms });
    for (const found of ('found' in result && result.found) || []) await work.storeFound(found);
  } catch (error) {
    logger.warn('repaykit: the service could not be asked about a delivery that came again', {
      kind: event?.kind,
      reason: await reasonAbout(event, error, guard),
    });
  }
}

async function endOf(item: InboxItem, work: InboxWork): Promise<ItemEnd> {
  if (item.body === COUNTER_BODY) return { kind: 'quarantined', reason: item.reason ?? counterReason(0) };
  if (item.body === ERASED_BODY) return endOfErased(item, work);
  const { beforeAsking, guard, logger } = work;
  let event: WebhookEvent | undefined;
  try {
    event = parse(item.body);
    const { kind } = event;
    const result = await work.confirm.confirm(event, {
      beforeAsking,
      // The service confirmed it before it was stored or named. A different answer now does not undo that.
      isProven: item.source === 'reconciled' || item.news !== undefined,
      terms: termsOf(item, work),
    });
    // Before the delivery ends: the next visit to the loan finds whatever is not stored by then.
    for (const found of ('found' in result && result.found) || []) await work.storeFound(found);
    if (result.kind === 'confirmed') return await handOn(item, { event, confirmed: result }, work);
    const { kind: outcome } = result;
    const reason = await reasonAbout(event, result.reason, guard);
    if (outcome === 'unconfirmed') return unconfirmed(item, { kind, reason }, work);
    const { level, message } = endings[outcome];
    logger[level](message, { key: item.key, kind, reason });
    return doneOf(event, work);
  } catch (error) {
    return failed(item, { kind: event?.kind, reason: await reasonAbout(event, error, guard), error }, work);
  }
}

function endOfErased({ key, kind, reason }: InboxItem, { logger }: InboxWork): Settlement {
  // An unreadable delivery was never parsed, and is still counted.
  if (reason !== undefined && timesUnreadable(reason) > 0) return { kind: 'quarantined', reason };
  logger.info('repaykit: a delivery was not worked on, because its payer was erased', { key, kind });
  return { kind: 'done' };
}

const endings = {
  deferred: { level: 'warn', message: 'repaykit: a delivery was left to reconciliation' },
  unrelated: { level: 'info', message: 'repaykit: a delivery concerns nothing of ours' },
  synced: { level: 'info', message: 'repaykit: a delivery was answered by asking the service' },
} as const;

// Part of a stored text: a reason with this prefix waits for the next read of the service.
const NOT_YET = 'not confirmed yet';
const SECOND_READ_MS = 60 * SECOND_MS;

/**
 * A delivery is answered by a read that began after it arrived. An unconfirmed one is read again after a minute and at
 * the end of its time, once for all that wait. A repeated or replayed delivery needs a new read.
 */
function termsOf({ attempts, reason, receivedAt }: InboxItem, work: InboxWork): ConfirmOptions['terms'] {
  const { clock, unconfirmedForMs, asksPerMandateAndHour: mostAnHour } = work;
  const came = parseInstant(receivedAt);
  const isPlanned = reason?.startsWith(NOT_YET) === true || (attempts === 1 && reason === undefined);
  if (came === undefined || !isPlanned) return { since: undefined, mostAnHour };
  const until = Math.min(clock.now() - came, unconfirmedForMs);
  const reads = [SECOND_READ_MS, unconfirmedForMs].filter((ms) => ms <= until);
  return { since: came + Math.max(1, ...reads), mostAnHour };
}

// Several reads are more reliable than one, whatever the interval.
const FEWEST_READS = 3;

// The service's reads may lag behind its webhooks. A change that they do not show at first may still be true.
function unconfirmed(
  item: InboxItem,
  { kind, reason }: { readonly kind: string; readonly reason: string },
  { clock, unconfirmedForMs, logger }: InboxWork,
): Settlement {
  const waitedMs = clock.now() - (parseInstant(item.receivedAt) ?? 0);
  const facts = { key: item.key, kind, attempts: item.attempts, reason };
  if (unconfirmedForMs === 0 || (waitedMs >= unconfirmedForMs && item.attempts >= FEWEST_READS)) {
    logger.warn('repaykit: a delivery was quarantined', facts);
    return { kind: 'quarantined', reason };
  }
  logger.info('repaykit: a delivery is not confirmed yet; it is looked at again when the inbox is drained', facts);
  const pauseMs = Math.min(pauseAfter(item), Math.max(SECOND_MS, Math.round(unconfirmedForMs / (FEWEST_READS + 1))));
  return { kind: 'failed', reason: `${NOT_YET}: ${reason}`, dueAt: clock.now() + pauseMs };
}

function failed(
  item: InboxItem,
  { kind, reason, error }: { readonly kind: string | undefined; readonly reason: string; readonly error: unknown },
  { clock, maxAttempts, logger }: InboxWork,
): Settlement {
  const { key, attempts } = item;
  const facts = { key, kind, attempts, reason };
  const isUnreadable = error instanceof WebhookError;
  // An unreadable delivery stays unreadable, and waiting does not fix a delivery that failed this often.
  if (isUnreadable || attempts >= maxAttempts) {
    logger.error('repaykit: a delivery was quarantined: work on it keeps failing', facts);
    const why = isUnreadable
      ? unreadableReason(error.message, Math.max(1, timesUnreadable(item.reason)))
      : `gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${reason}`;
    return { kind: 'quarantined', reason: why };
  }
  logger.error('repaykit: work on a delivery failed; it is tried again when the inbox is drained', facts);
  return { kind: 'failed', reason, dueAt: clock.now() + Math.max(pauseAfter(item), retryAfterMsOf(error)) };
}

// The next drain makes the second attempt at once: most failures are over by then.
function pauseAfter({ key, attempts }: InboxItem): number {
  if (attempts <= 1) return 0;
  // Keys are hashes, so they serve as random jitter that is the same in every process.
  const digits = Number.parseInt(key.slice(0, 8), 16);
  return workPauseMs(attempts - 1, Number.isFinite(digits) ? digits / 2 ** 32 : 0);
}

function retryAfterMsOf(error: unknown): number {
  const { retryAfterMs } = looseFields(error);
  return typeof retryAfterMs === 'number' && Number.isFinite(retryAfterMs)
    ? Math.min(Math.max(0, retryAfterMs), HOUR_MS)
    : 0;
}
