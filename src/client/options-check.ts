import { type Clock, systemClock, systemRandom } from '../clock/clock.ts';
import { type Instant, parsePlainDate } from '../domain/calendar.ts';
import { ConfigurationError, requireOptions } from '../errors.ts';
import { type KeyInput, readSigningKey } from '../evidence/checkpoint.ts';
import type { RefusalAssumption } from '../http/refusal-proof.ts';
import type { Transport } from '../http/transport.ts';
import type { UndiciDispatcher } from '../http/undici-dispatcher.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import {
  type Check,
  check,
  flag,
  func,
  oneOf,
  optional,
  text,
  wholeNumber,
  withMethods,
} from '../validation/checks.ts';
import { type Fields, record } from '../validation/record.ts';
import type { CredentialScheme } from '../wire/credentials.ts';
import { isPathSegment, NO_PATH_SEGMENT } from '../wire/request-target.ts';
import { operationIds } from '../wire/types/operation-types.ts';
import type { Hooks, Logger } from './hooks.ts';
import {
  type CheckpointOptions,
  type FrequencySpelling,
  httpsAddress,
  isLoopbackHost,
  type RepayKitOptions,
  type RetryOptions,
  type Segments,
  type TimeoutOptions,
} from './options.ts';

const HOUR_MS = 3_600_000;
const ASSUMPTION: RefusalAssumption = 'assuming-a-failure-envelope-means-nothing-was-done';

const schemes: Readonly<Record<CredentialScheme, true>> = { token: true, bearer: true, 'authorization-token': true };

function byOperation(known: Check<false>): Check<true> {
  const fields = Object.fromEntries(operationIds.map((id) => [id, optional(known)]));
  return optional(record<Partial<Record<string, unknown>>>(fields));
}

const callback = optional(func);
const millis = optional(wholeNumber({ min: 1, max: HOUR_MS, of: 'milliseconds' }));
const millisOrNone = optional(wholeNumber({ min: 0, max: HOUR_MS, of: 'milliseconds' }));
const segment = text('one segment of a path', (given) => isPathSegment(given) || NO_PATH_SEGMENT);
const word = optional(text());

function key(otherPrefix: string): Check<false> {
  return text('the key of the application', (given) => {
    if (given.startsWith(otherPrefix)) return 'holds the other key; publicKey and secretKey are swapped';
    return !/[^\x21-\x7e]/.test(given) || 'holds a character that no header can carry, perhaps a space or a line break';
  });
}

const signingKey = check({
  type: 'key',
  takes: 'a private Ed25519 key, as a KeyObject or as PEM text',
  test: (given) => {
    try {
      readSigningKey(given as KeyInput);
      return true;
    } catch {
      return false;
    }
  },
});

const transport = withMethods(['send', 'close'], 'a transport, or a dispatcher of undici');
const dispatcher = withMethods(['dispatch'], transport.takes);

const fields: Fields<RepayKitOptions> = {
  baseUrl: httpsAddress(
    { example: 'https://api.example.com', carries: 'keys', instead: 'publicKey and secretKey' },
    (address) => !/[?#]/.test(address) || 'must not have a query or a fragment',
  ),
  appId: text(),
  businessId: text(),
  publicKey: key('sk_'),
  secretKey: key('pk_'),
  segments: record<Segments>({ mandate: segment, discovery: segment }),
  store: optional(
    withMethods(
      ['load', 'append', 'find', 'list', 'claim', 'settle'],
      'where loan files are kept, such as postgresStore(…)',
    ),
  ),
  keys: optional(withMethods(['payerKey', 'destroyPayerKey', 'indexKey'], 'a provider of keys, such as localKeys(…)')),
  checkpoints: optional(
    record<CheckpointOptions>({
      key: signingKey,
      sink: withMethods(['put', 'latest'], 'where checkpoints are kept, outside the database: fileCheckpoints(…)'),
    }),
  ),
  bureau: optional(withMethods(['submit'], 'how reports reach the credit bureau, such as httpBureauReporter(…)')),
  repaymentReports: optional(oneOf(['merchant', 'platform'])),
  transport: optional({
    ...transport,
    problems: (value, path) => (dispatcher.problems(value, path).length === 0 ? [] : transport.problems(value, path)),
  }),
  clock: optional(withMethods(['now', 'today', 'sleep'], 'a clock')),
  random: callback,
  retry: optional(
    record<RetryOptions>({
      retries: optional(wholeNumber({ min: 0, max: 10 })),
      firstDelayMs: millisOrNone,
      maxDelayMs: millisOrNone,
    }),
  ),
  timeouts: optional(record<TimeoutOptions>({ readMs: millis, placeMs: millis, debitMs: millis, uploadMs: millis })),
  logger: optional(
    record<Logger>({ debug: callback, info: callback, warn: callback, error: callback }, { others: 'ignored' }),
  ),
  hooks: optional(
    record<Hooks>({
      beforeRequest: callback,
      afterResponse: callback,
      onRetry: callback,
      onError: callback,
      wrap: callback,
    }),
  ),
  credentials: byOperation(oneOf(Object.keys(schemes))),
  answers: byOperation(func),
  bankCodes: optional(oneOf(['strict', 'lenient'])),
  frequencies: optional(record<FrequencySpelling>({ daily: word, weekly: word, monthly: word, yearly: word })),
  discoveryType: word,
  acceptRefusals: optional(oneOf([ASSUMPTION])),
  supportContact: word,
  maxUploadBytes: optional(wholeNumber({ min: 1, max: 1_000_000_000, of: 'bytes' })),
  allowMixedKeys: optional(flag),
};

export const clientOptions = record<RepayKitOptions>(fields, { rules: awayFromLoopback });

/** Away from loopback a key counts as live, and no important option has a default. */
function awayFromLoopback(good: Partial<RepayKitOptions>, given: Readonly<Record<string, unknown>>) {
  if (good.baseUrl !== undefined && isLoopbackHost(new URL(good.baseUrl).hostname)) return [];
  const isTestKey = {
    publicKey: good.publicKey?.startsWith('pk_test_'),
    secretKey: good.secretKey?.startsWith('sk_test_'),
  };
  const testKeys = Object.entries(isTestKey).filter(([, isTest]) => isTest && good.allowMixedKeys !== true);
  const needed = { store: fields.store.takes, bureau: fields.bureau.takes, repaymentReports: 'who reports repayments' };
  return [
    ...testKeys.map(([path]) => ({
      path,
      message: 'is a test key and baseUrl is not loopback; use the live key or set allowMixedKeys',
    })),
    ...Object.entries(needed)
      .filter(([path]) => given[path] === undefined)
      .map(([path, takes]) => ({ path, message: `is missing, and has no default away from loopback: give ${takes}` })),
  ];
}

/** The options of a client with their defaults. */
export type Settings = ReturnType<typeof checkOptions>;

export function checkOptions(options: RepayKitOptions) {
  const { baseUrl, publicKey, secretKey, clock, timeouts, retry, frequencies, allowMixedKeys, ...rest } =
    requireOptions('RepayKit', clientOptions, options);
  const { origin, hostname, pathname } = new URL(baseUrl);
  return {
    ...rest,
    origin,
    /** The path before `/v1`, without a trailing slash. Usually empty. */
    basePath: pathname.replace(/\/+$/, ''),
    isLoopback: isLoopbackHost(hostname),
    // A function, so that printing the settings prints no key.
    revealKeys: () => ({ publicKey, secretKey }),
    /** `default` means memory. */
    store: rest.store ?? ('default' as const),
    /** `default` means the reference server's intake at `origin`. */
    bureau: rest.bureau ?? ('default' as const),
    repaymentReports: rest.repaymentReports ?? 'merchant',
    /** Undefined means the client's own connection pool. */
    transport: readTransport(rest.transport),
    clock: clock ? guardedClock(clock) : systemClock,
    random: rest.random ?? systemRandom,
    retry: {
      retries: retry?.retries ?? 3,
      firstDelayMs: retry?.firstDelayMs ?? 250,
      maxDelayMs: retry?.maxDelayMs ?? 8_000,
    },
    timeouts: {
      readMs: timeouts?.readMs ?? 15_000,
      placeMs: timeouts?.placeMs ?? 30_000,
      debitMs: timeouts?.debitMs ?? 120_000,
      uploadMs: timeouts?.uploadMs ?? 300_000,
    },
    credentials: rest.credentials ?? {},
    answers: rest.answers ?? {},
    bankCodes: rest.bankCodes ?? 'strict',
    frequencies: { ...frequencies, monthly: frequencies?.monthly ?? 'monthly', yearly: frequencies?.yearly ?? 'Y' },
    discoveryType: rest.discoveryType ?? 'bvn',
    maxUploadBytes: rest.maxUploadBytes ?? 10_000_000,
  };
}

function readTransport(given: Transport | UndiciDispatcher | undefined): Transport | undefined {
  return given && 'dispatch' in given ? undiciTransport({ dispatcher: given }) : given;
}

// A lender's clock may fail at any time, even during a request.
function guardedClock(clock: Clock): Clock {
  const read = <Value>(
    name: 'now' | 'today',
    { parse, wanted }: { readonly parse: (value: unknown) => Value | undefined; readonly wanted: string },
  ): Value => {
    let cause: unknown;
    try {
      const value = parse(clock[name]());
      if (value !== undefined) return value;
    } catch (error) {
      cause = error;
    }
    const message = `must return ${wanted}: repair it, then load the loan again; a debit that is 'intended' there is ended by collections.settle or the worker`;
    const issues = [{ path: `clock.${name}`, message }];
    throw new ConfigurationError('The clock cannot be read', issues, { cause, outcome: 'unknown' });
  };
  return {
    now: () => read('now', { parse: instantIn, wanted: 'the milliseconds since 1970 as a number' }),
    today: () => read('today', { parse: parsePlainDate, wanted: 'the day in Lagos as text, YYYY-MM-DD' }),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}

// The last instant with a four-digit year.
const LAST_INSTANT = 253_402_300_799_999;

function instantIn(value: unknown): Instant | undefined {
  return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT ? value : undefined;
}
