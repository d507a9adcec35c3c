/**
 * A program that appends to loans which others append to as well: `postgres-writer.js URL SCHEMA NAME LOANS APPENDS`. Several appends are under way at once,
 * so that they share commits. After each one that was acknowledged it says one line `loanId seq note`; with `Infinity` appends it goes on until it is killed.
 */
import { writeSync } from 'node:fs';
import { Pool } from 'pg';
import { ConflictError } from '../../../src/errors.ts';
import { postgresStore } from '../../../src/stores/postgres/index.ts';
import { sampleEvent } from '../sample-events.ts';

const [url = '', schema = '', name = '', loans = '1', appends = '1'] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 3 });
const store = postgresStore({ pool, schema });
let turn = 0;

/** Appends as a lender does: load, decide, append, and begin again when another process was first. */
async function append(loanId: string, note: string): Promise<number> {
  for (;;) {
    const version = (await store.load(loanId))?.version ?? 0;
    const seq = version + 1;
    try {
      await store.append(loanId, version, [sampleEvent(loanId, seq, { note, personal: note })], {
        work: { reports: seq },
      });
      return seq;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

async function write(): Promise<void> {
  while (turn < Number(appends)) {
    const loanId = `loan-${turn % Number(loans)}`;
    const note = `${name}-${turn++}`;
    const seq = await append(loanId, note);
    // Written at once: what was said is with the parent, whatever happens to this process afterwards.
    writeSync(1, `${loanId} ${seq} ${note}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, write));
await pool.end();
