import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace, type StorePlace } from '../proof/kill/store-place.ts';
import { type BuiltProgram, buildProgram } from '../proof/program.ts';
import { playReceiversRun } from '../proof/webhooks/receivers-run.ts';

// The full run is `npm run proof -- receivers`.
const RUN = { receivers: 2, events: 60, deliveries: 300, kills: 2, seed: 5, limitMs: 500_000 };

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('test/proof/webhooks/receiver-worker.ts');
});
afterAll(() => program.clear());

const stores: readonly (readonly [string, StorePlace['kind'], boolean])[] = [
  ['one SQLite file', 'sqlite', true],
  ['one PostgreSQL', 'postgres', process.env.DATABASE_URL !== undefined],
];

describe.each(stores)('two receiving processes on %s, that are killed meanwhile', (_name, kind, isThere) => {
  test.skipIf(!isThere)(
    'have one effect for each event, however often and in which order it came, and each loan’s file holds each collection once',
    { timeout: 600_000 },
    async () => {
      const { place, clear } = await makePlace(kind);
      const result = await playReceiversRun({ ...RUN, place, program: program.file }).finally(clear);
      expect(result.wrongs).toEqual([]);
      expect(result).toMatchObject({
        events: 60,
        deliveries: 300,
        kills: 2,
        effects: 60,
        double: 0,
        missing: 0,
        unfinished: 0,
        quarantined: 0,
      });
      expect(result.processes).toBe(RUN.receivers + RUN.kills);
    },
  );
});
