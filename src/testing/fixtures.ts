import { InputError } from '../errors.ts';
import { createTestKit, type TestKit } from './test-kit.ts';
import type { TestKitOptions } from './test-kit-options.ts';

/** The hooks of a test runner, as jest, vitest and `node:test` have them. */
export interface TestHooks {
  /** Runs before each test. */
  readonly beforeEach: (act: () => Promise<void>) => unknown;
  /** Runs after each test. */
  readonly afterEach: (act: () => Promise<void>) => unknown;
}

/**
 * A test kit for each test that asks for it, closed when the test is over, whether it passed or failed.
 *
 * @example
 * ```ts
 * const test = base.extend({ platform: testKitFixture() });
 * test('a due instalment is collected', async ({ platform }) => { … });
 * ```
 */
export function testKitFixture(
  options?: TestKitOptions,
): (fixtures: object, use: (kit: TestKit) => Promise<void>) => Promise<void> {
  // vitest reads from the text of the function which fixtures it needs: it wants an object pattern.
  // biome-ignore lint/correctness/noEmptyPattern: this one needs none
  return async ({}, use) => {
    const kit = await createTestKit(options);
    try {
      await use(kit);
    } finally {
      await kit.close();
    }
  };
}

/**
 * A fresh test kit for each test of a file, by the runner's hooks; the answer gives the one of the test that runs. Not for tests that run side by side
 * in one file: give those `createTestKit` of their own.
 *
 * @example
 * ```js
 * const platform = useTestKit({ beforeEach, afterEach });
 * test('a due instalment is collected', async () => { const { clock } = platform(); … });
 * ```
 */
export function useTestKit({ beforeEach, afterEach }: TestHooks, options?: TestKitOptions): () => TestKit {
  let current: TestKit | undefined;
  beforeEach(async () => {
    current = await createTestKit(options);
  });
  afterEach(async () => {
    const finished = current;
    current = undefined;
    await finished?.close();
  });
  return () => {
    if (current) return current;
    throw new InputError('useTestKit', [
      { path: '', message: 'there is a kit only while a test runs: ask for it inside a test' },
    ]);
  };
}
