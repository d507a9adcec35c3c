import { expect, test, vi } from 'vitest';
import { Mutex, quietly, singleFlight } from '../../src/clock/mutex.ts';

test('a mutex runs one after another, also after a failure, and says whether it is locked', async () => {
  const mutex = new Mutex();
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} starts`);
    await Promise.resolve();
    order.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const [a, b] = [mutex.run(step('a')), mutex.run(step('b'))];
  expect(mutex.isLocked).toBe(true);
  await expect(a).rejects.toThrow('a failed');
  expect(await b).toBe('b');
  expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  expect(mutex.isLocked).toBe(false);
});

test('a single flight runs once for all callers, keeps its result and forgets a failure', async () => {
  const act = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('not yet')).mockResolvedValue(7);
  const read = singleFlight(act);
  expect(await Promise.allSettled([read(), read()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(act).toHaveBeenCalledTimes(1);
  expect(await Promise.all([read(), read()])).toEqual([7, 7]);
  expect(await read()).toBe(7);
  expect(act).toHaveBeenCalledTimes(2);
});

test('an observer that throws, at once or later, reaches the given function and no one else', async () => {
  const failed = vi.fn();
  const error = new Error('observer');
  quietly(() => {
    throw error;
  }, failed);
  quietly(() => Promise.reject(error), failed);
  quietly(() => 'fine', failed);
  quietly(() => {
    throw error;
  });
  quietly(() => Promise.reject(error));
  await Promise.resolve();
  await Promise.resolve();
  expect(failed.mock.calls).toEqual([[error], [error]]);
});
