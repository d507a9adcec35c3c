/** Computes the rows of a tape again, from evidence. */
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { builtins } from '../../builtins.ts';
import { quietly } from '../../clock/mutex.ts';
import { RepayKitError } from '../../errors.ts';
import type { Anchors } from '../../evidence/checkpoint-check.ts';
import type { LoanEvidence } from '../../evidence/evidence-chain.ts';
import { linesOf } from '../../evidence/evidence-lines.ts';
import { checkEvidence } from '../../evidence/evidence-verify.ts';
import { sha256 } from '../../loan-file/hashing.ts';
import { given } from '../../validation/record.ts';
import { tapeFiles } from './manifest.ts';
import { tapeColumns, tapeRow } from './tape-columns.ts';
import type { ReadTape, TapeRow } from './tape-rows.ts';

/** A cell that the evidence contradicts. */
export interface TapeDifference {
  /** The id of the loan. */
  readonly loanId: string;
  /** The column. */
  readonly column: string;
  /** What the tape says. */
  readonly tape: string;
  /** What the evidence shows. */
  readonly evidence: string;
}

export interface EvidenceFile {
  readonly path: string;
  /** Its SHA-256, if the tape was signed with it. */
  readonly signed?: string;
}

interface CellCheckInput extends EvidenceFile {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly rows: number; readonly total: number }) => void;
  readonly keys?: ReadonlyMap<string, KeyObject>;
  readonly anchors?: Anchors;
  /** The loans of the sample. */
  readonly wanted?: ReadonlySet<string>;
}

export class CellCheck {
  recomputed = 0;
  readonly differences: TapeDifference[] = [];
  readonly problems: string[] = [];
  readonly #tape: ReadTape;
  /** Whether the evidence ends where the checkpoint does. */
  readonly #isExact: boolean;
  readonly #seen = new Set<string>();

  constructor(tape: ReadTape, isExact: boolean) {
    this.#tape = tape;
    this.#isExact = isExact;
  }

  async read(input: CellCheckInput): Promise<void> {
    const digest = builtins.crypto.createHash('sha256');
    const { keys, anchors, wanted, signed } = input;
    const { rows } = this.#tape;
    const report = await checkEvidence(chosen(piecesOf(input, digest), wanted), {
      ...given({ keys, anchors }),
      onLoan: (loan, bodies) => this.#compare(loan, bodies),
      onProgress: () => quietly(() => input.onProgress?.({ rows: this.recomputed, total: wanted?.size ?? rows.size })),
    });
    this.problems.push(...report.problems);
    if (signed !== undefined && digest.digest('hex') !== signed)
      this.problems.push(`${tapeFiles.evidence} is not the file that was signed`);
    this.miss(wanted ?? rows.keys());
  }

  /** Names the loans that should have been recomputed. */
  miss(wanted: Iterable<string>): void {
    for (const loanId of wanted)
      if (!this.#seen.has(loanId)) this.problems.push(`the evidence of loan '${loanId}' is missing`);
  }

  #compare({ loanId, broken }: LoanEvidence, bodies: readonly string[]): void {
    this.#seen.add(loanId);
    const row = this.#tape.rows.get(loanId);
    const hashes = bodies.map((body) => sha256(body));
    if (broken) this.problems.push(`event ${broken.seq} of loan '${loanId}' cannot be believed: ${broken.reason}`);
    else if (!row) this.problems.push(`the evidence shows loan '${loanId}', which has no row`);
    else if (hashes[row.version - 1] !== row.head || (this.#isExact && hashes.length > row.version))
      this.problems.push(`the evidence of loan '${loanId}' does not end with the event that its row names`);
    else this.#recompute(row, bodies, hashes);
  }

  #recompute({ loanId, version, cells }: TapeRow, bodies: readonly string[], hashes: readonly string[]): void {
    this.recomputed += 1;
    const events = bodies.slice(0, version).map((body, index) => ({ seq: index + 1, body, hash: hashes[index] ?? '' }));
    try {
      for (const [place, shown] of tapeRow({ loanId, events }, this.#tape.asOf).entries()) {
        const [column = ''] = tapeColumns[place] ?? [];
        const tape = cells[place] ?? '';
        if (tape !== shown) this.differences.push({ loanId, column, tape, evidence: shown });
      }
    } catch (error) {
      // The maker of the events chose what is in them.
      const reason = error instanceof RepayKitError ? error.message : 'they are not those of a loan';
      this.problems.push(`the events of loan '${loanId}' cannot be read: ${reason}`);
    }
  }
}

async function* piecesOf(
  { path, signal: stop }: CellCheckInput,
  digest: ReturnType<typeof builtins.crypto.createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 1_024 * 1_024 })) {
    stop?.throwIfAborted();
    digest.update(piece);
    yield piece;
  }
}

// Only the lines of these loans. An event begins with another member than a header.
async function* chosen(
  pieces: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<string> | undefined,
): AsyncGenerator<string | Uint8Array> {
  if (!wanted) return yield* pieces;
  let isWanted = false;
  for await (const lines of linesOf(pieces))
    for (const { text: line } of lines) {
      if (line.startsWith('{"disclaimer":')) isWanted = wanted.has(headerId(line) ?? '');
      if (isWanted) yield `${line}\n`;
    }
}

function headerId(line: string): string | undefined {
  try {
    return JSON.parse(line).loanId;
  } catch {
    return undefined;
  }
}
