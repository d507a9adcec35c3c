import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { driftingService, payload } from '../cli/drift/drifting-service.ts';
import { run } from '../cli/running.ts';

const guide = readFileSync(new URL('../../docs/drift.md', import.meta.url), 'utf8');

test('the guide to drift shows what is printed', async () => {
  const { url } = await driftingService({
    getMandate: payload(({ bvn: _bvn, consents: [first, second, ...others], ...data }) => ({
      ...data,
      paymentLink: 'https://pay.example',
      consents: [first, { ...second, bankCode: '090110' }, ...others],
    })),
  });
  const { code, out } = await run('drift', '--base-url', url);
  expect([code, /```text\n([\s\S]*?)```/.exec(guide)?.[1]]).toEqual([3, out]);
});
