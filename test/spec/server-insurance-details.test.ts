/** Spec §2.7 to §2.10 on the server, field by field: exactly these names, each with its type, typed again by hand. */
import { describe, expect, test } from 'vitest';
import { type BlackBox, start } from './black-box.ts';

const CLAIM = 'POST /v1/erm/policy/products/claims';
const POLICIES = 'GET /v1/erm/policy/business/policies';
const PAYMENT = { bank_name: 'Access Bank', account_number: '0100000012', sort_code: '044' };

const text = expect.stringMatching(/./);
const number = expect.any(Number);
const integer = expect.toSatisfy((value: unknown) => Number.isInteger(value), 'a whole number');
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\S+$/);
const decimalText = expect.stringMatching(/^\d+(\.\d+)?$/);

const INSURER = {
  code: text,
  name: text,
  logo_url: null,
  terms_conditions: expect.stringMatching(/^https:/),
  currency: 'NGN',
};
const CUSTOMER = {
  id: integer,
  ref: uuid,
  email: expect.stringContaining('@'),
  full_name: text,
  first_name: text,
  last_name: text,
  phone: text,
  sex: null,
  birth_date: day,
  next_of_kin_name: null,
  next_of_kin_phone: null,
  residential_address: text,
  country: 'NG',
  state: null,
  city: null,
  customer_type: 'individual',
  created_at: instant,
};
const META = {
  asset_value: number,
  broker_taxes: null,
  trips_per_day: null,
  trip_frequency: 'single',
  pickup_location: text,
  dropoff_location: text,
  premium_frequency: null,
  trip_days_per_year: null,
  broker_premium_rate: null,
};
/** The product of §2.7 without insurer and cover_benefits. */
const PRODUCT = {
  title: text,
  id: integer,
  code: text,
  description: text,
  product_type: { id: integer, name: text, slug: 'git', premium_type: 'relative', icon_url: null },
  created_at: instant,
  price: number,
  premium_type: 'relative',
  premium_rate_unit: '%',
  premium_rate: number,
  premium: null,
  partner_commission_rate: decimalText,
  min_premium: number,
  cover_duration: integer,
  premium_frequencies: [text],
};
const ORDER = {
  id: integer,
  amount_due: 2_500,
  premium: 2_500,
  asset_ref: null,
  created_at: instant,
  status: 'policy_created',
  currency: 'NGN',
  channel: 'API',
  product: PRODUCT,
  payment_made_at: instant,
  payment_method: 'wallet',
  policy_start_date: instant,
  meta: META,
  country: 'NG',
};
const POLICY = {
  id: integer,
  number: 'POL-GIT-5001',
  description: text,
  start_date: instant,
  end_date: instant,
  status: 'active',
  insurer: INSURER,
  customer: CUSTOMER,
  order: ORDER,
  document: text,
  document_url: url,
  insurance_type: 'git',
  provider: text,
};
const BUSINESS_POLICY = {
  _id: expect.stringMatching(/^[0-9a-f]{24}$/),
  businessId: '650000000000000000000002',
  order_id: text,
  account_id: uuid,
  provider: text,
  currency: 'NGN',
  product_type: 'git',
  amount: 2_500,
  status: 'paid',
  order: {
    id: integer,
    asset_ref: null,
    product_price: 2_500,
    partner_commission: 250,
    amount_due: 2_500,
    currency: 'NGN',
    payment_instructions: { message: text, success: true },
    payment_gateway_charge: null,
    status: 'policy_created',
    country: 'NG',
    meta: META,
  },
  createdAt: instant,
  updatedAt: instant,
  __v: 0,
};

const claim = async (box: BlackBox, policy_number = 'POL-GIT-5001', amount = 1_000) =>
  (await box.send(CLAIM, { body: { amount, policy_number, payment_details: PAYMENT } })).json.data.claim;
const add = (box: BlackBox, body: object) => box.control('POST /policies', body);

describe('field by field', () => {
  test('a claim is that of §2.8, its policy, customer, order and meta those of §2.9', async () => {
    const box = await start();
    expect(await claim(box)).toEqual({
      id: integer,
      status: 'discharge_voucher',
      policy: POLICY,
      amount_requested: 1_000,
      amount_approved: null,
      currency: 'NGN',
      insurer_comment: null,
      created_at: '2026-01-05T08:00:00.000Z',
    });
  });

  test('a policy of the business is that of §2.10', async () => {
    const box = await start();
    expect((await box.send(POLICIES)).json.data).toEqual([BUSINESS_POLICY]);
  });
});

describe('claims', () => {
  test('carry the policy that they name, and count up', async () => {
    const box = await start();
    const gadget = (await add(box, { productType: 'gadget', amount: 7_500, number: 'G-1' })).json;
    await add(box, { productType: 'health', amount: 18_000, number: 'H-1', currency: 'USD' });
    await box.advance('P1D');
    const claims = [await claim(box, 'G-1'), await claim(box, 'H-1', 250.75), await claim(box, 'G-1')];
    expect(claims.map(({ id }) => id)).toEqual([claims[0].id, claims[0].id + 1, claims[0].id + 2]);
    expect(claims[0].policy).toEqual(gadget);
    expect(claims[1]).toMatchObject({
      currency: 'USD',
      amount_requested: 250.75,
      policy: { number: 'H-1', insurance_type: 'health', order: { currency: 'USD' } },
    });
    expect(new Set(claims.map(({ created_at }) => created_at))).toEqual(new Set(['2026-01-06T08:00:00.000Z']));
  });

  test('on a policy of another kind carry no trip', async () => {
    const box = await start();
    await add(box, { productType: 'gadget', amount: 7_500, number: 'G-1' });
    const { meta, product } = (await claim(box, 'G-1')).policy.order;
    expect(meta).toEqual({
      ...META,
      asset_value: 150_000,
      trip_frequency: null,
      pickup_location: null,
      dropoff_location: null,
    });
    expect(product.product_type.slug).toBe('gadget');
  });
});

describe('a policy that is added', () => {
  test('says of customer and order what it was given, and invents the rest', async () => {
    const box = await start();
    const customer = {
      full_name: 'Bisi Grace Ojo',
      email: 'bisi@customer.example',
      sex: 'F',
      birth_date: '1988-02-29',
      state: 'Oyo',
      next_of_kin_name: 'Tunde Ojo',
    };
    const meta = {
      asset_value: 900_000,
      trip_frequency: 'recurring',
      pickup_location: 'Kano',
      dropoff_location: 'Jos',
      trips_per_day: 2,
    };
    const made = await add(box, {
      productType: 'git',
      amount: 2_500,
      number: 'T-1',
      customer,
      order: { asset_ref: 'TRUCK-9', meta },
    });
    expect(made.status).toBe(201);
    expect(made.json.customer).toEqual({ ...CUSTOMER, ...customer, first_name: 'Bisi', last_name: 'Grace Ojo' });
    expect(made.json.order).toMatchObject({ asset_ref: 'TRUCK-9', meta: { ...META, ...meta } });
    expect((await claim(box, 'T-1')).policy).toEqual(made.json);
    expect((await box.send(POLICIES)).json.data[1].order).toMatchObject({
      asset_ref: 'TRUCK-9',
      meta: { ...META, ...meta },
    });
  });

  test('has one name, however it was given', async () => {
    const box = await start();
    const nameOf = async (customer: object) => {
      const { full_name, first_name, last_name } = (await add(box, { productType: 'git', amount: 1, customer })).json
        .customer;
      return [full_name, first_name, last_name];
    };
    expect(await nameOf({ first_name: 'Bisi', last_name: 'Ojo' })).toEqual(['Bisi Ojo', 'Bisi', 'Ojo']);
    expect(await nameOf({ full_name: 'Madonna' })).toEqual(['Madonna', 'Madonna', 'Madonna']);
    expect(await nameOf({ full_name: 'Ojo, Bisi', first_name: 'Bisi', last_name: 'Ojo' })).toEqual([
      'Ojo, Bisi',
      'Bisi',
      'Ojo',
    ]);
  });

  test.each([
    [{ customer: { birth_date: 'yesterday' } }, 'customer.birth_date'],
    [{ customer: { email: 'nobody' } }, 'customer.email'],
    [{ customer: { id: 7 } }, 'customer.id'],
    [{ order: { meta: { asset_value: -1 } } }, 'order.meta.asset_value'],
    [{ order: { meta: { engine: 'V8' } } }, 'order.meta.engine'],
    [{ order: { status: 'paid' } }, 'order.status'],
  ])('with %j is refused', async (wrong, path) => {
    const box = await start();
    const { status, json } = await add(box, { productType: 'git', amount: 1, ...wrong });
    expect([status, json.data.fields]).toEqual([400, [{ path, message: text }]]);
    expect((await box.send(POLICIES)).json.data).toHaveLength(1);
  });
});
