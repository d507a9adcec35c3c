import type { BureauReport } from '../../domain/bureau.ts';
import { InputError } from '../../errors.ts';
import { fetchTransport } from '../../http/fetch-transport.ts';
import type { Transport } from '../../http/transport.ts';
import { undiciTransport } from '../../http/undici-transport.ts';
import type { BureauReporter } from '../../loan-file/bureau-reporter.ts';
import { type BureauAnswer, bureauRefusal, isTrueAnswer, verdictOf } from './http-bureau-reporter-answer.ts';
import { type BureauExchange, exchange } from './http-bureau-reporter-exchange.ts';
import { checkAskAddress, checkBureauOptions, type HttpBureauReporterOptions } from './http-bureau-reporter-options.ts';

/** A reporter with connections of its own. */
export interface HttpBureauReporter extends BureauReporter {
  /** Frees its connections. */
  close(): Promise<void>;
  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A reporter for bureaus with an HTTP intake: one request for each attempt. 2xx acknowledges; 408, 425, 429, 5xx, redirects and lost connections are tried again
 * later, and `Retry-After` is heeded; any other 4xx waits for a person. Redirects are never followed, so that credentials go nowhere else. Spec §6.3.
 *
 * @example
 * ```ts
 * const bureau = httpBureauReporter({
 *   url: 'https://bureau.example.com/loans/events',
 *   headers: { authorization: `Bearer ${bureauToken}` },
 *   map: ({ reportId, event, occurredAt, content }) => ({ ...content, id: reportId, type: event, on: dayMonthYear(occurredAt) }),
 * });
 * ```
 * @throws ConfigurationError with everything that is wrong with the options
 */
export function httpBureauReporter(options: HttpBureauReporterOptions): HttpBureauReporter {
  const { url, method, timeoutMs, idempotencyHeader } = checkBureauOptions(options);
  const transport = transportOf(options);
  const send: Send = (request, signal) => exchange({ ...request, transport, timeoutMs, signal });
  const close = () => transport.close();
  return {
    async submit(report, { signal } = {}) {
      const { text, type } = bodyOf(report, options);
      const named = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: report.reportId };
      const headers = { 'content-type': type, ...(await headersOf(options)), ...named };
      const answer = await send({ method, url, headers, body: text }, signal);
      const verdict = verdictOf(answer, options.judge);
      if (verdict === 'refused' || verdict === 'later') throw bureauRefusal(answer, verdict, options.reasonOf);
    },
    ...(options.askAt ? { isKnown: asking(options, options.askAt, send) } : {}),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Send = (
  request: Pick<BureauExchange, 'method' | 'url' | 'headers' | 'body'>,
  signal: AbortSignal | undefined,
) => Promise<BureauAnswer>;

function asking(
  options: HttpBureauReporterOptions,
  askAt: (reportId: string) => string,
  send: Send,
): NonNullable<BureauReporter['isKnown']> {
  return async (reportId, { signal } = {}) => {
    const url = checkAskAddress(askAt(reportId));
    const answer = await send({ method: 'GET', url, headers: await headersOf(options), body: undefined }, signal);
    const isKnown = isTrueAnswer(answer);
    // An answer that says neither proves nothing, and a report must not wait for a person because it could not be asked for.
    if (isKnown === undefined) throw bureauRefusal(answer, 'later', options.reasonOf);
    return isKnown;
  };
}

async function headersOf({ headers }: HttpBureauReporterOptions): Promise<Readonly<Record<string, string>>> {
  const given = typeof headers === 'function' ? await headers() : (headers ?? {});
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyOf(
  report: BureauReport,
  { map }: HttpBureauReporterOptions,
): { readonly text: string; readonly type: string } {
  let cause: unknown;
  try {
    const body = map ? map(report) : report;
    if (typeof body === 'string') return { text: body, type: 'text/plain; charset=utf-8' };
    const text = JSON.stringify(body);
    if (text !== undefined) return { text, type: 'application/json' };
  } catch (error) {
    cause = error;
  }
  throw new InputError(
    'The report could not be mapped',
    [{ path: 'map', message: `must answer text or what JSON can hold, for ${report.event} too` }],
    {
      cause,
    },
  );
}

function transportOf({ fetch, dispatcher }: HttpBureauReporterOptions): Transport {
  if (fetch) return fetchTransport({ fetch });
  return undiciTransport(dispatcher ? { dispatcher } : {});
}
