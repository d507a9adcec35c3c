import { describe, expect, test } from 'vitest';
import { GroupCommit } from '../../src/stores/group-commit.ts';

interface Item {
  readonly key: string;
  readonly weight?: number;
}

/** Writes that end when the test says so; batches are listed as they are begun. */
function controlled(limits: { maxItems?: number; maxWeight?: number } = {}) {
  const batches: string[][] = [];
  const ends: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const group = new GroupCommit<Item, string>({
    ...{ maxItems: 100, maxWeight: 100, ...limits },
    keysOf: ({ key }) => [key],
    weightOf: ({ weight = 1 }) => weight,
    blamesContent: (error) => String(error).includes('poison'),
    write: (items) => {
      batches.push(items.map(({ key }) => key));
      return new Promise((resolve, reject) =>
        ends.push({ resolve: () => resolve(items.map(({ key }) => `wrote ${key}`)), reject }),
      );
    },
  });
  /** Lets everything that is ready happen. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (error?: unknown) => {
    await settle();
    const next = ends.shift();
    if (error === undefined) next?.resolve();
    else next?.reject(error);
    await settle();
  };
  const submit = (...keys: string[]) => keys.map((key) => group.submit({ key }));
  return { group, batches, end, submit };
}

describe('writes that come together', () => {
  test('go in one batch, each with its own answer', async () => {
    const { batches, end, submit } = controlled();
    const answers = submit('a', 'b', 'c');
    await end();
    expect(await Promise.all(answers)).toEqual(['wrote a', 'wrote b', 'wrote c']);
    expect(batches).toEqual([['a', 'b', 'c']]);
  });

  test('wait while a batch is under way and then go together', async () => {
    const { batches, end, submit } = controlled();
    submit('a');
    await Promise.resolve();
    submit('b');
    submit('c');
    expect(batches).toEqual([['a']]);
    await end();
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  test('are not answered before their own batch has ended', async () => {
    const { end, submit } = controlled();
    const [first] = submit('a');
    await Promise.resolve();
    const [second] = submit('b');
    const answered: string[] = [];
    for (const answer of [first, second]) answer?.then((text) => answered.push(text));
    await end();
    expect(answered).toEqual(['wrote a']);
    await end();
    expect(answered).toEqual(['wrote a', 'wrote b']);
  });

  test('of one key go one after the other, in their order, and block no other key', async () => {
    const { batches, end, submit } = controlled();
    submit('a', 'a', 'b', 'a', 'c');
    for (let batch = 0; batch < 3; batch += 1) await end();
    expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
  });

  test('are as many in a batch as it may hold', async () => {
    const { batches, end, submit } = controlled({ maxItems: 2 });
    submit('a', 'b', 'c');
    for (let batch = 0; batch < 2; batch += 1) await end();
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  test('weigh no more than a batch may, except one that is heavier alone', async () => {
    const { group, batches, end } = controlled({ maxWeight: 10 });
    for (const [key, weight] of Object.entries({ huge: 50, a: 6, b: 4, c: 1 })) void group.submit({ key, weight });
    for (let batch = 0; batch < 3; batch += 1) await end();
    expect(batches).toEqual([['huge'], ['a', 'b'], ['c']]);
  });

  test('fail together when it is unknown what was written, and later ones go on', async () => {
    const { batches, end, submit } = controlled();
    const answers = Promise.allSettled(submit('a', 'b'));
    await end(new Error('connection lost'));
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    submit('c');
    await end();
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  test('are tried one by one when one of them holds what cannot be written', async () => {
    const { batches, end, submit } = controlled();
    const answers = Promise.allSettled(submit('a', 'bad', 'c'));
    await end(new Error('poison'));
    await end();
    await end(new Error('poison'));
    await end();
    expect(await answers).toMatchObject([
      { value: 'wrote a' },
      { status: 'rejected', reason: new Error('poison') },
      { value: 'wrote c' },
    ]);
    expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });
});
