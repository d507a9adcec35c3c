/** The promise of a place where deliveries are kept between the answer and the work, so that none is lost and none is worked on twice. */

/** Where a kept delivery stands. `unfinished`: to be worked on, or tried and failed. `quarantined`: what it told was not so, for as long as it was looked at. */
export type InboxStatus = 'unfinished' | 'done' | 'quarantined';

/** A delivery to be kept. */
export interface NewDelivery {
  /** The hash of what it means. */
  readonly key: string;
  /** The body as text, byte for byte. Holds personal data: never print it. */
  readonly body: string;
  /** When it came, ISO 8601 UTC. */
  readonly receivedAt: string;
}

/** A kept delivery. */
export interface InboxItem extends NewDelivery {
  readonly status: InboxStatus;
  /** How often work on it was begun; also names the claim that may settle it. */
  readonly attempts: number;
  /** Why it was quarantined, or why the last attempt failed; masked. */
  readonly reason?: string;
}

/** A claim on an item: until it runs out, nobody else works on it. */
export interface ClaimTerms {
  /** Now, in epoch milliseconds. */
  readonly now: number;
  /** How long the claim holds, in milliseconds. */
  readonly leaseMs: number;
}

/** How work on an item ended. */
export type Settlement =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'quarantined'; readonly reason: string };

/** Where deliveries are kept. One implementation ships for tests and small tools: {@link memoryInbox}. */
export interface Inbox {
  /**
   * Keeps a delivery durably before it resolves. Where one with this key was ever kept: `reopened` when that one is quarantined, which makes it unfinished
   * again and changes nothing else of it; otherwise `duplicate`, and no change.
   */
  store(delivery: NewDelivery): Promise<'stored' | 'reopened' | 'duplicate'>;
  /** Claims an unfinished item for work; undefined when it is unknown, settled or claimed by someone else. */
  claim(key: string, terms: ClaimTerms): Promise<InboxItem | undefined>;
  /** Ends a claim. Ignored when the claim ran out and someone else claimed the item: its `attempts` is higher then. A failed item stays unfinished. */
  settle(claim: Pick<InboxItem, 'key' | 'attempts'>, settlement: Settlement): Promise<void>;
  /** Items of a status: those tried least come first, then the oldest, so that items which always fail do not keep back the others. */
  list(query: { readonly status: InboxStatus; readonly limit: number }): Promise<readonly InboxItem[]>;
}
