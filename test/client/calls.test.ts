import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InputError, RuleError } from '../../src/errors.ts';
import {
  attachment,
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  scheduledDebit,
  succeed,
} from '../http/loopback-service.ts';

describe('a call', () => {
  test('gives the data, and with its response also message, status, headers and request id', async () => {
    const service = await loopbackService((response) => {
      response.setHeader('x-request-id', 'req-77');
      succeed(response, mandate, 'Found');
    });
    const call = engineFor(service.url).call('getMandate', { mandateId });
    expect(call).toBeInstanceOf(Promise);
    expect(await call).toEqual(mandate);
    const { data, message, response } = await call.withResponse();
    expect(data).toBe(await call);
    expect(message).toBe('Found');
    expect(response).toMatchObject({
      status: 200,
      requestId: 'req-77',
      attempts: 1,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.elapsedMs).toBeGreaterThan(0);
    expect(service.seen).toHaveLength(1);
  });

  test('can be caught and finished like any promise', async () => {
    const service = await loopbackService((response) => response.writeHead(404).end());
    const engine = engineFor(service.url);
    const finished: string[] = [];
    const caught = await engine
      .call('getMandate', { mandateId })
      .finally(() => void finished.push('finally'))
      .catch((error: Error) => error.name);
    expect([caught, ...finished]).toEqual(['ServiceError', 'finally']);
    await expect(engine.call('getMandate', { mandateId }).withResponse()).rejects.toMatchObject({ status: 404 });
  });

  test('carries the credential of its operation: token, bearer, or Authorization token (§5)', async () => {
    const service = await loopbackService((response, { method }) =>
      succeed(response, method === 'GET' ? [] : { accounts: [] }),
    );
    const engine = engineFor(service.url);
    await engine.call('listPolicies', {});
    await engine.call('discoverAccounts', { bvn: '22200000001', type: 'bvn' });
    await engine.call('listBanks', {});
    expect(service.seen.map(({ headers }) => [headers.token, headers.authorization])).toEqual([
      ['pk_test_planted-public', undefined],
      [undefined, 'Bearer sk_test_planted-secret'],
      [undefined, 'token pk_test_planted-public'],
    ]);
  });

  test('carries another credential where the merchant chose one', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    await engineFor(service.url, { credentials: { getMandate: 'bearer' } }).call('getMandate', { mandateId });
    expect(service.seen[0]?.headers).toMatchObject({ authorization: 'Bearer sk_test_planted-secret' });
    expect(service.seen[0]?.headers.token).toBeUndefined();
  });

  test('goes to the path of the specification, below the path of the base URL, with its query', async () => {
    const service = await loopbackService((response) => succeed(response, []));
    const engine = engineFor(`${service.url}/gateway/`);
    await engine.call('listCollections', { type: 'auto', search: 'a&b=c', status: undefined });
    expect(service.seen[0]).toMatchObject({
      method: 'GET',
      url: '/gateway/v1/mandates/consent/business/collection?type=auto&search=a%26b%3Dc',
      body: '',
    });
  });
});

describe('an input', () => {
  test('that is wrong is refused before anything is sent, with all fields and no value', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    const wrong = {
      ...attachment,
      accountNumber: '12345',
      email: 'ada.at.example',
      bankCode: undefined,
      extra: 'planted-value',
    };
    const error = await errorOf<InputError>(engineFor(service.url).call('attachByMicroDeposit', wrong as never));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      code: 'input_invalid',
      operation: 'attachByMicroDeposit',
      attempts: 0,
      outcome: 'none',
    });
    expect(error.issues.map(({ path }) => path).toSorted()).toEqual(['accountNumber', 'bankCode', 'email', 'extra']);
    for (const planted of ['12345', 'ada.at.example', 'planted-value'])
      expect(JSON.stringify(error) + error.stack).not.toContain(planted);
    expect(service.seen).toHaveLength(0);
  });

  test.each([undefined, null, 'text', 7, []])('must be an object, not %o', async (input) => {
    expect(await errorOf(engineFor('http://127.0.0.1:9').call('getMandate', input as never))).toBeInstanceOf(
      InputError,
    );
  });

  test.each([0, -1, 1.005, Number.NaN, '5000', 1e13])('with the amount %o is refused', async (amount) => {
    const error = await errorOf<InputError>(
      engineFor('http://127.0.0.1:9').call('collectManually', { ...debit, amount } as never),
    );
    expect(error.issues.map(({ path }) => path)).toEqual(['amount']);
  });

  test('may hold longer bank codes where the merchant is lenient', async () => {
    const service = await loopbackService((response) => succeed(response, { transfer_destinations: [] }));
    const longer = { ...attachment, bankCode: '090123' };
    await expect(
      engineFor(service.url, { bankCodes: 'lenient' }).call('attachByMicroDeposit', longer),
    ).resolves.toBeDefined();
    expect(await errorOf(engineFor(service.url).call('attachByMicroDeposit', longer))).toMatchObject({
      issues: [{ path: 'bankCode' }],
    });
  });
});

describe('the options of a call', () => {
  test.each([
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: 1.5 }, 'timeoutMs'],
    [{ timeoutMs: '5' }, 'timeoutMs'],
    [{ retries: -1 }, 'retries'],
    [{ retries: 11 }, 'retries'],
    [{ signal: {} }, 'signal'],
    [{ signal: { aborted: false, addEventListener: () => {} } }, 'signal'],
    [{ onUploadProgress: 'yes' }, 'onUploadProgress'],
    [{ timeout: 5 }, 'timeout'],
    [{ __proto__: null, constructor: 1 }, 'constructor'],
    [null, ''],
  ])('%o are refused', async (options, path) => {
    const error = await errorOf<InputError>(
      engineFor('http://127.0.0.1:9').call('getMandate', { mandateId }, options as never),
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
  });

  test('may share one signal between many calls, which it ends all, without a warning of a leak', async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error) => void warnings.push(name);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const service = await loopbackService(() => {});
    const engine = engineFor(service.url);
    const caller = new AbortController();
    const calls = Array.from({ length: 40 }, () =>
      errorOf(engine.call('getMandate', { mandateId }, { signal: caller.signal })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    caller.abort('enough');
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ name: 'AbortedError', cause: 'enough' });
    expect([warnings, getEventListeners(caller.signal, 'abort')]).toEqual([[], []]);
  });

  test('leave nothing on a signal after their calls', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    const engine = engineFor(service.url);
    const { signal } = new AbortController();
    await Promise.all([
      engine.call('getMandate', { mandateId }, { signal }),
      engine.call('getMandate', { mandateId }, { signal }),
    ]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await engine.call('getMandate', { mandateId }, { signal });
  });

  test('may be left undefined one by one', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    const options = { timeoutMs: undefined, signal: undefined, retries: undefined } as never;
    await expect(engineFor(service.url).call('getMandate', { mandateId }, options)).resolves.toBeDefined();
  });
});

describe('the escape hatch', () => {
  test('sends what may be repeated', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    await expect(engineFor(service.url).request('getMandate', { mandateId })).resolves.toEqual(mandate);
  });

  test.each(['collectManually', 'createClaim', 'uploadStatement', 'processIncome'] as const)(
    'refuses %s, which its own method guards',
    async (id) => {
      const service = await loopbackService((response) => succeed(response, scheduledDebit));
      const error = await errorOf(engineFor(service.url).request(id, debit as never));
      expect(error).toBeInstanceOf(RuleError);
      expect(error).toMatchObject({ rule: 'guarded-operation', operation: id, attempts: 0 });
      expect(service.seen).toHaveLength(0);
    },
  );

  test.each(['getMandates', 'toString', '__proto__'])('knows no operation %s', async (id) => {
    expect(await errorOf(engineFor('http://127.0.0.1:9').request(id as never, {} as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'operation' }],
    });
  });
});
