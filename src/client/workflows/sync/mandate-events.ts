import { isText } from '../../../domain/identifiers.ts';
import { type LoanState, primaryAccount } from '../../../domain/loan/state.ts';
import { accountChangeName, mandateChangeName } from '../../../domain/loan/state-changes.ts';
import { looseFields, type Problem } from '../../../validation/checks.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import type { WebhookEvent } from '../../../wire/webhooks/webhook-events.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhooks/webhook-types.ts';
import { type LoanContext, nowText, requireNoProblems } from '../loan-context.ts';
import { ownStatusOf } from './listed-instalments.ts';

export type MandateEventKind =
  | 'mandate.activated'
  | 'mandate.failed'
  | 'mandate.expired'
  | 'mandate.disputed'
  | 'mandate.pending_timeout';

export interface MandateEvent {
  readonly kind: MandateEventKind;
  readonly data: MandateEventData;
}

/** An event that always names its mandate. */
export type MandateBoundEvent = { readonly kind: 'collection'; readonly data: CollectionPayload } | MandateEvent;

/** Refuses a value that is no event: JavaScript may pass anything, such as an unparsed body. */
export function checkEvent(event: WebhookEvent): void {
  const kind: unknown = event?.kind;
  const isKnown = typeof kind === 'string' && Object.hasOwn(isOfMandate, kind);
  const problems: Problem[] = isKnown
    ? []
    : [{ path: 'kind', message: 'is no kind of event: pass what receive or parse of repaykit/webhooks gave you' }];
  if (isKnown && isOfMandate[event.kind] && !isText(looseFields(event.data).mandateId))
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

export function isMandateBound(event: WebhookEvent): event is WebhookEvent & MandateBoundEvent {
  return isOfMandate[event.kind];
}

export function isSo({ kind, data }: MandateEvent, mandate: Mandate, isTenureOver: boolean): boolean {
  // The interface has no status for the end (§3.1). Any unknown word, or the end of the tenure, counts as the end.
  if (kind === 'mandate.expired')
    return isTenureOver || !['pending', 'active', 'failed', 'disputed', 'pending_timeout'].includes(mandate.status);
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout') return `mandate.${mandate.status}` === kind;
  const account = consentOf(mandate, data);
  const isActive = account ? account.active : mandate.status === 'active';
  if (kind === 'mandate.activated') return isActive;
  const status = account && ownStatusOf(account);
  if (status !== undefined) return status === 'failed';
  // The mandate's status is that of the primary. Of a backup the interface shows only that it is not active.
  return account?.primary === false ? !isActive : mandate.status === 'failed';
}

// Only the webhook says that a backup failed. It is recorded as long as the service shows nothing else.
export async function recordFailedBackup(
  context: LoanContext,
  { kind, data }: MandateEvent,
  { state, mandate }: { readonly state: LoanState; readonly mandate: Mandate },
): Promise<LoanState> {
  const consent = kind === 'mandate.failed' ? consentOf(mandate, data) : undefined;
  if (!consent || consent.active) return state;
  return context.files.decide(state.loanId, (now) => {
    const account = now.accounts.find(({ consentId }) => consentId === consent._id);
    const isOpen =
      account?.mandateStatus === undefined ||
      account.mandateStatus === 'pending' ||
      account.mandateStatus === 'pending_timeout';
    if (!account || account.account === now.selection?.primary || !isOpen || now.mandateStatus === undefined) return [];
    const accounts = [{ account: account.account, consentId: consent._id, active: false, status: 'failed' }];
    const reading = { status: now.mandateStatus, collected: now.collected, accounts, instalments: [] };
    return [{ type: 'mandate.read', at: nowText(context), ...reading }];
  });
}

function consentOf({ consents }: Mandate, { consentId, accountNumber, bankCode }: MandateEventData) {
  return (
    consents.find((consent) => consent._id === consentId) ??
    consents.find(
      (consent) => consent.accountNumber === accountNumber && (bankCode ?? consent.bankCode) === consent.bankCode,
    )
  );
}

export function mandateChangeOf({ kind, data }: MandateEvent, state: LoanState, mandate: Mandate): string | undefined {
  if (kind === 'mandate.expired') return mandateChangeName(kind, state);
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout')
    return `mandate.${state.mandateStatus}` === kind ? mandateChangeName(kind, state) : undefined;
  const consent = consentOf(mandate, data);
  // An event that names no account of the mandate is about the mandate, whose status is that of the primary.
  const account = consent ? state.accounts.find(({ consentId }) => consentId === consent._id) : primaryAccount(state);
  return account && accountChangeName(kind, state, account);
}
