import { canonicalJson } from '../domain/canonical-json.ts';
import { sha256 } from '../loan-file/content-hash.ts';
import { NO_HASH } from '../loan-file/stored-event.ts';
import type { Contradiction } from './checkpoint-anchors.ts';

/** The first event of a loan that cannot be believed, and why. */
export interface BrokenEvent {
  /** Its place in the file, from 1; one more than there are events where the end is missing. */
  readonly seq: number;
  /** What was found; holds nothing personal. */
  readonly reason: string;
}

interface Body {
  readonly loanId?: unknown;
  readonly seq?: unknown;
  readonly previous?: unknown;
  readonly personal?: unknown;
}

/** Checks the events of one loan as they come: each stands in its place, is written canonically and follows the hash of the one before. */
export class ChainCheck {
  /** The hash of each event that was seen, in order. */
  readonly hashes: string[] = [];
  /** The commitments to personal parts, by the place of their event. */
  readonly commitments = new Map<number, string>();
  readonly #loanId: string;
  #broken: BrokenEvent | undefined;
  // Two neighbours that do not fit: which of them was altered is known once the next one says what it followed.
  #misfit: number | undefined;

  constructor(loanId: string) {
    this.#loanId = loanId;
  }

  /** The first event that cannot be believed so far. */
  get broken(): BrokenEvent | undefined {
    return this.#broken;
  }

  /** The hash of the last event that was seen. */
  get head(): string {
    return this.hashes.at(-1) ?? NO_HASH;
  }

  /** Takes the next event: its body, as it is kept, and its hash where one was kept beside it. Answers what the body holds. */
  take(body: string, claimed?: string): Body {
    const seq = this.hashes.length + 1;
    const hash = sha256(body);
    const content = bodyOf(body);
    this.#settleMisfit(content?.previous);
    if (claimed !== undefined && claimed !== hash)
      this.fail(seq, 'its bytes do not have the hash that was kept with them');
    const problem = content ? this.#problemOf(content, seq, body) : 'its bytes are no JSON';
    if (problem !== undefined) this.fail(seq, problem);
    else if (content?.previous !== this.head) this.#misfit = seq;
    if (typeof content?.personal === 'string') this.commitments.set(seq, content.personal);
    this.hashes.push(hash);
    return content ?? {};
  }

  /** Ends the chain: `events` and `head` are what the file said of itself, where it did. */
  end(events: number | undefined, head: string | undefined): void {
    const count = this.hashes.length;
    const expected = events ?? count;
    this.#settleMisfit(head);
    if (expected > count) this.fail(count + 1, `it is missing: the file had ${expected} events`);
    else if (expected < count) this.fail(expected + 1, `it is too many: the file had ${expected} events`);
    else if (head !== undefined && head !== this.head)
      this.fail(count, 'its bytes do not have the hash with which the file ended');
  }

  /** Notes what contradicts a checkpoint, unless the chain shows more exactly where, or breaks before. */
  contradict({ seq, until, reason }: Pick<Contradiction, 'seq' | 'until' | 'reason'>): void {
    if (!this.#broken || until < this.#broken.seq) this.#broken = { seq, reason };
  }

  /** Notes a broken event, unless one before it is known. */
  fail(seq: number, reason: string): void {
    if (!this.#broken || seq < this.#broken.seq) this.#broken = { seq: Math.max(seq, 1), reason };
  }

  #problemOf(content: Body, seq: number, body: string): string | undefined {
    if (content.seq !== seq)
      return `the event in its place says that it is event ${JSON.stringify(content.seq)?.slice(0, 20)}`;
    if (content.loanId !== this.#loanId) return 'it was written for another loan';
    return canonicalJson(content) === body ? undefined : 'its bytes are not canonical JSON';
  }

  // If the later one has the hash that its successor followed, it is as it was written, and the earlier one is not.
  #settleMisfit(followed: unknown): void {
    const seq = this.#misfit;
    if (seq === undefined) return;
    this.#misfit = undefined;
    if (seq > 1 && followed === this.head)
      this.fail(seq - 1, `its bytes do not have the hash that event ${seq} follows`);
    else this.fail(seq, 'it does not follow the event before it');
  }
}

function bodyOf(text: string): Body | undefined {
  try {
    const content: unknown = JSON.parse(text);
    return content instanceof Object ? content : undefined;
  } catch {
    return undefined;
  }
}
