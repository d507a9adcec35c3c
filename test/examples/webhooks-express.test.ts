import { vi } from 'vitest';
import { describeExample } from './webhooks-example.ts';

describeExample('Express 5', () => import('../../examples/webhooks-express.ts'));

describeExample('Express 4', async () => {
  // The same file with the other major, which is installed under this name.
  vi.doMock('express', () => import('express4'));
  return import('../../examples/webhooks-express.ts');
});
