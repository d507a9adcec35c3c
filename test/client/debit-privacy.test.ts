import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import { payer } from '../journeys/people.ts';
import { debitFixture, WANTED } from './debit-fixture.ts';

const CHANNELS = ['start', 'end', 'retry', 'error'].map((name) => `repaykit:request:${name}`);

test('the BVN by which a lost debit is searched for reaches no hook, log, trace, error, journal or event', async () => {
  const reported: unknown[] = [];
  const record = (...what: unknown[]) => void reported.push(what);
  for (const channel of CHANNELS) subscribe(channel, record);
  onTestFinished(() => {
    for (const channel of CHANNELS) unsubscribe(channel, record);
  });
  const hooks = { beforeRequest: record, afterResponse: record, onRetry: record, onError: record };
  const logger = { debug: record, info: record, warn: record, error: record };
  const searched: string[] = [];
  const stage = await debitFixture({ kit: { hooks, logger, retry: { retries: 1, firstDelayMs: 1 } } });
  const transport = {
    reportsLeaving: true,
    close: () => stage.transport.close(),
    send: async (request: Parameters<typeof stage.transport.send>[0]) => {
      searched.push(request.path);
      return stage.transport.send(request);
    },
  };
  stage.faults.debit = 'reset-after';
  await stage.kit.collections.collect(stage.first, WANTED);
  const kit = stage.newKit({ transport });
  const echo = {
    status: false,
    error: true,
    message: `nothing found for ${payer.bvn}`,
    data: { fields: [{ path: 'search', message: `${payer.bvn} is odd` }] },
  };
  stage.faults.list = { status: 422, body: echo };
  reported.push(await errorOf(stage.kit.collections.settle(await stage.loan())));
  stage.faults.list = { status: 503, body: echo };
  reported.push(await errorOf(stage.kit.collections.settle(await stage.loan())));
  reported.push(await kit.collections.settle(await stage.loan()));
  reported.push(
    (await stage.server.controls.requests()).items,
    (await stage.eventsOf()).filter(({ type }) => type.startsWith('debit.')),
  );
  expect(searched.some((path) => path.includes(`search=${payer.bvn}`))).toBe(true);
  expect(reported.length).toBeGreaterThan(20);
  expect(inspect(reported, { depth: 20, maxArrayLength: null, maxStringLength: null })).not.toContain(payer.bvn);
  expect(JSON.stringify(reported)).not.toContain(payer.bvn);
});
