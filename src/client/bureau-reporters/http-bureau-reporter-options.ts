import type { BureauReport } from '../../domain/bureau.ts';
import { ConfigurationError } from '../../errors.ts';
import type { UndiciDispatcher } from '../../http/undici-dispatcher.ts';
import { OptionChecks } from '../option-checks.ts';
import { isLoopbackHost } from '../options-base-url.ts';
import type { BureauAnswer, BureauVerdict } from './http-bureau-reporter-answer.ts';

/** Options of {@link httpBureauReporter}. */
export interface HttpBureauReporterOptions {
  /** Where the bureau takes reports; `http:` on loopback only. */
  readonly url: string;
  /** Sent with every request: your credentials with the bureau. A function is asked each time, for tokens that run out. Never printed. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT';
  /** What the bureau reads; default the report as it is. Text goes out as it is, anything else as JSON. `dayMonthYear` writes dates as bureaus do. */
  readonly map?: (report: BureauReport) => unknown;
  /** How long one attempt may take, in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** The header that carries the reportId, so that the bureau can recognise a repeat; default `idempotency-key`; `false` sends none. */
  readonly idempotencyHeader?: string | false;
  /**
   * What an answer means, where your bureau means something else than its status says: `duplicate` for a report that it had already, which counts as
   * acknowledged, or `refused` in an answer of 200. Undefined: what the status says.
   */
  readonly judge?: (answer: BureauAnswer) => BureauVerdict | undefined;
  /** What the bureau said, for a person to read when it refused; default only the status, because bureaus repeat personal data. */
  readonly reasonOf?: (answer: BureauAnswer) => string | undefined;
  /** Where to ask whether the bureau has a report: a GET, answered 2xx where it has, 404 or 410 where not. Gives the reporter its `isKnown`. */
  readonly askAt?: (reportId: string) => string;
  /** How requests travel: a `fetch` of your own, or a dispatcher of undici 7; default a pool of connections of its own. */
  readonly fetch?: typeof fetch;
  /** Sends the reports; default a pool of its own. It must repeat nothing by itself. */
  readonly dispatcher?: UndiciDispatcher;
}

const optionNames = [
  'url',
  'headers',
  'method',
  'map',
  'timeoutMs',
  'idempotencyHeader',
  'judge',
  'reasonOf',
  'askAt',
  'fetch',
  'dispatcher',
];

/** The options that are checked and have their defaults. */
export interface CheckedBureauOptions {
  readonly url: URL;
  readonly method: 'POST' | 'PUT';
  readonly timeoutMs: number;
  readonly idempotencyHeader: string | undefined;
}

/** @throws ConfigurationError naming every mistake at once */
export function checkBureauOptions(options: HttpBureauReporterOptions): CheckedBureauOptions {
  const checks = new OptionChecks(options);
  checks.allowOnly(optionNames);
  for (const name of ['map', 'judge', 'reasonOf', 'askAt', 'fetch']) checks.optionalFunction(name);
  checks.optionalPromiseOf('dispatcher', ['dispatch']);
  if (checks.given('fetch') !== undefined && checks.given('dispatcher') !== undefined)
    checks.refuse('fetch', 'is given beside dispatcher; give one of them');
  if (typeof checks.given('headers') !== 'function') checkHeaders(checks.within('headers'), checks.given('headers'));
  const name = checks.given('idempotencyHeader') ?? 'idempotency-key';
  if (name !== false && !isHeaderName(name))
    checks.refuse('idempotencyHeader', 'must be the name of a header, or false');
  const checked = {
    url: checkUrl(checks),
    method: checks.choice('method', ['POST', 'PUT'], 'POST'),
    timeoutMs: checks.wholeNumber('timeoutMs', { from: 1, to: 600_000, fallback: 30_000 }),
    idempotencyHeader: name === false ? undefined : String(name).toLowerCase(),
  };
  if (checks.issues.length > 0)
    throw new ConfigurationError('The options of httpBureauReporter are not right', checks.issues);
  return checked;
}

/** Checks where to ask for a report. @throws ConfigurationError */
export function checkAskAddress(address: string): URL {
  const checks = new OptionChecks({ url: address });
  const url = checkUrl(checks);
  if (checks.issues.length > 0) throw new ConfigurationError('askAt of httpBureauReporter is not right', checks.issues);
  return url;
}

// The address may hold a key, so no message repeats it.
function checkUrl(checks: OptionChecks): URL {
  const text = checks.text('url');
  const nowhere = new URL('https://localhost');
  if (text === '') return nowhere;
  if (!URL.canParse(text)) checks.refuse('url', 'must be an absolute URL such as https://bureau.example.com/reports');
  const url = URL.canParse(text) ? new URL(text) : nowhere;
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    checks.refuse('url', 'must be https: (http: carries personal data in the clear; it is taken on loopback only)');
  else if (url.protocol !== 'https:' && url.protocol !== 'http:') checks.refuse('url', 'must be an https: URL');
  if (url.username || url.password) checks.refuse('url', 'must not hold a user name or password; give headers');
  return url;
}

function checkHeaders(checks: OptionChecks, headers: unknown): void {
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!isHeaderName(name)) checks.refuse(name, 'is no name of a header');
    if (typeof value !== 'string' || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      checks.refuse(name, 'must be text that a header can carry');
  }
}

function isHeaderName(name: unknown): boolean {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
