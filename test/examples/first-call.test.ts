import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runExample } from './running.ts';

const printed = `25 banks take the ₦50 deposit, among them Access Bank and Access Bank (Diamond).
Insurance of gadgets: Gadget Cover.
Loan L-1 is discovered: its payer has 4 accounts.
  Guaranty Trust Bank ******0011
  Access Bank ******0012
  Zenith Bank ******0013
  First Bank of Nigeria ******0014 (not active)
`;

describe('the example of first calls', { timeout: 600_000 }, () => {
  test('asks a service in its own process', async () => {
    expect(await runExample('first-call.ts')).toBe(printed);
  });

  test('asks a service that `repaykit serve --json` has started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'repaykit-first-call-'));
    const service = spawn(process.execPath, ['dist/cli.js', 'serve', '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(service, 'exit');
    try {
      const [line] = await once(service.stdout, 'data');
      writeFileSync(join(folder, 'service.json'), line);
      expect(await runExample('first-call.ts', [join(folder, 'service.json')])).toBe(printed);
    } finally {
      service.kill();
      await exited;
      rmSync(folder, { recursive: true });
    }
  });
});
