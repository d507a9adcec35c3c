/** Notifies the receiver's handlers of the state changes that a loan's file shows, each once. */

import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { type EventTimes, notificationBody } from '../../client/workflows/sync/notification-body.ts';
import { systemClock } from '../../clock/clock.ts';
import { quietly } from '../../clock/mutex.ts';
import { addDays, DAY_MS, formatInstant, lagosInstant, parseInstant } from '../../domain/calendar.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type StateChange, stateChangesOf } from '../../domain/loan/state-changes.ts';
import { given } from '../../validation/record.ts';
import type { FoundStateChange } from '../../webhooks/confirmer.ts';
import type { Receiver } from '../../webhooks/receive.ts';

/** A state change in a loan's file that no webhook had reported. */
export interface MissedStateChange extends Pick<FoundStateChange, 'name'> {
  /** The loan that changed. */
  readonly loanId: string;
  /** The mandate of the loan. */
  readonly mandateId: string;
  /**
   * The kind of the missing webhook. The service never sends one for `mandate.disputed` and `mandate.pending_timeout`.
   */
  readonly kind: FoundStateChange['kind'];
  /** The latest time at which it happened, ISO 8601, or its day if only that is known. */
  readonly happenedAt?: string;
  /** How long it was unknown, in milliseconds. Absent if only its day is known. */
  readonly unreportedForMs?: number;
}

/** What to notify of, and a list that collects what was missing. */
export interface Notification {
  readonly state: LoanState;
  /** The loan before the visit. */
  readonly before?: LoanState;
  readonly times?: EventTimes | undefined;
  readonly missing: MissedStateChange[];
}

/**
 * Notifies of everything that a loan's file shows. The inbox recognises state changes by name. Each reaches the
 * handlers once, even if another process or a webhook reports it before, at the same time or later. Changes that were
 * new to the inbox are added to `missing` at once.
 */
export async function notifyOf(
  context: LoanContext,
  notifier: Notifier,
  { state, before, times, missing }: Notification,
): Promise<void> {
  const { clock, businessId } = context.engine.settings;
  const { loanId, mandateId } = state;
  const knownBefore = new Set((before ? stateChangesOf(before, clock.today()) : []).map(({ name }) => name));
  for (const change of stateChangesOf(state, clock.today())) {
    const { name, kind } = change;
    // The time of the mandate's last change does not apply to what the file already showed.
    const happenedAt = timeOf(change, state, knownBefore.has(name) ? undefined : times);
    const body = notificationBody(change, state, { businessId, happenedAt });
    if (!(await notifier.notify({ name, kind, body }, state))) continue;
    const instant = parseInstant(happenedAt);
    const unreportedForMs = instant === undefined ? undefined : Math.max(0, clock.now() - instant);
    missing.push({ loanId, mandateId, kind, name, ...given({ happenedAt, unreportedForMs }) });
  }
}

function timeOf(change: StateChange, { terms }: LoanState, times: EventTimes | undefined): string | undefined {
  if (change.kind === 'collection') return times?.ofInstalment(change.facts.instalmentReference) ?? change.facts.date;
  return change.kind === 'mandate.expired' ? formatInstant(lagosInstant(addDays(terms.endDate, 1))) : times?.ofMandate;
}

/** Passes a state change to the lender's handlers. */
export interface Notifier {
  /** False if the inbox already has it. */
  notify(found: FoundStateChange, state: Pick<LoanState, 'openedAt'>): Promise<boolean>;
}

type NotifyingInbox = Partial<Pick<Receiver, 'notify' | 'inbox'>>;

/**
 * The notifier of a receiver. With `baseline` it stores every change as done. Undefined if the receiver cannot notify.
 */
export function notifierOf(
  context: LoanContext,
  { notify, inbox }: NotifyingInbox = {},
  { isBaseline = false } = {},
): Notifier | undefined {
  if (typeof notify !== 'function') return undefined;
  if (isBaseline) return { notify: async (found) => (await notify([found], { isBaseline })).length > 0 };
  const watch = new NewInboxWatch(context, inbox);
  return {
    async notify(found, state) {
      const isNew = (await notify([found])).length > 0;
      if (isNew) await watch.notice(state);
      return isNew;
    },
  };
}

// One or two changes may have been lost. More than that, from loans that are not new, are history.
const MOST_OF_THE_PAST = 10;

const warnedOf = new WeakSet<object>();

/** Detects that the whole history of loans goes through a new inbox, and warns once per inbox of the process. */
class NewInboxWatch {
  readonly #context: LoanContext;
  readonly #inbox: NotifyingInbox['inbox'];
  #notified = 0;

  constructor(context: LoanContext, inbox: NotifyingInbox['inbox']) {
    this.#context = context;
    this.#inbox = inbox;
  }

  async notice({ openedAt }: Pick<LoanState, 'openedAt'>): Promise<void> {
    const { clock, logger } = this.#context.engine.settings;
    if (clock.now() - (parseInstant(openedAt) ?? 0) <= DAY_MS) return;
    this.#notified += 1;
    if (this.#notified !== MOST_OF_THE_PAST + 1 || !this.#inbox || warnedOf.has(this.#inbox)) return;
    // If the inbox cannot be listed, there is no warning.
    const webhooks = await this.#inbox.list({ source: 'webhook', limit: 1 }).catch(() => undefined);
    if (webhooks?.length !== 0) return;
    warnedOf.add(this.#inbox);
    const message =
      'repaykit: this looks like a new inbox: it never held a webhook, and your handlers are being notified of the past of loans. If they know it from elsewhere, stop this and run `repaykit reconcile --baseline` once';
    quietly(() => logger?.warn?.(message, { notifiedSoFar: this.#notified }));
  }
}

// A receiver that also receives webhooks may never be idle.
const LONGEST_WAIT_MS = 10_000;

/**
 * Resolves with true when a receiver's handlers are done, or with false when the wait times out. After true, the
 * process can end without interrupting a handler.
 */
export async function whenHandled(
  { settled }: Partial<Pick<Receiver, 'settled'>>,
  wait: { readonly longestMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const { longestMs = LONGEST_WAIT_MS, signal } = wait;
  if (!settled) return true;
  const isOver = new AbortController();
  const limit = systemClock.sleep(longestMs, signal ? AbortSignal.any([signal, isOver.signal]) : isOver.signal);
  const over = () => false;
  try {
    return await Promise.race([settled().then(() => true), limit.then(over, over)]);
  } finally {
    isOver.abort();
  }
}
