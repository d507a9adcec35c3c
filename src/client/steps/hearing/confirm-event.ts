import type { Problem } from '../../../domain/decision.ts';
import { isText } from '../../../domain/identifiers.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import { accountNews, collectionNews, mandateNews } from '../../../domain/loan/news.ts';
import { type LoanState, primaryAccount } from '../../../domain/loan/state.ts';
import { koboFromAnswer, NO_MONEY } from '../../../domain/money.ts';
import { ServiceError } from '../../../errors.ts';
import type { Consent, Mandate } from '../../../wire/mandate-types.ts';
import type { WebhookEvent } from '../../../wire/webhook-event-types.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhook-types.ts';
import type { LoanContext } from '../loan-context.ts';
import { loanValue } from '../loan-value.ts';
import { requireNoProblems } from '../refusals.ts';
import { bearsOut, type InstalmentProof } from './collection-evidence.ts';
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
  'mandate.disputed': true,
  'mandate.pending_timeout': true,
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
    const { state, proof } = await desk.hear({ before, beforeAsking, reference: event.data.instalmentReference });
    if (!proof) return { kind: 'unconfirmed', reason: `the service knows no instalment ${event.data.instalmentReference} on the mandate` };
    if (bearsOut(proof, event.data)) return confirmed(state, newsOfCollection(state, proof, event.data));
    return { kind: 'unconfirmed', reason: `the service shows the instalment as '${proof.facts.status}', and it never stood as the webhook says` };
  }
  const { state, mandate } = await desk.hear({ before, beforeAsking });
  const isTenureOver = context.engine.settings.clock.today() > state.terms.endDate;
  if (isSo(event, mandate, isTenureOver)) return confirmed(state, newsOfMandate(event, { state, mandate }));
  return { kind: 'unconfirmed', reason: `the service shows the mandate as '${mandate.status}', which does not bear ${event.kind} out` };
}

function confirmed(state: LoanState, news: string | undefined): LoanConfirmation {
  // Whoever the loan was adopted from has told it.
  if (news !== undefined && state.toldBefore.includes(news)) return { kind: 'unrelated', reason: 'it was told where the loan began' };
  return { kind: 'confirmed', loan: loanValue(state), ...(news === undefined ? {} : { news }) };
}

// By the instalment's name on file, whichever of its names the webhook used.
function newsOfCollection({ mandateId }: LoanState, { facts }: InstalmentProof, { instalmentStatus, amountCollected }: CollectionPayload): string {
  const { instalmentReference } = facts;
  return collectionNews(mandateId, { instalmentReference, status: instalmentStatus, collected: koboFromAnswer(amountCollected) ?? NO_MONEY });
}

function isSo({ kind, data }: Extract<MandateBoundEvent, { readonly kind: MandateEventKind }>, mandate: Mandate, isTenureOver: boolean): boolean {
  // The interface has no status for the end (§3.1), so that any other word than its own, or else the end of the tenure, says so.
  if (kind === 'mandate.expired') return isTenureOver || !['pending', 'active', 'failed', 'disputed', 'pending_timeout'].includes(mandate.status);
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout') return `mandate.${mandate.status}` === kind;
  const account = consentOf(mandate, data);
  const isActive = account ? account.active : mandate.status === 'active';
  if (kind === 'mandate.activated') return isActive;
  const status = (account as { readonly status?: unknown } | undefined)?.status;
  if (typeof status === 'string') return status === 'failed';
  // The mandate's status is the primary's; of a backup the interface shows no more than that it is not active.
  return account?.primary === false ? !isActive : mandate.status === 'failed';
}

function consentOf({ consents }: Mandate, { consentId, accountNumber }: MandateEventData): Consent | undefined {
  return consents.find((consent) => consent._id === consentId || consent.accountNumber === accountNumber);
}

function newsOfMandate(
  { kind, data }: Extract<MandateBoundEvent, { readonly kind: MandateEventKind }>,
  { state, mandate }: { readonly state: LoanState; readonly mandate: Mandate },
): string | undefined {
  if (kind === 'mandate.expired') return mandateNews(kind, state);
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout')
    return `mandate.${state.mandateStatus}` === kind ? mandateNews(kind, state) : undefined;
  const consent = consentOf(mandate, data);
  // What names no account of the mandate can be about the mandate alone, whose status is the primary's: other names make no other news of it.
  const account = consent ? state.accounts.find(({ consentId }) => consentId === consent._id) : primaryAccount(state);
  // Of a backup that failed the interface shows too little for the file: it is told once for as long as nothing else is known of it.
  return account && accountNews(kind, state, account);
}
