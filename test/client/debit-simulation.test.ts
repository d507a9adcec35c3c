import { expect, test } from 'vitest';
import { CLIENT, RESENDING_CLIENT, simulateDebits } from '../proof/debits/simulation.ts';
import { sized } from '../size.ts';

const DEBITS = sized(300, 2_000);
/** As many as there have to be of `all` in full size, or somewhat fewer in proportion: in small, chance weighs more. */
const atLeast = (all: number) => sized(Math.floor((all * DEBITS) / 4_000), all);

test('of many debits under heavy faults none is taken twice, every doubt ends, and every file agrees with the bank', {
  timeout: 600_000,
}, async () => {
  const rows = await simulateDebits({ debits: DEBITS, seed: 7 }, () => true);
  const tallyOf = (strategy: string) => {
    const row = rows.find((each) => each.strategy === strategy);
    if (!row) return expect.fail(`${strategy} was not played`);
    return row.tally;
  };
  const client = tallyOf(CLIENT);
  expect(client).toMatchObject({ wants: DEBITS, doubles: 0, doubledNaira: 0, wrongBooks: 0 });
  // The model is as hard as it says: others double on it, and the client has doubts, crashes and lost debits to settle.
  expect(tallyOf('send again at once').doubles).toBeGreaterThan(atLeast(200));
  expect(tallyOf('ask at once, then send again').doubles).toBeGreaterThan(atLeast(100));
  expect(tallyOf('wait for a quiet window, then send again').doubles).toBeGreaterThan(0);
  expect(tallyOf(RESENDING_CLIENT)).toMatchObject({ wants: DEBITS / 10, decidedByPerson: expect.any(Number) });
  expect(client.crashes).toBeGreaterThan(atLeast(30));
  expect(client.settledByAsking).toBeGreaterThan(atLeast(350));
  expect(client.parked).toBeGreaterThan(atLeast(200));
  expect(client.foundAfterParking).toBeGreaterThan(atLeast(5));
  expect(client.settledByAsking + client.foundAfterParking + client.decidedByPerson).toBe(client.doubtful);
});
