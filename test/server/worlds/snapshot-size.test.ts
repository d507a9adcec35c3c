import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../src/server/index.ts';
import { sized } from '../../size.ts';
import { caller, disburse, placement, STARTS } from '../merchant.ts';

const LOANS = sized(1_000, 2_000);
const mandateIdOf = (number: number) => `a${number.toString(16).padStart(23, '0')}`;

// Deep chains from record to record would overflow the stack that copying them takes; a world of some thousand loans would show it.
test('a world of many loans, some with a history, is kept and restored whole', async () => {
  await using server = createReferenceServer({ now: STARTS });
  const send = caller(server);
  for (let number = 0; number < LOANS; number += 1) {
    const mandateId = mandateIdOf(number);
    const account = { accountNumber: String(5_000_000_000 + number), bankCode: '058' };
    await server.controls.addPayer({
      bvn: String(33_300_000_000 + number),
      name: 'Bola Sample',
      accounts: [{ ...account, balance: 10_000 }],
    });
    const body = {
      ...placement(account),
      mandateId,
      totalAmountDue: 20_000,
      startDate: '2026-02-01',
      endDate: '2026-06-01',
      frequency: 'monthly',
    };
    await send('POST /v1/mandates/mandates/consent/create', { body });
    await send('POST /v1/mandates/micro-deposit/create/mandate', { body: { ...placement(account), mandateId } });
    await server.controls.makeDeposit({ mandateId, ...account });
    if (number % 4 === 0) await disburse(send, mandateId);
  }
  await server.clock.to('2026-05-15T08:00:00Z');
  const shown = async () =>
    JSON.stringify(
      await Promise.all([0, 1, LOANS - 4, LOANS - 1].map((number) => server.controls.readMandate(mandateIdOf(number)))),
    );
  const before = await shown();
  const { id } = await server.controls.snapshot();
  await server.clock.to('2026-06-15T08:00:00Z');
  expect(await shown()).not.toBe(before);
  await server.controls.restore(id);
  expect(await shown()).toBe(before);
});
