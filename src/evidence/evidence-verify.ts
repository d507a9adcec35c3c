import type { KeyObject } from 'node:crypto';
import { ConfigurationError, EvidenceError, requireOptions } from '../errors.ts';
import { anything, func, optional } from '../validation/checks.ts';
import { given, record } from '../validation/record.ts';
import { type KeyInput, readPublicKeys } from './checkpoint.ts';
import {
  type Anchors,
  type CheckpointRecords,
  checkpointRecords,
  isIterable,
  readAnchors,
  signatureChecker,
} from './checkpoint-check.ts';
import { LoanCheck, type LoanCheckInput, type LoanEvidence } from './evidence-chain.ts';
import {
  EVIDENCE_FORMAT,
  type LineInput,
  lineProblem,
  linesOf,
  readEvidenceLine,
  type TextLine,
} from './evidence-lines.ts';

/** Options of {@link verifyEvidence}. */
export interface VerifyEvidenceOptions {
  /** The public half of the key that signs checkpoints, or several. Without it, only the chain of events is checked. */
  readonly publicKey?: KeyInput | readonly KeyInput[];
  /** The checkpoints, oldest first, such as `fileCheckpoints(…).all()`: reveal omissions. Require the public key. */
  readonly checkpoints?: CheckpointRecords;
  /** Called occasionally with the number of events read so far. */
  readonly onProgress?: (events: number) => void;
}

/** The result of checking an evidence file. */
export interface EvidenceReport {
  /** Whether everything is valid. With a public key, a checkpoint must also confirm each loan. */
  readonly ok: boolean;
  /** Whether a public key was given. Without one, the whole file may be made up. */
  readonly isSigned: boolean;
  /** The result for each loan, in the order of the file. */
  readonly loans: readonly LoanEvidence[];
  /** Problems outside the events, at most 100. */
  readonly problems: readonly string[];
}

/**
 * Checks an evidence file with only the file and a public key. The report names the first invalid event of each loan.
 * Invalid content never throws.
 * @throws ConfigurationError if the public key is invalid, checkpoints come without one, or an option is unknown
 */
export async function verifyEvidence(input: LineInput, options: VerifyEvidenceOptions = {}): Promise<EvidenceReport> {
  checkInput(input);
  const { publicKey, checkpoints } = requireOptions('verifyEvidence', verifyOptions, options);
  const keys = publicKey === undefined ? undefined : readPublicKeys(publicKey);
  const anchors = checkpoints && keys && (await readAnchors(checkpoints, keys));
  return checkEvidence(input, given({ keys, anchors, onProgress: options.onProgress }));
}

/** What {@link checkEvidence} checks against, and what it calls. */
export interface EvidenceCheckInput {
  readonly keys?: ReadonlyMap<string, KeyObject>;
  readonly anchors?: Anchors;
  readonly onProgress?: (events: number) => void;
  /** Gets the result of each loan, with the bytes of its events. */
  readonly onLoan?: (loan: LoanEvidence, bodies: readonly string[]) => void;
}

export async function checkEvidence(input: LineInput, against: EvidenceCheckInput): Promise<EvidenceReport> {
  const check = new EvidenceCheck(against);
  for await (const lines of linesOf(input)) {
    for (const line of lines) check.take(line);
    against.onProgress?.(check.events);
  }
  return check.end();
}

/** Like {@link verifyEvidence}, but throws. @throws EvidenceError that names the first problem */
export async function requireEvidence(input: LineInput, options: VerifyEvidenceOptions = {}): Promise<EvidenceReport> {
  const report = await verifyEvidence(input, options);
  if (report.ok) return report;
  const loan = report.loans.find(({ broken }) => broken);
  const unvouched = report.loans.find(({ vouchedEvents }) => vouchedEvents === 0);
  if (loan?.broken)
    throw new EvidenceError(
      `Event ${loan.broken.seq} of loan '${loan.loanId}' cannot be believed: ${loan.broken.reason}`,
    );
  throw new EvidenceError(report.problems[0] ?? `No checkpoint vouches for loan '${unvouched?.loanId}'`);
}

const verifyOptions = record<VerifyEvidenceOptions>(
  { publicKey: anything, checkpoints: optional(checkpointRecords), onProgress: optional(func) },
  {
    rules: ({ publicKey, checkpoints }, given) => {
      if (publicKey !== undefined) return [];
      if (checkpoints) return [{ path: 'publicKey', message: 'is missing: give the public key of the checkpoints' }];
      // For example, an unset variable was passed. Nothing would be proved.
      const message = 'is undefined: leave it out to check no more than the chain of events';
      return 'publicKey' in given ? [{ path: 'publicKey', message }] : [];
    },
  },
);

function checkInput(input: unknown): void {
  if (typeof input === 'string' || isIterable(input)) return;
  const message = 'must be the evidence itself: text, bytes, or pieces of them such as a stream';
  throw new ConfigurationError('verifyEvidence', [{ path: 'input', message }]);
}

const MOST_PROBLEMS = 100;

class EvidenceCheck {
  events = 0;
  readonly #signatureProblem: LoanCheckInput['signatureProblem'];
  readonly #anchors: Anchors | undefined;
  readonly #onLoan: EvidenceCheckInput['onLoan'];
  #bodies: string[] = [];
  readonly #loans: LoanEvidence[] = [];
  readonly #seen = new Set<string>();
  readonly #problems: string[] = [];
  #loan: LoanCheck | undefined;
  #line = 0;
  #isLost = false;

  constructor({ keys, anchors, onLoan }: EvidenceCheckInput) {
    this.#signatureProblem = keys && signatureChecker(keys);
    this.#anchors = anchors;
    this.#onLoan = onLoan;
    const broken = anchors?.report.broken;
    if (broken) this.#complain(`checkpoint ${broken.number} of those that were given: ${broken.reason}`);
  }

  take({ text, isText }: TextLine): void {
    this.#line++;
    const loan = this.#loan;
    const read = readEvidenceLine(text, loan?.isAmongEvents === true);
    const problem = 'line' in read && isText ? lineProblem(text, read) : undefined;
    if (problem !== undefined) this.#complain(`line ${this.#line} ${problem}`);
    if (read.kind === 'header') this.#begin(read.line.loanId);
    else if (!loan || read.kind === 'unknown') this.#lose();
    else if (read.kind === 'event') {
      this.events++;
      loan.takeEvent(text, isText);
      if (this.#onLoan) this.#bodies.push(text);
    } else {
      this.#isLost = false;
      if (!isText) this.#complain(`line ${this.#line} is no UTF-8`);
      if (read.kind === 'personal') loan.takePersonal(read.line);
      else if (read.kind === 'checkpoint') loan.takeCheckpoint(read.line);
      else this.#finish(loan, read.line.footer);
    }
  }

  end(): EvidenceReport {
    if (this.#loan) this.#finish(this.#loan, undefined);
    if (this.#loans.length === 0) this.#complain('there is no loan in it');
    const areVouched = !this.#signatureProblem || this.#loans.every(({ vouchedEvents }) => vouchedEvents > 0);
    return {
      ok: areVouched && this.#problems.length === 0 && this.#loans.every(({ broken }) => !broken),
      isSigned: this.#signatureProblem !== undefined,
      loans: this.#loans,
      problems: this.#problems,
    };
  }

  #begin(loanId: string): void {
    if (this.#loan) this.#finish(this.#loan, undefined);
    if (this.#seen.has(loanId)) this.#complain(`loan '${loanId}' comes twice`);
    this.#seen.add(loanId);
    this.#isLost = false;
    const anchors = this.#anchors?.byLoan.get(loanId) ?? [];
    this.#loan = new LoanCheck({ loanId, signatureProblem: this.#signatureProblem, anchors });
  }

  #finish(loan: LoanCheck, footer: Parameters<LoanCheck['end']>[0]): void {
    const checked = loan.end(footer);
    this.#loans.push(checked);
    this.#onLoan?.(checked, this.#bodies);
    this.#bodies = [];
    for (const problem of loan.problems) this.#complain(`loan '${loan.loanId}': ${problem}`);
    this.#loan = undefined;
  }

  // Reported once for any number of consecutive lines.
  #lose(): void {
    if (!this.#isLost)
      this.#complain(
        `line ${this.#line} does not belong there: a loan begins with its header (${EVIDENCE_FORMAT}) and ends with its footer`,
      );
    this.#isLost = true;
  }

  #complain(problem: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
  }
}
