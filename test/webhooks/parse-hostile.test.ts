import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebhookError } from '../../src/errors.ts';
import { parse } from '../../src/webhooks/parse.ts';
import { createTestDelivery, testDeliveryKinds } from '../../src/webhooks/test-delivery.ts';
import { prototypesIn } from '../wire/prototypes.ts';

const bodyOf = (kind: (typeof testDeliveryKinds)[number]) =>
  createTestDelivery(kind, {}, { secret: 'whsec_repaykit' }).body;
const samples = testDeliveryKinds.map(bodyOf);

/** Reads what may be unreadable: then only as an error of ours. */
function read(body: Uint8Array | string) {
  try {
    return parse(body);
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toMatchObject({ code: 'webhook_malformed' });
    return undefined;
  }
}

describe('whatever is sent', () => {
  const pieces = [
    'event',
    'data',
    'instalmentStatus',
    'amountCollected',
    'mandateId',
    '_id',
    '$oid',
    'record',
    'trans',
    'EDTI',
    'salary',
    'constructor',
    '__proto__',
  ];
  const words = [
    'collection',
    'collection.x',
    'mandate.failed',
    'income_insight',
    'income_transaction',
    'pdf_upload',
    'policy.x',
    'success',
    '__proto__',
  ];
  const name = fc.oneof(fc.constantFrom(...pieces), fc.string());
  const { structure } = fc.letrec((tie) => ({
    structure: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(...words),
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('structure')),
      tie('fields'),
    ),
    fields: fc
      .array(fc.tuple(name, tie('structure')), { maxLength: 6 })
      .map((members) => Object.fromEntries(members.map(([key, value]) => [`${key}`, value]))),
  }));

  test('is read or refused as malformed, bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void read(bytes)));
  });

  test('is read or refused as malformed, structures', () => {
    fc.assert(
      fc.property(structure, (value) => {
        const text = JSON.stringify(value);
        const event = read(text);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        expect(event !== undefined).toBe(isObject);
        if (event) expect(prototypesIn([event.raw, event.data])).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('in place of any value of a known delivery is read, by its kind or as unknown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), structure, (sample, place, value) => {
        const values = [...sample.matchAll(/:("(?:[^"\\]|\\.)*"|[\d.]+|true|null)(?=[,}])/g)];
        const { index, 1: old = '' } = values[place % values.length] as RegExpExecArray;
        const body = `${sample.slice(0, index + 1)}${JSON.stringify(value)}${sample.slice(index + 1 + old.length)}`;
        expect(prototypesIn(read(body)?.data)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('with any byte of a known delivery changed is read or refused as malformed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), fc.integer({ min: 1, max: 255 }), (sample, place, bits) => {
        const bytes = Buffer.from(sample);
        const index = place % bytes.length;
        bytes[index] = (bytes[index] as number) ^ bits;
        read(bytes);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('no object in an event has a prototype', () => {
  test.each(testDeliveryKinds)('of kind %s, in what came and in what was read', (kind) => {
    const event = parse(bodyOf(kind));
    expect(event.kind).toBe(kind);
    expect(prototypesIn([event.raw, event.data])).toEqual([]);
  });

  test('also where the data are nested in a record, or bring fields of tomorrow', () => {
    const { data } = JSON.parse(bodyOf('income_insight'));
    const nested = parse(
      JSON.stringify({
        event: 'income_insight',
        data: { id: 'r-1', record: { ...data, tomorrow: [{ a: { b: {} } }] } },
      }),
    );
    expect(nested).toMatchObject({ kind: 'income_insight', data: { id: 'r-1', tomorrow: [{ a: { b: {} } }] } });
    expect(prototypesIn([nested.raw, nested.data])).toEqual([]);
  });
});

describe('a body that names __proto__', () => {
  test.each(['"__proto__"', String.raw`"\u005f_proto__"`, String.raw`"__pr\u006Fto__"`])(
    'as %s harms nothing',
    (key) => {
      const event = parse(
        `{${key}:{"polluted":true},"event":"mandate.failed","data":{"mandateId":"m1",${key}:{"polluted":true},"deep":{${key}:{"polluted":true}}}}`,
      );
      expect(event.kind).toBe('mandate.failed');
      expect(JSON.stringify(event)).not.toContain('polluted');
      expect((event.data as { polluted?: boolean }).polluted).toBeUndefined();
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  test('cannot lend a delivery what it was not sent with', () => {
    expect(parse('{"__proto__":{"event":"mandate.failed","data":{"mandateId":"m1"}}}')).toMatchObject({
      kind: 'unknown',
      event: null,
    });
    expect(parse('{"event":"mandate.failed","data":{"__proto__":{"mandateId":"m1"}}}')).toMatchObject({
      kind: 'unknown',
      event: 'mandate.failed',
    });
    expect(parse('{"event":"mandate.failed","data":{"mandateId":{"__proto__":{"_id":"m1"}}}}')).toMatchObject({
      kind: 'unknown',
    });
  });

  test('or constructor, in a map of months, harms nothing', () => {
    const sent = bodyOf('income_insight').replace('"EDTI":{', '"EDTI":{"__proto__":5,"constructor":6,');
    const event = parse(sent);
    expect(event).toMatchObject({ kind: 'income_insight', data: { EDTI: { constructor: 6 } } });
  });

  test('or constructor and prototype, beside the data, leaves them what they are', () => {
    const event = parse(
      '{"event":"mandate.failed","data":{"mandateId":"m1","constructor":{"prototype":{"polluted":1}},"prototype":2}}',
    );
    expect(event).toMatchObject({
      kind: 'mandate.failed',
      data: { constructor: { prototype: { polluted: 1 } }, prototype: 2 },
    });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('a value that is of another type', () => {
  test.each(['{"constructor":{"name":{}}}', '{"constructor":{"name":"22233300007"}}', '{"toString":{},"valueOf":1}'])(
    'and has its own %s, is described',
    (value) => {
      const event = parse(`{"event":"income_transaction","data":{"trans":${value}}}`);
      expect(event).toMatchObject({ kind: 'unknown', problems: ['trans: must be of type array, not object'] });
    },
  );
});

describe('a delivery with thousands of mistakes', () => {
  const { data } = JSON.parse(bodyOf('income_insight'));
  const wrong = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, month) => [`${'m'.repeat(month === 0 ? 5_000 : 3)}${month}`, 'much']),
  );
  const event = parse(JSON.stringify({ event: 'income_insight', data: { ...data, EDTI: wrong } }));

  test('is parsed without them', () => {
    expect(event).toMatchObject({ kind: 'income_insight', data: { EDTI: {}, eligibleAmount: data.eligibleAmount } });
  });
});
