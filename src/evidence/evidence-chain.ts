import { canonicalJson } from '../domain/canonical-json.ts';
import { isCommitment } from '../loan-file/event-seal.ts';
import { sha256 } from '../loan-file/hashing.ts';
import { NO_HASH } from '../loan-file/store.ts';
import { type Checkpoint, leafText } from './checkpoint.ts';
import { type Anchor, type CheckpointLine, type Contradiction, contradictionOf } from './checkpoint-check.ts';
import type { EvidenceFooter, PersonalLine } from './evidence-lines.ts';
import { isIncluded } from './merkle.ts';

/** The first invalid event of a loan, and why. */
export interface BrokenEvent {
  /** Its position in the file, from 1. One more than the number of events if the end is missing. */
  readonly seq: number;
  /** What is wrong. Holds nothing personal. */
  readonly reason: string;
}

type Body = Readonly<Partial<Record<'loanId' | 'seq' | 'previous' | 'personal', unknown>>>;

/** Each event must be at its position, canonical, and follow the hash of the one before. */
export class ChainCheck {
  readonly hashes: string[] = [];
  /** The commitments to personal parts, by the position of the event. */
  readonly commitments = new Map<number, string>();
  readonly #loanId: string;
  #broken: BrokenEvent | undefined;
  // Two neighbours that do not match. The next event shows which of the two was altered, by the hash that it follows.
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

  /** Checks the next event: its stored body and, if stored, its hash. Returns the parsed body. */
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

  /** Ends the chain. `events` and `head` are the file's own claims, if any. */
  end(events: number | undefined, head: string | undefined): void {
    const count = this.hashes.length;
    const expected = events ?? count;
    this.#settleMisfit(head);
    if (expected > count) this.fail(count + 1, `it is missing: the file had ${expected} events`);
    else if (expected < count) this.fail(expected + 1, `it is too many: the file had ${expected} events`);
    else if (head !== undefined && head !== this.head)
      this.fail(count, 'its bytes do not have the hash with which the file ended');
  }

  /** Records a contradiction to a checkpoint, unless the chain breaks earlier or locates the change more exactly. */
  contradict({ seq, until, reason }: Pick<Contradiction, 'seq' | 'until' | 'reason'>): void {
    if (!this.#broken || until < this.#broken.seq) this.#broken = { seq, reason };
  }

  /** Records an invalid event, unless an earlier one is known. */
  fail(seq: number, reason: string): void {
    if (!this.#broken || seq < this.#broken.seq) this.#broken = { seq: Math.max(seq, 1), reason };
  }

  #problemOf(content: Body, seq: number, body: string): string | undefined {
    if (content.seq !== seq)
      return `the event in its place says that it is event ${JSON.stringify(content.seq)?.slice(0, 20)}`;
    if (content.loanId !== this.#loanId) return 'it was written for another loan';
    return canonicalJson(content) === body ? undefined : 'its bytes are not canonical JSON';
  }

  // If the later one has the hash that its successor follows, it is intact and the earlier one was altered.
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

/** The result of checking one loan of an evidence file. */
export interface LoanEvidence {
  /** The id of the loan. */
  readonly loanId: string;
  /** The number of events in the file. */
  readonly events: number;
  /** The hash of the last event. */
  readonly head: string;
  /** The number of personal parts that are shown and match their commitment. */
  readonly personal: number;
  /** The number of checkpoints that agree and have a valid signature. 0 without a public key. */
  readonly checkpoints: number;
  /** The number of events, from the first, that checkpoints confirm. Only the chain covers the later ones. */
  readonly vouchedEvents: number;
  /** The first invalid event. Absent if all are valid. */
  readonly broken?: BrokenEvent;
}

export interface LoanCheckInput {
  readonly loanId: string;
  /** Why a checkpoint is not signed by a trusted key, or undefined if it is. Absent if no key was given. */
  readonly signatureProblem: ((checkpoint: Checkpoint) => string | undefined) | undefined;
  readonly anchors: readonly Anchor[];
}

export class LoanCheck {
  readonly loanId: string;
  readonly problems: string[] = [];
  readonly #input: LoanCheckInput;
  readonly #chain: ChainCheck;
  readonly #vouched: Anchor[] = [];
  #contradiction: Contradiction | undefined;
  #personal = 0;
  #areEventsOver = false;
  // Each kind of line must be in the exported order, without duplicates.
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
    else if (typeof salt === 'string' && isCommitment(commitment, Buffer.from(salt, 'base64url'), content))
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
    // A missing or different head is not under the root. The file then counts as rewritten.
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

  /** Ends the loan. A missing footer means that the end of the file was lost. */
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
