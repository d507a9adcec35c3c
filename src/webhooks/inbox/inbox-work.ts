/** What happens to a kept delivery after the answer: confirm it by asking, see whether it is news, then hand it to the merchant. */
import { systemClock } from '../../clock/clock.ts';
import { HOUR_MS, parseInstant, SECOND_MS } from '../../domain/calendar.ts';
import { DeadlineError, WebhookError } from '../../errors.ts';
import type { BodySeal, DeliveryGuard } from '../../loan-file/body-seal.ts';
import { workPauseMs } from '../../loan-file/work-plan.ts';
import { eventName, type WebhookEvent, type WebhookEventKind } from '../../wire/webhook-events.ts';
import type { Confirmation, Confirmed, ConfirmOptions, FoundNews, HandledDelivery } from '../confirmer.ts';
import { parse } from '../parse.ts';
import type { ReceiverSettings } from '../receive-options.ts';
import { reasonAbout, reasonOf } from './delivery-reason.ts';
import { endTogether } from './end-together.ts';
import type { InboxItem, Settlement } from './inbox.ts';
import { ERASED_BODY } from './sealed-inbox.ts';
import { COUNTER_BODY, counterReason, timesUnreadable, unreadableReason } from './unreadable-deliveries.ts';

/** How work on a delivery ended; `elsewhere`: someone else has it, or it was settled already. */
export type WorkEnd = Settlement['kind'] | 'elsewhere';

/** What work on deliveries needs. */
export interface InboxWork<Result extends Confirmation, Transaction> extends ReceiverSettings<Result, Transaction> {
  /** How personal data are guarded; undefined where the confirmer guards none. */
  readonly guard: DeliveryGuard | undefined;
  /** Seals bodies, where there are keys. */
  readonly seal: BodySeal | undefined;
  /** Awaited before the service is asked. */
  readonly beforeAsking: () => Promise<void>;
  /** Keeps what asking found as a delivery of its own, and begins to work on it. */
  readonly keepFound: (found: FoundNews) => Promise<unknown>;
}

/** Claims a kept delivery, due or not, and works on it. Never throws. */
export async function workOn<Result extends Confirmation, Transaction>(
  key: string,
  work: InboxWork<Result, Transaction>,
): Promise<WorkEnd> {
  const { inbox, clock, leaseMs } = work;
  try {
    const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
    return item ? await workOnClaimed(item, work) : 'elsewhere';
  } catch (error) {
    return inboxFailed(key, error, work);
  }
}

/** Works on a delivery that is claimed. Never throws: what fails, or is not confirmed yet, stays unfinished with its reason. */
export async function workOnClaimed<Result extends Confirmation, Transaction>(
  item: InboxItem,
  work: InboxWork<Result, Transaction>,
): Promise<WorkEnd> {
  try {
    const end = await endOf(item, work);
    if (end === 'elsewhere' || end === 'done') return end;
    return (await work.inbox.settle(item, end)) ? end.kind : 'elsewhere';
  } catch (error) {
    return inboxFailed(item.key, error, work);
  }
}

/**
 * Asks the service because a body came again. The same words may report something new, such as one more collection of a mandate that they only name; what asking
 * finds is handed on as deliveries of its own. Never throws: what is lost here, reconciliation finds.
 */
export async function askAgain<Result extends Confirmation, Transaction>(
  body: string,
  work: InboxWork<Result, Transaction>,
): Promise<void> {
  const { confirm, clock, beforeAsking, asksPerMandateAndHour: mostAnHour, keepFound, logger, guard } = work;
  let event: WebhookEvent | undefined;
  try {
    event = parse(body);
    const result = await confirm.confirm(event, {
      beforeAsking,
      isRepetition: true,
      terms: { since: clock.now(), mostAnHour },
    });
    for (const found of ('found' in result && result.found) || []) await keepFound(found);
  } catch (error) {
    logger.warn?.('repaykit: the service could not be asked about a delivery that came again', {
      kind: event?.kind,
      reason: await reasonAbout(event, error, guard),
    });
  }
}

function inboxFailed<Result extends Confirmation, Transaction>(
  key: string,
  error: unknown,
  { logger }: InboxWork<Result, Transaction>,
): WorkEnd {
  logger.error?.('repaykit: the inbox failed; the delivery is worked on again when it is drained', {
    key,
    reason: reasonOf(error),
  });
  return 'failed';
}

// `done`: it has ended together with effects of the merchant's own.
async function endOf<Result extends Confirmation, Transaction>(
  item: InboxItem,
  work: InboxWork<Result, Transaction>,
): Promise<Settlement | 'elsewhere' | 'done'> {
  if (item.body === COUNTER_BODY) return { kind: 'quarantined', reason: item.reason ?? counterReason(0) };
  if (item.body === ERASED_BODY) {
    // It was never read, and goes on being counted.
    if (item.reason !== undefined && timesUnreadable(item.reason) > 0)
      return { kind: 'quarantined', reason: item.reason };
    work.logger.info?.('repaykit: a delivery was not worked on, because its payer was erased', {
      key: item.key,
      kind: item.kind,
    });
    return { kind: 'done' };
  }
  let event: WebhookEvent | undefined;
  try {
    event = parse(item.body);
    const { kind } = event;
    const result = await work.confirm.confirm(event, {
      beforeAsking: work.beforeAsking,
      isProven: isProven(item),
      terms: termsOf(item, work),
    });
    // Before the delivery ends: what is not kept by then is found again, by the next look at the loan.
    for (const found of ('found' in result && result.found) || []) await work.keepFound(found);
    if (result.kind === 'confirmed') return await handOn(item, { event, confirmed: result as Confirmed<Result> }, work);
    const { kind: outcome } = result;
    const reason = await reasonAbout(event, result.reason, work.guard);
    if (outcome === 'unconfirmed') return unconfirmed(item, { kind, reason }, work);
    const { level, message } = endings[outcome];
    work.logger[level]?.(message, { key: item.key, kind, reason });
    return doneOf(event, work);
  } catch (error) {
    return failed(item, { kind: event?.kind, reason: await reasonAbout(event, error, work.guard), error }, work);
  }
}

const endings = {
  deferred: { level: 'warn', message: 'repaykit: a delivery was left to reconciliation' },
  unrelated: { level: 'info', message: 'repaykit: a delivery concerns nothing of ours' },
  synced: { level: 'info', message: 'repaykit: a delivery was answered by asking the service' },
} as const;

async function handOn<Result extends Confirmation, Transaction>(
  item: InboxItem,
  { event, confirmed }: { readonly event: WebhookEvent; readonly confirmed: Confirmed<Result> },
  work: InboxWork<Result, Transaction>,
): Promise<Settlement | 'elsewhere' | 'done'> {
  const done = doneOf(event, work);
  const isNews = await recognised(item, confirmed.news, work);
  if (isNews === 'lost') return 'elsewhere';
  if (isNews === 'taken') {
    work.logger.info?.('repaykit: a delivery brings what another one told', { key: item.key, kind: event.kind });
    return done;
  }
  const handlers = handlersOf(event, work);
  if (handlers.length === 0) return done;
  const ending = endTogether(item, done, work.inbox);
  try {
    await withinLease(async () => {
      for (const [index, handler] of handlers.entries()) {
        await handler(event, confirmed, index === handlers.length - 1 ? ending.delivery : ending.withoutCommit(event));
      }
    }, work.leaseMs);
  } catch (error) {
    if (ending.wasTaken()) {
      work.logger.warn?.(
        'repaykit: a delivery was taken over by another worker, or ended, while its handler ran; its effects were not written here',
        {
          key: item.key,
          kind: event.kind,
          reason: await reasonAbout(event, error, work.guard),
        },
      );
      return 'elsewhere';
    }
    if (!ending.hasEnded()) throw error;
    // Its effects are committed and the delivery has ended: calling it again would do everything twice.
    work.logger.error?.('repaykit: a handler threw after its delivery had ended', {
      key: item.key,
      kind: event.kind,
      reason: await reasonAbout(event, error, work.guard),
    });
  }
  return ending.hasEnded() ? 'done' : done;
}

type Handler<Result extends Confirmation, Transaction> = (
  event: WebhookEvent,
  confirmed: Confirmed<Result>,
  delivery: HandledDelivery<Transaction>,
) => void | Promise<void>;

// The handler of the specific name, then that of the kind. The table's type guarantees that each takes the event of its name.
function handlersOf<Result extends Confirmation, Transaction>(
  event: WebhookEvent,
  { on }: Pick<InboxWork<Result, Transaction>, 'on'>,
): readonly Handler<Result, Transaction>[] {
  const names = new Set([eventName(event), event.kind]);
  return [...names].flatMap((name) => (on[name] as Handler<Result, Transaction> | undefined) ?? []);
}

async function recognised<Result extends Confirmation, Transaction>(
  item: InboxItem,
  news: string | undefined,
  { inbox }: InboxWork<Result, Transaction>,
): Promise<'ours' | 'taken' | 'lost'> {
  if (item.news !== undefined) return 'ours';
  // It had a name from the beginning, and handed it over while it was quarantined.
  if (item.source === 'reconciled') return 'taken';
  return news === undefined ? 'ours' : inbox.recognise(item, news);
}

// What reconciliation found has its name from the beginning. What has a name was borne out once: that it is not so any more does not undo that it was.
function isProven({ source, news }: InboxItem): boolean {
  return source === 'reconciled' || news !== undefined;
}

const keptForWaiters: readonly WebhookEventKind[] = [
  'income_transaction',
  'income_insight',
  'income_insight_failure',
  'pdf_upload',
];

// Whoever uploaded a statement may wait in another process, and finds what came of it in the inbox.
function doneOf<Result extends Confirmation, Transaction>(
  { kind, event }: WebhookEvent,
  { clock }: InboxWork<Result, Transaction>,
): Settlement {
  // One that lacks what it needs is unknown, and may be the answer all the same.
  const isOfStatement = keptForWaiters.includes(kind) || (kind === 'unknown' && event?.startsWith('income_') === true);
  return isOfStatement ? { kind: 'done', keepBodyUntil: clock.now() + HOUR_MS } : { kind: 'done' };
}

const NOT_YET = 'not confirmed yet';
const SECOND_LOOK_MS = 60 * SECOND_MS;

/**
 * Which reading answers a delivery: one that began after it came. What was not borne out is looked at again after a minute and at the end; a reading that began by then
 * answers all that wait for it. What came again, or was replayed, needs another one.
 */
function termsOf<Result extends Confirmation, Transaction>(
  { attempts, reason, receivedAt }: InboxItem,
  { clock, unconfirmedForMs, asksPerMandateAndHour: mostAnHour }: InboxWork<Result, Transaction>,
): ConfirmOptions['terms'] {
  const came = parseInstant(receivedAt);
  const isPlanned = reason?.startsWith(NOT_YET) === true || (attempts === 1 && reason === undefined);
  if (came === undefined || !isPlanned) return { since: undefined, mostAnHour };
  const age = clock.now() - came;
  const looks = [1, SECOND_LOOK_MS, unconfirmedForMs].filter(
    (look) => look > 0 && (look === 1 || look <= Math.min(age, unconfirmedForMs)),
  );
  return { since: came + Math.max(...looks), mostAnHour };
}

// A few looks say more than one, however far apart.
const FEWEST_LOOKS = 3;

// The service's reads may lag behind its webhooks: what they do not show at first may be true all the same.
function unconfirmed<Result extends Confirmation, Transaction>(
  item: InboxItem,
  { kind, reason }: { readonly kind: string; readonly reason: string },
  { clock, unconfirmedForMs, logger }: InboxWork<Result, Transaction>,
): Settlement {
  const waitedMs = clock.now() - (parseInstant(item.receivedAt) ?? 0);
  const facts = { key: item.key, kind, attempts: item.attempts, reason };
  if (unconfirmedForMs === 0 || (waitedMs >= unconfirmedForMs && item.attempts >= FEWEST_LOOKS)) {
    logger.warn?.('repaykit: a delivery was quarantined', facts);
    return { kind: 'quarantined', reason };
  }
  logger.info?.('repaykit: a delivery is not confirmed yet; it is looked at again when the inbox is drained', facts);
  const pauseMs = Math.min(pauseAfter(item), Math.max(SECOND_MS, Math.round(unconfirmedForMs / (FEWEST_LOOKS + 1))));
  return { kind: 'failed', reason: `${NOT_YET}: ${reason}`, dueAt: clock.now() + pauseMs };
}

function failed<Result extends Confirmation, Transaction>(
  item: InboxItem,
  { kind, reason, error }: { readonly kind: string | undefined; readonly reason: string; readonly error: unknown },
  { clock, maxAttempts, logger }: InboxWork<Result, Transaction>,
): Settlement {
  const facts = { key: item.key, kind, attempts: item.attempts, reason };
  // What cannot be read will never be; what failed so often fails for a reason that waiting does not mend.
  if (error instanceof WebhookError || item.attempts >= maxAttempts) {
    logger.error?.('repaykit: a delivery was quarantined: work on it keeps failing', facts);
    if (error instanceof WebhookError)
      return {
        kind: 'quarantined',
        reason: unreadableReason(error.message, Math.max(1, timesUnreadable(item.reason))),
      };
    return {
      kind: 'quarantined',
      reason: `gave up after ${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}: ${reason}`,
    };
  }
  logger.error?.('repaykit: work on a delivery failed; it is tried again when the inbox is drained', facts);
  const pauseMs = Math.max(pauseAfter(item), retryAfterMsOf(error));
  return { kind: 'failed', reason, dueAt: clock.now() + pauseMs };
}

// Whoever drains next tries a second time at once: most failures are over by then.
function pauseAfter({ key, attempts }: InboxItem): number {
  if (attempts <= 1) return 0;
  // Keys are hashes: as good as chance, and the same in every process.
  const digits = Number.parseInt(key.slice(0, 8), 16);
  return workPauseMs(attempts - 1, Number.isFinite(digits) ? digits / 2 ** 32 : 0);
}

function retryAfterMsOf(error: unknown): number {
  const { retryAfterMs } = (error ?? {}) as { readonly retryAfterMs?: unknown };
  return typeof retryAfterMs === 'number' && Number.isFinite(retryAfterMs)
    ? Math.min(Math.max(0, retryAfterMs), HOUR_MS)
    : 0;
}

/** Waits for a handler no longer than its claim holds: one that never ends must not keep the others from theirs. On the machine's time, as the handler is. */
async function withinLease(handle: () => Promise<void>, leaseMs: number): Promise<void> {
  const over = new AbortController();
  const limit = systemClock.sleep(leaseMs, over.signal).then(
    () =>
      Promise.reject(
        new DeadlineError(`The handler did not end within the ${leaseMs} ms of its claim`, leaseMs, {
          retryable: true,
        }),
      ),
    () => undefined,
  );
  try {
    await Promise.race([handle(), limit]);
  } finally {
    over.abort();
  }
}
