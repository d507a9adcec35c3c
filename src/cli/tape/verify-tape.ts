import { readFile } from 'node:fs/promises';
import { type TapeReport, verifyTape } from '../../book/tape/verify-tape.ts';
import { given } from '../../validation/record.ts';
import { askInFlags, STOPPED } from '../book/open-book.ts';
import { type CommandFlags, checkFlags, commandErrors, flagOf } from '../in-flags.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { counted, paintWith, printable, textTable } from '../terminal/terminal-text.ts';
import { checkpointsIn } from './checkpoints-in.ts';

export type TapeVerifyFlags = CommandFlags<never, 'checkpoints' | 'evidence' | 'sample' | 'seed', 'json', 'key'>;

const command = 'repaykit tape verify';
const { wrong, refuse } = commandErrors(command);
const rowCount = flagOf(/^[1-9]\d{0,8}$/, 'a whole number from 1');

/** Verifies a tape and prints the result. Returns the exit code, 0 only if everything is valid. @throws ConfigurationError, EvidenceError */
export async function checkTape(path: string, flags: TapeVerifyFlags, io: CliIo): Promise<number> {
  const { sample: size, seed, checkpoints: directory, evidence } = flags;
  if (size !== undefined) checkFlags(command, { '--sample': [rowCount, size] });
  if ((size === undefined) !== (seed === undefined))
    throw wrong(size === undefined ? '--sample' : '--seed', 'is missing: --sample and --seed go together');
  const publicKey = await Promise.all(
    (flags.key ?? []).map((file) => readFile(file, 'utf8').catch(refuse('--key', 'cannot be read: name a PEM file'))),
  );
  const kept = directory === undefined ? undefined : await checkpointsIn(directory, command);
  const bar = shownBar(io);
  try {
    const report = await askInFlags(
      command,
      { publicKey: '--key', evidence: '--evidence', directory: 'DIRECTORY' },
      () =>
        verifyTape({
          directory: path,
          signal: io.stop,
          onProgress: ({ rows, total }) => bar.update(rows, total, `${rows} of ${counted(total, 'row')}`),
          ...given({
            evidence,
            publicKey: publicKey.length > 0 ? publicKey : undefined,
            checkpoints: kept?.all(),
            sample: size !== undefined && seed !== undefined ? { size: Number(size), seed } : undefined,
          }),
        }),
    );
    bar.end();
    io.out(flags.json ? `${JSON.stringify(report)}\n` : describe(report, io));
    return report.ok ? 0 : 1;
  } catch (error) {
    bar.end();
    if (!io.stop.aborted) throw error;
    io.err(`${command}: stopped\n`);
    return STOPPED;
  }
}

// The JSON holds all.
const MOST_SHOWN = 50;

function describe(report: TapeReport, io: CliIo): string {
  const { ok, isSigned, keptUntil, asOf, rows, recomputed, differences, problems, confidence } = report;
  const paint = paintWith(io.showsColour);
  const shown = differences.slice(0, MOST_SHOWN).map((found) => {
    return [found.loanId, found.column, found.tape, found.evidence].map((text) => printable(text));
  });
  const table = shown.length > 0 ? textTable(shown, paint, ['loan', 'column', 'the tape', 'the evidence']) : '';
  const hidden = [differences.length - shown.length, problems.length - Math.min(problems.length, MOST_SHOWN)];
  const notes = [
    ...problems.slice(0, MOST_SHOWN).map((problem) => printable(problem)),
    ...hidden.flatMap((count, index) =>
      count > 0 ? [`${count} more ${['differences', 'problems'][index]}: --json shows all`] : [],
    ),
    ...(isSigned ? [] : ['no key was given: the whole tape may be made up']),
    ...(keptUntil === undefined ? [] : [`the latest checkpoint that was kept and applies is of ${keptUntil}`]),
    ...(recomputed === 0 ? ['no evidence: the cells are only the word of the lender'] : []),
    ...(confidence ? [confidenceText(confidence.wrongRows, rows)] : []),
  ];
  const result = ok
    ? paint('green', 'no difference was found')
    : paint('red', `${counted(differences.length, 'difference')}, ${counted(problems.length, 'problem')}`);
  return `${table}${notes.map((note) => `${note}\n`).join('')}${counted(rows, 'row')} as of ${asOf}, ${recomputed} computed again: ${result}\n`;
}

function confidenceText(wrongRows: number, rows: number): string {
  const share = ((100 * wrongRows) / rows).toFixed(2);
  return `with 95 % confidence, at most ${wrongRows} of ${rows} rows are wrong (${share} %)`;
}
