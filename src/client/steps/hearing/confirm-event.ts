import type { Problem } from '../../../domain/decision.ts';
import { isText } from '../../../domain/identifiers.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import { accountNews, collectionNews, mandateNews } from '../../../domain/loan/news.ts';
import { type LoanAccountState, type LoanState, primaryAccount } from '../../../domain/loan/state.ts';
import { koboFromAnswer, NO_MONEY } from '../../../domain/money.ts';
import { ServiceError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { WebhookEvent } from '../../../wire/webhook-event-types.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhook-types.ts';
import type { LoanContext } from '../loan-context.ts';
import { loanValue } from '../loan-value.ts';
import { requireNoProblems } from '../refusals.ts';
import { bearsOut } from './collection-evidence.ts';
import type { HearingDesk } from './hearing-desk.ts';

/** What asking the service said about a webhook. */
export type LoanConfirmation =
  | {
      readonly kind: 'confirmed';
      /** The loan with the news applied; absent for events that belong to no loan: nothing can be asked about them, so they stay what they are, a hint. */
      readonly loan?: Loan;
      /** The name of the news: the same for every webhook that tells the same, however it is worded. Absent where each is news of its own. */
      readonly news?: string;
    }
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  | { readonly kind: 'unrelated'; readonly reason: string };

/** How an event is to be confirmed. */
export interface ConfirmEventOptions {
  /** Awaited before the service is asked, and only if it has to be: a place to wait for one's turn. What it throws is thrown. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** Was it found by asking the service already? Then nothing is asked, and the loan is answered as its file says. */
  readonly isProven?: boolean | undefined;
}

/** What confirming needs. */
export interface Confirming {
  readonly context: LoanContext;
  readonly desk: HearingDesk;
}

/**
 * A webhook is a doorbell, not a fact: asks the service what is so, applies that to the loan's file, and says whether it bears the webhook out.
 * Mandates of no loan on file are passed over without a call. @throws InputError for what is no event
 */
export async function confirmEvent({ context, desk }: Confirming, event: WebhookEvent, options: ConfirmEventOptions = {}): Promise<LoanConfirmation> {
  checkEvent(event);
  if (!isOfMandate[event.kind]) return { kind: 'confirmed' };
  const { mandateId } = (event as MandateBoundEvent).data;
  const state = await context.files.findByMandate(mandateId);
  if (!state) return { kind: 'unrelated', reason: `no loan on file has mandate ${mandateId}` };
  if (options.isProven) return { kind: 'confirmed', loan: loanValue(state) };
  try {
    return await ask({ context, desk }, event as MandateBoundEvent, { state, beforeAsking: options.beforeAsking });
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return { kind: 'unconfirmed', reason: 'the service does not know the mandate' };
    throw error;
  }
}

type MandateEventKind = 'mandate.activated' | 'mandate.failed' | 'mandate.expired' | 'mandate.disputed' | 'mandate.pending_timeout';

type MandateBoundEvent =
  | { readonly kind: 'collection'; readonly data: CollectionPayload }
  | { readonly kind: MandateEventKind; readonly data: MandateEventData };

// An event of JavaScript may be anything, such as the body of a delivery that nobody has parsed.
function checkEvent(event: WebhookEvent): void {
  const kind: unknown = event?.kind;
  const isKnown = typeof kind === 'string' && Object.hasOwn(isOfMandate, kind);
  const problems: Problem[] = isKnown ? [] : [{ path: 'kind', message: 'is no kind of event: pass what receive or parse of repaykit/webhooks gave you' }];
  if (isKnown && isOfMandate[kind as WebhookEvent['kind']] && !isText((event.data as Partial<MandateEventData> | undefined)?.mandateId))
    problems.push({ path: 'data.mandateId', message: 'is missing: pass the whole event' });
  requireNoProblems('The event cannot be confirmed', problems);
}

const isOfMandate: Readonly<Record<WebhookEvent['kind'], boolean>> = {
  collection: true,
  'mandate.activated': true,
  'mandate.failed': true,
  'mandate.expired': true,
  income_transaction: false,
  income_insight: false,
  income_insight_failure: false,
  pdf_upload: false,
  policy: false,
  unknown: false,
};

interface Asking {
  readonly state: LoanState;
  readonly beforeAsking: ConfirmEventOptions['beforeAsking'];
}

async function ask({ context, desk }: Confirming, event: MandateBoundEvent, { state: before, beforeAsking }: Asking): Promise<LoanConfirmation> {
  if (event.kind === 'collection') {
    const { state, facts } = await desk.hear({ before, beforeAsking, reference: event.data.instalmentReference });
    if (!facts) return { kind: 'unconfirmed', reason: `the service knows no instalment ${event.data.instalmentReference} on the mandate` };
    if (bearsOut(facts, event.data)) return { kind: 'confirmed', loan: loanValue(state), news: newsOfCollection(state, event.data) };
    return { kind: 'unconfirmed', reason: `the service shows the instalment as '${facts.status}' with less collected than the webhook says` };
  }
  const { state, mandate } = await desk.hear({ before, beforeAsking });
  const isTenureOver = context.engine.settings.clock.today() > state.terms.endDate;
  if (isSo(event, mandate, isTenureOver)) return { kind: 'confirmed', loan: loanValue(state), ...newsOfMandate(event, state) };
  return { kind: 'unconfirmed', reason: `the service shows the mandate as '${mandate.status}', which does not bear ${event.kind} out` };
}

function newsOfCollection({ mandateId }: LoanState, { instalmentReference, instalmentStatus, amountCollected }: CollectionPayload): string {
  return collectionNews(mandateId, { instalmentReference, status: instalmentStatus, collected: koboFromAnswer(amountCollected) ?? NO_MONEY });
}

function isSo({ kind, data }: Extract<MandateBoundEvent, { readonly kind: MandateEventKind }>, mandate: Mandate, isTenureOver: boolean): boolean {
  // The interface has no status for the end (§3.1), so that any other word than its own, or else the end of the tenure, says so.
  if (kind === 'mandate.expired') return isTenureOver || !['pending', 'active', 'failed', 'disputed', 'pending_timeout'].includes(mandate.status);
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout') return `mandate.${mandate.status}` === kind;
  const account = mandate.consents.find(({ _id, accountNumber }) => _id === data.consentId || accountNumber === data.accountNumber);
  const isActive = account ? account.active : mandate.status === 'active';
  if (kind === 'mandate.activated') return isActive;
  // An account that waits for its proof is not active either, but nothing failed. Of a backup the interface shows no more than that it is not active.
  const isWaiting = mandate.status === 'pending' && account?.primary !== false;
  return !isActive && !isWaiting;
}

// Only what the file shows has a name there. Of a backup that failed the interface shows too little, so that each such webhook is news of its own.
function newsOfMandate({ kind, data }: Extract<MandateBoundEvent, { readonly kind: MandateEventKind }>, state: LoanState): { readonly news?: string } {
  if (kind === 'mandate.expired') return { news: mandateNews(kind, state) };
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout')
    return `mandate.${state.mandateStatus}` === kind ? { news: mandateNews(kind, state) } : {};
  const account = accountOf(data, state);
  const shown = kind === 'mandate.activated' ? 'active' : 'failed';
  return account?.mandateStatus === shown ? { news: accountNews(kind, state.mandateId, account) } : {};
}

// What names no account is about the primary: the mandate's status is the primary's.
function accountOf({ consentId, accountNumber }: MandateEventData, state: LoanState): LoanAccountState | undefined {
  if (consentId === undefined && accountNumber === undefined) return primaryAccount(state);
  return (
    state.accounts.find((account) => consentId !== undefined && account.consentId === consentId) ??
    state.accounts.find(({ details }) => accountNumber !== undefined && details?.accountNumber === accountNumber)
  );
}
