import { expect, test } from 'vitest';
import { LazyAbort } from '../../src/clock/lazy-abort.ts';

test.each(['before', 'after'])('a signal that is asked for %s the abort is aborted, with one reason', (when) => {
  let reasons = 0;
  const abort = new LazyAbort(() => `reason ${++reasons}`);
  if (when === 'before') expect(abort.signal.aborted).toBe(false);
  abort.abort();
  abort.abort();
  expect([abort.aborted, abort.signal.aborted, abort.signal.reason]).toEqual([true, true, 'reason 1']);
  expect(abort.signal).toBe(abort.signal);
});

test('a reason that no one asks for is never created', () => {
  const abort = new LazyAbort(() => expect.unreachable());
  abort.abort();
  expect(abort.aborted).toBe(true);
});
