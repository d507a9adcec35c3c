import type { Problem } from '../../../domain/decision.ts';
import { isText } from '../../../domain/identifiers.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { ServiceError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { WebhookEvent } from '../../../wire/webhook-event-types.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhook-types.ts';
import type { LoanContext } from '../loan-context.ts';
import { loanValue } from '../loan-value.ts';
import { requireNoProblems } from '../refusals.ts';
import { bearsOut } from './collection-evidence.ts';
import { hearInstalments, hearReference } from './hear-instalments.ts';
import { readMandate } from './read-mandate.ts';

/** What asking the service said about a webhook. */
export type LoanConfirmation =
  | {
      readonly kind: 'confirmed';
      /** The loan with the news applied; absent for events that belong to no loan: nothing can be asked about them, so they stay what they are, a hint. */
      readonly loan?: Loan;
    }
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  | { readonly kind: 'unrelated'; readonly reason: string };

/**
 * A webhook is a doorbell, not a fact: asks the service what is so, applies that to the loan's file, and says whether it bears the webhook out.
 * Mandates of no loan on file are passed over without a call. @throws InputError for what is no event
 */
export async function confirmEvent(context: LoanContext, event: WebhookEvent): Promise<LoanConfirmation> {
  checkEvent(event);
  switch (event.kind) {
    case 'collection':
      return ofLoan(context, event.data.mandateId, (state) => confirmCollection(context, state, event.data));
    case 'mandate.activated':
    case 'mandate.failed':
    case 'mandate.expired':
    case 'mandate.disputed':
    case 'mandate.pending_timeout':
      return ofLoan(context, event.data.mandateId, (state) => confirmMandate(context, state, { kind: event.kind, data: event.data }));
    case 'income_transaction':
    case 'income_insight':
    case 'income_insight_failure':
    case 'pdf_upload':
    case 'policy':
    case 'unknown':
      return { kind: 'confirmed' };
  }
}

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

async function ofLoan(context: LoanContext, mandateId: string, confirm: (state: LoanState) => Promise<LoanConfirmation>): Promise<LoanConfirmation> {
  const state = await context.files.findByMandate(mandateId);
  if (!state) return { kind: 'unrelated', reason: `no loan on file has mandate ${mandateId}` };
  try {
    return await confirm(state);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return { kind: 'unconfirmed', reason: 'the service does not know the mandate' };
    throw error;
  }
}

async function confirmCollection(context: LoanContext, before: LoanState, claim: CollectionPayload): Promise<LoanConfirmation> {
  const { state, facts } = await hearReference(context, await readMandate(context, before), claim.instalmentReference);
  if (!facts) return { kind: 'unconfirmed', reason: `the service knows no instalment ${claim.instalmentReference} on the mandate` };
  if (bearsOut(facts, claim)) return { kind: 'confirmed', loan: loanValue(state) };
  return { kind: 'unconfirmed', reason: `the service shows the instalment as '${facts.status}' with less collected than the webhook says` };
}

interface MandateClaim {
  readonly kind: `mandate.${'activated' | 'failed' | 'expired' | 'disputed' | 'pending_timeout'}`;
  readonly data: MandateEventData;
}

async function confirmMandate(context: LoanContext, before: LoanState, claim: MandateClaim): Promise<LoanConfirmation> {
  const { state: read, mandate } = await readMandate(context, before);
  const state = await hearInstalments(context, read, mandate);
  const isTenureOver = context.engine.settings.clock.today() > state.terms.endDate;
  if (claim.kind === 'mandate.expired' ? isExpired(mandate, isTenureOver) : isSo(claim, mandate)) return { kind: 'confirmed', loan: loanValue(state) };
  return { kind: 'unconfirmed', reason: `the service shows the mandate as '${mandate.status}', which does not bear ${claim.kind} out` };
}

// The interface has no status for it (§3.1): a word of the service's own says so, or else the end of the tenure does.
function isExpired({ status }: Mandate, isTenureOver: boolean): boolean {
  return isTenureOver || !['pending', 'active', 'failed', 'disputed', 'pending_timeout'].includes(status);
}

function isSo({ kind, data }: MandateClaim, mandate: Mandate): boolean {
  if (kind === 'mandate.disputed') return mandate.status === 'disputed';
  if (kind === 'mandate.pending_timeout') return mandate.status === 'pending_timeout';
  const account = mandate.consents.find(({ _id, accountNumber }) => _id === data.consentId || accountNumber === data.accountNumber);
  const isActive = account ? account.active : mandate.status === 'active';
  if (kind === 'mandate.activated') return isActive;
  // An account that waits for its proof is not active either, but nothing failed. Of a backup the interface shows no more than that it is not active.
  const isWaiting = mandate.status === 'pending' && account?.primary !== false;
  return !isActive && !isWaiting;
}
