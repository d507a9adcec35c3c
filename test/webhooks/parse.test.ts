import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebhookError } from '../../src/errors.ts';
import { parse } from '../../src/webhooks/parse.ts';
import { createTestDelivery, type TestDeliveryKind } from '../../src/webhooks/test-delivery.ts';

const secret = 'whsec_repaykit';
const kinds: readonly TestDeliveryKind[] = [
  'collection',
  'mandate.activated',
  'mandate.failed',
  'mandate.expired',
  'mandate.disputed',
  'mandate.pending_timeout',
  'income_transaction',
  'income_insight',
  'pdf_upload',
  'income_insight_failure',
  'policy',
];
const collection = (changed: object) =>
  parse(JSON.stringify({ ...JSON.parse(createTestDelivery('collection', {}, { secret }).body), ...changed }));

describe('a delivery', () => {
  test.each(kinds)('of kind %s is read as such, with everything it carries', (kind) => {
    const { body } = createTestDelivery(kind, {}, { secret });
    const sent = JSON.parse(body);
    expect(parse(new TextEncoder().encode(body))).toMatchObject({ kind, data: sent.data ?? sent, raw: sent });
  });

  test.each(kinds)('of kind %s keeps fields of tomorrow', (kind) => {
    const sent = JSON.parse(createTestDelivery(kind, {}, { secret }).body);
    (sent.data ?? sent).fieldOfTomorrow = [{ a: 1 }];
    expect(parse(JSON.stringify(sent))).toMatchObject({ kind, data: { fieldOfTomorrow: [{ a: 1 }] } });
  });

  test('may carry its fields beside the event', () => {
    expect(parse('{"event":"mandate.activated","mandateId":"m1"}')).toMatchObject({
      kind: 'mandate.activated',
      data: { mandateId: 'm1' },
    });
  });

  test('of a mandate needs nothing but the mandate', () => {
    expect(parse('{"event":"mandate.expired","data":{"mandateId":{"_id":"m1"},"status":null}}')).toMatchObject({
      kind: 'mandate.expired',
      data: { mandateId: 'm1' },
    });
  });
});

describe('the outcome of a collection', () => {
  test.each([
    ['success', 'collected'],
    ['partially paid', 'partly-collected'],
    ['failed', 'missed'],
    ['overdue', 'missed'],
    ['processing', 'processing'],
    ['reversed', 'unknown'],
  ])('is read from an instalmentStatus of %j as %s, though status says success', (instalmentStatus, outcome) => {
    expect(collection({ instalmentStatus, status: 'success' })).toMatchObject({
      kind: 'collection',
      event: null,
      outcome,
      data: { status: 'success' },
    });
  });

  test('is the same where the collection comes under a name', () => {
    const data = JSON.parse(createTestDelivery('collection', { instalmentStatus: 'overdue' }, { secret }).body);
    expect(parse(JSON.stringify({ event: 'collection.failed', data }))).toMatchObject({
      kind: 'collection',
      event: 'collection.failed',
      outcome: 'missed',
    });
  });

  test('comes with amounts as numbers and times as text', () => {
    expect(collection({ amountCollected: '1250.50', collectedOn: Date.UTC(2026, 0, 31, 7) })).toMatchObject({
      data: { amountCollected: 1250.5, collectedOn: '2026-01-31T07:00:00.000Z' },
    });
  });
});

describe('an unfamiliar delivery is kept as unknown', () => {
  test.each([
    'loan.moved',
    'mandate.moved',
    '',
    'toString',
    'constructor',
    '__proto__',
    'unknown',
    'Collection.success',
  ])('with the event %j', (event) => {
    expect(parse(JSON.stringify({ event, data: { a: 1 } }))).toEqual({
      kind: 'unknown',
      event,
      data: { a: 1 },
      raw: { event, data: { a: 1 } },
      problems: [],
    });
  });

  test('without event and without the fields of a collection', () => {
    expect(parse('{}')).toEqual({ kind: 'unknown', event: null, data: {}, raw: {}, problems: [] });
  });

  test('when it is known but lacks what it needs, and says what', () => {
    expect(parse('{"event":"mandate.failed","data":{}}')).toMatchObject({
      kind: 'unknown',
      event: 'mandate.failed',
      problems: ['mandateId: expected a non-empty identifier'],
    });
    expect(collection({ amountCollected: 'a lot' })).toMatchObject({
      kind: 'unknown',
      event: null,
      problems: ['amountCollected: expected an amount up to a trillion, as a number or decimal text'],
    });
  });

  test('whatever object it is', () => {
    const fields = fc.dictionary(
      fc.oneof(fc.constantFrom('event', 'data', 'instalmentStatus', 'mandateId'), fc.string()),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(fc.property(fields, (body) => void expect(parse(JSON.stringify(body)).kind).toBeTypeOf('string')));
  });
});

describe('what cannot be read is malformed', () => {
  const malformed = (body: Uint8Array | string, problem: string) =>
    expect(() => parse(body)).toThrow(
      new WebhookError(
        'webhook_malformed',
        `The delivery cannot be read: ${problem}. Pass the raw bytes of the request, before any parser.`,
      ),
    );

  test.each([
    ['', 'the body is empty'],
    [' ', 'the body is empty'],
    ['{', 'the body is not JSON'],
    ['null', 'the body is not a JSON object'],
    ['5', 'the body is not a JSON object'],
    ['"text"', 'the body is not a JSON object'],
    ['[]', 'the body is not a JSON object'],
    ['[{"event":"mandate.failed"}]', 'the body is not a JSON object'],
    ['<html></html>', 'the body is not JSON'],
    ['event=mandate.failed', 'the body is not JSON'],
    ['{"a":1}}', 'the body is not JSON'],
  ])('%j', malformed);
  test('bytes that are not UTF-8', () => malformed(new Uint8Array([0x7b, 0xff, 0x7d]), 'the body is not UTF-8'));
  test('a body cut off in the middle', () =>
    malformed(createTestDelivery('income_insight', {}, { secret }).body.slice(0, -20), 'the body is not JSON'));

  test('nesting beyond 32 levels, but not up to them', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    malformed(nested(33), 'the body is nested deeper than 32 levels');
    malformed('['.repeat(5_000_000), 'the body is nested deeper than 32 levels');
    expect(parse(nested(32)).kind).toBe('unknown');
  });

  test('brackets inside of text do not count', () => {
    expect(parse(JSON.stringify({ event: 'x', data: { text: '[{"\\'.repeat(100) } })).kind).toBe('unknown');
  });

  test('with an error that says so and quotes nothing', () => {
    const error = (() => {
      try {
        return parse('{"bvn":"22212345678", broken');
      } catch (thrown) {
        return thrown as WebhookError;
      }
    })();
    expect(error).toMatchObject({ name: 'WebhookError', code: 'webhook_malformed', retryable: false });
    expect(String(error)).not.toContain('222');
  });
});
