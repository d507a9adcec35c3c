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

  test('carry text without copying it, in an envelope that may be used again', () => {
    const items = [{ str: 'Balance' }];
    const sent = { streamId: 1, chunk: { items, styles: {} } };
    const arrived = copy(sent);
    sent.chunk.items = [];
    expect(arrived).toEqual({ streamId: 1, chunk: { items: [{ str: 'Balance' }], styles: {} } });
    expect(arrived.chunk.items[0]).toBe(items[0]);
  });

  test('are copied otherwise', () => {
    const sent = { data: { pages: [1] } };
    expect(copy(sent)).toEqual(sent);
    expect(copy(sent).data).not.toBe(sent.data);
    expect(copy(undefined)).toBeUndefined();
  });
});
