import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';
import { debitFixture, LOST, WANTED } from './debit-fixture.ts';
import { CLAIM } from './sample-claim.ts';

const FULL = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
const failures: readonly [how: string, error: () => Error][] = [
  ['as any store of yours', () => FULL],
  [
    'as a store that cannot tell whether it wrote',
    () => new StoreError('SQLite failed (disk full)', { cause: FULL, outcome: 'unknown' }),
  ],
];

/** A store whose writes fail from the n-th on. */
function full(store: LoanStore, error: () => Error, from = 1): LoanStore {
  let writes = 0;
  return {
    ...store,
    append: async (...given) => {
      writes += 1;
      if (writes >= from) throw error();
      await store.append(...given);
    },
  };
}

describe.each(failures)('a store that is full, %s', (_how, error) => {
  test('before anything was sent says so: outcome none, and nothing left', async () => {
    const stage = await debitFixture();
    const kit = stage.process(full(stage.store, error));
    expect(await errorOf(kit.collections.collect(stage.first, WANTED))).toMatchObject({
      name: 'StoreError',
      outcome: 'none',
      attempts: 0,
    });
    expect(await errorOf(kit.insurance.claim(CLAIM, { once: 'claim-1' }))).toMatchObject({
      name: 'StoreError',
      outcome: 'none',
    });
    expect([stage.left(), (await stage.requests()).createClaim]).toEqual([0, undefined]);
    expect((await stage.kit.collections.collect(stage.first, WANTED)).debit.outcome).toBe('scheduled');
  });

  test('after all had written the intent down says how that ends', async () => {
    const stage = await debitFixture();
    const { append } = stage.store;
    const lossy = async (...given: Parameters<LoanStore['append']>) =>
      append(...given).then(() => Promise.reject(error()));
    const failed = errorOf(stage.process({ ...stage.store, append: lossy }).collections.collect(stage.first, WANTED));
    expect(await failed).toMatchObject({
      name: 'StoreError',
      outcome: 'none',
      message: expect.stringContaining('ended by collections.settle or the worker'),
    });
    expect((await stage.loan()).debits).toMatchObject([{ status: 'intended' }]);
  });

  test('and cannot be read either says so', async () => {
    const stage = await debitFixture();
    const load = () => Promise.reject(error());
    expect(
      await errorOf(stage.process({ ...stage.store, load }).collections.collect(stage.first, WANTED)),
    ).toMatchObject({ name: 'StoreError' });
    expect(stage.left()).toBe(0);
  });

  test('after a debit was sent leaves its outcome unknown', async () => {
    const stage = await debitFixture();
    const sending = stage.process(full(stage.store, error, 2)).collections.collect(stage.first, WANTED);
    expect(await errorOf(sending)).toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
      message: expect.stringContaining('do not send it again'),
    });
    expect(stage.left()).toBe(1);
  });

  test('after a debit that took nothing says that it took nothing', async () => {
    const stage = await debitFixture();
    stage.faults.debit = 'refused';
    const sending = stage
      .process(full(stage.store, error, 2), { retry: { retries: 0 } })
      .collections.collect(stage.first, WANTED);
    expect(await errorOf(sending)).toMatchObject({
      name: 'StoreError',
      outcome: 'none',
      operation: 'collectManually',
      message: expect.stringContaining('took nothing'),
    });
  });

  test('after a debit whose answer never came says so, and is written once', async () => {
    const stage = await debitFixture();
    stage.faults.debit = LOST;
    let writes = 0;
    const once: LoanStore = {
      ...stage.store,
      append: async (...given) => {
        writes += 1;
        if (writes > 1) throw error();
        await stage.store.append(...given);
      },
    };
    expect(await errorOf(stage.process(once).collections.collect(stage.first, WANTED))).toMatchObject({
      message: expect.stringMatching(/^Debit [0-9a-f-]{36} was sent and is 'debit.unknown', but that could not/),
    });
    expect(writes).toBe(2);
  });

  test('after a mandate was placed leaves that unknown', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'selected');
    expect(await errorOf(fixture.newKit({ store: full(fixture.store, error, 2) }).mandates.place(loan))).toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
    });
  });
});
