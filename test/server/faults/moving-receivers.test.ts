/** Receivers that move the clock, and movers that are no receivers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../src/server/index.ts';
import { BACKUP, caller, deposit, disburse, MANDATE_ID, place, placement, readReply, STARTS } from '../merchant.ts';

/** A server on a port and a merchant on another one that does `handle` before it answers; a mandate is being collected from 1 February on. */
async function merchant(handle: (move: (body: object) => Promise<number>) => Promise<void>) {
  const http = createServer((request, response) => {
    request.resume().on('end', () => void handle(move).then(() => response.writeHead(204).end()));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server = createReferenceServer({ now: STARTS });
  onTestFinished(async () => {
    await server.close();
    http.closeAllConnections();
    http.close();
  });
  const { url } = await server.listen();
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(readReply);
  const move = async (body: object) => (await post('/_control/clock', body)).status;
  const send = caller(server);
  await place(send);
  await deposit(send);
  await disburse(send);
  await server.controls.setWebhookEndpoint({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
  return { server, send, move, post };
}

const FEBRUARY = { to: '2026-02-01T07:00:00Z' };

test('a receiver that moves the clock which waits for it is refused soon, and its webhook is delivered', async () => {
  const answers: number[] = [];
  const { server, move } = await merchant(async (again) => void answers.push(await again({ advance: 'P1D' })));
  expect(await move(FEBRUARY)).toBe(200);
  expect(answers).toEqual([409]);
  expect((await server.controls.webhooks()).items.at(-1)).toMatchObject({ status: 'delivered' });
  expect(server.clock.now()).toBe(Date.parse(FEBRUARY.to));
});

test('another caller who moves the clock while a receiver takes a moment to answer queues up', async () => {
  let isReceiving: () => void = () => undefined;
  const receiving = new Promise<void>((resolve) => {
    isReceiving = resolve;
  });
  const { server, move } = await merchant(async () => {
    isReceiving();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  const first = move(FEBRUARY);
  await receiving;
  expect([await move({ advance: 'P1D' }), await first]).toEqual([200, 200]);
  expect(server.clock.now()).toBe(Date.parse('2026-02-02T07:00:00Z'));
});

test("a receiver of an operation's webhook may move the clock before it answers: the move waits for no webhook", async () => {
  const answers: number[] = [];
  const { server, send } = await merchant(async (move) => void answers.push(await move({ advance: 'PT1H' })));
  await send('POST /v1/mandates/mandates/consent/create', { body: placement(BACKUP) });
  const signature = {
    ...placement(BACKUP),
    accountName: 'Ada Obiora',
    phone: '08030000001',
    bankAddress: 'Marina, Lagos',
    file: 'aGVsbG8=',
  };
  expect((await send('POST /v1/mandates/mandate/create-mandate', { body: signature })).status).toBe(200);
  while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(answers).toEqual([200]);
  expect(server.clock.now()).toBe(Date.parse(STARTS) + 3_600_000);
  expect((await server.controls.readMandate(MANDATE_ID)).mandate._id).toBe(MANDATE_ID);
});
