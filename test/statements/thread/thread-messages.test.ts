import { describe, expect, test } from 'vitest';
import { ConfigurationError, StatementError } from '../../../src/errors.ts';
import { copyOwnMessages } from '../../../src/statements/thread/thread-guard.ts';
import { packFailure, unpackFailure } from '../../../src/statements/thread/thread-messages.ts';

/** An error as it arrives from another thread. */
const travel = (error: unknown) => unpackFailure(structuredClone(packFailure(error)));

describe('an error that comes from a reading thread', () => {
  test('is of its class again, with its code and its words', () => {
    const arrived = travel(new StatementError('no_text_layer', 'The pages hold pictures.'));
    expect(arrived).toBeInstanceOf(StatementError);
    expect(arrived).toMatchObject({ code: 'no_text_layer', message: 'The pages hold pictures.' });
    const missing = travel(
      new ConfigurationError('repaykit/statements', [{ path: 'unpdf', message: 'is not installed' }], {
        cause: new Error('why'),
      }),
    );
    expect(missing).toBeInstanceOf(ConfigurationError);
    expect(missing).toMatchObject({
      message: 'repaykit/statements: unpdf: is not installed',
      issues: [{ path: 'unpdf', message: 'is not installed' }],
    });
    expect(missing.cause).toEqual(new Error('why'));
  });

  test('says that the file is damaged where it was none of ours, and where that was, but not in its words', () => {
    const arrived = travel(new TypeError('cannot read "Sample Payer 0001234567"'));
    expect(arrived).toMatchObject({ name: 'StatementError', code: 'damaged' });
    expect(String(arrived.cause)).toMatch(/TypeError at .*thread-messages\.test\.ts/);
    expect([arrived.message, String(arrived.cause), arrived.stack].join()).not.toContain('Sample');
    expect(travel('a string')).toMatchObject({ code: 'damaged' });
  });
});

describe("the engine's messages to itself", () => {
  const copy = copyOwnMessages(structuredClone);

  test('carry operators without copying them, in lists that may be emptied', () => {
    const glyphs = [{ unicode: '1' }];
    const sent = { streamId: 1, chunk: { fnArray: [44], argsArray: [[glyphs]], lastChunk: true } };
    const arrived = copy(sent);
    sent.chunk.fnArray.length = sent.chunk.argsArray.length = 0;
    expect(arrived).toEqual({ streamId: 1, chunk: { fnArray: [44], argsArray: [[glyphs]], lastChunk: true } });
    expect(arrived.chunk.argsArray[0]?.[0]).toBe(glyphs);
  });

  test('are copied otherwise', () => {
    const sent = { data: { pages: [1] } };
    expect(copy(sent)).toEqual(sent);
    expect(copy(sent).data).not.toBe(sent.data);
    expect(copy(undefined)).toBeUndefined();
  });
});
