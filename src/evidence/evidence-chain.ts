import { canonicalJson } from '../domain/canonical-json.ts';
import { sha256 } from '../loan-file/content-hash.ts';
import { isCommitment } from '../loan-file/event-seal.ts';
import { NO_HASH } from '../loan-file/store.ts';
import { type Checkpoint, leafText } from './checkpoint.ts';
import { type Anchor, type CheckpointLine, type Contradiction, contradictionOf } from './checkpoint-check.ts';
import type { EvidenceFooter, PersonalLine } from './evidence-lines.ts';
import { isIncluded } from './merkle.ts';

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

  get broken(): BrokenEvent | undefined {
    return this.#broken;
  }

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

/** What was found out about one loan of an evidence file. */
export interface LoanEvidence {
  /** Whose events these are. */
  readonly loanId: string;
  /** How many events the file shows. */
  readonly events: number;
  /** The hash of the last one. */
  readonly head: string;
  /** How many personal parts are shown and are what was committed to. */
  readonly personal: number;
  /** How many checkpoints agree, signature included; 0 without a public key. */
  readonly checkpoints: number;
  /** None of the first so many events was changed since the checkpoints; what comes after them has only the chain. */
  readonly vouchedEvents: number;
  /** The first event that cannot be believed; absent where all hold. */
  readonly broken?: BrokenEvent;
}

export interface LoanCheckInput {
  readonly loanId: string;
  /** Why a checkpoint is not signed by a key that is believed, or undefined if it is; absent where no key was given. */
  readonly signatureProblem: ((checkpoint: Checkpoint) => string | undefined) | undefined;
  readonly anchors: readonly Anchor[];
}

/** Checks one loan of an evidence file, line by line. */
export class LoanCheck {
  readonly loanId: string;
  readonly problems: string[] = [];
  readonly #input: LoanCheckInput;
  readonly #chain: ChainCheck;
  readonly #vouched: Anchor[] = [];
  #contradiction: Contradiction | undefined;
  #personal = 0;
  #areEventsOver = false;
  // Each kind of line is in order and none comes twice, as it was exported.
  #lastPersonal = 0;
  #lastCheckpoint = 0;

  constructor(input: LoanCheckInput) {
    this.loanId = input.loanId;
    this.#input = input;
    this.#chain = new ChainCheck(input.loanId);
  }

  get isAmongEvents(): boolean {
    return !this.#areEventsOver;
  }

  takeEvent(text: string, isText: boolean): void {
    this.#chain.take(text);
    if (!isText) this.#chain.fail(this.#chain.hashes.length, 'its bytes are no UTF-8');
  }

  takePersonal({ personal: { seq, salt, value } }: PersonalLine): void {
    this.#areEventsOver = true;
    const commitment = this.#chain.commitments.get(seq);
    const content = canonicalJson(value);
    const isInPlace = seq > this.#lastPersonal && this.#lastCheckpoint === 0;
    if (commitment !== undefined) this.#lastPersonal = seq;
    if (commitment === undefined) this.problems.push('a personal part belongs to no event');
    else if (!isInPlace) this.problems.push('a personal part comes twice, or is not in its place');
    else if (
      typeof salt === 'string' &&
      content !== undefined &&
      isCommitment(commitment, { salt: Buffer.from(salt, 'base64url'), content })
    )
      this.#personal++;
    else this.#chain.fail(seq, 'the personal part that is shown is not the one that it committed to');
  }

  takeCheckpoint(line: CheckpointLine): void {
    this.#areEventsOver = true;
    const { checkpoint, version, proof } = line;
    if (!(checkpoint.number > this.#lastCheckpoint))
      this.problems.push('a checkpoint comes twice, or is not in its place');
    this.#lastCheckpoint = checkpoint.number;
    const problem = this.#input.signatureProblem?.(checkpoint);
    if (problem !== undefined) {
      this.problems.push(`checkpoint ${Number(checkpoint.number)}: ${problem}`);
      return;
    }
    const head = this.#chain.hashes[version - 1];
    const seen = { number: Number(checkpoint.number), at: String(checkpoint.at), version };
    // A head that is not there, or another one, is not under the root; then it looks like one that was rewritten.
    if (
      head !== undefined &&
      proof.count === checkpoint.count &&
      isIncluded(leafText({ loanId: this.loanId, version, head }), proof, checkpoint.root)
    )
      this.#vouched.push({ ...seen, head });
    else
      this.#contradiction ??= contradictionOf(
        [...this.#vouched, { ...seen, version: isPlace(version) ? version : 1, head: 'another' }],
        this.#chain.hashes,
      );
  }

  /** Ends the loan; without its footer, the end of the file was lost. */
  end(footer: EvidenceFooter['footer'] | undefined): LoanEvidence {
    this.#chain.end(
      typeof footer?.events === 'number' ? footer.events : undefined,
      typeof footer?.head === 'string' ? footer.head : undefined,
    );
    if (footer === undefined) this.problems.push('the file ends before this loan does');
    else if (typeof footer.events !== 'number' || typeof footer.head !== 'string')
      this.problems.push('its last line does not say how it ends');
    for (const found of [this.#contradiction, contradictionOf(this.#input.anchors, this.#chain.hashes)])
      if (found) this.#chain.contradict(found);
    const { hashes, head } = this.#chain;
    if (hashes.length === 0) this.#chain.fail(1, 'it is missing: the loan has no events');
    const broken = this.#chain.broken;
    const agreeing = this.#input.signatureProblem
      ? [...this.#input.anchors, ...this.#vouched].filter(({ version }) => !broken || version < broken.seq)
      : [];
    return {
      loanId: this.loanId,
      events: hashes.length,
      head,
      personal: this.#personal,
      checkpoints: this.#input.signatureProblem ? this.#vouched.length : 0,
      vouchedEvents: Math.max(0, ...agreeing.map(({ version }) => version)),
      ...(broken && { broken }),
    };
  }
}

function isPlace(version: number): boolean {
  return Number.isSafeInteger(version) && version > 0;
}
