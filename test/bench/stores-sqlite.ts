import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { scratchFolder } from './processes.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, perSecond } from './rows.ts';
import { newFile, nextEvents, rateOf } from './stores-events.ts';

let runs = 0;

/** The ledger on SQLite, each append durable (WAL, FULL). */
export async function benchSqlite(): Promise<BenchRow[]> {
  const folder = scratchFolder();
  try {
    const database = new DatabaseSync(join(folder.path, 'loans.db'));
    const store = sqliteStore({ database });
    const plain = new DatabaseSync(join(folder.path, 'plain.db'));
    plain.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE plain (file TEXT, seq INTEGER, body TEXT, hash TEXT, PRIMARY KEY (file, seq))',
    );
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
    const shared = { better: 'more', against: 'plain INSERT', target: 'at least 4,000/s' } as const;
    return [
      {
        what: 'loan file: SQLite, one event an append, one writer',
        result: ratio,
        ...shared,
        figures: perSecond(ours, floor),
      },
    ];
  } finally {
    folder.remove();
  }
}
