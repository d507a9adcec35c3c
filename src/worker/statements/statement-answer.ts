import type {
  IncomeInsightEvent,
  IncomeInsightFailureEvent,
  IncomeTransactionEvent,
  UnknownEvent,
  WebhookEvent,
  WebhookEventKind,
} from '../../webhooks/index.ts';

/** What a statement is uploaded for: its entries (spec §4.14) or the insight computed from it (spec §4.15). */
export type StatementWant = 'transactions' | 'insight';

/** The event that brings what is wanted. */
export interface WantedEvents {
  /** Every entry of the statement. Spec §6.4. */
  readonly transactions: IncomeTransactionEvent;
  /** The figures over all entries. Spec §6.4. */
  readonly insight: IncomeInsightEvent;
}

/** What came of an uploaded statement. */
export type StatementAnswer<Want extends StatementWant = StatementWant> =
  /** It was read. */
  | { readonly outcome: 'read'; readonly event: WantedEvents[Want] }
  /** It could not be read, or what came of it cannot: the same file again ends the same way. `reason` are the service's words, which may name the payer. */
  | {
      readonly outcome: 'unreadable';
      readonly reason: string;
      readonly event: WantedEvents[Want] | IncomeInsightFailureEvent | UnknownEvent;
    };

const wantedKinds: { readonly [Want in StatementWant]: WantedEvents[Want]['kind'] } = {
  transactions: 'income_transaction',
  insight: 'income_insight',
};

/** The kinds of events that are about statements. What a later version of the service sends under these names may come as `unknown`. */
export const statementKinds: readonly WebhookEventKind[] = [
  'income_transaction',
  'income_insight',
  'income_insight_failure',
  'pdf_upload',
  'unknown',
];

/** What an event answers to an upload; undefined where it is no answer to it. */
export function statementAnswer(event: WebhookEvent, want: StatementWant): StatementAnswer | undefined {
  const wanted = wantedKinds[want];
  switch (event.kind) {
    case 'income_transaction':
    case 'income_insight':
      if (event.kind !== wanted) return undefined;
      // The entries, or the figures, are there: it was read unless it says that it was not.
      return event.data.success === false
        ? { outcome: 'unreadable', reason: saidIn(event.data), event }
        : { outcome: 'read', event };
    case 'income_insight_failure':
      return { outcome: 'unreadable', reason: event.data.message ?? event.data.code ?? NO_REASON, event };
    case 'unknown':
      if (event.event !== wanted && event.event !== 'income_insight_failure') return undefined;
      return { outcome: 'unreadable', reason: whyUnknown(event), event };
    default:
      return undefined;
  }
}

const MOST_PROBLEMS = 3;
const NO_REASON = 'The service gave no reason.';

function saidIn(data: unknown): string {
  const { message, reason } = (data ?? {}) as { readonly message?: unknown; readonly reason?: unknown };
  return ([message, reason].find((said) => typeof said === 'string' && said !== '') as string | undefined) ?? NO_REASON;
}

// A failure has no entries, so that it does not come as the event that it would have been.
function whyUnknown({ event, data, problems }: UnknownEvent): string {
  const success = (data as { readonly success?: unknown } | null)?.success;
  const hasFailed = success === false || success === 'false' || event === 'income_insight_failure';
  if (hasFailed) return saidIn(data);
  const more = problems.length - MOST_PROBLEMS;
  return `The event ${event} came without what it needs: ${problems.slice(0, MOST_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
