import { expect, onTestFinished, test } from 'vitest';
import { type Logger, memoryKeys, memoryStore, RepayKit, type RepayKitOptions } from '../../src/index.ts';
import { optionsFor } from '../http/loopback-service.ts';
import { CLAIM, sampleClaim } from './sample-claim.ts';

const created = await sampleClaim();
const body = JSON.stringify({ status: true, message: 'ok', data: created });
const live = {
  baseUrl: 'https://api.service.example',
  publicKey: 'live-public',
  secretKey: 'live-secret',
  keys: memoryKeys(),
  bureau: { submit: async () => {} },
  repaymentReports: 'merchant',
} as const;

/** A client of a service that takes every claim, with the warnings of its logger. */
function kitWith(url: string, more: Partial<RepayKitOptions>) {
  const warnings: string[] = [];
  let sent = 0;
  const send = async () => {
    sent += 1;
    return { status: 200, headers: { 'content-type': 'application/json' }, body, bodyBytes: body.length };
  };
  const logger: Logger = { warn: (message) => void warnings.push(message) };
  const kit = new RepayKit({
    ...optionsFor(url),
    store: memoryStore(),
    transport: { send, close: async () => {} },
    logger,
    ...more,
  });
  onTestFinished(() => kit.close());
  return { kit, warnings, sent: () => sent };
}

test('a claim without a key is warned of where money is live, once, and sent as often as it is asked for', async () => {
  const { kit, warnings, sent } = kitWith('https://api.service.example', live);
  await kit.insurance.claim(CLAIM);
  await kit.insurance.claim(CLAIM, { once: undefined, timeoutMs: 5_000 } as never);
  await kit.within(memoryStore()).insurance.claim(CLAIM);
  expect(sent()).toBe(3);
  expect(warnings).toEqual([
    'repaykit: createClaim goes out without a key (`once`): no intent is on file, and calling it again sends it again',
  ]);
});

test('a claim under a key is no reason to warn, nor is one on loopback', async () => {
  const keyed = kitWith('https://api.service.example', live);
  await keyed.kit.insurance.claim(CLAIM, { once: 'claim-1' });
  const local = kitWith('http://127.0.0.1:4010', {});
  await local.kit.insurance.claim(CLAIM);
  expect([keyed.warnings, local.warnings, keyed.sent(), local.sent()]).toEqual([[], [], 1, 1]);
});

test('personal data kept in clear are warned of once, however many transactions the client is lent', () => {
  const { keys: _keys, ...unsealed } = live;
  const { kit, warnings } = kitWith('https://api.service.example', unsealed);
  kit.within(memoryStore()).within(memoryStore());
  expect(warnings).toEqual([
    'repaykit: no keys are given: personal data are kept in clear beside the loan files and cannot be erased',
  ]);
  expect(kitWith('https://api.service.example', live).warnings).toEqual([]);
});

test('each warning is logged, whatever was logged before', async () => {
  const { keys: _keys, ...unsealed } = live;
  const { kit, warnings } = kitWith('https://api.service.example', unsealed);
  await kit.insurance.claim(CLAIM);
  expect(warnings).toEqual([
    expect.stringContaining('no keys are given'),
    expect.stringContaining('goes out without a key'),
  ]);
});

test('a logger that fails stops no client', () => {
  const { keys: _keys, ...unsealed } = live;
  const warn = () => {
    throw new Error('the disk is full');
  };
  expect(() => kitWith('https://api.service.example', { ...unsealed, logger: { warn } })).not.toThrow();
});

test('a logger that fails stops no claim', async () => {
  const warn = () => {
    throw new Error('disk full');
  };
  const { kit, sent } = kitWith('https://api.service.example', { ...live, logger: { warn } });
  await kit.insurance.claim(CLAIM);
  expect(sent()).toBe(1);
});
