/** Spec §4.11 to §4.13 and §2.7 to §2.10 on the server, fields typed again by hand. */
import { describe, expect, test } from 'vitest';
import { serverWithCaller } from '../server/merchant.ts';

const text = expect.any(String);
const number = expect.any(Number);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const PAYMENT = { bank_name: 'Access Bank', account_number: '0100000012', sort_code: '044' };
const CLAIM = 'POST /v1/erm/policy/products/claims';

const orderedProduct = [
  'title id code description product_type created_at price premium_type premium_rate_unit premium_rate premium',
  'partner_commission_rate min_premium cover_duration premium_frequencies',
]
  .join(' ')
  .split(' ');

describe('products (4.11)', () => {
  test.each(['git', 'gadget', 'credit_life', 'health'])('of type %s carry every field of §2.7', async (type) => {
    const { send } = serverWithCaller();
    const { status, json } = await send('POST /v1/erm/policy/products/type', { body: { type } });
    expect([status, json.message, json.error]).toEqual([200, null, false]);
    expect(json.data.length).toBeGreaterThan(0);
    for (const product of json.data) {
      expect(Object.keys(product).sort()).toEqual([...orderedProduct, 'insurer', 'cover_benefits'].sort());
      expect(product).toMatchObject({
        product_type: { id: number, name: text, slug: type, premium_type: text },
        insurer: { code: text, name: text, currency: 'NGN' },
        partner_commission_rate: expect.stringMatching(/^\d\.\d+$/),
      });
      expect(product.cover_benefits[0]).toMatchObject({ id: number, cover: text, benefit: text });
    }
  });

  test('of a type that is not sold are none', async () => {
    const { send } = serverWithCaller();
    expect((await send('POST /v1/erm/policy/products/type', { body: { type: 'space_travel' } })).json.data).toEqual([]);
    expect((await send('POST /v1/erm/policy/products/type', { body: {} })).status).toBe(400);
  });
});

describe('claims (4.12)', () => {
  test('answer with the claim, its policy, customer, order and meta', async () => {
    const { send } = serverWithCaller();
    const { status, json } = await send(CLAIM, {
      body: { amount: 1_250.5, policy_number: 'POL-GIT-5001', attachments: [7], payment_details: PAYMENT },
    });
    expect([status, json.message]).toEqual([200, null]);
    const { claim } = json.data;
    expect(claim).toMatchObject({
      id: number,
      status: 'discharge_voucher',
      amount_requested: 1_250.5,
      amount_approved: null,
      currency: 'NGN',
      insurer_comment: null,
      created_at: timestamp,
    });
    expect(claim.policy).toMatchObject({
      id: number,
      number: 'POL-GIT-5001',
      start_date: timestamp,
      end_date: timestamp,
      insurance_type: 'git',
      provider: text,
      document: text,
    });
    expect(claim.policy.customer).toMatchObject({
      id: number,
      ref: uuid,
      full_name: text,
      birth_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      customer_type: 'individual',
    });
    expect(Object.keys(claim.policy.customer)).toHaveLength(17);
    expect(claim.policy.order).toMatchObject({
      status: 'policy_created',
      channel: 'API',
      payment_method: 'wallet',
      country: 'NG',
      meta: { asset_value: number, trip_frequency: 'single', broker_taxes: null },
    });
    expect(Object.keys(claim.policy.order.product).sort()).toEqual([...orderedProduct].sort());
  });

  test('against an unknown policy are 404', async () => {
    const { send } = serverWithCaller();
    expect(
      await send(CLAIM, { body: { amount: 1, policy_number: 'POL-NONE', payment_details: PAYMENT } }),
    ).toMatchObject({
      status: 404,
      json: { data: { code: 'policy_unknown' } },
    });
  });

  test.each(['amount', 'policy_number', 'payment_details'])('without %s are refused', async (missing) => {
    const { send } = serverWithCaller();
    const body: Record<string, unknown> = { amount: 1, policy_number: 'POL-GIT-5001', payment_details: PAYMENT };
    expect((await send(CLAIM, { body })).status).toBe(200);
    delete body[missing];
    expect((await send(CLAIM, { body })).json.data.fields).toEqual([{ path: missing, message: text }]);
  });
});

describe('policies (4.13)', () => {
  test('are those of the business: one from the beginning, and those that were added', async () => {
    const { send } = serverWithCaller();
    const body = {
      productType: 'credit_life',
      amount: 7_500,
      startDate: '2026-02-01',
      endDate: '2026-08-01',
      customer: { full_name: 'Bisi Ojo' },
    };
    const added = await send('POST /_control/policies', { body });
    expect(added).toMatchObject({
      status: 201,
      json: {
        start_date: '2026-01-31T23:00:00.000Z',
        customer: { full_name: 'Bisi Ojo' },
        insurance_type: 'credit_life',
      },
    });
    const { json } = await send('GET /v1/erm/policy/business/policies');
    expect(json.data).toHaveLength(2);
    expect(json.data[1]).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      businessId: '650000000000000000000002',
      order_id: text,
      account_id: uuid,
      product_type: 'credit_life',
      amount: 7_500,
      status: 'paid',
      order: {
        id: number,
        partner_commission: 1_500,
        amount_due: 7_500,
        payment_instructions: { message: text, success: true },
        meta: { asset_value: 1_000_000 },
      },
      createdAt: timestamp,
      updatedAt: timestamp,
      __v: 0,
    });
    expect(
      (await send(CLAIM, { body: { amount: 1, policy_number: added.json.number, payment_details: PAYMENT } })).status,
    ).toBe(200);
  });

  test('of an unknown type, a number twice or a cover that ends before it starts are refused', async () => {
    const { send } = serverWithCaller();
    const add = async (changes: object) =>
      (await send('POST /_control/policies', { body: { productType: 'git', amount: 10, ...changes } })).status;
    expect(await add({ number: 'POL-1' })).toBe(201);
    expect(await add({ number: 'POL-1' })).toBe(409);
    expect(await add({ productType: 'space_travel' })).toBe(400);
    expect(await add({ startDate: '2026-05-01', endDate: '2026-05-01' })).toBe(400);
  });

  test('have a document that is a PDF, served where document_url points', async () => {
    const { server, send } = serverWithCaller();
    const { url } = await server.listen();
    const { document_url } = (await send('POST /_control/policies', { body: { productType: 'git', amount: 10 } })).json;
    expect(document_url.startsWith(`${url}/_files/`)).toBe(true);
    const file = await fetch(document_url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await file.text()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
    expect((await fetch(`${url}/_files/${'0'.repeat(24)}`)).status).toBe(404);
    expect((await fetch(document_url, { method: 'DELETE' })).status).toBe(405);
    await server.close();
  });
});
