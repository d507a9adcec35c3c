import { expect, test } from 'vitest';
import { CLIENT, RESENDING_CLIENT, simulateDebits } from '../proof/debits/simulation.ts';

test('of some thousand debits under heavy faults none is taken twice, every doubt ends, and every file agrees with the bank', {
  timeout: 600_000,
}, async () => {
  const rows = await simulateDebits({ debits: 2_000, seed: 7 }, () => true);
  const tallyOf = (strategy: string) => {
    const row = rows.find((each) => each.strategy === strategy);
    if (!row) return expect.fail(`${strategy} was not played`);
    return row.tally;
  };
  const client = tallyOf(CLIENT);
  expect(client).toMatchObject({ wants: 2_000, doubles: 0, doubledNaira: 0, wrongBooks: 0 });
  // The model is as hard as it says: others double on it, and the client has doubts, crashes and lost debits to settle.
  expect(tallyOf('send again at once').doubles).toBeGreaterThan(200);
  expect(tallyOf('ask at once, then send again').doubles).toBeGreaterThan(100);
  expect(tallyOf('wait for a quiet window, then send again').doubles).toBeGreaterThan(0);
  expect(tallyOf(RESENDING_CLIENT)).toMatchObject({ wants: 200, decidedByPerson: expect.any(Number) });
  expect(client.crashes).toBeGreaterThan(30);
  expect(client.settledByAsking).toBeGreaterThan(350);
  expect(client.parked).toBeGreaterThan(200);
  expect(client.foundAfterParking).toBeGreaterThan(5);
  expect(client.settledByAsking + client.foundAfterParking + client.decidedByPerson).toBe(client.doubtful);
});
