import { type Clock, systemClock, systemRandom } from '../clock/clock.ts';
import { parsePlainDate } from '../domain/calendar.ts';
import { ConfigurationError } from '../errors.ts';
import { type KeyInput, readSigningKey } from '../evidence/checkpoint.ts';
import type { CheckpointSink } from '../evidence/checkpoint-files.ts';
import type { RefusalAssumption } from '../http/refusal-proof.ts';
import type { Transport } from '../http/transport.ts';
import type { UndiciDispatcher } from '../http/undici-dispatcher.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import type { CredentialScheme } from '../wire/credentials.ts';
import type { OperationId } from '../wire/operation-types.ts';
import { isPathSegment, NO_PATH_SEGMENT } from '../wire/request-target.ts';
import { OptionChecks } from './option-checks.ts';
import type { CheckpointOptions, FrequencySpelling, RepayKitOptions, Segments, Settings } from './options.ts';
import { checkBaseUrl } from './options-base-url.ts';
import { credentialSchemes, operationIds, optionNames } from './options-names.ts';

const HOUR_MS = 3_600_000;

/**
 * Checks the options of the client and fills in the defaults.
 * @throws ConfigurationError naming every mistake at once.
 */
export function checkOptions(options: RepayKitOptions): Settings {
  const checks = new OptionChecks(options);
  checks.allowOnly(optionNames);
  const { origin, basePath, isLoopback } = checkBaseUrl(checks);
  const settings: Settings = {
    origin,
    basePath,
    isLoopback,
    appId: checks.text('appId'),
    businessId: checks.text('businessId'),
    revealKeys: checkKeys(checks, isLoopback),
    segments: checkSegments(checks),
    ...checkMerchantPromises(checks, isLoopback),
    transport: checkTransport(checks),
    clock: checkClock(checks),
    random: checks.optionalFunction('random') ?? systemRandom,
    ...checkPace(checks),
    logger: checkFunctions(checks, 'logger', ['debug', 'info', 'warn', 'error'], { othersAllowed: true }),
    hooks: checkFunctions(checks, 'hooks', ['beforeRequest', 'afterResponse', 'onRetry', 'onError', 'wrap'], {
      othersAllowed: false,
    }),
    credentials: checkCredentials(checks),
    answers: checkAnswers(checks),
    bankCodes: checks.choice('bankCodes', ['strict', 'lenient'], 'strict'),
    frequencies: checkFrequencies(checks),
    discoveryType: checks.optionalText('discoveryType') ?? 'bvn',
    acceptRefusals: checkAssumption(checks),
    supportContact: checks.optionalText('supportContact'),
    maxUploadBytes: checks.wholeNumber('maxUploadBytes', { from: 1, to: 1_000_000_000, fallback: 10_000_000 }),
  };
  if (checks.issues.length > 0) throw new ConfigurationError('The options of RepayKit are not right', checks.issues);
  return settings;
}

// A clock of the lender's may fail at any time, also while a request is under way: what was sent by then is not known here.
function checkClock(checks: OptionChecks): Clock {
  const clock = checks.optionalPromiseOf<Clock>('clock', ['now', 'today', 'sleep']);
  if (!clock) return systemClock;
  const read = <Name extends 'now' | 'today'>(name: Name): ReturnType<Clock[Name]> => {
    const { isRight, wanted } = clockValues[name];
    let cause: unknown;
    try {
      const value = clock[name]();
      if (isRight(value)) return value as ReturnType<Clock[Name]>;
    } catch (error) {
      cause = error;
    }
    const message = `must return ${wanted}: repair it, then load the loan again; a debit that is 'intended' there is ended by collections.settle or the worker`;
    throw new ConfigurationError('The clock cannot be read', [{ path: `clock.${name}`, message }], {
      cause,
      outcome: 'unknown',
    });
  };
  return {
    now: () => read('now'),
    today: () => read('today'),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}

const clockValues = {
  now: {
    isRight: (value: unknown) => typeof value === 'number' && Math.abs(value) <= LAST_INSTANT,
    wanted: 'the milliseconds since 1970 as a number',
  },
  today: {
    isRight: (value: unknown) => parsePlainDate(value) !== undefined,
    wanted: 'the day in Lagos as text, YYYY-MM-DD',
  },
};

// The last one with a year of four digits.
const LAST_INSTANT = 253_402_300_799_999;

// A dispatcher of undici, such as the reference server's, is taken as it is.
function checkTransport(checks: OptionChecks): Transport | undefined {
  const given = checks.given('transport') as Partial<UndiciDispatcher> | undefined;
  if (typeof given?.dispatch === 'function') return undiciTransport({ dispatcher: given as UndiciDispatcher });
  return checks.optionalPromiseOf('transport', ['send', 'close']);
}

function checkKeys(checks: OptionChecks, isLoopback: boolean): Settings['revealKeys'] {
  const publicKey = checkKey(checks, 'publicKey', 'sk_');
  const secretKey = checkKey(checks, 'secretKey', 'pk_');
  const mayBeTest = checks.flag('allowMixedKeys') || isLoopback;
  if (!mayBeTest && publicKey.startsWith('pk_test_'))
    checks.refuse('publicKey', 'is a test key and baseUrl is not loopback; use the live key or set allowMixedKeys');
  if (!mayBeTest && secretKey.startsWith('sk_test_'))
    checks.refuse('secretKey', 'is a test key and baseUrl is not loopback; use the live key or set allowMixedKeys');
  return () => ({ publicKey, secretKey });
}

function checkKey(checks: OptionChecks, field: string, otherPrefix: string): string {
  const key = checks.text(field);
  if (/[^\x21-\x7e]/.test(key))
    checks.refuse(field, 'holds a character that no header can carry, perhaps a space or a line break');
  if (key.startsWith(otherPrefix)) checks.refuse(field, 'holds the other key; publicKey and secretKey are swapped');
  return key;
}

function checkSegments(checks: OptionChecks): Segments {
  if (checks.given('segments') === undefined) checks.refuse('segments', 'is required: { mandate, discovery }');
  if (checks.given('segments') === undefined) return { mandate: '', discovery: '' };
  const within = checks.within('segments');
  within.allowOnly(['mandate', 'discovery']);
  const segments = { mandate: within.text('mandate'), discovery: within.text('discovery') };
  for (const field of ['mandate', 'discovery'] as const) {
    if (segments[field] !== '' && !isPathSegment(segments[field])) within.refuse(field, NO_PATH_SEGMENT);
  }
  return segments;
}

function checkMerchantPromises(
  checks: OptionChecks,
  isLoopback: boolean,
): Pick<Settings, 'store' | 'keys' | 'checkpoints' | 'bureau' | 'repaymentReports'> {
  for (const [field, what] of [
    ['store', 'where loan files are kept'],
    ['bureau', 'how reports reach the credit bureau'],
    ['repaymentReports', "who reports repayments: 'merchant' or 'platform'"],
  ] as const) {
    if (!isLoopback && checks.given(field) === undefined)
      checks.refuse(field, `is required away from loopback: ${what}`);
  }
  return {
    store: checks.optionalPromiseOf('store', ['load', 'append', 'find', 'list', 'claim', 'settle']) ?? 'default',
    keys: checks.optionalPromiseOf('keys', ['payerKey', 'destroyPayerKey', 'indexKey']),
    checkpoints: checkCheckpoints(checks),
    bureau: checks.optionalPromiseOf('bureau', ['submit']) ?? 'default',
    repaymentReports: checks.choice('repaymentReports', ['merchant', 'platform'], 'merchant'),
  };
}

function checkCheckpoints(checks: OptionChecks): CheckpointOptions | undefined {
  if (checks.given('checkpoints') === undefined) return undefined;
  const within = checks.within('checkpoints');
  within.allowOnly(['key', 'sink']);
  const sink = within.optionalPromiseOf<CheckpointSink>('sink', ['put', 'latest']);
  if (within.given('sink') === undefined)
    within.refuse('sink', 'is required: where checkpoints are kept, outside the database');
  const key = within.given('key') as KeyInput;
  try {
    readSigningKey(key);
  } catch {
    within.refuse('key', 'must be a private Ed25519 key, as a KeyObject or as PEM text');
  }
  return sink && { key, sink };
}

function checkPace(checks: OptionChecks): Pick<Settings, 'retry' | 'timeouts'> {
  const retry = checks.within('retry');
  retry.allowOnly(['retries', 'firstDelayMs', 'maxDelayMs']);
  const timeouts = checks.within('timeouts');
  timeouts.allowOnly(['readMs', 'placeMs', 'debitMs', 'uploadMs']);
  const limit = (field: string, fallback: number) => timeouts.wholeNumber(field, { from: 1, to: HOUR_MS, fallback });
  return {
    retry: {
      retries: retry.wholeNumber('retries', { from: 0, to: 10, fallback: 3 }),
      firstDelayMs: retry.wholeNumber('firstDelayMs', { from: 0, to: HOUR_MS, fallback: 250 }),
      maxDelayMs: retry.wholeNumber('maxDelayMs', { from: 0, to: HOUR_MS, fallback: 8_000 }),
    },
    timeouts: {
      readMs: limit('readMs', 15_000),
      placeMs: limit('placeMs', 30_000),
      debitMs: limit('debitMs', 120_000),
      uploadMs: limit('uploadMs', 300_000),
    },
  };
}

function checkFunctions<Functions>(
  checks: OptionChecks,
  field: string,
  names: readonly string[],
  rule: { readonly othersAllowed: boolean },
): Functions | undefined {
  if (checks.given(field) === undefined) return undefined;
  const within = checks.within(field);
  if (!rule.othersAllowed) within.allowOnly(names);
  for (const name of names) within.optionalFunction(name);
  return checks.given(field) as Functions;
}

function checkCredentials(checks: OptionChecks): Settings['credentials'] {
  const within = checks.within('credentials');
  within.allowOnly(operationIds);
  const chosen: Partial<Record<OperationId, CredentialScheme>> = {};
  for (const id of operationIds) {
    if (within.given(id) !== undefined) chosen[id] = within.choice(id, credentialSchemes, 'token');
  }
  return chosen;
}

const ASSUMPTION: RefusalAssumption = 'assuming-a-failure-envelope-means-nothing-was-done';

function checkAssumption(checks: OptionChecks): RefusalAssumption | undefined {
  const given = checks.given('acceptRefusals');
  if (given === undefined || given === ASSUMPTION) return given;
  return checks.refuse('acceptRefusals', `can only be '${ASSUMPTION}'`);
}

function checkAnswers(checks: OptionChecks): Settings['answers'] {
  const within = checks.within('answers');
  within.allowOnly(operationIds);
  const adapters = operationIds.map((id) => [id, within.optionalFunction(id)] as const);
  return Object.fromEntries(adapters.filter(([, adapter]) => adapter !== undefined)) as Settings['answers'];
}

function checkFrequencies(checks: OptionChecks): FrequencySpelling {
  const within = checks.within('frequencies');
  const periods = ['daily', 'weekly', 'monthly', 'yearly'] as const;
  within.allowOnly(periods);
  const spelling: { -readonly [Period in keyof FrequencySpelling]: string } = { monthly: 'monthly', yearly: 'Y' };
  for (const period of periods) {
    const word = within.optionalText(period);
    if (word !== undefined) spelling[period] = word;
  }
  return spelling;
}
