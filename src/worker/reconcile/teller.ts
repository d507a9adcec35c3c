import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { quietly } from '../../clock/mutex.ts';
import { DAY_MS, parseInstant } from '../../domain/calendar.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import type { FoundNews } from '../../webhooks/confirmer.ts';
import type { Receiver } from '../../webhooks/receive.ts';

/** Whoever tells the merchant's handlers what a loan's file shows. */
export interface Teller {
  /** Has it told, once; false where it was told, or is being told, before. */
  tell(found: FoundNews, state: Pick<LoanState, 'openedAt'>): Promise<boolean>;
}

/** A receiver, as far as it tells. */
export type TellingInbox = Partial<Pick<Receiver, 'tell' | 'inbox'>>;

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
