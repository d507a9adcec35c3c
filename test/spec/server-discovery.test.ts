import { describe, expect, test } from 'vitest';
import { BVN, FIRST, PUBLIC_KEY, SECOND, SECRET_KEY, start, THIRD } from './black-box.ts';

const DISCOVER = 'POST /v1/discovery/';

const asSecret = { token: '', authorization: `Bearer ${SECRET_KEY}` };

describe('banks and discovery', () => {
  test('at least 20 banks take micro-deposits, each with a name, a three-digit code and an icon', async () => {
    const box = await start();
    const { status, json } = await box.send('GET /v1/mandates/micro-deposit/bank-list', {
      headers: { token: '', authorization: `token ${PUBLIC_KEY}` },
    });
    expect([status, json.status, json.error]).toEqual([200, true, false]);
    expect(json.data.length).toBeGreaterThanOrEqual(20);
    for (const bank of json.data) {
      expect(bank).toEqual({
        name: expect.any(String),
        bankCode: expect.stringMatching(/^\d{3}$/),
        icon: expect.stringMatching(/^https?:\/\//),
      });
    }
  });

  test('a BVN is answered with all accounts of the payer, whatever type is named', async () => {
    const box = await start();
    await box.control(`PATCH /accounts/${SECOND.bankCode}/${SECOND.accountNumber}`, { active: false });
    for (const type of ['bvn', 'BVN', '{"bvn":"1"}', 'x']) {
      const { status, json } = await box.send(DISCOVER, { body: { bvn: BVN, type }, headers: asSecret });
      expect(status).toBe(200);
      expect(json.data).toEqual(
        [FIRST, SECOND, THIRD].map((account) => ({
          ...account,
          bankName: expect.any(String),
          accountName: 'NGOZI SAMPLE',
          active: account !== SECOND,
        })),
      );
    }
  });

  test.each([
    [{ bvn: '29900000070', type: 'bvn' }, 404],
    [{ bvn: BVN, type: '' }, 400],
    [{ bvn: BVN }, 400],
    [{ type: 'bvn' }, 400],
    [{ bvn: 29_900_000_077, type: 'bvn' }, 400],
    [{ bvn: '123', type: 'bvn' }, 400],
  ])('a discovery that cannot be answered is refused: %j', async (body, status) => {
    const box = await start();
    expect((await box.send(DISCOVER, { body, headers: asSecret })).status).toBe(status);
  });

  test('two seeded payers are there from the start, and the two test BVNs of other operations belong to nobody', async () => {
    const box = await start();
    for (const bvn of ['12345678901', '98765432101']) {
      expect((await box.send(DISCOVER, { body: { bvn, type: 'bvn' }, headers: asSecret })).status).toBe(404);
    }
    for (const bvn of ['22200000001', '22200000002']) {
      expect(
        (await box.send(DISCOVER, { body: { bvn, type: 'bvn' }, headers: asSecret })).json.data.length,
      ).toBeGreaterThan(0);
    }
  });
});
