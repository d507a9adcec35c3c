import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { driftingService, payload } from '../cli/drift/drifting-service.ts';
import { run } from '../cli/running.ts';

const guide = readFileSync(new URL('../../docs/drift.md', import.meta.url), 'utf8');

test('the guide to drift shows the first part of what is printed', async () => {
  const { url } = await driftingService({
    getMandate: payload(({ bvn: _bvn, ...data }) => ({ ...data, reference: null, link: 'https://pay.example' })),
  });
  const { code, out } = await run('drift', '--base-url', url);
  const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(guide) ?? [];
  const [printed = '', rest = ''] = out.split('\nskipped\n');
  expect([code, shown]).toEqual([3, printed]);
  expect(rest).toMatch(/^ {2}discoverAccounts: no BVN is given/);
});
