import type { BureauReport } from '../domain/bureau.ts';
import { ConfigurationError, requireOptions } from '../errors.ts';
import type { UndiciDispatcher } from '../http/undici-dispatcher.ts';
import {
  func,
  isRecord,
  oneOf,
  optional,
  type Problem,
  pathOf,
  text,
  wholeNumber,
  withMethods,
} from '../validation/checks.ts';
import { atMostOne, record } from '../validation/record.ts';
import { httpsAddress } from './options.ts';

/** Options of {@link httpBureauReporter}. */
export interface HttpBureauReporterOptions {
  /** The bureau's intake. `http:` on loopback only. */
  readonly url: string;
  /** Your credentials with the bureau. A function is called for each attempt, for tokens that expire. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT';
  /**
   * Converts the report for the bureau. Default: the report itself. Text is sent unchanged, everything else as JSON.
   */
  readonly map?: (report: BureauReport) => unknown;
  /** Timeout of one attempt in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The header with the `reportId`, which identifies a repeat. Default `idempotency-key`. `false`: none. */
  readonly idempotencyHeader?: string | false;
  /** Decides what an answer means. `duplicate` counts as acknowledged. Undefined: decided by status. */
  readonly judge?: (answer: BureauAnswer) => BureauVerdict | undefined;
  /** Extracts the bureau's reason for a refusal. Default: only the status, because bureaus repeat personal data. */
  readonly reasonOf?: (answer: BureauAnswer) => string | undefined;
  /** The URL to look up a report: a GET, answered 2xx if the bureau has it, 404 or 410 if not. Enables `isKnown`. */
  readonly askAt?: (reportId: string) => string;
  /** Sends requests through your own `fetch`. Default: a separate connection pool. */
  readonly fetch?: typeof fetch;
  /** Sends the reports. Default: a separate connection pool. It must not retry by itself. */
  readonly dispatcher?: UndiciDispatcher;
}

const url = httpsAddress({
  example: 'https://bureau.example.com/reports',
  carries: 'personal data',
  instead: 'headers',
});
const headerName = text('the name of a header, or false', isHeaderName);
const callback = optional(func);

const bureauOptions = record<HttpBureauReporterOptions>(
  {
    url,
    headers: optional({ ...func, type: 'headers, or a function', problems: headerProblems }),
    method: optional(oneOf(['POST', 'PUT'])),
    map: callback,
    timeoutMs: optional(wholeNumber({ min: 1, max: 600_000, of: 'milliseconds' })),
    idempotencyHeader: optional({
      ...headerName,
      problems: (value, path) => (value === false ? [] : headerName.problems(value, path)),
    }),
    judge: callback,
    reasonOf: callback,
    askAt: callback,
    fetch: callback,
    dispatcher: optional(withMethods(['dispatch'], 'a dispatcher of undici')),
  },
  { rules: (_, given) => atMostOne(given, ['dispatcher', 'fetch']) },
);

export function checkBureauOptions(options: HttpBureauReporterOptions) {
  const given = requireOptions('httpBureauReporter', bureauOptions, options);
  const { method = 'POST', timeoutMs = 30_000, idempotencyHeader = 'idempotency-key' } = given;
  const header = idempotencyHeader === false ? undefined : idempotencyHeader.toLowerCase();
  return { url: new URL(given.url), method, timeoutMs, idempotencyHeader: header };
}

export function checkAskAddress(address: string): URL {
  const issues = url.problems(address, 'url');
  if (issues.length > 0) throw new ConfigurationError('askAt of httpBureauReporter', issues);
  return new URL(address);
}

function headerProblems(headers: unknown, path: string): readonly Problem[] {
  if (typeof headers === 'function') return [];
  if (!isRecord(headers)) return [{ path, message: 'must be an object of headers, or a function that gives one' }];
  return Object.entries(headers).flatMap(([name, value]): Problem[] => {
    if (!isHeaderName(name)) return [{ path: pathOf(path, name), message: 'is no name of a header' }];
    const isCarried = typeof value === 'string' && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
    return isCarried ? [] : [{ path: pathOf(path, name), message: 'must be text that a header can carry' }];
  });
}

function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/** The bureau's answer to a report. */
export interface BureauAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. May hold personal data: do not log it. */
  readonly body: string;
}

/** The meaning of an answer: accepted, already known, refused permanently, or to be retried later. */
export type BureauVerdict = 'acknowledged' | 'duplicate' | 'refused' | 'later';
