import { readFile } from 'node:fs/promises';
import { compareTapes, tapeFingerprints } from '../../book/tape/compare-tapes.ts';
import { askInFlags } from '../book/open-book.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import { writeNewFile } from '../new-file.ts';
import type { CliIo } from '../terminal/io.ts';
import { counted, paintWith, printable, textTable } from '../terminal/terminal-text.ts';

export type FingerprintFlags = CommandFlags<'secretFile' | 'out', never, 'json'>;
export type CompareFlags = CommandFlags<'secretFile', never, 'json'>;

const flagNames = { key: '--secret-file', directory: 'DIRECTORY', a: 'A', b: 'B' };

/** Writes the fingerprints of a tape. Returns the exit code. @throws ConfigurationError, EvidenceError */
export async function writeFingerprints(directory: string, flags: FingerprintFlags, io: CliIo): Promise<number> {
  const command = 'repaykit tape fingerprints';
  const { wrong } = commandErrors(command);
  const key = await secretOf(command, flags.secretFile);
  const text = await askInFlags(command, flagNames, () => tapeFingerprints({ directory, key }));
  await writeNewFile(flags.out, [text], (why) => wrong('--out', ...why));
  const fingerprints = text.split('\n').length - 2;
  const written = `wrote ${counted(fingerprints, 'fingerprint')} to ${flags.out}\n`;
  io.out(flags.json ? `${JSON.stringify({ file: flags.out, fingerprints })}\n` : written);
  return 0;
}

/** Prints the loans that are in both. Returns the exit code, 0 only if there are none. @throws ConfigurationError, EvidenceError */
export async function compare([a, b]: readonly [string, string], flags: CompareFlags, io: CliIo): Promise<number> {
  const command = 'repaykit tape compare';
  const key = await secretOf(command, flags.secretFile);
  const found = await askInFlags(command, flagNames, () => compareTapes({ a, b, key }));
  if (flags.json) io.out(`${JSON.stringify(found)}\n`);
  else {
    const rows = found.both.map((each) =>
      [each.a, each.b].map((ids) => printable(ids.join(', ') || 'fingerprint only')),
    );
    const paint = paintWith(io.showsColour);
    const table = rows.length > 0 ? textTable(rows, paint, ['in the first', 'in the second']) : '';
    io.out(`${table}${counted(found.a, 'loan')} and ${counted(found.b, 'loan')}: ${rows.length} in both\n`);
  }
  return found.both.length === 0 ? 0 : 1;
}

async function secretOf(command: string, file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(commandErrors(command).refuse('--secret-file', 'cannot be read'))).trim();
}
