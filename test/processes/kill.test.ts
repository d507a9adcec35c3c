import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playKillRun } from '../proof/kill/kill-run.ts';
import { makePlace, type StorePlace } from '../proof/kill/store-place.ts';
import { type BuiltProgram, buildProgram } from '../proof/program.ts';

// The full run is `npm run proof -- kill`.
const KILLS = 22;
const LIMIT_MS = 500_000;
/** That much has to happen, or nothing is shown. */
const AT_LEAST = { acknowledged: 40, debitsSent: 4, killsAtArrival: 4 };

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('test/proof/kill/merchant-worker.ts');
});
afterAll(() => program.clear());

const stores: readonly (readonly [string, StorePlace['kind'], boolean])[] = [
  ['a SQLite file', 'sqlite', true],
  ['PostgreSQL', 'postgres', process.env.DATABASE_URL !== undefined],
];

describe.each(stores)(
  'lenders’ processes over %s that are killed in the middle of their work',
  (_name, kind, isThere) => {
    test.skipIf(!isThere)(
      'lose nothing that was confirmed to them, send no debit twice, lose no report, and agree with the server to the kobo',
      { timeout: 600_000 },
      async () => {
        const { place, clear } = await makePlace(kind);
        const result = await playKillRun({
          place,
          program: program.file,
          kills: KILLS,
          seed: 7,
          limitMs: LIMIT_MS,
          atLeast: AT_LEAST,
        }).finally(clear);
        expect(result.wrongs).toEqual([]);
        expect(result).toMatchObject({ lost: 0, sentTwice: 0, reportsLost: 0, acceptedTwice: 0 });
      },
    );
  },
);
