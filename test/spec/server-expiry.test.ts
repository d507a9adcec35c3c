import { describe, expect, test } from 'vitest';
import {
  type BlackBox,
  collectable,
  DEBIT,
  deposit,
  endpoint,
  FIRST,
  LOAN,
  place,
  SECOND,
  start,
} from './black-box.ts';

// The tenure of the sample loan ends on 31 March 2026; 00:00 of 1 April in Lagos is 23:00Z of 31 March.
const JUST_BEFORE = '2026-03-31T22:59:59Z';
const OVER = '2026-03-31T23:00:00Z';
const expired = (hook: { received: { json: { event?: string } }[] }) =>
  hook.received.filter(({ json }) => json.event === 'mandate.expired').map(({ json }) => json);
const withHook = async () => {
  const hook = await endpoint();
  return { hook, box: await start({ webhook: { url: hook.url } }) };
};
const balance = (box: BlackBox, naira: number) =>
  box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: naira });

describe('the end of the tenure', () => {
  test('comes at 00:00 in Lagos after the last day, once per mandate', async () => {
    const { hook, box } = await withHook();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await balance(box, 0);
    await box.control(`PATCH /accounts/${SECOND.bankCode}/${SECOND.accountNumber}`, { balance: 0 });
    await box.moveTo(JUST_BEFORE);
    expect([(await box.mandate()).status, expired(hook)]).toEqual(['active', []]);
    const { json } = await box.moveTo(OVER);
    expect(json.ran.expiries).toBe(1);
    expect((await box.mandate()).status).toBe('expired');
    expect(expired(hook)).toMatchObject([
      {
        event: 'mandate.expired',
        data: { mandateId: LOAN, status: 'expired', occurredAt: '2026-03-31T23:00:00.000Z' },
      },
    ]);
    await box.advance('P30D');
    expect(expired(hook)).toHaveLength(1);
  });

  test('shuts the gate and leaves open instalments overdue', async () => {
    const { box } = await withHook();
    await collectable(box);
    await balance(box, 0);
    await box.moveTo(OVER);
    await balance(box, 100_000);
    await box.advance('P10D');
    expect((await box.control(`GET /mandates/${LOAN}`)).json.gate.open).toBe(false);
    const { collectedAmount, repaymentDetails } = await box.mandate();
    expect([collectedAmount, repaymentDetails.breakdown.map((item: { status: string }) => item.status)]).toEqual([
      0,
      ['overdue', 'overdue', 'overdue'],
    ]);
    expect((await box.send(DEBIT, { body: { mandateId: LOAN, amount: 1, debitDate: '2026-04-20' } })).status).toBe(422);
  });

  test('is announced for a repaid mandate too', async () => {
    const { hook, box } = await withHook();
    await collectable(box);
    await box.moveTo(OVER);
    expect(await box.mandate()).toMatchObject({ status: 'expired', outstandingBalance: 0 });
    expect(expired(hook)).toHaveLength(1);
  });

  test('is not announced for one that failed or timed out', async () => {
    for (const prepare of [
      (box: BlackBox) => deposit(box, FIRST, { outcome: 'rejected' }),
      (box: BlackBox) => box.advance('P8D'),
    ]) {
      const { hook, box } = await withHook();
      await place(box);
      await prepare(box);
      const { status } = await box.mandate();
      await box.moveTo('2026-04-02T00:00:00Z');
      expect([expired(hook), (await box.mandate()).status]).toEqual([[], status]);
    }
  });

  test('comes to a disputed mandate too', async () => {
    const { hook, box } = await withHook();
    await collectable(box);
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.moveTo(OVER);
    expect([(await box.mandate()).status, expired(hook).length]).toEqual(['expired', 1]);
  });

  test('comes after the last attempt of the last day', async () => {
    const { box } = await withHook();
    await collectable(box);
    await balance(box, 20_000);
    await box.moveTo('2026-03-31T14:00:00Z');
    await balance(box, 10_000);
    await box.moveTo(OVER);
    expect(await box.mandate()).toMatchObject({ status: 'expired', outstandingBalance: 0 });
  });
});
