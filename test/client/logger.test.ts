import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Logger } from '../../src/client/hooks.ts';
import { engineFor, errorOf, loopbackService, mandateId, respond } from '../http/loopback-service.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

// A service that fails once and refuses then.
const failing = () =>
  loopbackService((response, { count }) =>
    count === 1 ? respond(response, 503, {}) : respond(response, 422, { status: false, message: 'no' }),
  );

test('requests and answers are debug lines, a retry is a warning, a call that failed an error', async () => {
  const lines: string[] = [];
  const logger = Object.fromEntries(
    LEVELS.map((level) => [level, (message: string) => void lines.push(`${level} ${message}`)]),
  ) as Logger;
  const { url } = await failing();
  await errorOf(engineFor(url, { logger }).call('getMandate', { mandateId }));
  expect(lines).toEqual([
    'debug repaykit: getMandate goes out',
    'debug repaykit: getMandate was answered with 503',
    expect.stringMatching(/^warn repaykit: getMandate is tried again in \d+ ms \(/),
    'debug repaykit: getMandate goes out',
    'debug repaykit: getMandate was answered with 422',
    expect.stringMatching(/^error repaykit: getMandate failed: /),
  ]);
});

test('console writes each of them in one line, with its facts', async () => {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const { url } = await failing();
  await errorOf(engineFor(url, { logger: new Console({ stdout: stream }) }).call('getMandate', { mandateId }));
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(line).toMatch(/^repaykit: getMandate .*\{ .*operation: 'getMandate', .*\}$/);
});

test('a logger that keeps facts gets a record of plain fields', async () => {
  const kept: object[] = [];
  const { url } = await failing();
  await errorOf(
    engineFor(url, { logger: { error: (_message, facts) => void kept.push(facts) } }).call('getMandate', { mandateId }),
  );
  expect(JSON.parse(JSON.stringify(kept))).toMatchObject([
    { operation: 'getMandate', error: { code: 'service_refused', status: 422 } },
  ]);
  expect(Object.keys(kept[0] ?? {})).toContain('operation');
});
