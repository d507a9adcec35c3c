import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPermanent } from '../../src/client/workflows/reports/deliver-reports.ts';
import {
  type BureauReport,
  dayMonthYear,
  type HttpBureauReporterOptions,
  httpBureauReporter,
} from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';

const report: BureauReport = {
  reportId: 'loan.disbursed:65f0a1b2c3d4e5f60718293a',
  event: 'loan.disbursed',
  mandateId: '65f0a1b2c3d4e5f60718293a',
  occurredAt: '2026-01-05T23:30:00Z',
  content: { amount: 80_000, date: '2026-01-05', reference: 'TRF-1' },
};

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly never?: true;
  readonly cut?: true;
}

/** An intake over real HTTP that answers as the test says. */
async function intake(reply: (request: Received) => Reply = () => ({})) {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = { method: incoming.method, url: incoming.url, headers: incoming.headers, body };
    received.push(request);
    const { status = 201, headers = {}, body: answer = '', never, cut } = reply(request);
    if (never) return;
    if (cut) return void incoming.socket.destroy();
    response.writeHead(status, headers).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports`, received };
}

function reporter(options: HttpBureauReporterOptions) {
  const made = httpBureauReporter(options);
  onTestFinished(() => made.close());
  return made;
}

describe('a bureau with an HTTP intake', () => {
  test('gets one request with the report, its name and the lender’s headers', async () => {
    const { url, received } = await intake();
    await reporter({ url: `${url}?branch=7`, headers: { Authorization: 'Bearer key' } }).submit(report);
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/reports?branch=7',
        headers: {
          authorization: 'Bearer key',
          'content-type': 'application/json',
          'idempotency-key': report.reportId,
        },
      },
    ]);
    expect(JSON.parse(received[0]?.body as string)).toEqual(report);
  });

  test('gets what the lender makes of the report, where and how the bureau wants it', async () => {
    const { url, received } = await intake();
    const headers = async () => ({ 'Content-Type': 'application/xml' });
    const map = ({ event, occurredAt }: BureauReport) => `<loan on="${dayMonthYear(occurredAt)}">${event}</loan>`;
    await reporter({ url, method: 'PUT', headers, map, idempotencyHeader: 'X-Request-Id' }).submit(report);
    await reporter({ url, idempotencyHeader: false }).submit(report);
    expect(received[0]).toMatchObject({ method: 'PUT', body: '<loan on="06/01/2026">loan.disbursed</loan>' });
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/xml', 'x-request-id': report.reportId });
    expect(received[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test.each([
    [400, true],
    [401, true],
    [404, true],
    [409, true],
    [422, true],
    [302, false],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i refuses for good: %s; one request each time', async (status, isFinal) => {
    const { url, received } = await intake(() => ({
      status,
      headers: { 'retry-after': '90', location: '/elsewhere' },
      body: 'Bolanle Adeyemi is unknown',
    }));
    const error = await errorOf(reporter({ url }).submit(report));
    expect(error).toMatchObject({
      name: status === 429 ? 'RateLimitError' : 'ServiceError',
      retryable: !isFinal,
      retryAfterMs: 90_000,
    });
    expect(isPermanent(error)).toBe(isFinal);
    expect(error.message).not.toContain('Bolanle');
    expect(received).toHaveLength(1);
  });

  test.each([
    ['never answers', { never: true }, 'DeadlineError'],
    ['cuts the connection', { cut: true }, 'ConnectionError'],
  ] as const)('that %s may have it: it is tried again later', async (_what, reply, name) => {
    const { url, received } = await intake(() => reply);
    const error = await errorOf(reporter({ url, timeoutMs: 1_000 }).submit(report));
    expect(error).toMatchObject({ name, retryable: true, outcome: 'unknown' });
    expect(isPermanent(error)).toBe(false);
    expect(received).toHaveLength(1);
  });

  test('that is not there is tried again later', async () => {
    expect(await errorOf(reporter({ url: 'http://127.0.0.1:9/reports' }).submit(report))).toMatchObject({
      name: 'ConnectionError',
      retryable: true,
    });
  });

  test('is left when the signal says so', async () => {
    const { url } = await intake(() => ({ never: true }));
    const made = reporter({ url });
    expect(await errorOf(made.submit(report, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortedError' });
    const stop = new AbortController();
    const submitting = errorOf(made.submit(report, { signal: stop.signal }));
    setImmediate(() => stop.abort());
    expect(await submitting).toMatchObject({ name: 'AbortedError' });
  });

  test('means what the lender says its answers mean', async () => {
    const { url } = await intake(({ body }) => ({ status: body.includes('TRF-1') ? 409 : 200, body: '{"code":"E7"}' }));
    const judge = ({ status, body }: { readonly status: number; readonly body: string }) =>
      status === 409 ? 'duplicate' : body.includes('E7') ? 'refused' : undefined;
    const made = reporter({ url, judge, reasonOf: ({ body }) => `code ${JSON.parse(body).code}` });
    await made.submit(report);
    const refused = errorOf(
      made.submit({ ...report, content: { amount: 1, date: '2026-01-05', reference: 'TRF-2' } } as BureauReport),
    );
    expect(await refused).toMatchObject({
      name: 'ServiceError',
      status: 200,
      retryable: false,
      message: expect.stringContaining('code E7'),
    });
  });

  test('can be asked what it has', async () => {
    const { url, received } = await intake(({ url: path }) => ({
      status: path?.endsWith('/known') ? 200 : path?.endsWith('odd') ? 500 : 404,
    }));
    const made = reporter({
      url,
      headers: { authorization: 'Bearer key' },
      askAt: (reportId) => `${url}/${encodeURIComponent(reportId)}`,
    });
    expect(await made.isKnown?.('known')).toBe(true);
    expect(await made.isKnown?.('unknown')).toBe(false);
    expect(await errorOf(made.isKnown?.('odd') as Promise<boolean>)).toMatchObject({
      name: 'ServiceError',
      retryable: true,
    });
    expect(received[0]).toMatchObject({
      method: 'GET',
      url: '/reports/known',
      headers: { authorization: 'Bearer key' },
    });
    expect(reporter({ url })).not.toHaveProperty('isKnown');
    const elsewhere = reporter({ url, askAt: () => 'http://bureau.example.com/x' });
    expect(await errorOf(elsewhere.isKnown?.('known') as Promise<boolean>)).toMatchObject({
      name: 'ConfigurationError',
    });
  });

  test('is reached through a fetch of the lender’s own', async () => {
    const seen: string[] = [];
    const own: typeof fetch = async (address) => {
      seen.push(String(address));
      return new Response(null, { status: 204 });
    };
    await reporter({ url: 'https://bureau.example.com/reports', fetch: own }).submit(report);
    expect(seen).toEqual(['https://bureau.example.com/reports']);
  });

  test('gets a loan’s reports through the client, over the reference server as over any other', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const made = reporter({
      url: `${fixture.server.url}/_bureau/reports`,
      headers: { token: 'pk_test_repaykit' },
      dispatcher: fixture.server.dispatcher,
    });
    const disbursed = await walkTo(fixture, 'disbursed');
    expect(await fixture.newKit({ bureau: made }).bureau.awaitReported(disbursed)).toMatchObject({
      stage: 'collecting',
    });
  });
});

describe('the options of a reporter', () => {
  const good = { url: 'https://bureau.example.com/reports' };

  test.each([
    [{ url: 'http://bureau.example.com/reports' }, ['url']],
    [{ url: 'https://me:secret@bureau.example.com' }, ['url']],
    [{ url: 'ftp://bureau.example.com' }, ['url']],
    [{ url: 'bureau' }, ['url']],
    [{}, ['url']],
    [{ ...good, headers: { 'a b': 'x', token: 'line\nbreak' } }, ['headers.a b', 'headers.token']],
    [
      { ...good, idempotencyHeader: 'two words', method: 'PATCH', timeoutMs: 0 },
      ['method', 'timeoutMs', 'idempotencyHeader'],
    ],
    [{ ...good, map: 'json', judge: 1, reasonOf: {}, askAt: '/x' }, ['map', 'judge', 'reasonOf', 'askAt']],
    [{ ...good, fetch, dispatcher: { dispatch: () => true } }, ['fetch']],
    [{ ...good, retries: 3 }, ['retries']],
  ])('%j are refused with every mistake', async (options, paths) => {
    const error = await errorOf(async () => httpBureauReporter(options as never));
    expect(error).toMatchObject({ name: 'ConfigurationError' });
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(error.message).not.toMatch(/secret|line|break/);
  });

  test('show no credential, neither when printed nor in errors', async () => {
    const { url } = await intake(() => ({ status: 401 }));
    const made = reporter({ url: `${url}?key=hush`, headers: { authorization: 'Bearer hush' } });
    const error = await errorOf(made.submit(report));
    expect(
      `${inspect(made, { depth: 9, showHidden: true })}${inspect(error, { depth: 9 })}${error.message}${JSON.stringify(error)}`,
    ).not.toContain('hush');
  });

  test('that map to what no request can carry wait for a person', async () => {
    const made = reporter({
      ...good,
      map: () => {
        throw new Error('Bolanle Adeyemi has no member number');
      },
    });
    const error = await errorOf(made.submit(report));
    expect(isPermanent(error)).toBe(true);
    expect(error.message).not.toContain('Bolanle');
    expect(isPermanent(await errorOf(reporter({ ...good, map: () => undefined }).submit(report)))).toBe(true);
  });
});

describe('dates of bureaus', () => {
  test('are days as they are, and the Lagos day of an instant', () => {
    expect(dayMonthYear('2026-01-05')).toBe('05/01/2026');
    expect(dayMonthYear('2026-01-05T23:30:00Z')).toBe('06/01/2026');
  });

  test.each(['2026-02-30', 'today', ''])('%j is none', async (text) => {
    expect(await errorOf(async () => dayMonthYear(text))).toMatchObject({ name: 'InputError' });
  });
});
