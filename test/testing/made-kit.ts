import { onTestFinished } from 'vitest';
import { createTestKit, type TestKit, type TestKitOptions } from '../../src/testing/index.ts';

/** A test kit that is closed when the test is over. */
export async function makeKit(options?: TestKitOptions): Promise<TestKit> {
  const kit = await createTestKit(options);
  onTestFinished(() => kit.close());
  return kit;
}
