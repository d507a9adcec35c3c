import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { type TestKit, testKitFixture, useTestKit } from '../../src/testing/index.ts';

const test = base.extend<{ platform: TestKit }>({ platform: testKitFixture({ serverOptions: { seed: 7 } }) });

describe('the fixture for vitest', () => {
  const seen: TestKit[] = [];

  test('gives a test its kit', async ({ platform }) => {
    seen.push(platform);
    expect((await platform.loanAt('collecting')).loanId).toBe('loan-1');
  });

  test('gives the next test another one, and has closed the first', async ({ platform }) => {
    expect(seen).toHaveLength(1);
    expect(seen).not.toContain(platform);
    await expect(seen[0]?.loanAt('consented')).rejects.toThrow(/closed/);
  });

  test.concurrent.for(['one', 'other', 'third'])(
    'keeps tests apart that run side by side: the %s',
    async (_name, { platform, expect }) => {
      expect((await platform.loanAt('collecting')).loanId).toBe('loan-1');
      await platform.clock.advance({ months: 1 });
      expect(platform.webhooks.received.filter(({ kind }) => kind === 'collection')).toHaveLength(1);
    },
  );

  base('closes the kit of a test that failed', async () => {
    let kit: TestKit | undefined;
    const failure = new Error('the test failed');
    const use = async (given: TestKit) => {
      kit = given;
      throw failure;
    };
    await expect(testKitFixture()({}, use)).rejects.toBe(failure);
    await expect(kit?.loanAt('consented')).rejects.toThrow(/closed/);
  });
});

describe('the kit by hooks', () => {
  const platform = useTestKit({ beforeEach, afterEach });
  const seen: TestKit[] = [];

  base('is fresh in one test', async () => {
    seen.push(platform());
    expect(platform()).toBe(seen[0]);
    expect((await platform().loanAt('verified')).loanId).toBe('loan-1');
  });

  base('is another one in the next, and the first is closed', async () => {
    expect(platform()).not.toBe(seen[0]);
    await expect(seen[0]?.loanAt('consented')).rejects.toThrow(/closed/);
  });

  base('is there only while a test runs', () => {
    const outside = useTestKit({ beforeEach: () => undefined, afterEach: () => undefined });
    expect(outside).toThrow(/only while a test runs/);
  });
});
