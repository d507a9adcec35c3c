/** Which kinds of deliveries there are, how each is told from the others, and the shape of its data. Spec §6. */
import type * as z from 'zod';
import { incomeInsightShape } from '../wire/insight-shapes.ts';
import type { WebhookEvent, WebhookEventKind } from '../wire/webhook-events.ts';
import * as payloads from '../wire/webhook-payloads.ts';

/** The kinds that this version reads. */
export type KnownEventKind = Exclude<WebhookEventKind, 'unknown'>;

/** How a kind's data are read; the compiler checks each against the event's own type. */
export const eventShapes: {
  readonly [Kind in KnownEventKind]: z.ZodType<Extract<WebhookEvent, { kind: Kind }>['data']>;
} = {
  collection: payloads.collectionPayloadShape,
  'mandate.activated': payloads.mandateEventShape,
  'mandate.failed': payloads.mandateEventShape,
  'mandate.expired': payloads.mandateEventShape,
  'mandate.disputed': payloads.mandateEventShape,
  'mandate.pending_timeout': payloads.mandateEventShape,
  income_transaction: payloads.incomeTransactionShape,
  income_insight: incomeInsightShape,
  pdf_upload: payloads.pdfUploadShape,
  income_insight_failure: payloads.incomeInsightFailureShape,
  policy: payloads.policyEventShape,
};

/** Which kind a delivery is, by its `event` and else by its fields; undefined for one that is not known. */
export function kindOf(event: string | null, raw: object): KnownEventKind | undefined {
  // The collection payload has no `event`. Spec §6.2.
  if (event === null) return 'instalmentStatus' in raw || 'amountCollected' in raw ? 'collection' : undefined;
  if (Object.hasOwn(eventShapes, event)) return event as KnownEventKind;
  if (event.startsWith('collection.')) return 'collection';
  return /^policy[._]/.test(event) ? 'policy' : undefined;
}
