import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { type EventTimes, notificationBody } from '../../client/workflows/sync/notification-body.ts';
import { systemClock } from '../../clock/clock.ts';
import { quietly } from '../../clock/mutex.ts';
import { addDays, DAY_MS, formatInstant, lagosInstant, parseInstant } from '../../domain/calendar.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type StateChange, stateChangesOf } from '../../domain/loan/state-changes.ts';
import type { FoundNews } from '../../webhooks/confirmer.ts';
import type { Receiver } from '../../webhooks/receive.ts';

/** News that a loan's file shows and that no webhook had brought. */
export interface MissingNews {
  /** Whose news it is. */
  readonly loanId: string;
  /** The mandate of the loan. */
  readonly mandateId: string;
  /** What the webhook would have been; of `mandate.disputed` and `mandate.pending_timeout` the service sends none. */
  readonly kind: FoundNews['kind'];
  /** The news's own name: the same for the same news. */
  readonly name: string;
  /** When it happened at the latest, ISO 8601, or its day, where only that is known. */
  readonly happenedAt?: string;
  /** For how long nobody heard of it, in milliseconds; absent where only its day is known. */
  readonly unheardForMs?: number;
}

/**
 * Tells everything that a loan's file shows: what was told before, is being told or is told later by a webhook is told once all the same, because the inbox knows news
 * by its name. What nobody had told is added to `missing` as soon as it is told.
 */
export async function tellNews(
  context: LoanContext,
  teller: Teller,
  { state, before, times, missing }: Telling,
): Promise<void> {
  const { clock, businessId } = context.engine.settings;
  const knownBefore = new Set((before ? stateChangesOf(before, clock.today()) : []).map(({ name }) => name));
  for (const news of stateChangesOf(state, clock.today())) {
    // The last change of the mandate says nothing about what the file showed before.
    const at = happenedAt(news, state, knownBefore.has(news.name) ? undefined : times);
    const found = {
      name: news.name,
      kind: news.kind,
      body: notificationBody(news, state, { businessId, happenedAt: at }),
    };
    const isUntold = await teller.tell(found, state);
    if (isUntold)
      missing.push(missingNews(state, { name: found.name, kind: found.kind, happenedAt: at, now: clock.now() }));
  }
}

/** What is told, and where it is noted. */
export interface Telling {
  readonly state: LoanState;
  /** The loan before the look, and when what the look found happened. */
  readonly before?: LoanState;
  readonly times?: EventTimes | undefined;
  readonly missing: MissingNews[];
}

function happenedAt(news: StateChange, { terms }: LoanState, times: EventTimes | undefined): string | undefined {
  if (news.kind === 'collection') return times?.ofInstalment(news.facts.instalmentReference) ?? news.facts.date;
  return news.kind === 'mandate.expired' ? formatInstant(lagosInstant(addDays(terms.endDate, 1))) : times?.ofMandate;
}

interface Untold extends Pick<MissingNews, 'name' | 'kind'> {
  readonly happenedAt: string | undefined;
  readonly now: number;
}

function missingNews({ loanId, mandateId }: LoanState, { name, kind, happenedAt: at, now }: Untold): MissingNews {
  const instant = parseInstant(at);
  return {
    loanId,
    mandateId,
    kind,
    name,
    ...(at === undefined ? {} : { happenedAt: at }),
    ...(instant === undefined ? {} : { unheardForMs: Math.max(0, now - instant) }),
  };
}

/** Whoever tells the merchant's handlers what a loan's file shows. */
export interface Teller {
  /** Has it told, once; false where it was told, or is being told, before. */
  tell(found: FoundNews, state: Pick<LoanState, 'openedAt'>): Promise<boolean>;
}

/** A receiver, as far as it tells. */
type TellingInbox = Partial<Pick<Receiver, 'tell' | 'inbox'>>;

/** What a receiver tells of: everything, or, as a baseline, nothing of what is kept as told. Undefined where the receiver tells nobody. */
export function tellerOf(
  context: LoanContext,
  receiver: TellingInbox | undefined,
  { isBaseline = false } = {},
): Teller | undefined {
  if (typeof receiver?.tell !== 'function') return undefined;
  const { tell } = receiver as Pick<Receiver, 'tell'>;
  if (isBaseline) return { tell: async (found) => (await tell([found], { isBaseline })).length > 0 };
  const watch = new NewInboxWatch(context, receiver);
  return {
    async tell(found, state) {
      const isUntold = (await tell([found])).length > 0;
      if (isUntold) await watch.notice(state);
      return isUntold;
    },
  };
}

// One or two may have been lost; so many of loans that are no news themselves are a past.
const MOST_OF_THE_PAST = 10;

const warnedOf = new WeakSet<object>();

/** Notices in a run that a whole past is being told through an inbox that never heard of it, and says so once for each inbox of the process. */
class NewInboxWatch {
  readonly #context: LoanContext;
  readonly #inbox: TellingInbox['inbox'];
  #told = 0;

  constructor(context: LoanContext, { inbox }: TellingInbox) {
    this.#context = context;
    this.#inbox = inbox;
  }

  async notice({ openedAt }: Pick<LoanState, 'openedAt'>): Promise<void> {
    const { clock, logger } = this.#context.engine.settings;
    if (clock.now() - (parseInstant(openedAt) ?? 0) <= DAY_MS) return;
    this.#told += 1;
    if (this.#told !== MOST_OF_THE_PAST + 1 || !this.#inbox || warnedOf.has(this.#inbox)) return;
    // What cannot be listed is no reason not to tell.
    const synced = await this.#inbox.list({ source: 'webhook', limit: 1 }).catch(() => undefined);
    if (synced?.length !== 0) return;
    warnedOf.add(this.#inbox);
    const message =
      'repaykit: this looks like a new inbox: it never held a webhook, and your handlers are being told the past of loans. If they know it from elsewhere, stop this and run `repaykit reconcile --baseline` once';
    quietly(() => logger?.warn?.(message, { toldSoFar: this.#told }));
  }
}

// A receiver that also takes webhooks may never be idle.
const LONGEST_WAIT_MS = 10_000;

/** How long is waited; default ten seconds. */
interface ToldWait {
  readonly longestMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when a receiver's handlers are through with what they were told: true; or when the wait is over: false. Whoever ends a process after true cuts nobody short. */
export async function whenTold(
  { settled }: Partial<Pick<Receiver, 'settled'>>,
  { longestMs = LONGEST_WAIT_MS, signal }: ToldWait = {},
): Promise<boolean> {
  if (!settled) return true;
  const isOver = new AbortController();
  const limit = systemClock.sleep(longestMs, signal ? AbortSignal.any([signal, isOver.signal]) : isOver.signal);
  try {
    return await Promise.race([
      settled().then(() => true),
      limit.then(
        () => false,
        () => false,
      ),
    ]);
  } finally {
    isOver.abort();
  }
}
