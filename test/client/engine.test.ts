import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  scheduledDebit,
  succeed,
} from '../http/loopback-service.ts';

type Reported = [kind: string, event: Record<string, unknown>];

function hooksInto(reported: Reported[]) {
  const record = (kind: string) => (event: object) => void reported.push([kind, { ...event }]);
  return {
    beforeRequest: record('start'),
    afterResponse: record('end'),
    onRetry: record('retry'),
    onError: record('error'),
  };
}

function listen(reported: Reported[]): object {
  for (const kind of ['start', 'end', 'retry', 'error']) {
    const name = `repaykit:request:${kind}`;
    const listener = (event: unknown) => void reported.push([kind, { ...(event as object) }]);
    subscribe(name, listener);
    onTestFinished(() => void unsubscribe(name, listener));
  }
  return {};
}

async function failOnceThenRefuse(
  response: Parameters<Parameters<typeof loopbackService>[0]>[0],
  { count }: { count: number },
): Promise<void> {
  if (count === 1) respond(response, 503, {});
  else respond(response, 422, { status: false, message: 'no' }, { 'x-request-id': 'r-9' });
}

describe.each([
  ['hooks', (reported: Reported[]) => ({ hooks: hooksInto(reported) })],
  ['diagnostics channels', listen],
])('%s', (_name, observe) => {
  test('get every attempt: start, end, retry with its wait, failure', async () => {
    const reported: Reported[] = [];
    const service = await loopbackService(failOnceThenRefuse);
    await errorOf(engineFor(service.url, observe(reported)).call('getMandate', { mandateId }));
    expect(reported.map(([kind, event]) => [kind, event.attempt])).toEqual([
      ['start', 1],
      ['end', 1],
      ['retry', 1],
      ['start', 2],
      ['end', 2],
      ['error', 2],
    ]);
    const [start, end, retry, , , failure] = reported.map(([, event]) => event);
    const common = {
      callId: start?.callId,
      operation: 'getMandate',
      method: 'POST',
      url: `${service.url}/v1/mandates/consent/business/get-mandate`,
    };
    expect(start).toEqual({ ...common, attempt: 1, requestBody: { type: 'application/json', length: 40 } });
    expect(end).toMatchObject({
      ...common,
      status: 503,
      requestId: undefined,
      responseBody: { type: 'application/json', length: 2 },
    });
    expect(retry).toMatchObject({ ...common, reason: 'status 503' });
    expect(failure).toMatchObject({ ...common, error: { name: 'ServiceError', status: 422, requestId: 'r-9' } });
  });

  test('see no query value and no body', async () => {
    const reported: Reported[] = [];
    const service = await loopbackService((response) => succeed(response, []));
    await engineFor(service.url, observe(reported)).call('listCollections', { type: 'auto', search: '22200000001' });
    expect(reported).toHaveLength(2);
    expect(JSON.stringify(reported)).not.toContain('22200000001');
    expect(reported[0]?.[1].url).toMatch(/\?type=…&search=…$/);
  });
});

describe('who watches', () => {
  const throws = () => {
    throw new Error('broken watcher');
  };

  test('cannot break a call by throwing', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const hooks = { beforeRequest: throws, afterResponse: throws, onRetry: throws, onError: throws };
    const engine = engineFor(service.url, {
      hooks,
      logger: { debug: throws, info: throws, warn: throws, error: throws },
    });
    await expect(engine.call('collectManually', debit)).resolves.toMatchObject({ paymentStatus: 'pending' });
    expect(service.seen).toHaveLength(1);
  });

  test('reads log lines without bodies, keys or personal data', async () => {
    const lines: unknown[] = [];
    const line = (message: string, facts: object) => void lines.push([message, facts]);
    const service = await loopbackService((response, { count }) =>
      count === 1
        ? respond(response, 503, {})
        : respond(response, 400, { status: false, message: 'BVN 22200000001 of ada.obi@example.com is unknown' }),
    );
    const engine = engineFor(service.url, { logger: { debug: line, info: line, warn: line, error: line } });
    await errorOf(engine.call('discoverAccounts', { bvn: '22200000001', type: 'bvn' }));
    expect(lines).toHaveLength(6);
    for (const planted of ['22200000001', 'ada.obi', 'planted']) expect(JSON.stringify(lines)).not.toContain(planted);
  });
});

describe('closing', () => {
  test('waits for the calls under way, takes no more and frees the connections', async () => {
    const service = await loopbackService((response) => setTimeout(() => succeed(response, scheduledDebit), 50));
    const engine = engineFor(service.url);
    const underWay = engine.call('collectManually', debit);
    await new Promise((resolve) => setImmediate(resolve));
    const closed = engine.close();
    expect(await errorOf(engine.call('getMandate', { mandateId }))).toMatchObject({
      name: 'AbortedError',
      outcome: 'none',
      attempts: 0,
    });
    await closed;
    await expect(underWay).resolves.toMatchObject({ paymentStatus: 'pending' });
    expect(service.seen).toHaveLength(1);
  });

  test('can be done twice while a call is under way', async () => {
    const service = await loopbackService((response) => setTimeout(() => succeed(response, mandate), 50));
    const engine = engineFor(service.url);
    const underWay = engine.call('getMandate', { mandateId });
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([engine.close(), engine.close()]);
    await expect(underWay).resolves.toMatchObject({ _id: mandateId });
  });

  test('can be done twice and before any call', async () => {
    const engine = engineFor('http://127.0.0.1:9');
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
  });
});
