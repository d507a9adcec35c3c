import { isText } from '../../../domain/identifiers.ts';
import type { Problem } from '../../../validation/checks.ts';
import type { WebhookEvent } from '../../../wire/webhook-events.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhook-types.ts';
import { requireNoProblems } from '../refusals.ts';

/** The events about a mandate's own state. */
export type MandateEventKind =
  | 'mandate.activated'
  | 'mandate.failed'
  | 'mandate.expired'
  | 'mandate.disputed'
  | 'mandate.pending_timeout';

/** An event that always names its mandate. */
export type MandateBoundEvent =
  | { readonly kind: 'collection'; readonly data: CollectionPayload }
  | { readonly kind: MandateEventKind; readonly data: MandateEventData };

/** Refuses what is no event: JavaScript may pass anything, such as the body of a delivery that was never parsed. @throws InputError */
export function checkEvent(event: WebhookEvent): void {
  const kind: unknown = event?.kind;
  const isKnown = typeof kind === 'string' && Object.hasOwn(isOfMandate, kind);
  const problems: Problem[] = isKnown
    ? []
    : [{ path: 'kind', message: 'is no kind of event: pass what receive or parse of repaykit/webhooks gave you' }];
  if (
    isKnown &&
    isOfMandate[kind as WebhookEvent['kind']] &&
    !isText((event.data as Partial<MandateEventData> | undefined)?.mandateId)
  )
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

/** Does it name its mandate by its kind? */
export function isMandateBound(event: WebhookEvent): event is WebhookEvent & MandateBoundEvent {
  return isOfMandate[event.kind];
}
