/** Stores deliveries between the answer and the work, so that none is lost and none is handled twice. */

import { parseInstant } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { checkClaim, checkName, checkPage, checkWhole } from '../../loan-file/store-checks.ts';
import type { WebhookEventKind } from '../../wire/webhooks/webhook-events.ts';

/** `unfinished`: waits for work or a retry. `quarantined`: set aside, until it comes again or a person decides. */
export type InboxStatus = 'unfinished' | 'done' | 'quarantined';

/** The origin of a delivery: the service, or reconciliation, which found a state change that no webhook reported. */
export type DeliverySource = 'webhook' | 'reconciled';

/** A delivery to store. */
export interface NewDelivery {
  /** The hash of its content. */
  readonly key: string;
  /** The exact body as text. It holds personal data: never print it. */
  readonly body: string;
  /** The kind it was parsed as. */
  readonly kind: WebhookEventKind;
  /** Its origin. */
  readonly source: DeliverySource;
  /** When it arrived, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** The name of the state change that it reports, if known before the work. */
  readonly news?: string;
}

/** A stored delivery. */
export interface InboxItem extends NewDelivery {
  /** The state of the work on it. */
  readonly status: InboxStatus;
  /** How often work on it began since it was stored or last replayed. */
  readonly attempts: number;
  /** Grows with every claim, so that a late claimant is recognised. */
  readonly fence: number;
  /** Why it was quarantined, or why the last attempt failed. Masked. */
  readonly reason?: string;
}

/** Which items to claim. */
export interface ClaimTerms {
  /** The current time, in epoch milliseconds. */
  readonly now: number;
  /** How long the claim lasts, in milliseconds. */
  readonly leaseMs: number;
  /** The largest number of items to claim. */
  readonly limit: number;
  /** Claims only the item with this key, due or not. */
  readonly key?: string;
}

/** Identifies a claim. */
export type InboxClaim = Pick<InboxItem, 'key' | 'fence'>;

/** How work on an item ended. */
export type Settlement =
  /** `keepBodyUntil` (epoch milliseconds): when to empty the body; default at once. */
  | { readonly kind: 'done'; readonly keepBodyUntil?: number }
  /** `dueAt`: when to retry, in epoch milliseconds. */
  | { readonly kind: 'failed'; readonly reason: string; readonly dueAt: number }
  | { readonly kind: 'quarantined'; readonly reason: string };

/** A person's decision about an item. */
export type InboxDecision =
  /** Makes it due at `now` (epoch milliseconds), with no attempts. Not for done items: their body is gone. */
  | { readonly kind: 'replay'; readonly now: number }
  /** Sets it aside. Not for done items. */
  | { readonly kind: 'quarantine'; readonly reason: string };

/** Which items to list, in the order in which they were stored. */
export interface InboxQuery {
  /** The largest number of items to list. */
  readonly limit: number;
  /** Only items with this status. */
  readonly status?: InboxStatus;
  /** Only events of these kinds. */
  readonly kinds?: readonly WebhookEventKind[];
  /** Only items of this origin. */
  readonly source?: DeliverySource;
  /** Lists the newest first. */
  readonly newestFirst?: boolean;
  /** Starts after the item with this key, for the next page. */
  readonly after?: string;
}

/**
 * Stores deliveries. {@link memoryInbox} keeps them until the process ends; `repaykit/postgres` and `repaykit/sqlite`
 * keep them durably. `Transaction` is what {@link Inbox.settle} passes to `commit`: undefined in memory.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Stores a delivery durably before it resolves. A known key gives `duplicate`, without a change. If the item is
   * quarantined, it gives `reopened`: the item becomes unfinished and due. A delivery from reconciliation never reopens
   * an item: only a repetition from the service is new information. It is also `duplicate` if another item has the same
   * `news`, even a quarantined one.
   */
  store(delivery: NewDelivery): Promise<'stored' | 'reopened' | 'duplicate'>;
  /**
   * Claims unfinished items that are due and have no claim, the earliest due first. New and repeated items are due
   * before all deferred ones. Each item goes to one claimant only. Without a key it also empties bodies whose
   * `keepBodyUntil` has passed, at most a thousand at a time.
   */
  claim(terms: ClaimTerms): Promise<readonly InboxItem[]>;
  /**
   * Gives a claimed item the name of its state change. `taken`, without a change: another item, unfinished or done, has
   * the name. `lost`: the claim has ended. A quarantined item gives up its name, because the state change would be lost
   * with it. It gets a name again when work on it starts again. Any number of items may have no name. If two ask for
   * the same name at once, one gets it.
   */
  recognise(claim: InboxClaim, news: string): Promise<'ours' | 'taken' | 'lost'>;
  /**
   * Ends a claim. False, without a change, if it already ended, or expired and the item was claimed again. With
   * `commit`, its writes through the given transaction are committed together with the end of the claim, or not at all.
   * It is called only while the claim holds, and no other claimant gets the item until it ends. If it throws, the item
   * stays unchanged. In SQLite it must be synchronous. It must not call this inbox for the same item.
   */
  settle(
    claim: InboxClaim,
    settlement: Settlement,
    commit?: (transaction: Transaction) => void | Promise<void>,
  ): Promise<boolean>;
  /** Applies a person's decision and ends a claim. False, without a change, if there is no such item or it is done. */
  decide(key: string, decision: InboxDecision): Promise<boolean>;
  /** Lists items. Pages may miss items that are stored meanwhile. @throws InputError */
  list(query: InboxQuery): Promise<readonly InboxItem[]>;
}

/** Iterates over the items of a query. Unlike a list, it holds only one page of bodies at a time. */
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

// Every inbox uses these checks, so that all of them refuse the same input.

const SOURCES = ['webhook', 'reconciled'];
const STATUSES = ['unfinished', 'done', 'quarantined'];

/** Refuses a delivery that some inbox could not store and find again. Its body may be any text. @throws InputError */
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

// Enough to recognise a failure. The log has the full text.
const MAX_REASON_LENGTH = 500;

/** Cuts a reason and replaces characters that some database cannot store, so that it never makes an end fail. */
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
