import { open, readFile, unlink } from 'node:fs/promises';
import { systemClock } from '../../clock/clock.ts';
import { fileCheckpoints } from '../../evidence/checkpoint-files.ts';
import { exportEvidence } from '../../evidence/evidence-export.ts';
import type { KeyProvider } from '../../loan-file/keys.ts';
import { localKeys } from '../../loan-file/local-keys.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { type StorePlace, type StoreUse, withStore } from './store-place.ts';

export type ExportFlags = StorePlace &
  CommandFlags<never, 'checkpoints' | 'keys' | 'masterKeyFile' | 'out', 'showPersonal' | 'json'>;

const { wrong, refuse } = commandErrors('repaykit evidence export');

/**
 * Writes the evidence of loans, to a new file or to standard output.
 * @throws ConfigurationError, InputError, EvidenceError, StoreError
 */
export async function exportLoans(loanIds: readonly string[], flags: ExportFlags, io: CliIo): Promise<void> {
  if (flags.json && flags.out === undefined)
    throw wrong('--json', 'needs --out FILE: evidence on standard output is one JSON object a line already');
  const keys = await keysOf(flags);
  await withStore(flags, loanFiles, async (store) => {
    const { checkpoints: directory, showPersonal = false } = flags;
    const checkpoints = directory === undefined ? undefined : fileCheckpoints({ directory }).all();
    const own = given({ keys, checkpoints });
    const lines = exportEvidence({ store, loanIds, clock: systemClock, showPersonal, ...own });
    if (flags.out === undefined) for await (const line of lines) io.out(line);
    else await writeTo(flags.out, lines);
  });
  if (flags.out === undefined) return;
  const written = `wrote the evidence of ${loanIds.join(', ')} to ${flags.out}\n`;
  io.out(flags.json ? `${JSON.stringify({ file: flags.out, loans: loanIds })}\n` : written);
}

const loanFiles: StoreUse<Pick<LoanStore, 'load'>> = {
  command: 'repaykit evidence',
  holds: 'the loan files',
  isReadOnly: true,
  postgres: async (options) => (await import('../../stores/postgres/index.ts')).postgresStore(options),
  sqlite: async (database) => (await import('../../stores/sqlite/sqlite-store.ts')).sqliteReader(database),
};

async function keysOf({ showPersonal, keys, masterKeyFile }: ExportFlags): Promise<KeyProvider | undefined> {
  if (keys === undefined) return undefined;
  if (!showPersonal) throw wrong('--keys', 'only opens personal parts: add --show-personal, or leave it out');
  if (masterKeyFile === undefined)
    throw wrong('--master-key-file', 'is missing: name the file that holds the master key of --keys');
  const masterKey = await readFile(masterKeyFile, 'utf8').catch(refuse('--master-key-file', 'cannot be read'));
  return localKeys({ directory: keys, masterKey });
}

// Never overwrites a file: it may be evidence.
async function writeTo(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    const isThere = cause.code === 'EEXIST';
    throw wrong('--out', isThere ? 'there is such a file already: name a new one' : 'cannot be written', cause);
  });
  try {
    for await (const line of lines) await file.appendFile(line);
    await file.sync();
  } catch (error) {
    // A partial file is not evidence, and would block the next attempt.
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
