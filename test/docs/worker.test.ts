import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { loadWorkerConfig } from '../../src/cli/worker/worker-config.ts';

test('the config file of the guide is one that `repaykit worker` and `repaykit reconcile` take', async () => {
  const { kit, inbox, close } = await loadWorkerConfig('repaykit worker', 'docs/code/worker-config.js');
  expect(inspect(kit)).toBe('RepayKit { https://service.example.com }');
  expect(inbox?.drain).toBeInstanceOf(Function);
  // Nothing was opened: the pool connects at the first query.
  await close?.();
  await kit.close();
});
