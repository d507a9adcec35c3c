import { beforeEach, expect, test } from 'vitest';
import { memoryKeys } from '../../src/index.ts';
import { createTestKit } from '../../src/testing/index.ts';
import {
  hmac,
  type Inbox,
  memoryInbox,
  type Receiver,
  receive,
  unverified,
  type WebhookVerifier,
} from '../../src/webhooks/index.ts';

let inbox: Inbox;
let receiver: Receiver;

function setUp(verify: WebhookVerifier = unverified()): void {
  inbox = memoryInbox();
  receiver = receive({ verify, inbox, confirm: { confirm: async () => ({ kind: 'unrelated', reason: '' }) } });
}

beforeEach(() => setUp());

async function send(body: string, to = receiver): Promise<number> {
  const { status } = await to(
    new Request('http://localhost/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  );
  await to.settled();
  return status;
}

async function kept(place: Pick<Inbox, 'list'> = inbox) {
  const items = (await place.list({ limit: 999, status: 'quarantined' })).map(({ attempts, body, reason = '' }) => ({
    attempts,
    body,
    reason,
  }));
  const came = items.reduce(
    (sum, { reason }) => sum + Number(/^unreadable(?:, came (\d+) times)?:/.exec(reason)?.[1] ?? 1),
    0,
  );
  return {
    came,
    bodies: items.filter(({ reason }) => !reason.endsWith('or erased')).map(({ body }) => body),
    attempts: items.reduce((sum, item) => sum + item.attempts, 0),
  };
}

test('keeps each different body that cannot be read, and counts what comes again', async () => {
  const bodies = Array.from({ length: 40 }, (_, number) => `<html>${number}`);
  for (const body of [...bodies, ...bodies]) expect(await send(body)).toBe(400);
  expect(await kept()).toEqual({ came: 80, bodies, attempts: 80 });
});

test('counts deliveries that come at the same time, also in two processes', async () => {
  const other = receive({
    verify: unverified(),
    inbox,
    confirm: { confirm: async () => ({ kind: 'unrelated', reason: '' }) },
  });
  await Promise.all(
    Array.from({ length: 200 }, (_, number) => send(`<html>${number % 100}`, number % 2 === 0 ? receiver : other)),
  );
  const { came, bodies } = await kept();
  expect(came).toBe(200);
  expect(bodies.length).toBeLessThanOrEqual(100);
});

test('keeps the count when a person replays all of it', async () => {
  for (let number = 0; number < 60; number += 1) await send(`<html>${number}`);
  await send('<html>0');
  for (const { key } of await inbox.list({ limit: 99 })) await inbox.decide(key, { kind: 'replay', now: Date.now() });
  await receiver.drain();
  expect(await inbox.list({ limit: 9, status: 'unfinished' })).toEqual([]);
  expect((await kept()).came).toBe(61);
});

test('counts a body that is too long where its headers prove the sender, and keeps none of it', async () => {
  expect(await send(`{"pad":"${'x'.repeat(300_000)}"}`)).toBe(413);
  expect(await kept()).toMatchObject({ came: 1, bodies: [] });
  setUp(hmac({ secrets: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }));
  expect(await send('x'.repeat(300_000))).toBe(413);
  expect(await inbox.list({ limit: 9 })).toEqual([]);
});

test('goes on keeping and counting after a payer who is named in some of it is erased', async () => {
  const { kit, clock, loanAt, close } = await createTestKit({ client: { keys: memoryKeys() } });
  const loan = await loanAt('closed');
  const asking = receive({ verify: unverified(), inbox, confirm: kit, clock });
  const about = `<html>502 for mandate ${loan.mandateId}</html>`;
  for (let number = 0; number < 60; number += 1) await send(`${about}${number}`, asking);
  await kit.loans.erasePayer(loan.payerId, { reason: 'asked' });
  expect(await kept(asking.inbox)).toMatchObject({ came: 60, bodies: [] });
  await send(`${about}0`, asking);
  for (let number = 0; number < 10; number += 1) await send(`<html>502 Bad Gateway ${number}</html>`, asking);
  const { came, bodies } = await kept(asking.inbox);
  expect([came, bodies.length]).toEqual([71, 10]);
  await close();
});
