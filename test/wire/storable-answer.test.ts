import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStorableJson, isStorableReference, storableAnswer } from '../../src/wire/storable-answer.ts';

describe('text of an answer, made fit to be stored', () => {
  test.each([
    ['half of a character', 'a\ud800b', 'a\ufffdb'],
    ['the other half', '\udc00', '\ufffd'],
    ['U+0000', 'a\u0000', 'a\ufffd'],
    ['other control characters', '\u001b[31m\u0085', '\ufffd[31m\ufffd'],
  ])('has U+FFFD for %s, wherever it stands', (_what, text, kept) => {
    expect(storableAnswer({ data: [{ name: text }], message: text })).toEqual({
      data: [{ name: kept }],
      message: kept,
    });
  });

  test.each(['Ọlá 😀', 'two\nlines\tand a tab', ''])('is left as it is: %j', (text) =>
    expect(storableAnswer(text)).toBe(text),
  );

  test('is cut where it is long, never within a character', () => {
    expect(storableAnswer('x'.repeat(1_000))).toHaveLength(1_000);
    const cut = storableAnswer(`${'x'.repeat(998)}😀${'x'.repeat(1_000_000)}`);
    expect([cut.length, cut.endsWith('x\ufffd\ufffd'), /\p{Surrogate}/u.test(cut)]).toEqual([1_000, true, false]);
    expect(storableAnswer('x'.repeat(5_000), Number.POSITIVE_INFINITY)).toHaveLength(5_000);
  });

  test('may be nested as deep as JSON can be', () => {
    expect(() => storableAnswer(JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`))).not.toThrow();
  });
});

test('JSON text that passes the quick check needs no change', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ maxLength: 2_000 }),
    fc.constant('\ud800'),
  );
  const written = fc.jsonValue({ maxDepth: 2 }).chain((value) => fc.record({ value: fc.constant(value), text: texts }));
  let passed = 0;
  fc.assert(
    fc.property(written, fc.boolean(), (answer, isEscaped) => {
      const json = JSON.stringify(answer);
      const body = isEscaped
        ? json
        : json.replace(/\\u(d[89a-f]..)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
      if (!isStorableJson(body)) return;
      passed += 1;
      expect(JSON.stringify(storableAnswer(JSON.parse(body)))).toBe(JSON.stringify(JSON.parse(body)));
    }),
    { numRuns: 500 },
  );
  expect(passed).toBeGreaterThan(50);
  expect(isStorableJson('{"a":"\\u0000"}')).toBe(false);
});

describe('a reference that can be asked for later', () => {
  test.each(['9f0c', 'r'.repeat(200), 'REF 1/2'])('is %s', (reference) =>
    expect(isStorableReference(reference)).toBe(true),
  );
  test.each(['', ' ', 'r'.repeat(201), 'ref\ufffd', 'ref\n1'])('is not %j', (reference) =>
    expect(isStorableReference(reference)).toBe(false),
  );
});
