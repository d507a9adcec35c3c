import { describe, expect, test } from 'vitest';
import { parse } from '../../src/webhooks/parse.ts';
import { createTestDelivery, type TestDeliveryKind } from '../../src/webhooks/test-delivery.ts';

// Ways in which deliveries of live services differ from what the specification shows.
type Fields = Record<string, unknown>;

const sent = (kind: TestDeliveryKind): Fields =>
  JSON.parse(createTestDelivery(kind, {}, { secret: 'whsec_repaykit' }).body);
const collection = sent('collection');
const insight = sent('income_insight').data as Fields;
const read = (body: unknown) => parse(JSON.stringify(body));

describe('a collection', () => {
  test.each(['collection.success', 'collection.failed', 'collection.partial', 'collection.later', 'collection'])(
    'is parsed under the name %s',
    (event) => {
      const synced = {
        kind: 'collection',
        event,
        outcome: 'collected',
        data: { reference: collection.reference, amountCollected: 25_000 },
      };
      expect(read({ event, data: collection })).toMatchObject(synced);
      expect(read({ event, ...collection })).toMatchObject(synced);
    },
  );

  test.each(['collection.success', null, 5, undefined])(
    'has the outcome of its instalmentStatus, though event is %j and status says success',
    (event) => {
      const body = { ...collection, event, status: 'success', instalmentStatus: 'failed', amountCollected: 0 };
      expect(read(body)).toMatchObject({ kind: 'collection', outcome: 'missed', data: { status: 'success' } });
    },
  );

  test.each(['collection.success', 'collection.failed'])(
    'without instalmentStatus has no outcome, though it is named %s',
    (event) => {
      const { instalmentStatus: _, ...rest } = collection;
      const synced = read({ event, data: rest });
      expect(synced).toMatchObject({ kind: 'unknown', event, data: rest, problems: ['instalmentStatus: is missing'] });
      expect(synced).not.toHaveProperty('outcome');
    },
  );

  test.each(['SUCCESS', ' success'])(
    'with the status %j has the outcome of the word, however it is written',
    (instalmentStatus) => {
      expect(read({ ...collection, instalmentStatus })).toMatchObject({
        kind: 'collection',
        outcome: 'collected',
        data: { instalmentStatus },
      });
    },
  );

  test.each(['partially_paid', ''])('with the status %j has an unknown outcome', (instalmentStatus) => {
    expect(read({ ...collection, instalmentStatus })).toMatchObject({ kind: 'collection', outcome: 'unknown' });
  });

  test('keeps a field of its own that is called data', () => {
    expect(read({ ...collection, data: { instalmentStatus: 'failed' } })).toMatchObject({
      kind: 'collection',
      outcome: 'collected',
    });
  });

  test('is known by its amount alone, and then says what it lacks', () => {
    expect(read({ amountCollected: 5 })).toMatchObject({
      kind: 'unknown',
      event: null,
      problems: expect.arrayContaining(['instalmentStatus: is missing']),
    });
    expect(read({ amount: 5 })).toMatchObject({ kind: 'unknown', problems: [] });
  });

  test.each([
    ['mandateId', { _id: 'm1' }, 'm1'],
    ['mandateId', { id: 'm1', name: 'x' }, 'm1'],
    ['consentId', { $oid: 'c1' }, 'c1'],
    ['businessId', { _id: { $oid: 'b1' } }, 'b1'],
    ['businessId', 42, '42'],
    ['amountCollected', '25000.50', 25_000.5],
    ['totalAmount', ' 25000.504999 ', 25_000.5],
    ['amountCollected', 1e13, undefined],
    ['amountCollected', '25,000', undefined],
    ['instalmentReference', 17, '17'],
    ['collectedOn', 1_769_839_200, '2026-01-31T06:00:00.000Z'],
    ['collectedOn', 1_769_839_200_000, '2026-01-31T06:00:00.000Z'],
    ['collectedOn', '1769839200000', '2026-01-31T06:00:00.000Z'],
    ['collectedOn', '2026-01-31 07:00', '2026-01-31 07:00'],
    ['mandateId', '', undefined],
    ['mandateId', 2 ** 60, undefined],
    ['mandateId', [], undefined],
  ])('whose %s is %j has %j there, or is unknown', (field, value, meant) => {
    const synced = read({ ...collection, [field]: value });
    if (meant === undefined)
      expect(synced).toMatchObject({ kind: 'unknown', problems: [expect.stringMatching(`^${field}: `)] });
    else expect(synced).toMatchObject({ kind: 'collection', data: { [field]: meant }, raw: { [field]: value } });
  });
});

describe('a collection whose mandate and instalment are sure', () => {
  const { mandateId, instalmentReference, instalmentStatus, amountCollected, ...rest } = collection;
  const needed = { mandateId, instalmentReference, instalmentStatus, amountCollected };

  test.each(Object.keys(rest))('is parsed without %s, and where that is null or of another kind', (field) => {
    for (const value of [undefined, null, [], -1]) {
      const synced = read({ ...collection, [field]: value });
      expect(synced).toMatchObject({ kind: 'collection', outcome: 'collected', data: needed });
    }
  });

  test('is parsed with nothing else', () => {
    expect(read(needed)).toMatchObject({ kind: 'collection', outcome: 'collected', data: needed });
  });

  test.each([
    [{ data: collection }],
    [{ data: { data: collection } }],
    [{ data: { data: { data: collection } } }],
    [{ status: true, message: 'ok', data: collection }],
    [{ event: 'collection.success', data: { data: collection } }],
    [{ event: 'collection.success', data: JSON.stringify(collection) }],
    [
      {
        event: 'collection.success',
        data: { ...rest, ...needed, mandateId: undefined, mandate: { _id: mandateId, status: 'active' } },
      },
    ],
    [{ event: 'collection.success', mandateId, data: { ...rest, ...needed, mandateId: null } }],
  ])('is parsed in another envelope %#', (body) => {
    expect(read(body)).toMatchObject({ kind: 'collection', data: needed });
  });

  test('is not looked for in a fourth envelope', () => {
    const body = { data: { data: { data: { data: collection } } } };
    expect(read(body)).toEqual({ kind: 'unknown', event: null, data: body, raw: body, problems: [] });
  });
});

describe('a mandate', () => {
  const names = [
    'mandate.activated',
    'mandate.failed',
    'mandate.expired',
    'mandate.disputed',
    'mandate.pending_timeout',
  ] as const;

  test.each(names)('is parsed as %s with its data inside, beside, or as objects', (event) => {
    const synced = { kind: event, event, data: { mandateId: 'm1' } };
    expect(read({ event, data: { mandateId: 'm1' } })).toMatchObject(synced);
    expect(read({ event, mandateId: 'm1' })).toMatchObject(synced);
    expect(read({ event, mandateId: 'm1', data: null })).toMatchObject(synced);
    expect(read({ event, mandateId: 'm1', data: '' })).toMatchObject(synced);
    expect(
      read({ event, data: { mandateId: { _id: 'm1' }, consentId: null, occurredAt: 1_769_839_200_000 } }),
    ).toMatchObject({
      ...synced,
      data: { mandateId: 'm1', occurredAt: '2026-01-31T06:00:00.000Z' },
    });
  });

  test.each(names)('is the one that the data of %s name, in any place, before one that stands beside them', (event) => {
    const synced = { kind: event, data: { mandateId: 'inner' } };
    expect(read({ event, mandateId: 'outer', data: { mandateId: 'inner' } })).toMatchObject(synced);
    expect(read({ event, data: { mandate: { _id: 'inner' } } })).toMatchObject(synced);
  });

  test.each(names)('that is not named is not parsed as %s', (event) => {
    expect(read({ event, data: { consentId: 'c1' } })).toMatchObject({
      kind: 'unknown',
      event,
      problems: ['mandateId: expected a non-empty identifier'],
    });
  });
});

describe('an income insight', () => {
  test('is parsed flat, and nested in a record with the id of the record', () => {
    expect(read({ event: 'income_insight', data: insight })).toMatchObject({ kind: 'income_insight', data: insight });
    expect(read({ event: 'income_insight', ...insight })).toMatchObject({ kind: 'income_insight', data: insight });
    expect(read({ event: 'income_insight', data: { id: 'r-1', record: insight } })).toMatchObject({
      kind: 'income_insight',
      data: { ...insight, id: 'r-1' },
    });
  });

  test('keeps every decimal of its text, and reads numbers that come as text', () => {
    const unrounded = '184250.498712345678901';
    const record = {
      ...insight,
      eligibleAmount: unrounded,
      annual_edti: 0.25,
      EDTI: { 'January 2026': '0.123456789' },
      totalBorrowed: null,
    };
    expect(read({ event: 'income_insight', data: { id: 'r-1', record } })).toMatchObject({
      kind: 'income_insight',
      data: {
        eligibleAmount: unrounded,
        annual_edti: '0.25',
        EDTI: { 'January 2026': 0.123456789 },
        totalBorrowed: 'null',
      },
    });
  });

  test('is parsed by a single figure, and what cannot be read is left out', () => {
    const data = {
      eligibleAmount: 60_000,
      balance: { 'January 2026': 'N/A', 'February 2026': '5.5' },
      tv: null,
      spendingAnalysis: { atm: 'x', tv: [5] },
    };
    const synced = read({ event: 'income_insight', data });
    expect(synced).toMatchObject({
      kind: 'income_insight',
      data: { eligibleAmount: '60000', balance: { 'February 2026': 5.5 }, spendingAnalysis: { tv: [5] } },
    });
    expect(
      synced.kind === 'income_insight' && [
        synced.data.tv,
        synced.data.spendingAnalysis?.atm,
        synced.data.balance?.['January 2026'],
      ],
    ).toEqual([undefined, undefined, undefined]);
  });

  test.each([null, [], 'x', {}])('whose record is %j says what it lacks', (record) => {
    const synced = read({ event: 'income_insight', data: { id: 'r-1', record } });
    expect(synced).toMatchObject({ kind: 'unknown', event: 'income_insight', data: { id: 'r-1', record } });
    expect(synced.kind === 'unknown' && synced.problems).toEqual(['no figure of an insight can be read']);
  });
});

describe('other events', () => {
  test.each([
    ['pdf_upload', { pageCount: '4', borrowerId: { _id: 'b1' } }, { pageCount: 4, borrowerId: 'b1' }],
    ['income_insight_failure', { message: 'no table', code: 17 }, { message: 'no table', code: '17' }],
    ['pdf_upload', { id: 'r1', record: { pageCount: 4 } }, { id: 'r1', pageCount: 4 }],
  ])('%s is parsed with what it brings, and with nothing', (event, data, meant) => {
    expect(read({ event, data })).toMatchObject({ kind: event, event, data: meant });
    expect(read({ event })).toMatchObject({ kind: event, event });
  });

  test.each(['policy', 'policy.created', 'policy_renewed', 'policy.'])('%s is a state change of a policy', (event) => {
    expect(read({ event, data: { _id: 'p1', status: 'active', claims: [1] } })).toMatchObject({
      kind: 'policy',
      event,
      data: { _id: 'p1', claims: [1] },
    });
  });

  test.each(['policyholder', 'insurance.policy', 'insurance.policy.created', 'mandate', 'collections.success'])(
    '%s is unknown',
    (event) => {
      expect(read({ event, data: { _id: 'p1' } })).toMatchObject({
        kind: 'unknown',
        event,
        data: { _id: 'p1' },
        problems: [],
      });
    },
  );

  test('a statement keeps every entry, and leaves out what cannot be read of one', () => {
    const data = sent('income_transaction').data as { trans: Fields[] };
    const [entry] = data.trans as [Fields];
    const odd = [
      { ...entry, amount: '5e9' },
      { narration: 'X' },
      {},
      ...Object.keys(entry).map((field) => ({ ...entry, [field]: null })),
    ];
    const synced = read({ event: 'income_transaction', data: { trans: [entry, null, 'x', ...odd] } });
    if (synced.kind !== 'income_transaction') throw new Error('it is not heard');
    const { amount: _odd, ...readable } = entry;
    expect(synced.data.trans.slice(0, 4)).toEqual([entry, readable, { narration: 'X' }, {}]);
    expect(synced.data.trans).toHaveLength(1 + odd.length);
  });

  test('a statement says what of its entries cannot be read, by their places and without their values', () => {
    const data = sent('income_transaction').data as { trans: Fields[] };
    const [entry] = data.trans as [Fields];
    const trans = [entry, null, { ...entry, amount: '5,000.00' }, { ...entry, balance: null }];
    const problems = ['trans.1: is no entry, and is left out', 'trans.2.amount: cannot be read, and is left out'];
    expect(read({ event: 'income_transaction', data: { ...data, trans } })).toMatchObject({
      kind: 'income_transaction',
      problems,
    });
    expect(read({ event: 'income_transaction', data })).toMatchObject({ problems: [] });
  });

  test.each([
    [19, 19],
    [20, 20],
    [21, 20],
    [500, 20],
  ])('a statement with %i entries that cannot be read names %i of them', (count, named) => {
    const problems = Array.from({ length: named }, (_, place) => `trans.${place}: is no entry, and is left out`);
    const data = { ...(sent('income_transaction').data as Fields), trans: Array(count).fill(null) };
    expect(read({ event: 'income_transaction', data })).toMatchObject({ kind: 'income_transaction', problems });
  });

  test.each([
    [undefined, 'is missing'],
    [null, 'must be of type array, not null'],
    ['x', 'must be of type array, not string'],
    [{}, 'must be of type array, not object'],
  ])('a statement whose entries are %j is unknown: its trans %s', (trans, problem) => {
    const data = { ...(sent('income_transaction').data as Fields), trans };
    expect(read({ event: 'income_transaction', data })).toMatchObject({
      kind: 'unknown',
      problems: [`trans: ${problem}`],
    });
  });
});
