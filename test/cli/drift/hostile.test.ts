import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OperationDrift } from '../../../src/cli/drift/answer-drift.ts';
import { shownName } from '../../../src/cli/drift/value-form.ts';
import { createTestDelivery } from '../../../src/webhooks/test-delivery.ts';
import { readOpenApi } from '../../../src/wire/openapi.ts';
import { sampleOf } from '../../spec/wire-judge.ts';
import { collectionLogTable, mandateTable } from '../../spec/wire-samples.ts';
import { contract, deliveryDriftOf, driftOf, envelope, lines } from './differences.ts';

const mandate = sampleOf(mandateTable);
const log = sampleOf(collectionLogTable);
const MANY = 100_000;

// Reading a hundred thousand members takes a while where much else runs.
describe('an answer that means harm', { timeout: 600_000 }, () => {
  test('with a hundred thousand names of its own reports some of them, counts the rest, and hides nothing that breaks', () => {
    const invented = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`f_${index.toString(36)}`, 1]));
    const { _id, ...nameless } = mandate;
    const findings = driftOf(
      'getMandate',
      envelope({ ...invented, ...nameless, consents: 5 }),
      envelope({ ...mandate, fee: 1 }),
    );
    expect(lines(findings.slice(0, 2))).toEqual([
      'missing data._id: nothing, 1 of 2, not read',
      'changed data.consents: whole number, 1 of 2, not read',
    ]);
    expect(findings).toHaveLength(2 + 201 + 1);
    const rest = findings.find(({ path }) => path === 'data.*');
    expect(rest).toMatchObject({ kind: 'unknown', seen: 'further names', count: expect.any(Number), tolerated: true });
    expect(rest?.count).toBeGreaterThan(MANY / 2);
    expect(rest?.of).toBe(rest?.count);
  });

  test('with a hundred thousand forms of one field reports some of them, and the rest in a line for the field', () => {
    const members = Array.from({ length: MANY }, (_, index) => ({
      ...mandate,
      consents: { [`f_${index.toString(36)}`]: [] },
    }));
    const { differences = [] } = new OperationDrift(contract, 'getMandate').compare(envelope(members)) ?? {};
    expect(differences.length).toBeLessThan(210);
    expect(differences.map(({ finding }) => finding)).toContainEqual(
      expect.objectContaining({ path: 'data.consents', seen: 'further forms' }),
    );
  });

  test('and a thousand of them, each with names of its own, are reported in some lines', () => {
    const answers = Array.from({ length: 1_000 }, (_, index) =>
      envelope({ ...mandate, [`f_${index.toString(36)}`]: 1 }),
    );
    const findings = driftOf('getMandate', ...answers, envelope({ ...mandate, bvn: 5 }));
    expect(findings).toHaveLength(502);
    expect(lines(findings.slice(0, 2))).toEqual([
      'changed data.bvn: whole number, 1 of 1001, not read',
      expect.stringMatching(/^unknown data\.\*: further names, \d+ of 1001, read$/),
    ]);
  });

  test('with a hundred thousand wrong members is reported in a few lines', () => {
    const { amount: _amount, ...broken } = log;
    const findings = driftOf(
      'listCollections',
      envelope(Array.from({ length: MANY }, () => ({ ...broken, createdAt: 5, strange: 1 }))),
    );
    expect(lines(findings)).toEqual([
      `missing data[].amount: nothing, ${MANY} of ${MANY}, not read`,
      `changed data[].createdAt: whole number, ${MANY} of ${MANY}, read`,
      `unknown data[].strange: whole number, ${MANY} of ${MANY}, read`,
    ]);
  });

  test('with a hundred thousand wrong entries in a map is reported in one line', () => {
    const { event, data } = JSON.parse(createTestDelivery('income_insight', {}, { secret: 'whsec' }).body);
    const balance = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`Month ${index}`, []]));
    expect(lines(deliveryDriftOf('income_insight', { event, data: { ...data, balance } }))).toEqual([
      `changed data.balance.*: list, ${MANY} of ${MANY}, read`,
    ]);
  });

  test('that is nested without end is walked as deep as the shapes go', () => {
    const deep = JSON.parse(`${'['.repeat(MANY)}${']'.repeat(MANY)}`);
    expect(lines(driftOf('getMandate', envelope({ ...mandate, consents: deep, strange: deep })))).toContain(
      'unknown data.strange: list, 1 of 1, read',
    );
    expect(lines(driftOf('collectionLog', envelope(deep)))).toContain('changed data: list, 1 of 1, not read');
  });

  test('with members that name the prototype changes no object, and reports them', () => {
    const text = JSON.stringify(envelope({ ...mandate, marker: 0 })).replace(
      '"marker":0',
      '"__proto__":{"polluted":true},"constructor":{"prototype":{}},"toString":1',
    );
    expect(lines(driftOf('getMandate', JSON.parse(text)))).toEqual([
      'unknown data.__proto__: object, 1 of 1, read',
      'unknown data.constructor: object, 1 of 1, read',
      'unknown data.toString: whole number, 1 of 1, read',
    ]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('without an own field that every object inherits lacks it', () => {
    const inherited = Object.assign(Object.create({ bvn: '22212345678' }), { ...mandate });
    delete inherited.bvn;
    expect(lines(driftOf('getMandate', envelope(inherited)))).toContainEqual(
      expect.stringMatching(/^missing data\.bvn/),
    );
  });
});

test('a name of the interface is shown, one that looks like a key or a token is not', async () => {
  const { schemas } = (await readOpenApi()).components;
  const names = Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties));
  expect(names.filter((name) => shownName(name) !== name)).toEqual([]);
  expect(['sk_live_planted', 'PK_TEST_x', 'whsec_x', 'eyJhbGciOiJIUzI1NiJ9'].map(shownName)).toEqual(
    [15, 9, 7, 20].map((length) => `<${length} characters>`),
  );
});

test('no value of an answer is ever reported, wherever it stands', () => {
  const secret = fc.constantFrom(
    'Ngozi Planted',
    '22299988877',
    '0799988877',
    'ngozi.planted@example.com',
    'sk_live_planted',
    79_998_887_712,
    '08079998887',
  );
  const names = fc.constantFrom(
    'status',
    'bvn',
    'amount',
    'consents',
    'accountName',
    'accountNumber',
    'extra',
    '22299988877',
    'Ngozi Planted',
    'ngozi.planted@example.com',
    'sk_live_planted',
    'whsec_planted',
    'Pl4nt3dT0k3n',
  );
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      secret,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(names, tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  const text = (value: unknown) => JSON.stringify(value);
  fc.assert(
    fc.property(tree, fc.dictionary(names, tree), (data, fields) => {
      const reported = text([
        driftOf('getMandate', envelope(data), envelope({ ...mandate, ...fields }), {
          status: true,
          message: data,
          data: fields,
        }),
        deliveryDriftOf('collection', fields),
        deliveryDriftOf('income_transaction', { event: 'income_transaction', data: fields }),
      ]);
      expect(reported).not.toMatch(/planted|Pl4nt|22299988877|0799988877|79998887/i);
    }),
  );
});
