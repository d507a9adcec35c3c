import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test('the one command of the loan app starts it, and SIGTERM ends it in good order', { timeout: 600_000 }, async () => {
  const { DATABASE_URL: _database, ...env } = process.env;
  const app = spawn(process.execPath, ['examples/loan-app/start.js'], {
    env: { ...env, PORT: '0', PLATFORM_PORT: '0', OFFICER_PASSWORD: 'a-password-for-tests' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  app.stderr.on('data', (chunk) => errors.push(String(chunk)));
  try {
    const ended = once(app, 'exit');
    const lines = createInterface({ input: app.stdout });
    const places = new Map<string, string>();
    for await (const line of lines) {
      const [, name, url] = /^(Apply|Officer|Platform): (\S+)/.exec(line) ?? [];
      if (name && url) places.set(name, url);
      if (places.size === 3) break;
    }
    const apply = await fetch(places.get('Apply') ?? '');
    expect([apply.status, await apply.text()]).toEqual([200, expect.stringContaining('<h1>Apply for a loan</h1>')]);
    expect((await fetch(places.get('Officer') ?? '')).status).toBe(401);
    expect((await fetch(`${places.get('Platform')}/_control/health`)).status).toBe(200);
    app.stdout.resume();
    app.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(errors.join('')).toBe('');
  } finally {
    app.kill('SIGKILL');
  }
});
