/** Where deliveries are stored between the answer and the work, so that none is lost and none is handled twice. */

import { parseInstant } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { checkClaim, checkName, checkPage, checkWhole } from '../../loan-file/store-checks.ts';
import type { WebhookEventKind } from '../../wire/webhook-events.ts';

/** `unfinished`: to be worked on, or tried and failed. `quarantined`: set aside with a reason, until it comes again or a person decides. */
export type InboxStatus = 'unfinished' | 'done' | 'quarantined';

/** Who brought a delivery: the service, or reconciliation, which found a state change that no webhook reported. */
export type DeliverySource = 'webhook' | 'reconciled';

/** A delivery to be stored. */
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
  /** The name of the state change that it reports, where that is known before it is worked on. */
  readonly news?: string;
}

/** A stored delivery. */
export interface InboxItem extends NewDelivery {
  /** How far the work on it is. */
  readonly status: InboxStatus;
  /** How often work on it began since it was stored or replayed. */
  readonly attempts: number;
  /** Grows with every claim, so that a late claimant differs from the present one. */
  readonly fence: number;
  /** Why it was quarantined, or why the last attempt failed; masked. */
  readonly reason?: string;
}

/** Which items to claim. */
export interface ClaimTerms {
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long the claim holds, in milliseconds. */
  readonly leaseMs: number;
  /** At most so many. */
  readonly limit: number;
  /** Only this one, also before it is due again. */
  readonly key?: string;
}

/** A claim, as it settles. */
export type InboxClaim = Pick<InboxItem, 'key' | 'fence'>;

/** How work on an item ended. */
export type Settlement =
  /** `keepBodyUntil` (epoch milliseconds): when the body is emptied; default at once. */
  | { readonly kind: 'done'; readonly keepBodyUntil?: number }
  /** `dueAt`: epoch milliseconds. */
  | { readonly kind: 'failed'; readonly reason: string; readonly dueAt: number }
  | { readonly kind: 'quarantined'; readonly reason: string };

/** What a person decides about an item. */
export type InboxDecision =
  /** It is due from `now` on (epoch milliseconds), and its attempts count from 0. Not for what is done: its body is gone. */
  | { readonly kind: 'replay'; readonly now: number }
  /** Not for what is done. */
  | { readonly kind: 'quarantine'; readonly reason: string };

/** Which items to list, in the order in which they were stored. */
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
  /** Only what follows the item with this key, for the next page. */
  readonly after?: string;
}

/**
 * Where deliveries are stored. {@link memoryInbox} forgets with the process; `repaykit/postgres` and `repaykit/sqlite` store them durably.
 * `Transaction` is what {@link Inbox.settle} lends: undefined in memory.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Stores a delivery durably before it resolves. Where one with this key was ever stored: `reopened` when that one is quarantined, which makes it
   * unfinished and due and changes nothing else; otherwise `duplicate`, and no change. What reconciliation found never reopens: a person may have set it
   * aside, and only the service's own repetition says more than was known. Also `duplicate` where another item has the same `news`, even a quarantined one.
   */
  store(delivery: NewDelivery): Promise<'stored' | 'reopened' | 'duplicate'>;
  /**
   * Claims unfinished items that are due and have no claim, those due first first; what was stored or came again is due before all that was deferred. Each
   * item goes to one claimant only. Without a key it also empties bodies whose `keepBodyUntil` has passed, up to a thousand at a time.
   */
  claim(terms: ClaimTerms): Promise<readonly InboxItem[]>;
  /**
   * Gives a claimed item the name of the state change that it reports. `taken`, and no change: another item, unfinished or done, has the name. `lost`: the
   * claim no longer holds. A quarantined item hands the name over, because the state change would be lost with it, and is recognised anew if it is worked
   * on again. Any number of items may have no name; of two that want the same one, one is first.
   */
  recognise(claim: InboxClaim, news: string): Promise<'ours' | 'taken' | 'lost'>;
  /**
   * Ends a claim; false, and no change, when it ended before, or ran out and the item was claimed again. With `commit`, what it writes through the transaction
   * that it is lent is committed together with the end of the claim, or not at all. It is called only while the claim holds, and until it ends no other
   * claimant gets the item. What it throws is rethrown, and the item stays as it was. In SQLite it must be done when it returns, without a promise. It must
   * not ask this inbox for the same item: it would wait for its own end.
   */
  settle(
    claim: InboxClaim,
    settlement: Settlement,
    commit?: (transaction: Transaction) => void | Promise<void>,
  ): Promise<boolean>;
  /** Does what a person decided; false, and no change, where there is no such item, or it is done. A claim on it ends. */
  decide(key: string, decision: InboxDecision): Promise<boolean>;
  /** Lists items. Items that are stored while pages are read may be missing on later pages: list again from the start where none may be missed. @throws InputError */
  list(query: InboxQuery): Promise<readonly InboxItem[]>;
}

/** The items of a query, page by page: unlike a list it holds no more than one page of bodies. */
export async function* walkItems(
  inbox: Pick<Inbox, 'list'>,
  query: Omit<InboxQuery, 'limit'>,
  pageSize = 200,
): AsyncGenerator<InboxItem> {
  for (let after = query.after; ; ) {
    const page = await inbox.list({ ...query, limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.key;
  }
}

// Every inbox checks what it is given by these, so that all of them refuse the same.

const SOURCES = ['webhook', 'reconciled'];
const STATUSES = ['unfinished', 'done', 'quarantined'];

/** Refuses a delivery that not every inbox could store and find again; its body may be any text. @throws InputError */
export function checkDelivery({ key, kind, source, receivedAt, news, body }: NewDelivery): void {
  checkName('key', key);
  checkName('kind', kind);
  checkSource(source);
  if (parseInstant(receivedAt) === undefined) refuse('receivedAt', 'is no instant: give ISO 8601 in UTC');
  if (typeof body !== 'string') refuse('body', 'is no text: give the body as it came');
  if (news !== undefined) checkName('news', news);
}

/** @throws InputError */
export function checkClaimTerms({ now, leaseMs, limit, key }: ClaimTerms): void {
  checkClaim({ now, leaseMs, limit, kinds: [] });
  if (key !== undefined) checkName('key', key);
}

/** @throws InputError */
export function checkRecognition(claim: InboxClaim, news: string): void {
  checkInboxClaim(claim);
  checkName('news', news);
}

/** @throws InputError */
export function checkSettlement(claim: InboxClaim, settlement: Settlement): void {
  checkInboxClaim(claim);
  if (settlement.kind === 'failed') checkWhole('dueAt', settlement.dueAt, 0);
  if (settlement.kind === 'done' && settlement.keepBodyUntil !== undefined)
    checkWhole('keepBodyUntil', settlement.keepBodyUntil, 0);
}

/** @throws InputError */
export function checkDecision(key: string, decision: InboxDecision): void {
  checkName('key', key);
  if (decision.kind === 'replay') checkWhole('now', decision.now, 0);
}

/** @throws InputError */
export function checkInboxQuery({ limit, status, kinds = [], source, after }: InboxQuery): void {
  if (status !== undefined && !STATUSES.includes(status))
    refuse('status', `is '${status}': give one of ${STATUSES.join(', ')}`);
  if (source !== undefined) checkSource(source);
  for (const kind of kinds) checkName('kinds', kind);
  if (after !== undefined) checkName('after', after);
  checkPage({ limit });
}

// Enough to recognise a failure by. The log has all of it.
const MAX_REASON_LENGTH = 500;

/** A reason as it is stored: an end must not fail for its text, so it is cut, and what not every database can store is replaced. */
export function storedReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH).replace(/\0|\p{Cs}/gu, '\ufffd');
}

function checkInboxClaim({ key, fence }: InboxClaim): void {
  checkName('key', key);
  checkWhole('fence', fence, 0);
}

function checkSource(source: string): void {
  if (!SOURCES.includes(source)) refuse('source', `is '${source}': give 'webhook' or 'reconciled'`);
}

function refuse(path: string, message: string): never {
  throw new InputError('An inbox cannot do this', [{ path, message }]);
}
