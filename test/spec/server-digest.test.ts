import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { collectable, deposit, disburse, FIRST, LOAN, place, SECOND, start } from './black-box.ts';

// Spec §6: the merchant also receives a daily collection summary (digest) e-mail. Spec §1: never presented as a regulated system.
const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';
const OTHER_LOAN = 'beef00000000000000000001';
const empty = (account = FIRST) => `PATCH /accounts/${account.bankCode}/${account.accountNumber}`;

describe('the daily collection summary', () => {
  test('is listed by the control API, oldest first, once for each Lagos day with a collection or a miss', async () => {
    const box = await start();
    await collectable(box);
    expect((await box.control('GET /emails')).json).toEqual({ items: [], dropped: 0 });
    await box.moveTo('2026-02-01T12:00:00Z');
    await box.control(empty(), { balance: 0 });
    await box.moveTo('2026-03-20T00:00:00Z');
    const { status, json } = await box.control('GET /emails');
    expect([status, json.dropped]).toEqual([200, 0]);
    const text = expect.any(String);
    expect(json.items).toEqual(
      [
        ['2026-01-31', 'Collections of 2026-01-31: ₦10,000.00 collected, 0 missed'],
        ['2026-03-01', 'Collections of 2026-03-01: ₦0.00 collected, 1 missed'],
        ['2026-03-02', 'Collections of 2026-03-02: ₦0.00 collected, 1 missed'],
      ].map(([date, subject]) => ({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        date,
        to: 'collections@lender.example',
        subject,
        text,
        html: text,
      })),
    );
    for (const { text: plain, html } of json.items)
      expect([plain.includes(DISCLAIMER), html.includes(DISCLAIMER)]).toEqual([true, true]);
  });

  test('is one for all loans of the business', async () => {
    const box = await start();
    await collectable(box);
    await collectable(box, { accounts: [SECOND], mandateId: OTHER_LOAN });
    await box.control(empty(SECOND), { balance: 0 });
    await box.moveTo('2026-02-01T00:00:00Z');
    const { items } = (await box.control('GET /emails')).json;
    expect(items).toHaveLength(1);
    expect(items[0].text).toContain('Collected: ₦10,000.00 in 1 collection\n');
    expect(items[0].text).toContain('Missed: ₦10,000.00 in 1 missed repayment\n');
    for (const mandateId of [LOAN, OTHER_LOAN])
      expect([items[0].text.includes(mandateId), items[0].html.includes(mandateId)]).toEqual([true, true]);
  });

  test('does not come where nothing was collected or missed: behind a shut gate, and in a dispute', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    await box.moveTo('2026-02-02T00:00:00Z');
    await disburse(box);
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.moveTo('2026-03-05T00:00:00Z');
    expect((await box.control('GET /emails')).json.items).toEqual([]);
  });

  test('goes to the address of the merchant, and is gone after a reset', async () => {
    const box = await start({ merchant: { email: 'ops@another.example' } });
    await collectable(box);
    await box.moveTo('2026-02-01T00:00:00Z');
    expect((await box.control('GET /emails')).json.items[0].to).toBe('ops@another.example');
    await box.control('POST /reset', {});
    expect((await box.control('GET /emails')).json).toEqual({ items: [], dropped: 0 });
    expect(() => createReferenceServer({ merchant: { email: 'nobody' } })).toThrow(ConfigurationError);
  });

  test('is read in TypeScript too', async () => {
    const server = createReferenceServer();
    expect(await server.controls.emails()).toEqual({ items: [], dropped: 0 });
    await server.close();
  });
});
