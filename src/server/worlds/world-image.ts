import type { StatementQueueState } from '../engine/income/statement-queue.ts';
import type { Faults } from '../faults/faults.ts';
import type { Audit } from '../journal/audit.ts';
import type { Journal } from '../journal/journal.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';

/** A world as it was: never changed, so that it can be restored many times. */
export interface WorldImage {
  /** The platform's records and the insurance book, in V8's own notation: smaller than a second object graph, and immutable. */
  readonly records: Uint8Array;
  /** Every webhook and its outcome; what waited leaves again after a restore. */
  readonly deliveries: DeliveryState;
  /** Uploaded files, shared with the world because they never change, and statements that were not read yet. */
  readonly statements: StatementQueueState;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly audit: Audit;
  readonly endpoint: WebhookEndpoint;
  /** How many requests were answered. */
  readonly lastRequest: number;
  /** How many control calls were answered. */
  readonly lastControlCall: number;
}
