/** The promise of a place where deliveries are kept between the answer and the work, so that none is lost and none is worked on twice. */

import { parseInstant } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { checkClaim, checkName, checkPage, checkWhole } from '../../loan-file/store-checks.ts';
import type { WebhookEventKind } from '../../wire/webhook-events.ts';

/** Where a kept delivery stands. `unfinished`: to be worked on, or tried and failed. `quarantined`: kept aside with a reason, until it comes again or a person decides. */
export type InboxStatus = 'unfinished' | 'done' | 'quarantined';

/** Who brought a delivery: the service, or reconciliation, which found what was never heard. */
export type DeliverySource = 'webhook' | 'reconciled';

/** A delivery to be kept. */
export interface NewDelivery {
  /** The hash of what it means. */
  readonly key: string;
  /** The body as text, byte for byte. Holds personal data: never print it. */
  readonly body: string;
  /** What it was read as. */
  readonly kind: WebhookEventKind;
  /** Who brought it. */
  readonly source: DeliverySource;
  /** When it came, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** The name of the news that it brings, where that is known before it is worked on. */
  readonly news?: string;
}

/** A kept delivery. */
export interface InboxItem extends NewDelivery {
  /** How far the work on it is. */
  readonly status: InboxStatus;
  /** How often work on it was begun since it was stored or replayed. */
  readonly attempts: number;
  /** Grows with every claim and is never used again: what tells a late claimant from the present one. */
  readonly fence: number;
  /** Why it was quarantined, or why the last attempt failed; masked. */
  readonly reason?: string;
}

/** Which items are wanted for work. */
export interface ClaimTerms {
  /** Now, in epoch milliseconds. */
  readonly now: number;
  /** How long the claim holds, in milliseconds. */
  readonly leaseMs: number;
  /** At most so many. */
  readonly limit: number;
  /** Only this one, and also before it is due again. */
  readonly key?: string;
}

/** A claim, as it settles. */
export type InboxClaim = Pick<InboxItem, 'key' | 'fence'>;

/** How work on an item ended. */
export type Settlement =
  /** `keepBodyUntil` (epoch milliseconds): the body is still wanted until then; without it, it is emptied at once. */
  | { readonly kind: 'done'; readonly keepBodyUntil?: number }
  /** It is due again at `dueAt` (epoch milliseconds). */
  | { readonly kind: 'failed'; readonly reason: string; readonly dueAt: number }
  | { readonly kind: 'quarantined'; readonly reason: string };

/** What a person decides about an item. */
export type InboxDecision =
  /** It is worked on again from `now` on (epoch milliseconds), and its attempts count from 0. Not what is done: its body is gone. */
  | { readonly kind: 'replay'; readonly now: number }
  /** It is kept aside. Not what is done. */
  | { readonly kind: 'quarantine'; readonly reason: string };

/** Which items are listed, in the order in which they were stored. */
export interface InboxQuery {
  /** At most so many. */
  readonly limit: number;
  /** Only these. */
  readonly status?: InboxStatus;
  /** Only events of these kinds. */
  readonly kinds?: readonly WebhookEventKind[];
  /** Only what the service sent, or only what reconciliation found. */
  readonly source?: DeliverySource;
  /** The newest first. */
  readonly newestFirst?: boolean;
  /** Only what follows the item with this key: how the next page is asked for. */
  readonly after?: string;
}

/**
 * Where deliveries are kept. {@link memoryInbox} forgets with the process; `repaykit/postgres` and `repaykit/sqlite` keep them for good.
 * `Transaction` is what {@link Inbox.settle} lends: undefined in memory.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Keeps a delivery durably before it resolves. Where one with this key was ever kept: `reopened` when that one is quarantined, which makes it unfinished and due
   * again and changes nothing else of it; otherwise `duplicate`, and no change. What reconciliation found never reopens: a person may have put it aside, and only
   * the service's own repetition says more than was known. Also `duplicate` where another item brings the same `news`, even one that is quarantined.
   */
  store(delivery: NewDelivery): Promise<'stored' | 'reopened' | 'duplicate'>;
  /**
   * Claims unfinished items that are due and that nobody holds, what was due first first; what was stored or came again is due before all that was put off. Each claim goes
   * to one claimant only. Without a key it also empties the bodies that were to be kept until now, up to a thousand at a time.
   */
  claim(terms: ClaimTerms): Promise<readonly InboxItem[]>;
  /**
   * Gives an item that is held the name of the news it brings. `taken`, and no change: another item that is unfinished or done brings the same news. `lost`: the claim
   * does not hold any more. From an item that is quarantined the name is handed over, because the news would be lost with it: that one brings no news any more, and is
   * recognised anew should it be worked on again. Any number of items may bring no news; of two that bring the same one, one is first.
   */
  recognise(claim: InboxClaim, news: string): Promise<'ours' | 'taken' | 'lost'>;
  /**
   * Ends a claim; false, and no change, when it ended before, or ran out and the item was claimed again. With `commit`, what it writes through the transaction that it is
   * lent is committed together with the end of the claim, or not at all; it is called only while the claim holds, and until it ends nobody else gets the item. What it throws
   * is thrown, and the item stays as it was. In SQLite it has to be done when it returns, without a promise. It must not ask this inbox for the same item: it would wait for
   * its own end.
   */
  settle(
    claim: InboxClaim,
    settlement: Settlement,
    commit?: (transaction: Transaction) => void | Promise<void>,
  ): Promise<boolean>;
  /** Does what a person decided; false, and no change, where there is no such item, or it is done. Whoever holds it loses it. */
  decide(key: string, decision: InboxDecision): Promise<boolean>;
  /** Lists items. What is being stored while pages are read may be missing on those that follow, so look again from the start where nothing may be missed. @throws InputError */
  list(query: InboxQuery): Promise<readonly InboxItem[]>;
}

const SOURCES = new Set<string>(['webhook', 'reconciled']);
const STATUSES = new Set<string>(['unfinished', 'done', 'quarantined']);

/** Refuses a delivery that not every inbox could keep and find again; its body may be any text. @throws InputError */
export function checkDelivery({ key, kind, source, receivedAt, news, body }: NewDelivery): void {
  checkName('key', key);
  checkName('kind', kind);
  if (!SOURCES.has(source)) refuse('source', `is '${source}': give 'webhook' or 'reconciled'`);
  if (parseInstant(receivedAt) === undefined) refuse('receivedAt', 'is no instant: give ISO 8601 in UTC');
  if (typeof body !== 'string') refuse('body', 'is no text: give the body as it came');
  if (news !== undefined) checkName('news', news);
}

/** Refuses a claim that cannot be made. @throws InputError */
export function checkClaimTerms({ now, leaseMs, limit, key }: ClaimTerms): void {
  checkClaim({ now, leaseMs, limit, kinds: [] });
  if (key !== undefined) checkName('key', key);
}

/** Refuses news that not every inbox could keep. @throws InputError */
export function checkRecognition(claim: InboxClaim, news: string): void {
  checkInboxClaim(claim);
  checkName('news', news);
}

/** Refuses an end that a claim cannot have. @throws InputError */
export function checkSettlement(claim: InboxClaim, settlement: Settlement): void {
  checkInboxClaim(claim);
  if (settlement.kind === 'failed') checkWhole('dueAt', settlement.dueAt, 0);
  if (settlement.kind === 'done' && settlement.keepBodyUntil !== undefined)
    checkWhole('keepBodyUntil', settlement.keepBodyUntil, 0);
}

/** Refuses a decision that cannot be carried out. @throws InputError */
export function checkDecision(key: string, decision: InboxDecision): void {
  checkName('key', key);
  if (decision.kind === 'replay') checkWhole('now', decision.now, 0);
}

/** Refuses a page that no list has. @throws InputError */
export function checkInboxQuery({ limit, status, kinds = [], source, after }: InboxQuery): void {
  if (status !== undefined && !STATUSES.has(status))
    refuse('status', `is '${status}': give one of ${[...STATUSES].join(', ')}`);
  if (source !== undefined && !SOURCES.has(source)) refuse('source', `is '${source}': give 'webhook' or 'reconciled'`);
  for (const kind of kinds) checkName('kinds', kind);
  if (after !== undefined) checkName('after', after);
  checkPage({ limit });
}

// Enough to recognise a failure by; whoever wants all of it has a log.
const MAX_REASON_LENGTH = 500;

/** A reason as it is kept: an end must not fail for its text, so it is cut, and what not every inbox could keep is replaced. */
export function storedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH).replace(/\0|\p{Cs}/gu, '\ufffd');
}

function checkInboxClaim({ key, fence }: InboxClaim): void {
  checkName('key', key);
  checkWhole('fence', fence, 0);
}

function refuse(path: string, message: string): never {
  throw new InputError('An inbox cannot do this', [{ path, message }]);
}
