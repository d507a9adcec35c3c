/**
 * A program that appends to loans which others append to as well: `sqlite-writer.js FILE NAME LOANS APPENDS`. It says `ready` when the store is open and, after
 * each append that was acknowledged, one line `loanId seq note`; with `Infinity` appends it goes on until it is killed.
 */
import { writeSync } from 'node:fs';
import { ConflictError } from '../../src/errors.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { sampleEvent } from './sample-events.ts';
import { openDatabase } from './sqlite-database.ts';

const [file = '', name = '', loans = '1', appends = '1'] = process.argv.slice(2);
const database = openDatabase(file);
const store = sqliteStore({ database, busyTimeoutMs: 30_000 });
// Written at once: what was said is with the parent, whatever happens to this process afterwards.
const say = (line: string) => writeSync(1, `${line}\n`);

/** Appends as a lender does: load, decide, append, and begin again when another process was first. */
async function append(loanId: string, note: string): Promise<number> {
  for (;;) {
    const version = (await store.load(loanId))?.version ?? 0;
    const seq = version + 1;
    try {
      await store.append(loanId, version, [sampleEvent(loanId, seq, { note })], { work: { reports: seq } });
      return seq;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

say('ready');
for (let turn = 0; turn < Number(appends); turn += 1) {
  const loanId = `loan-${turn % Number(loans)}`;
  const note = `${name}-${turn}`;
  say(`${loanId} ${await append(loanId, note)} ${note}`);
}
database.close();
