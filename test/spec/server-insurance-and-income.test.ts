import { describe, expect, test } from 'vitest';
import { type BlackBox, PUBLIC_KEY, start } from './black-box.ts';

// Spec §2.7 to §2.10 and §4.11 to §4.15, typed again by hand.
const PRODUCTS = 'POST /v1/erm/policy/products/type';
const CLAIM = 'POST /v1/erm/policy/products/claims';
const POLICIES = 'GET /v1/erm/policy/business/policies';
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const text = expect.any(String);
const number = expect.any(Number);
const instant = expect.stringMatching(ISO);
const orNull = (matcher: unknown) =>
  expect.toSatisfy(
    (value: unknown) =>
      value === null || (matcher as { asymmetricMatch(value: unknown): boolean }).asymmetricMatch(value),
  );
const integer = expect.toSatisfy((value: unknown) => Number.isInteger(value));
const nullable = expect.toSatisfy((value: unknown) => value !== undefined);

const insurer = expect.objectContaining({ code: text, name: text, logo_url: orNull(text), currency: text });
const orderedProduct = {
  title: text,
  id: integer,
  code: text,
  description: text,
  product_type: expect.objectContaining({
    id: integer,
    name: text,
    slug: text,
    premium_type: text,
    icon_url: orNull(text),
  }),
  created_at: orNull(instant),
  price: number,
  premium_type: text,
  premium_rate_unit: text,
  premium_rate: number,
  premium: orNull(number),
  partner_commission_rate: expect.stringMatching(/^\d+(\.\d+)?$/),
  min_premium: orNull(number),
  cover_duration: orNull(integer),
  premium_frequencies: expect.any(Array),
};
const orderMeta = {
  asset_value: number,
  broker_taxes: nullable,
  trips_per_day: nullable,
  trip_frequency: nullable,
  pickup_location: nullable,
  dropoff_location: nullable,
  premium_frequency: nullable,
  trip_days_per_year: nullable,
  broker_premium_rate: nullable,
};
const customerFields =
  'id ref email full_name first_name last_name phone sex birth_date next_of_kin_name next_of_kin_phone residential_address country state city customer_type created_at';
const fieldsOf = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, nullable]));

const form = () => {
  const body = new FormData();
  const fields = {
    bvn: '22200000001',
    accountName: 'Sample Name',
    accountNumber: '0123456789',
    accountType: 'savings',
    bankName: 'Sample Bank',
    bankCode: '044',
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('statement', new Blob(['%PDF-1.7\nsample\n%%EOF'], { type: 'application/pdf' }), 'statement.pdf');
  return body;
};
const upload = async (box: BlackBox, path: string, body: FormData, token: string = PUBLIC_KEY) => {
  const response = await fetch(`${box.url}/v1/income/api/${path}`, {
    method: 'POST',
    headers: token ? { token } : {},
    body,
  });
  return {
    status: response.status,
    json: (await response.json()) as { status: boolean; error: boolean; data: unknown },
  };
};

describe('insurance', () => {
  test.each(['git', 'gadget', 'credit_life', 'health'])('products of type %s have every field', async (type) => {
    const box = await start();
    const { status, json } = await box.send(PRODUCTS, { body: { type } });
    expect([status, json.status, json.message, json.error]).toEqual([200, true, null, false]);
    expect(json.data.length).toBeGreaterThan(0);
    for (const product of json.data) {
      expect(product).toEqual(
        expect.objectContaining({ ...orderedProduct, insurer, cover_benefits: expect.any(Array) }),
      );
      expect(product.product_type.slug).toBe(type);
      for (const benefit of product.cover_benefits)
        expect(benefit).toEqual({ id: integer, cover: text, benefit: text, description: orNull(text) });
    }
  });

  test('an unknown type has no products, and a type there must be', async () => {
    const box = await start();
    expect((await box.send(PRODUCTS, { body: { type: 'spaceship' } })).json).toEqual({
      status: true,
      message: null,
      error: false,
      data: [],
    });
    for (const body of [{}, { type: '' }, { type: 5 }]) expect((await box.send(PRODUCTS, { body })).status).toBe(400);
  });

  test('the policies of the business have every field', async () => {
    const box = await start();
    const { status, json } = await box.send(POLICIES);
    expect([status, json.status, json.message, json.error, json.data.length >= 1]).toEqual([
      200,
      true,
      null,
      false,
      true,
    ]);
    const fields = 'order_id account_id provider currency product_type amount status order createdAt updatedAt __v';
    expect(json.data[0]).toEqual(
      expect.objectContaining({
        ...fieldsOf(fields),
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        businessId: '650000000000000000000002',
        __v: integer,
      }),
    );
    const orderFields =
      'asset_ref product_price partner_commission amount_due currency payment_instructions payment_gateway_charge status country meta';
    expect(json.data[0].order).toEqual(
      expect.objectContaining({
        ...fieldsOf(orderFields),
        id: integer,
        payment_instructions: { message: text, success: expect.any(Boolean) },
      }),
    );
    expect(json.data[0].order.meta).toEqual(expect.objectContaining(orderMeta));
  });

  test('a claim against the seeded policy has every field', async () => {
    const box = await start();
    const number_ = await policyNumber(box);
    const body = {
      amount: 5_000.5,
      policy_number: number_,
      attachments: [1, 2],
      payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '044' },
    };
    const { status, json } = await box.send(CLAIM, { body });
    expect([status, json.status, json.message, json.error]).toEqual([200, true, null, false]);
    const { claim } = json.data;
    expect(claim).toEqual(
      expect.objectContaining({
        id: integer,
        status: 'discharge_voucher',
        amount_requested: 5_000.5,
        amount_approved: orNull(number),
        currency: text,
        insurer_comment: orNull(text),
        created_at: instant,
      }),
    );
    const { policy } = claim;
    const policyFields = 'description end_date status customer order document document_url insurance_type provider';
    expect(policy).toEqual(
      expect.objectContaining({
        ...fieldsOf(policyFields),
        id: integer,
        number: number_,
        start_date: instant,
        insurer,
      }),
    );
    expect(policy.customer).toEqual(expect.objectContaining(fieldsOf(customerFields)));
    expect(policy.order).toEqual(
      expect.objectContaining({
        ...fieldsOf(
          'id amount_due premium asset_ref created_at status currency channel payment_made_at payment_method policy_start_date country',
        ),
        product: expect.objectContaining(orderedProduct),
        meta: expect.objectContaining(orderMeta),
      }),
    );
    expect(policy.order.product).not.toHaveProperty('insurer');
    expect(policy.order.product).not.toHaveProperty('cover_benefits');
    const document = await fetch(policy.document_url);
    expect(document.status).toBe(200);
  });

  test('a claim needs an amount, a policy that exists and payment details; attachments are integers if they are there', async () => {
    const box = await start();
    const good = {
      amount: 10,
      policy_number: await policyNumber(box),
      payment_details: { bank_name: 'B', account_number: '0123456789', sort_code: '044' },
    };
    for (const wrong of [
      { amount: undefined },
      { amount: 0 },
      { amount: '10' },
      { amount: 0.001 },
      { policy_number: undefined },
      { payment_details: undefined },
      { attachments: ['a'] },
      { attachments: [1.5] },
      { attachments: 1 },
    ]) {
      expect((await box.send(CLAIM, { body: { ...good, ...wrong } })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await box.send(CLAIM, { body: { ...good, policy_number: 'NO-SUCH-POLICY' } })).status).toBe(404);
    expect((await box.send(CLAIM, { body: good })).status).toBe(200);
  });
});

async function policyNumber(box: BlackBox): Promise<string> {
  const made = await box.control('POST /policies', { productType: 'gadget', amount: 100_000, number: 'POL-SAMPLE-1' });
  expect(made.status).toBe(201);
  return made.json.number;
}

describe('statements', () => {
  test.each(['pdf-parser', 'process-income'])('%s acknowledges a PDF', async (path) => {
    const box = await start();
    const { status, json } = await upload(box, path, form());
    expect([status, json.status, json.error, json.data]).toEqual([200, true, false, null]);
  });

  test.each(['bvn', 'accountName', 'accountNumber', 'accountType', 'bankName', 'bankCode', 'statement'])(
    'the form needs %s',
    async (field) => {
      const box = await start();
      const body = form();
      body.delete(field);
      expect((await upload(box, 'pdf-parser', body)).status).toBe(400);
    },
  );

  test('what is no PDF is refused at once, a password is optional, a key is not', async () => {
    const box = await start();
    const notPdf = form();
    notPdf.set('statement', new Blob(['PK\u0003\u0004 no pdf']), 'statement.pdf');
    expect((await upload(box, 'process-income', notPdf)).status).toBe(400);
    const asField = form();
    asField.set('statement', 'text');
    expect((await upload(box, 'process-income', asField)).status).toBe(400);
    const withPassword = form();
    withPassword.append('password', 'secret');
    expect((await upload(box, 'process-income', withPassword)).status).toBe(200);
    expect((await upload(box, 'process-income', form(), '')).status).toBe(401);
    expect((await upload(box, 'process-income', form(), 'sk_test_repaykit')).status).toBe(401);
    expect((await box.send('POST /v1/income/api/pdf-parser', { body: {} })).status).toBe(415);
    expect((await box.control('GET /requests')).text).not.toMatch(/22200000001|0123456789|Sample Name/);
  });

  test('a form beyond the body limit is too large', async () => {
    const box = await start({ bodyLimit: 5_000 });
    const body = form();
    body.set('statement', new Blob(['%PDF-1.7\n', new Uint8Array(10_000)]), 'statement.pdf');
    expect((await upload(box, 'pdf-parser', body)).status).toBe(413);
  });
});
