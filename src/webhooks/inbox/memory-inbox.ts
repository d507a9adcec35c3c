import { inMemoryOnly } from '../../validation/self-check.ts';
import {
  checkClaimTerms,
  checkDecision,
  checkDelivery,
  checkInboxQuery,
  checkRecognition,
  checkSettlement,
  type Inbox,
  type InboxClaim,
  type InboxItem,
  type Settlement,
  storedReason,
} from './inbox.ts';

/** Options of {@link memoryInbox}. */
export interface MemoryInboxOptions {
  /** Finished deliveries to remember, to recognise repetitions; default 10,000. The oldest is forgotten first. */
  readonly rememberDone?: number | undefined;
}

interface Entry {
  readonly place: number;
  item: InboxItem;
  dueAt: number;
  heldUntil: number;
  keepBodyUntil?: number | undefined;
}

const NEVER_HELD = Number.NEGATIVE_INFINITY;

/** Stores deliveries in memory, for tests and tools. A service that must not lose deliveries uses a database. */
export function memoryInbox(options: MemoryInboxOptions = {}): Inbox<undefined> {
  return inMemoryOnly(new MemoryInbox(options), 'deliveries are kept', 'use postgresInbox(…) or sqliteInbox(…)');
}

// Its methods are own functions, so that a test can spread the inbox and replace one of them.
class MemoryInbox implements Inbox<undefined> {
  readonly #rememberDone: number;
  readonly #entries = new Map<string, Entry>();
  // Items without a state change ask for undefined, which is never there.
  readonly #byStateChange = new Map<string | undefined, string>();
  // Separate maps, so that many finished items do not slow down the open ones.
  readonly #unfinished = new Map<string, Entry>();
  readonly #done = new Map<string, Entry>();
  readonly #keptBodies = new Set<Entry>();
  // Ends that are running effects. As with a locked row, a claim skips their items and every other call waits for them.
  readonly #ending = new Map<string, Promise<void>>();
  #places = 0;

  constructor({ rememberDone = 10_000 }: MemoryInboxOptions) {
    this.#rememberDone = rememberDone;
  }

  readonly store: Inbox<undefined>['store'] = async (delivery) => {
    checkDelivery(delivery);
    const known = this.#entries.get(delivery.key);
    if (known?.item.status === 'quarantined' && delivery.source !== 'reconciled') {
      this.#reopen(known, NEVER_HELD);
      return 'reopened';
    }
    if (known || this.#byStateChange.has(delivery.news)) return 'duplicate';
    const item: InboxItem = { ...delivery, status: 'unfinished', attempts: 0, fence: 0 };
    this.#places += 1;
    const entry: Entry = { place: this.#places, item, dueAt: NEVER_HELD, heldUntil: NEVER_HELD };
    this.#entries.set(delivery.key, entry);
    this.#unfinished.set(delivery.key, entry);
    if (delivery.news !== undefined) this.#byStateChange.set(delivery.news, delivery.key);
    return 'stored';
  };

  readonly claim: Inbox<undefined>['claim'] = async (terms) => {
    checkClaimTerms(terms);
    const { now, leaseMs, limit, key } = terms;
    if (key === undefined) this.#emptyBodies(now);
    const candidates =
      key === undefined
        ? [...this.#unfinished.values()].filter(({ dueAt }) => dueAt <= now)
        : [this.#unfinished.get(key)];
    return candidates
      .filter((entry) => entry !== undefined)
      .filter(({ heldUntil, item }) => heldUntil <= now && !this.#ending.has(item.key))
      .sort((a, b) => a.dueAt - b.dueAt || a.place - b.place)
      .slice(0, limit)
      .map((entry) => {
        entry.heldUntil = now + leaseMs;
        entry.item = { ...entry.item, attempts: entry.item.attempts + 1, fence: entry.item.fence + 1 };
        return entry.item;
      });
  };

  readonly recognise: Inbox<undefined>['recognise'] = async (claim, news) => {
    checkRecognition(claim, news);
    while (this.#ending.has(claim.key)) await this.#ending.get(claim.key);
    const entry = this.#held(claim);
    if (!entry) return 'lost';
    const owner = this.#entries.get(this.#byStateChange.get(news) ?? '');
    if (owner && owner !== entry) {
      if (owner.item.status !== 'quarantined') return 'taken';
      const { news: _handedOver, ...left } = owner.item;
      owner.item = left;
    }
    this.#byStateChange.delete(entry.item.news);
    this.#byStateChange.set(news, claim.key);
    entry.item = { ...entry.item, news };
    return 'ours';
  };

  readonly settle: Inbox<undefined>['settle'] = async (claim, settlement, commit) => {
    checkSettlement(claim, settlement);
    while (this.#ending.has(claim.key)) await this.#ending.get(claim.key);
    const entry = this.#held(claim);
    if (!entry) return false;
    if (commit) await this.#endAfter(() => commit(undefined), entry, settlement);
    else this.#end(entry, settlement);
    return true;
  };

  readonly decide: Inbox<undefined>['decide'] = async (key, decision) => {
    checkDecision(key, decision);
    while (this.#ending.has(key)) await this.#ending.get(key);
    const entry = this.#entries.get(key);
    if (!entry || entry.item.status === 'done') return false;
    if (decision.kind === 'replay') this.#reopen(entry, decision.now, 0);
    else this.#quarantine(entry, decision.reason);
    return true;
  };

  readonly list: Inbox<undefined>['list'] = async (query) => {
    checkInboxQuery(query);
    const { limit, status, kinds, source, newestFirst = false, after } = query;
    const isWanted = ({ item }: Entry) =>
      (status === undefined || item.status === status) &&
      (kinds === undefined || kinds.includes(item.kind)) &&
      (source === undefined || item.source === source);
    const beside = after === undefined ? undefined : this.#entries.get(after)?.place;
    if (after !== undefined && beside === undefined) return [];
    const isLater = ({ place }: Entry) => beside === undefined || (newestFirst ? place < beside : place > beside);
    const inOrder = [...this.#entries.values()];
    if (newestFirst) inOrder.reverse();
    const items: InboxItem[] = [];
    for (const entry of inOrder) {
      if (items.length === limit) break;
      if (isLater(entry) && isWanted(entry)) items.push(entry.item);
    }
    return items;
  };

  /** Ends an item after its effects. Other calls for the item wait for both. */
  #endAfter(effects: () => void | Promise<void>, entry: Entry, settlement: Settlement): Promise<void> {
    const { key } = entry.item;
    const ending = (async () => {
      await effects();
      this.#end(entry, settlement);
    })().finally(() => this.#ending.delete(key));
    const ended = ending.catch(() => undefined);
    this.#ending.set(key, ended);
    return ending;
  }

  #held({ key, fence }: InboxClaim): Entry | undefined {
    const entry = this.#unfinished.get(key);
    return entry && entry.item.fence === fence && entry.heldUntil !== NEVER_HELD ? entry : undefined;
  }

  #end(entry: Entry, settlement: Settlement): void {
    entry.heldUntil = NEVER_HELD;
    if (settlement.kind === 'quarantined') this.#quarantine(entry, settlement.reason);
    else if (settlement.kind === 'done') this.#finish(entry, settlement.keepBodyUntil);
    else {
      entry.item = { ...entry.item, reason: storedReason(settlement.reason) };
      entry.dueAt = settlement.dueAt;
    }
  }

  #finish(entry: Entry, keepBodyUntil: number | undefined): void {
    const { reason: _former, ...item } = entry.item;
    // A done item is kept only to recognise repetitions. Its body is no longer needed and holds personal data.
    entry.item = { ...item, status: 'done', body: keepBodyUntil === undefined ? '' : item.body };
    entry.keepBodyUntil = keepBodyUntil;
    if (keepBodyUntil !== undefined) this.#keptBodies.add(entry);
    this.#unfinished.delete(item.key);
    this.#done.set(item.key, entry);
    this.#forgetOldest();
  }

  #quarantine(entry: Entry, reason: string): void {
    entry.item = { ...entry.item, status: 'quarantined', reason: storedReason(reason) };
    entry.heldUntil = NEVER_HELD;
    this.#unfinished.delete(entry.item.key);
  }

  #reopen(entry: Entry, dueAt: number, attempts = entry.item.attempts): void {
    // The next claim gets a new fence, so the previous claimant cannot settle it.
    entry.item = { ...entry.item, status: 'unfinished', attempts };
    entry.dueAt = dueAt;
    entry.heldUntil = NEVER_HELD;
    this.#unfinished.set(entry.item.key, entry);
  }

  #emptyBodies(now: number): void {
    for (const entry of this.#keptBodies) {
      if ((entry.keepBodyUntil ?? now) > now) continue;
      entry.item = { ...entry.item, body: '' };
      this.#keptBodies.delete(entry);
    }
  }

  #forgetOldest(): void {
    for (const [key, { item }] of this.#done) {
      if (this.#done.size <= this.#rememberDone) return;
      this.#done.delete(key);
      this.#entries.delete(key);
      this.#byStateChange.delete(item.news);
    }
  }
}
