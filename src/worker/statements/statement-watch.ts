import { HOUR_MS, type Instant, MINUTE_MS, parseInstant } from '../../domain/calendar.ts';
import { type Inbox, type InboxItem, walkItems } from '../../webhooks/inbox/inbox.ts';
import type { WebhookEvent } from '../../webhooks/index.ts';
import { parse } from '../../webhooks/parse.ts';
import {
  belonging,
  KnownBorrowers,
  type StatementAnswer,
  type StatementFacts,
  type StatementWant,
  statementAnswer,
  statementFacts,
  statementKinds,
  type UploadedFor,
} from './belonging.ts';

export interface WatchTerms {
  readonly inbox: Pick<Inbox, 'list'>;
  readonly upload: UploadedFor;
  readonly want: StatementWant;
  /** When the upload began, in epoch milliseconds. */
  readonly began: Instant;
  readonly borrowerId: string | undefined;
  /** Whether an event that names no one counts as the upload's. */
  readonly takesNameless: () => boolean;
}

interface Candidate {
  readonly answer: StatementAnswer;
  readonly facts: StatementFacts;
}

// The synchronised clocks of two machines differ by less.
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const PAGE = 20;
// How far back an earlier event may link the payer to a borrower. Bodies are kept for an hour. A busy inbox is not read
// completely.
const LOOK_BACK_MS = HOUR_MS;
const MOST_LOOKED_BACK = 500;
// Items are listed in the order in which their storage began. An item that was committed late may come after items that
// were already seen.
const WHOLE_EVERY = 8;

export class StatementWatch {
  readonly #terms: WatchTerms;
  readonly #borrowers: KnownBorrowers;
  /** Items that were already judged, or existed before the upload. */
  readonly #seen = new Set<string>();
  readonly #candidates: Candidate[] = [];
  #searches = 0;

  constructor(terms: WatchTerms) {
    this.#terms = terms;
    this.#borrowers = new KnownBorrowers(terms.borrowerId);
  }

  /** Records the items that exist before the upload, and learns from them. Call it first. */
  async start(): Promise<void> {
    const { began, upload } = this.#terms;
    let count = 0;
    for await (const { item, receivedAt } of this.#newestFirst(began - LOOK_BACK_MS)) {
      count += 1;
      if (receivedAt < began - CLOCK_SKEW_MS && count > MOST_LOOKED_BACK) return;
      this.#seen.add(item.key);
      const event = readItem(item);
      if (event) this.#borrowers.learn(statementFacts(event.raw), upload);
    }
  }

  /**
   * The answer to the upload, if it has come. `isWhole` searches everything since the upload began, not only the newest
   * items.
   */
  async find(options: { readonly isWhole?: boolean } = {}): Promise<StatementAnswer | undefined> {
    const isWhole = options.isWhole === true || this.#searches % WHOLE_EVERY === 0;
    this.#searches += 1;
    let known = 0;
    for await (const { item } of this.#newestFirst(this.#terms.began - CLOCK_SKEW_MS)) {
      known = this.#seen.has(item.key) ? known + 1 : 0;
      if (known >= PAGE && !isWhole) break;
      if (known === 0) this.#take(item);
    }
    return this.#choose();
  }

  #take(item: InboxItem): void {
    // It was not confirmed, or a person set it aside. It may be replayed later.
    if (item.status === 'quarantined') return;
    this.#seen.add(item.key);
    const event = readItem(item);
    if (!event) return;
    const facts = statementFacts(event.raw);
    this.#borrowers.learn(facts, this.#terms.upload);
    const answer = statementAnswer(event, this.#terms.want);
    if (answer) this.#candidates.push({ answer, facts });
  }

  #choose(): StatementAnswer | undefined {
    const { upload, takesNameless } = this.#terms;
    const judged = this.#candidates.map(({ answer, facts }) => ({
      answer,
      whose: belonging(facts, upload, this.#borrowers),
    }));
    const ours = judged.filter(({ whose }) => whose === 'ours');
    // If one of several answers says that the statement was read, it was read.
    const best = ours.find(({ answer }) => answer.outcome === 'read') ?? ours[0];
    if (best) return best.answer;
    const nameless = judged.filter(({ whose }) => whose === 'nameless');
    return nameless.length === 1 && takesNameless() ? nameless[0]?.answer : undefined;
  }

  get nameless(): number {
    return this.#candidates.filter(({ facts }) => belonging(facts, this.#terms.upload, this.#borrowers) === 'nameless')
      .length;
  }

  async *#newestFirst(since: Instant): AsyncGenerator<{ readonly item: InboxItem; readonly receivedAt: Instant }> {
    let old = 0;
    for await (const item of walkItems(this.#terms.inbox, { kinds: statementKinds, newestFirst: true }, PAGE)) {
      const receivedAt = parseInstant(item.receivedAt) ?? since;
      // An item from a slow clock must not hide those after it.
      old = receivedAt < since ? old + 1 : 0;
      if (old >= PAGE) return;
      if (old === 0) yield { item, receivedAt };
    }
  }
}

// A done item loses its body after a while, and some quarantined bodies cannot be read.
function readItem({ body }: InboxItem): WebhookEvent | undefined {
  try {
    return body === '' ? undefined : parse(body);
  } catch {
    return undefined;
  }
}
