import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { compareRates } from './rates.ts';
import type { BenchRow } from './rows.ts';
import { newFile, nextEvents, rateOf } from './stores-events.ts';

let runs = 0;

/** The ledger on SQLite, each append durable (WAL, FULL). */
export async function benchSqlite(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-bench-'));
  try {
    const database = new DatabaseSync(join(folder, 'loans.db'));
    const store = sqliteStore({ database });
    const plain = new DatabaseSync(join(folder, 'plain.db'));
    plain.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE plain (file TEXT, seq INTEGER, body TEXT, hash TEXT, PRIMARY KEY (file, seq))');
    const insert = plain.prepare('INSERT INTO plain VALUES (?, ?, ?, ?)');
    const rounds = 1_000;
    const { ratio, ours, floor } = await compareRates(
      5,
      async () => {
        const file = newFile(`bench-${++runs}`);
        const events = nextEvents(file, rounds);
        return rateOf(1, rounds, 1, (_, round) => store.append(file.fileId, round, events.slice(round, round + 1)));
      },
      async () => {
        const file = newFile(`bench-${++runs}`);
        const events = nextEvents(file, rounds);
        return rateOf(1, rounds, 1, async (_, round) => {
          const event = events[round];
          if (event) insert.run(file.fileId, event.seq, event.body, event.hash);
        });
      },
    );
    database.close();
    plain.close();
    const figures = `${Math.round(ours).toLocaleString('en')} against ${Math.round(floor).toLocaleString('en')} a second`;
    return [{ name: 'ledger: SQLite, one event an append', ratio, floor: 'plain INSERT, same pragmas', note: `at least 4,000 rows/s; ${figures}, one writer` }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
