import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryInbox, receive, unverified } from '../../src/webhooks/index.ts';
import { type FuzzResult, playFuzzRun } from '../proof/webhooks/fuzz-run.ts';
import { deliveryOf } from '../proof/webhooks/merchant.ts';
import { sized } from '../size.ts';

// The full run, which also looks at the clock, is `npm run proof -- fuzz`.
describe('bodies that no service sends', () => {
  let result: FuzzResult;
  beforeAll(async () => {
    result = await playFuzzRun({ inputs: sized(400, 1_500), seed: 3, tries: 1 });
  }, 600_000);

  test('are answered each, with 2xx or 4xx, and nothing is left uncaught', () => {
    expect(result.falls).toEqual([]);
    expect(Object.values(result.answers).reduce((sum, count) => sum + count, 0)).toBe(result.inputs);
  });

  test('change no loan', () => {
    expect(result.changed).toBe(false);
  });

  test('are of every sort: read, not readable, too long, and of another type', () => {
    expect(Object.keys(result.answers)).toEqual(['200', '400', '413', '415']);
  });
});

function receiver() {
  const fall = (message: string) => expect.fail(message);
  return receive({
    verify: unverified(),
    inbox: memoryInbox(),
    confirm: { confirm: async () => ({ kind: 'unrelated' as const, reason: 'a test' }) },
    logger: { error: fall },
  });
}

test('whatever bytes come, they are answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const receiving = receiver();
      expect([200, 400]).toContain((await receiving(deliveryOf(bytes))).status);
      await receiving.settled();
    }),
    { numRuns: sized(100, 300) },
  );
});

test('whatever JSON comes under the name of an event, it is kept and worked on', async () => {
  const event = fc.constantFrom(
    'mandate.activated',
    'collection.success',
    'income_transaction',
    'income_insight',
    'pdf_upload',
    'policy.x',
    '__proto__',
    'x',
  );
  const fields = fc.dictionary(
    fc.constantFrom(
      'mandateId',
      'instalmentReference',
      'instalmentStatus',
      'amountCollected',
      'trans',
      '_id',
      '__proto__',
    ),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(event, fc.oneof(fields, fc.jsonValue()), async (name, data) => {
      const receiving = receiver();
      expect((await receiving(deliveryOf(JSON.stringify({ event: name, data })))).status).toBe(200);
      await receiving.settled();
      expect(await receiving.inbox.list({ limit: 1, status: 'unfinished' })).toEqual([]);
    }),
    { numRuns: sized(100, 300) },
  );
});
