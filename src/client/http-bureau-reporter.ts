import { systemClock } from '../clock/clock.ts';
import type { BureauReport } from '../domain/bureau.ts';
import { lagosDay, type PlainDate, parseInstant, parsePlainDate } from '../domain/calendar.ts';
import {
  AbortedError,
  ConnectionError,
  DeadlineError,
  InputError,
  RateLimitError,
  type RepayKitError,
  ServiceError,
} from '../errors.ts';
import { CallLimit } from '../http/call-limit.ts';
import { fetchTransport } from '../http/fetch-transport.ts';
import type { Transport } from '../http/transport.ts';
import { codeOf, retryAfterMs } from '../http/transport-answer.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import { given } from '../validation/record.ts';
import { withSelfCheck } from '../validation/self-check.ts';
import type { BureauReporter } from './bureau-reporter.ts';
import {
  type BureauAnswer,
  type BureauVerdict,
  checkAskAddress,
  checkBureauOptions,
  type HttpBureauReporterOptions,
} from './http-bureau-reporter-options.ts';
import { isLoopbackHost } from './options.ts';

/** A reporter that sends reports over HTTP. */
export interface HttpBureauReporter extends BureauReporter {
  /** Frees its connections. */
  close(): Promise<void>;
  /** Same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Reports to a bureau with an HTTP intake, one request per attempt. 2xx acknowledges a report. 408, 425, 429, 5xx,
 * redirects and lost connections are retried later, with `Retry-After`. Any other 4xx waits for a person. Redirects are
 * never followed, to protect the credentials. Spec §6.3.
 *
 * @example
 * ```ts
 * const bureau = httpBureauReporter({
 *   url: 'https://bureau.example.com/loans/events',
 *   headers: { authorization: `Bearer ${bureauToken}` },
 *   map: ({ reportId, event, occurredAt, content }) => ({
 *     ...content,
 *     id: reportId,
 *     type: event,
 *     on: dayMonthYear(occurredAt),
 *   }),
 * });
 * ```
 * @throws ConfigurationError with every invalid option
 */
export function httpBureauReporter(options: HttpBureauReporterOptions): HttpBureauReporter {
  const { url, method, timeoutMs, idempotencyHeader } = checkBureauOptions(options);
  const { askAt, judge, reasonOf } = options;
  const transport = transportOf(options);
  const close = () => transport.close();
  const reporter: HttpBureauReporter = {
    async submit(report, { signal } = {}) {
      const { text: body, type } = bodyOf(report, options);
      const named = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: report.reportId };
      const headers = { 'content-type': type, ...(await headersOf(options)), ...named };
      const answer = await exchange(transport, timeoutMs, { method, url, headers, body, signal });
      const verdict = judge?.(answer) ?? verdictOfStatus(answer.status);
      if (verdict === 'refused' || verdict === 'later') throw bureauRefusal(answer, verdict, reasonOf);
    },
    ...(askAt && {
      async isKnown(reportId, { signal } = {}) {
        const asked = checkAskAddress(askAt(reportId));
        const headers = await headersOf(options);
        const request = { method: 'GET', url: asked, headers, body: undefined, signal } as const;
        const answer = await exchange(transport, timeoutMs, request);
        if (isSuccess(answer.status)) return true;
        if (answer.status === 404 || answer.status === 410) return false;
        // An ambiguous answer proves nothing. It must not make the report wait for a person.
        throw bureauRefusal(answer, 'later', reasonOf);
      },
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
  const fix = "give the https: address of your bureau's intake";
  const problem = { message: 'reports go to this machine, not to a bureau', fix };
  return withSelfCheck(reporter, () => (isLoopbackHost(url.hostname) ? [problem] : []));
}

async function headersOf({ headers }: HttpBureauReporterOptions): Promise<Readonly<Record<string, string>>> {
  const named = typeof headers === 'function' ? await headers() : (headers ?? {});
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyOf(report: BureauReport, { map }: HttpBureauReporterOptions) {
  let cause: unknown;
  try {
    const body = map ? map(report) : report;
    if (typeof body === 'string') return { text: body, type: 'text/plain; charset=utf-8' };
    const text = JSON.stringify(body);
    if (text !== undefined) return { text, type: 'application/json' };
  } catch (error) {
    cause = error;
  }
  const message = `must answer text or what JSON can hold, for ${report.event} too`;
  throw new InputError('The report could not be mapped', [{ path: 'map', message }], { cause });
}

function transportOf({ fetch, dispatcher }: HttpBureauReporterOptions): Transport {
  if (fetch) return fetchTransport({ fetch });
  return undiciTransport(dispatcher ? { dispatcher } : {});
}

interface BureauRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  /** Header names in lower case. Holds credentials: never print it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

// Acknowledgements are short.
const MAX_RESPONSE_BYTES = 1_000_000;

/** Sends one request once and reads the whole answer before the timeout. */
async function exchange(transport: Transport, timeoutMs: number, request: BureauRequest): Promise<BureauAnswer> {
  const { method, url, headers, body } = request;
  const limit = new CallLimit(timeoutMs, request.signal);
  try {
    if (limit.end) throw new Error('The call has ended.');
    return await transport.send({
      method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers,
      body,
      once: false,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      get signal() {
        return limit.signal;
      },
      onEnd: (listener) => limit.onEnd(listener),
      leaving: () => undefined,
    });
  } catch (cause) {
    throw lostError(limit, url, { timeoutMs, cause });
  } finally {
    limit.close();
  }
}

// Names only the origin: the path and the query of an intake may hold keys.
function lostError(
  { end }: CallLimit,
  { origin }: URL,
  { timeoutMs, cause }: { readonly timeoutMs: number; readonly cause: unknown },
): RepayKitError {
  const facts = { operation: 'submitReport', attempts: 1, outcome: 'unknown' } as const;
  if (end?.kind === 'aborted')
    return new AbortedError('The report was ended by its signal; it may have arrived', { ...facts, cause: end.reason });
  const message = `The bureau at ${origin} ${end ? `did not answer within ${timeoutMs} ms` : `could not be reached or did not answer (${codeOf(cause)})`}`;
  return end
    ? new DeadlineError(message, timeoutMs, { ...facts, retryable: true })
    : new ConnectionError(message, { ...facts, retryable: true, cause });
}

/** Formats a day (`YYYY-MM-DD`, or an instant for its day in Lagos) as `DD/MM/YYYY`. @throws InputError */
export function dayMonthYear(date: string): string {
  const [year, month, day] = dayOf(date).split('-');
  return `${day}/${month}/${year}`;
}

function dayOf(date: string): PlainDate {
  const day = parsePlainDate(date);
  if (day) return day;
  const instant = parseInstant(date);
  if (instant !== undefined) return lagosDay(instant);
  throw new InputError('Not a date', [
    { path: 'date', message: 'must be a real date, YYYY-MM-DD, or an ISO 8601 instant' },
  ]);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function verdictOfStatus(status: number): BureauVerdict {
  if (isSuccess(status)) return 'acknowledged';
  // 408, 425 and 429 ask for a later attempt. A redirect may lead to a page that says so.
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
  return isFinal ? 'refused' : 'later';
}

function bureauRefusal(
  answer: BureauAnswer,
  verdict: 'refused' | 'later',
  reasonOf: HttpBureauReporterOptions['reasonOf'],
): RepayKitError {
  const { status } = answer;
  const reason = reasonOf?.(answer);
  const said = reason ? `: ${reason}` : '';
  const waitMs = retryAfterMs(answer.headers, systemClock.now());
  const facts = { operation: 'submitReport', attempts: 1, retryable: verdict === 'later' };
  if (status === 429)
    return new RateLimitError(`The bureau refused the report, too many requests${said}`, waitMs, facts);
  const hint = status >= 300 && status < 400 ? '; redirects are never followed: check url' : '';
  const message = `The bureau ${verdict === 'later' ? 'did not take' : 'refused'} the report, status ${status}${said}${hint}`;
  return new ServiceError(message, given({ status, retryAfterMs: waitMs }), facts);
}
