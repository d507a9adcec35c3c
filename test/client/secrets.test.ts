import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Income } from '../../src/client/resources/income.ts';
import { Insurance } from '../../src/client/resources/insurance.ts';
import {
  attachment,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  succeed,
} from '../http/loopback-service.ts';

const planted = ['planted-public', 'planted-secret', '22200000001', '0123456789', 'ada.obi@example.com'];

/** Every way in which people print things. */
function printed(value: unknown): string {
  const ways = [
    inspect(value, { depth: Number.POSITIVE_INFINITY }),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    String(value),
    JSON.stringify(value, (_key, item) => (typeof item === 'function' ? undefined : item)) ?? '',
  ];
  if (value instanceof Error)
    ways.push(
      value.stack ?? '',
      value.message,
      inspect(value.cause, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    );
  return ways.join('\n');
}

function expectNothingIn(text: string): void {
  for (const value of planted) expect(text).not.toContain(value);
}

describe('nothing secret or personal is printed', () => {
  test('of a client, before, between and after calls', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    const engine = engineFor(service.url);
    const client = { engine, insurance: new Insurance(engine), income: new Income(engine) };
    expectNothingIn(printed(client));
    const call = engine.call('getMandate', { mandateId });
    expectNothingIn(printed(client));
    await call;
    expectNothingIn(printed(client));
  });

  test.each([
    ['a refusal', (socket: { destroy(): void }) => ({ socket, status: 422 })],
    ['a lost connection', (socket: { destroy(): void }) => ({ socket, status: 0 })],
    ['a page', (socket: { destroy(): void }) => ({ socket, status: 200 })],
  ])('of %s', async (_fault, decide) => {
    const service = await loopbackService((response, { socket, body }) => {
      const { status } = decide(socket);
      if (status === 0) return socket.destroy();
      if (status === 200) return response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${body}</p>`);
      const fields = [{ path: 'email', message: 'ada.obi@example.com is taken' }];
      return respond(response, status, { status: false, message: `refused ${body}`, data: { code: 'taken', fields } });
    });
    const error = await errorOf(engineFor(service.url).call('attachByMicroDeposit', attachment));
    expectNothingIn(printed(error));
  });

  test('of a wrong input', async () => {
    const error = await errorOf(
      engineFor('http://127.0.0.1:9').call('attachByMicroDeposit', { ...attachment, mandateId: 'x', appId: '' }),
    );
    expectNothingIn(printed(error));
    expect(printed(error)).not.toContain(attachment.address);
  });
});
