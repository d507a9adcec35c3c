import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { type EventTimes, notificationBody } from '../../client/workflows/sync/notification-body.ts';
import { addDays, formatInstant, lagosInstant, parseInstant } from '../../domain/calendar.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type StateChange, stateChangesOf } from '../../domain/loan/state-changes.ts';
import type { FoundNews } from '../../webhooks/confirmer.ts';
import type { Teller } from './teller.ts';

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
