import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { readPublicKey } from '../../evidence/checkpoint.ts';
import { fileCheckpoints } from '../../evidence/checkpoint-files.ts';
import type { LoanEvidence } from '../../evidence/evidence-chain.ts';
import { type EvidenceReport, verifyEvidence } from '../../evidence/evidence-verify.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Cell, paintWith, printable, right, textTable } from '../terminal/terminal-text.ts';

export type VerifyFlags = CommandFlags<never, 'checkpoints', 'json', 'publicKey'>;

const { refuse } = commandErrors('repaykit evidence verify');

/**
 * Verifies an evidence file and prints the result. Returns the exit code, 0 only if everything is valid.
 * @throws ConfigurationError
 */
export async function verifyFile(path: string, flags: VerifyFlags, io: CliIo): Promise<number> {
  const { size } = await stat(path).catch(refuse('FILE', 'cannot be read: name the evidence file'));
  const publicKey = await Promise.all((flags.publicKey ?? []).map(readKeyFile));
  const { checkpoints: directory } = flags;
  const checkpoints = directory === undefined ? undefined : fileCheckpoints({ directory }).all();
  const own = given({ publicKey: publicKey.length > 0 ? publicKey : undefined, checkpoints });
  const report = await verifyEvidence(piecesOf(path), { ...own, onProgress: progressOf(size, io) });
  io.out(flags.json ? `${JSON.stringify(report)}\n` : describe(report, io));
  if (report.ok) return 0;
  io.err(`repaykit: ${printable(firstFault(report))}\n`);
  return 1;
}

const PIECE_BYTES = 1_024 * 1_024;

// Opened only when the first piece is read, so not if a flag is invalid.
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE_BYTES });
}

async function readKeyFile(path: string) {
  return readPublicKey(await readFile(path, 'utf8').catch(refuse('--public-key', 'cannot be read: name a PEM file')));
}

// Smaller files take only a moment and need no progress display.
const LARGE_FILE_BYTES = 100 * 1_024 * 1_024;
const EVENTS_PER_NOTE = 500_000;

function progressOf(size: number, io: CliIo): (events: number) => void {
  let next = size < LARGE_FILE_BYTES ? Number.POSITIVE_INFINITY : EVENTS_PER_NOTE;
  return (events) => {
    if (events < next) return;
    io.err(`${events} events so far\n`);
    next = events + EVENTS_PER_NOTE;
  };
}

// With more loans, only those with a fault are shown.
const MOST_SHOWN = 50;

function describe({ ok, isSigned, loans, problems }: EvidenceReport, io: CliIo): string {
  const paint = paintWith(io.showsColour);
  const wanting = loans.filter((loan) => loan.broken || (isSigned && loan.vouchedEvents === 0));
  const shown = loans.length <= MOST_SHOWN ? loans : wanting.slice(0, MOST_SHOWN);
  const table = textTable(
    shown.map((loan) => rowOf(loan, isSigned)),
    paint,
    ['loan', 'events', 'vouched', 'personal', 'first event that cannot be believed'],
  );
  const total = `${loans.length} loans, ${loans.reduce((sum, { events }) => sum + events, 0)} events, ${wanting.length} loans want looking at\n`;
  const notes = problems.map((problem) => `  ${printable(problem)}\n`).join('');
  const caveat = isSigned
    ? ''
    : 'no public key was given: this shows only that the file agrees with itself, not who made it\n';
  return `${table}${loans.length > MOST_SHOWN ? total : ''}${notes}${caveat}${paint(ok ? 'green' : 'red', ok ? 'all of it holds' : 'not all of it holds')}\n`;
}

function rowOf({ loanId, events, vouchedEvents, personal, broken }: LoanEvidence, isSigned: boolean): readonly Cell[] {
  const fault = broken
    ? `event ${broken.seq}: ${printable(broken.reason)}`
    : isSigned && vouchedEvents === 0
      ? 'no checkpoint vouches for it'
      : 'none';
  return [
    printable(loanId),
    right(String(events)),
    right(isSigned ? String(vouchedEvents) : '-'),
    right(String(personal)),
    fault,
  ];
}

function firstFault({ loans, problems }: EvidenceReport): string {
  const loan = loans.find(({ broken }) => broken);
  if (loan?.broken)
    return `event ${loan.broken.seq} of loan '${loan.loanId}' cannot be believed: ${loan.broken.reason}`;
  const unvouched = loans.find(({ vouchedEvents }) => vouchedEvents === 0);
  return problems[0] ?? `no checkpoint vouches for loan '${unvouched?.loanId}'`;
}
