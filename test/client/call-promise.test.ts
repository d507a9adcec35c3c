import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CallPromise, type CallResult } from '../../src/client/call-promise.ts';

const result: CallResult<string> = {
  data: 'the data',
  message: null,
  response: { status: 200, headers: {}, requestId: undefined, attempts: 1, elapsedMs: 1 },
};
const broken = new Error('broken');

/** Rejections that are unhandled while `act` runs and for some turns after it. */
async function unhandledIn(act: () => unknown): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  // The test runner listens too, and would call the run failed.
  const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    for (const other of others)
      if (!process.rawListeners('unhandledRejection').includes(other)) process.on('unhandledRejection', other);
  });
  await act();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return unhandled;
}

const failing = () => new CallPromise<string>(Promise.reject(broken));

describe('the promise of a call', () => {
  test('holds the data for those who look past its methods', async () => {
    const call = new CallPromise(Promise.resolve(result));
    const seen = await new Promise((resolve, reject) => Promise.prototype.then.call(call, resolve, reject));
    expect(seen).toBe('the data');
    expect(inspect(call)).toBe("CallPromise [Promise] { 'the data' }");
  });

  test('is pending until the answer is there', () => {
    expect(inspect(new CallPromise(new Promise<CallResult<string>>(() => {})))).toContain('<pending>');
  });

  test('is traced by a tracing channel with its data', async () => {
    const channel = tracingChannel<object, { result?: unknown }>('repaykit-test');
    const reported: unknown[] = [];
    const subscriber = { asyncEnd: (message: { result?: unknown }) => void reported.push(message.result) };
    channel.subscribe(subscriber as never);
    onTestFinished(() => channel.unsubscribe(subscriber as never));
    expect(await channel.tracePromise(() => new CallPromise(Promise.resolve(result)) as Promise<string>, {})).toBe(
      'the data',
    );
    expect(reported).toEqual(['the data']);
  });

  test('gives ordinary promises to those who chain', () => {
    const chained = new CallPromise(Promise.resolve(result)).then(() => 1);
    expect(chained.constructor).toBe(Promise);
  });

  test('gives data and response of one call', async () => {
    const call = new CallPromise(Promise.resolve(result));
    expect([await call, await call.withResponse(), await call]).toEqual(['the data', result, 'the data']);
  });
});

describe('a failure', () => {
  test('that is not read is unhandled, once', async () => {
    expect(await unhandledIn(() => void failing())).toEqual([broken]);
  });

  test('of withResponse that is not read is unhandled, once', async () => {
    expect(await unhandledIn(() => void failing().withResponse())).toEqual([broken]);
  });

  test.each([
    ['await', (call: CallPromise<string>) => call],
    ['withResponse alone', (call: CallPromise<string>) => call.withResponse()],
    ['Promise.all', (call: CallPromise<string>) => Promise.all([call, call.withResponse()])],
    ['finally', (call: CallPromise<string>) => call.finally(() => {})],
  ])('that is read by %s is handled', async (_name, read) => {
    expect(await unhandledIn(() => expect(read(failing())).rejects.toBe(broken))).toEqual([]);
  });

  test('that is read in one form is handled in the other', async () => {
    const act = async () => {
      const call = failing();
      const withResponse = call.withResponse();
      await expect(call).rejects.toBe(broken);
      await new Promise((resolve) => setImmediate(resolve));
      await expect(withResponse).rejects.toBe(broken);
    };
    expect(await unhandledIn(act)).toEqual([]);
  });
});
