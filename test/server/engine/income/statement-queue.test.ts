import { describe, expect, test } from 'vitest';
import { StatementQueue, type StatementQueueState } from '../../../../src/server/engine/income/statement-queue.ts';
import { heldReaders, upload } from './uploads.ts';

function statements(state?: StatementQueueState, readers = heldReaders()) {
  const reported: string[] = [];
  const opened = new StatementQueue(
    {
      readers,
      largestFile: 1_000,
      filesUrl: () => '/_files/',
      announce: ({ upload: { fileId }, events }) => reported.push(`${fileId} ${events[0]?.event}`),
    },
    state,
  );
  return { opened, readers, reported };
}

/** Whether a promise is settled by the time everything that waits for nothing has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('a statement queue', () => {
  test('reads one statement at a time and reports the results in the order of upload', async () => {
    const { opened, readers, reported } = statements();
    opened.take(upload('a'));
    opened.take(upload('b'));
    await readers.begun(1);
    expect([readers.calls.length, opened.isBusy]).toEqual([1, true]);
    readers.release(new Error('torn'));
    await readers.begun(2);
    expect(reported).toEqual(['a income_insight_failure']);
    readers.release();
    await opened.settled();
    expect([reported, opened.isBusy]).toEqual([['a income_insight_failure', 'b income_transaction'], false]);
  });

  test('is settled when all is read, also what came while it read, and at once when there is nothing', async () => {
    const { opened, readers } = statements();
    expect(await isSettled(opened.settled())).toBe(true);
    opened.take(upload('a'));
    const settled = opened.settled();
    await readers.begun(1);
    opened.take(upload('b'));
    readers.release();
    await readers.begun(2);
    expect(await isSettled(settled)).toBe(false);
    readers.release();
    await settled;
  });

  test('goes on with what comes after it was idle', async () => {
    const { opened, readers, reported } = statements();
    for (const [index, id] of ['a', 'b'].entries()) {
      opened.take(upload(id));
      await readers.begun(index + 1);
      readers.release();
      await opened.settled();
    }
    expect(reported).toEqual(['a income_transaction', 'b income_transaction']);
  });

  test.each([false, true])(
    'that is closed ends the reading, reports nothing and blocks no waiting caller, also where the reader ignores the signal: %s',
    async (isDeaf) => {
      const { opened, readers, reported } = statements(undefined, heldReaders({ isDeaf }));
      opened.take(upload('a'));
      opened.take(upload('b'));
      await readers.begun(1);
      const settled = opened.settled();
      opened.close();
      await settled;
      expect(readers.calls[0]?.options.signal?.aborted).toBe(true);
      readers.release();
      await new Promise((resolve) => setImmediate(resolve));
      expect([reported, readers.calls.length, opened.isBusy]).toEqual([[], 1, false]);
    },
  );

  test('that begins where another stood reads what waited there, and has its files', async () => {
    const first = statements();
    first.opened.take(upload('a'));
    await first.readers.begun(1);
    first.readers.release();
    await first.opened.settled();
    first.opened.take(upload('b'));
    first.opened.take(upload('c'));
    const state = first.opened.capture();
    const second = statements(state);
    await second.readers.begun(1);
    second.readers.release();
    await second.readers.begun(2);
    second.readers.release();
    await second.opened.settled();
    expect(second.reported).toEqual(['b income_transaction', 'c income_transaction']);
    expect([first.opened.isBusy, state.waiting.length]).toEqual([true, 2]);
    expect(['a', 'b', 'c', 'd'].map((id) => second.opened.file(id) !== undefined)).toEqual([true, true, true, false]);
    first.opened.close();
  });

  test('takes a hundred statements that wait, or 64 MB of them, and one of any size when none waits', () => {
    const { opened } = statements();
    const large = new Uint8Array(40_000_000);
    expect(opened.hasRoomFor(new Uint8Array(100_000_000))).toBe(true);
    opened.take(upload('large', { bytes: large }));
    expect([
      opened.hasRoomFor(large),
      opened.hasRoomFor(new Uint8Array(27_108_864)),
      opened.hasRoomFor(new Uint8Array(27_108_865)),
    ]).toEqual([false, true, false]);
    for (let count = 2; count < 100; count += 1) opened.take(upload(`f${count}`));
    expect(opened.hasRoomFor(new Uint8Array(1))).toBe(true);
    opened.take(upload('f100'));
    expect(opened.hasRoomFor(new Uint8Array(1))).toBe(false);
    opened.close();
  });
});
