import { readFile } from 'node:fs/promises';
import { exportTape } from '../../book/tape/export-tape.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import { given } from '../../validation/record.ts';
import { askInFlags, STOPPED } from '../book/open-book.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import { type StorePlace, type StoreUse, withStore } from '../stores/store-place.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { counted } from '../terminal/terminal-text.ts';
import { checkpointsIn } from './checkpoints-in.ts';

export type TapeExportFlags = StorePlace & CommandFlags<'out' | 'checkpoints' | 'key', 'asOf', 'withEvidence' | 'json'>;

const command = 'repaykit tape export';
const { refuse } = commandErrors(command);

/**
 * Writes a loan tape. Returns the exit code.
 * @throws ConfigurationError, InputError, ConflictError, EvidenceError, StoreError
 */
export async function writeTape(flags: TapeExportFlags, io: CliIo): Promise<number> {
  const { out: directory, asOf, withEvidence = false } = flags;
  const key = await readFile(flags.key, 'utf8').catch(refuse('--key', 'cannot be read: name a PEM file'));
  const sink = await checkpointsIn(flags.checkpoints, command);
  const bar = shownBar(io);
  try {
    const written = await withStore(flags, loanFiles, (store) =>
      askInFlags(command, { asOf: '--as-of', directory: '--out', 'checkpoints.key': '--key' }, () =>
        exportTape({
          store,
          checkpoints: { key, sink },
          directory,
          withEvidence,
          signal: io.stop,
          onProgress: ({ rows, total }) => bar.update(rows, total, `${rows} of ${counted(total, 'loan')}`),
          ...given({ asOf }),
        }),
      ),
    );
    bar.end();
    const { rows, checkpoint } = written;
    const text = `wrote ${counted(rows, 'row')} as of ${written.asOf} to ${directory}, from checkpoint ${checkpoint}\n`;
    io.out(flags.json ? `${JSON.stringify({ directory, ...written })}\n` : text);
    return 0;
  } catch (error) {
    bar.end();
    if (!io.stop.aborted) throw error;
    io.err(`${command}: stopped: the checkpoint stays, and there is no tape\n`);
    return STOPPED;
  }
}

const loanFiles: StoreUse<Pick<LoanStore, 'load' | 'list'>> = {
  command,
  holds: 'the loan files',
  isReadOnly: true,
  postgres: async (options) => (await import('../../stores/postgres/index.ts')).postgresStore(options),
  sqlite: async (database) => (await import('../../stores/sqlite/sqlite-store.ts')).sqliteReader(database),
};
