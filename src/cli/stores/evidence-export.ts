import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/clock.ts';
import { fileCheckpoints } from '../../evidence/checkpoint-files.ts';
import { exportEvidence } from '../../evidence/evidence-export.ts';
import type { KeyProvider } from '../../loan-file/keys.ts';
import { ALL_LOANS } from '../../loan-file/loan-files.ts';
import { localKeys } from '../../loan-file/local-keys.ts';
import { type LoanStore, pagesOf } from '../../loan-file/store.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import { writeNewFile } from '../new-file.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { type StorePlace, type StoreUse, withStore } from './store-place.ts';

export type ExportFlags = StorePlace &
  CommandFlags<never, 'checkpoints' | 'keys' | 'masterKeyFile' | 'out', 'all' | 'showPersonal' | 'json'>;

const { wrong, refuse } = commandErrors('repaykit evidence export');

/**
 * Writes the evidence of loans, to a new file or to standard output.
 * @throws ConfigurationError, InputError, EvidenceError, StoreError
 */
export async function exportLoans(named: readonly string[], flags: ExportFlags, io: CliIo): Promise<void> {
  if (flags.all === true && named.length > 0) throw wrong('--all', 'exports every loan: leave out the ids');
  if (flags.all !== true && named.length === 0) throw wrong('<loan...>', 'is missing: name loans, or add --all');
  if (flags.json && flags.out === undefined)
    throw wrong('--json', 'needs --out FILE: evidence on standard output is one JSON object a line already');
  const keys = await keysOf(flags);
  const exported = await withStore(flags, loanFiles, async (store) => {
    const loanIds = flags.all === true ? await allLoans(store) : named;
    const { checkpoints: directory, showPersonal = false } = flags;
    const checkpoints = directory === undefined ? undefined : fileCheckpoints({ directory }).all();
    const own = given({ keys, checkpoints });
    const lines = exportEvidence({ store, loanIds, clock: systemClock, showPersonal, ...own });
    if (flags.out === undefined) for await (const line of lines) io.out(line);
    else await writeNewFile(flags.out, withProgress(lines, loanIds.length, io), (why) => wrong('--out', ...why));
    return loanIds;
  });
  if (flags.out === undefined) return;
  const subject = flags.all === true ? `${exported.length} loans` : exported.join(', ');
  const written = `wrote the evidence of ${subject} to ${flags.out}\n`;
  io.out(flags.json ? `${JSON.stringify({ file: flags.out, loans: exported })}\n` : written);
}

async function allLoans(store: Pick<LoanStore, 'find'>): Promise<readonly string[]> {
  const loanIds: string[] = [];
  for await (const page of pagesOf(PAGE, (query) => store.find(ALL_LOANS, query))) loanIds.push(...page.loanIds);
  return loanIds;
}

const PAGE = 1_000;

// The footer is the last line of each loan.
async function* withProgress(lines: AsyncIterable<string>, loans: number, io: CliIo): AsyncGenerator<string> {
  const bar = shownBar(io);
  let done = 0;
  try {
    for await (const line of lines) {
      yield line;
      if (line.startsWith('{"footer":')) bar.update(++done, loans, `${done} of ${loans} loans`);
    }
  } finally {
    bar.end();
  }
}

const loanFiles: StoreUse<Pick<LoanStore, 'load' | 'find'>> = {
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
