import { describe, expect, test } from 'vitest';
import { BVN, CREATE, FIRST, LOAN, placement, READ, start, TERMS } from './black-box.ts';

describe('the journal of requests', () => {
  test('shows operation, masked input, status and time, and can be emptied', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    await box.send(READ, { body: { mandateId: 'd'.repeat(24) } });
    const { json, text } = await box.control('GET /requests');
    expect(json).toMatchObject({
      items: [
        {
          operation: 'createConsent',
          status: 200,
          time: '2026-01-05T08:00:00.000Z',
          input: { bankCode: '011', totalAmountDue: 30_000 },
        },
        { operation: 'getMandate', status: 404 },
      ],
      dropped: 0,
    });
    for (const planted of [FIRST.accountNumber, BVN, 'ngozi.sample', '08030000077', 'Sample Close', 'pk_test_repaykit'])
      expect(text).not.toContain(planted);
    expect((await box.control('DELETE /requests')).status).toBeLessThan(300);
    expect((await box.control('GET /requests')).json).toEqual({ items: [], dropped: 0 });
  });

  test('keeps the last thousand and counts what fell out', async () => {
    const box = await start();
    const send = () => box.send(READ, { body: { mandateId: LOAN } });
    for (let sent = 0; sent < 1_003; sent += 59) await Promise.all(Array.from({ length: 59 }, send));
    const { items, dropped } = (await box.control('GET /requests')).json;
    expect([items.length, dropped]).toEqual([1_000, 3]);
    await box.control('DELETE /requests');
    expect((await box.control('GET /requests')).json).toEqual({ items: [], dropped: 0 });
  });
});
