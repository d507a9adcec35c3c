import { describe, expect, test } from 'vitest';
import { checkOptions } from '../../src/client/options-check.ts';
import { systemClock } from '../../src/clock/clock.ts';
import { ConfigurationError, type FieldIssue } from '../../src/errors.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { optionsFor } from '../http/loopback-service.ts';

const loopback = optionsFor('http://127.0.0.1:4010', { retry: {} });
const store = memoryStore();
const bureau = { submit: async () => {} };
const live = {
  ...loopback,
  baseUrl: 'https://api.service.example',
  publicKey: 'pk_live_abc',
  secretKey: 'sk_live_abc',
  store,
  bureau,
  repaymentReports: 'merchant' as const,
};

function issuesOf(options: unknown): readonly FieldIssue[] {
  try {
    checkOptions(options as never);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as ConfigurationError).issues;
  }
  return [];
}

function pathsOf(options: unknown): readonly string[] {
  return issuesOf(options).map(({ path }) => path);
}

describe('the options of the client', () => {
  test('need little on loopback: the rest has defaults', () => {
    expect(checkOptions(loopback)).toMatchObject({
      origin: 'http://127.0.0.1:4010',
      basePath: '',
      isLoopback: true,
      store: 'default',
      bureau: 'default',
      repaymentReports: 'merchant',
      clock: systemClock,
      retry: { retries: 3, firstDelayMs: 250, maxDelayMs: 8_000 },
      timeouts: { readMs: 15_000, placeMs: 30_000, debitMs: 120_000, uploadMs: 300_000 },
      bankCodes: 'strict',
      frequencies: { monthly: 'monthly', yearly: 'Y' },
      discoveryType: 'bvn',
      maxUploadBytes: 10_000_000,
    });
  });

  test('are taken away from loopback when everything is written out', () =>
    expect(checkOptions(live)).toMatchObject({ isLoopback: false, store, bureau }));

  test('are all checked at once', () => {
    const wrong = {
      baseUrl: 'ftp://x',
      publicKey: '',
      retry: { retries: -1 },
      timeouts: { readMs: 0.5 },
      bankCodes: 'loose',
      store: {},
      hooks: { onRetry: 1 },
      clock: 1,
    };
    expect(pathsOf(wrong)).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'appId',
        'businessId',
        'publicKey',
        'secretKey',
        'segments.mandate',
        'retry.retries',
        'timeouts.readMs',
        'bankCodes',
        'store',
        'hooks.onRetry',
        'clock',
      ]),
    );
  });

  test.each(['text', [], 7])('must be an object, not %o', (options) => expect(pathsOf(options)).toEqual(['options']));
  test.each([undefined, null])('that are %o lack each that is required', (options) =>
    expect(pathsOf(options)).toEqual(expect.arrayContaining(['baseUrl', 'segments.mandate'])),
  );

  test.each([
    [{ ...loopback, baseURL: 'x' }, 'baseURL', 'did you mean baseUrl?'],
    [{ ...loopback, timeout: 5 }, 'timeout', 'did you mean timeouts?'],
    [{ ...loopback, retry: { retires: 1 } }, 'retry.retires', 'did you mean retries?'],
    [
      { ...loopback, hooks: { onError: () => {}, beforeRequests: () => {} } },
      'hooks.beforeRequests',
      'did you mean beforeRequest?',
    ],
    [{ ...loopback, credentials: { getMandates: 'token' } }, 'credentials.getMandates', 'did you mean getMandate?'],
    [{ ...loopback, keyss: {} }, 'keyss', 'did you mean keys?'],
    [{ ...loopback, zzz: 1 }, 'zzz', 'is unknown; known are baseUrl'],
  ])('that are unknown are refused, with a suggestion (%#)', (options, path, says) => {
    const issue = issuesOf(options).find((one) => one.path === path);
    expect(issue?.message).toContain(says);
    expect(issuesOf(options)).toHaveLength(1);
  });
});

describe('the base URL', () => {
  test.each([
    'http://localhost:4010',
    'http://127.0.0.1',
    'http://127.8.9.1:1',
    'http://[::1]:4010',
    'https://localhost',
  ])('%s is loopback', (baseUrl) => {
    expect(checkOptions({ ...loopback, baseUrl }).isLoopback).toBe(true);
  });

  test.each([
    'http://service.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://128.0.0.1',
    'http://[::2]',
    'http://10.0.0.1',
  ])('%s must be https:, because it is not loopback', (baseUrl) =>
    expect(issuesOf({ ...live, baseUrl })).toEqual([{ path: 'baseUrl', message: expect.stringContaining('https:') }]),
  );

  test.each([
    ['https://user:secret-in-url@service.example', 'user name or password'],
    ['https://service.example/?a=1', 'query'],
    ['https://service.example/#part', 'fragment'],
    ['https://service.example?', 'query'],
    ['service.example', 'absolute URL'],
    ['ftp://service.example', 'https:'],
  ])('%s is refused', (baseUrl, says) => {
    const [issue] = issuesOf({ ...live, baseUrl });
    expect(issue?.message).toContain(says);
    expect(issue?.message).not.toContain('secret-in-url');
  });

  test('may have a path, whose trailing slash does not matter', () => {
    expect(checkOptions({ ...live, baseUrl: 'https://service.example/gateway/' })).toMatchObject({
      origin: 'https://service.example',
      basePath: '/gateway',
    });
  });
});

describe('away from loopback', () => {
  test.each(['store', 'bureau', 'repaymentReports'])('%s must be written out', (field) =>
    expect(pathsOf({ ...live, [field]: undefined })).toEqual([field]),
  );

  test('test keys are refused, both of them', () => {
    expect(pathsOf({ ...live, publicKey: 'pk_test_a', secretKey: 'sk_test_a' })).toEqual(['publicKey', 'secretKey']);
  });

  test('test keys are taken when the lender says so', () => {
    expect(pathsOf({ ...live, publicKey: 'pk_test_a', secretKey: 'sk_test_a', allowMixedKeys: true })).toEqual([]);
  });
});

describe('keys and segments', () => {
  test('that were swapped are noticed', () =>
    expect(pathsOf({ ...live, publicKey: 'sk_live_a', secretKey: 'pk_live_a' })).toEqual(['publicKey', 'secretKey']));
  test('with a line break are refused, because no header can carry it', () =>
    expect(pathsOf({ ...live, secretKey: 'sk_live_a\n' })).toEqual(['secretKey']));
  test('may hold what base64 holds', () => expect(pathsOf({ ...live, publicKey: 'aB/+=9' })).toEqual([]));
  test.each(['a/b', '..', 'a b', 'a?b', ''])('a segment %o is refused', (mandate) => {
    expect(pathsOf({ ...live, segments: { mandate, discovery: 'discovery' } })).toEqual(['segments.mandate']);
  });
  test('no mistake repeats a key', () => {
    const secretKey = 'sk_test_very secret';
    expect(JSON.stringify(issuesOf({ ...live, secretKey }))).not.toContain('very secret');
  });
});

describe('spellings and credentials', () => {
  test('of frequencies are added to the defaults', () => {
    expect(checkOptions({ ...loopback, frequencies: { daily: 'D', yearly: 'YEARLY' } }).frequencies).toEqual({
      daily: 'D',
      monthly: 'monthly',
      yearly: 'YEARLY',
    });
  });
  test('of operations can be chosen one by one, among the three that exist', () => {
    expect(checkOptions({ ...loopback, credentials: { getMandate: 'bearer' } }).credentials).toEqual({
      getMandate: 'bearer',
    });
    expect(pathsOf({ ...loopback, credentials: { getMandate: 'basic' } })).toEqual(['credentials.getMandate']);
  });
  test('console is a logger', () => expect(pathsOf({ ...loopback, logger: console })).toEqual([]));
});
