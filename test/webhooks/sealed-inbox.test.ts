import { describe, expect, onTestFinished, test } from 'vitest';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { sqliteInbox } from '../../src/stores/sqlite/index.ts';
import { type Inbox, memoryInbox } from '../../src/webhooks/index.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { sealedFixture, secretsOf } from './sealed-fixture.ts';

function sqlite(): Inbox {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  return sqliteInbox({ database }) as Inbox;
}

describe.each([
  ['in memory', () => memoryInbox() as Inbox],
  ['in SQLite', sqlite],
])('with keys, the bodies of an inbox %s', (_where, open) => {
  test('are sealed where they are kept, open for the receiver, and unreadable once the payer is erased', async () => {
    const raw = open();
    const { payer, receiver, bodies, deliver, end, erase } = await sealedFixture(memoryStore(), raw);
    for (const body of Object.values(bodies)) await deliver(body);
    const secrets = secretsOf(payer);
    const shown = async (inbox: Inbox) => JSON.stringify((await inbox.list({ limit: 50 })).map(({ body }) => body));
    const kept = (await raw.list({ limit: 50 })).map(({ body }) => body).filter((body) => body !== '');
    expect(kept.length).toBeGreaterThanOrEqual(6);
    expect(secrets.filter((secret) => kept.join().includes(secret))).toEqual([]);
    // For the receiver they are what came.
    const opened = await receiver.inbox.list({ limit: 50 });
    expect(opened.filter(({ body }) => body.includes(payer.name)).length).toBeGreaterThanOrEqual(6);
    await end();
    const after = await shown(receiver.inbox);
    expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
    // What waits ends without a call.
    await receiver.drain();
    expect(await receiver.inbox.list({ status: 'unfinished', limit: 9 })).toEqual([]);
    // What is quarantined stays so with its reason, until a person replays it.
    const aside = await receiver.inbox.list({ status: 'quarantined', limit: 9 });
    expect(aside.map(({ reason }) => reason)).toEqual(Array(2).fill('the service does not know the mandate'));
    for (const { key } of aside) await receiver.inbox.decide(key, { kind: 'replay', now: Date.UTC(2026, 0, 5, 8) });
    expect(await receiver.drain()).toMatchObject({ done: 2 });
    expect(await receiver.inbox.list({ status: 'quarantined', limit: 9 })).toEqual([]);
    // What comes later is sealed under another key, and erased by the next erasure.
    await deliver({ ...bodies.quarantined, amountCollected: 6 });
    expect(await shown(receiver.inbox)).toContain(payer.bvn);
    await erase();
    expect(await shown(receiver.inbox)).not.toContain(payer.bvn);
  });

  test('that were kept in clear stay readable, and are emptied when the payer is erased', async () => {
    const raw = open();
    const { payer, receiver, bodies, end } = await sealedFixture(memoryStore(), raw);
    const receivedAt = '2026-01-05T08:00:00.000Z';
    for (const [key, body] of Object.entries(bodies))
      await raw.store({ key, body: JSON.stringify(body), kind: 'unknown', source: 'webhook', receivedAt });
    await raw.decide('quarantined', { kind: 'quarantine', reason: 'odd' });
    expect(JSON.stringify(await receiver.inbox.list({ limit: 50 }))).toContain(payer.bvn);
    await end();
    const left = await raw.list({ limit: 50 });
    expect(secretsOf(payer).filter((secret) => JSON.stringify(left).includes(secret))).toEqual([]);
    expect(left.map(({ status }) => status)).not.toContain('quarantined');
  });
});

test('a sealed body that was moved or altered is set aside and opens nothing', async () => {
  const raw = memoryInbox() as Inbox;
  const { receiver, bodies, deliver } = await sealedFixture(memoryStore(), raw);
  await deliver(bodies.unfinished);
  const [item] = await raw.list({ limit: 1 });
  const receivedAt = '2026-01-05T08:00:00.000Z';
  await raw.store({ key: 'another-delivery', body: item?.body ?? '', kind: 'unknown', source: 'webhook', receivedAt });
  await receiver.drain();
  const aside = await raw.list({ status: 'quarantined', limit: 9 });
  expect(aside.find(({ key }) => key === 'another-delivery')?.reason).toContain('cannot be read');
});

test('a handler that fails leaves no name in the inbox and in the log', async () => {
  const raw = memoryInbox() as Inbox;
  const { payer, bodies, deliver, logged } = await sealedFixture(memoryStore(), raw);
  await deliver(bodies['by its BVN']);
  const [item] = await raw.list({ limit: 1 });
  expect(item?.reason).toBe('Error: cannot write to [personal] of [personal], [personal]');
  const said = `${logged.join()} ${item?.reason}`.toLowerCase();
  expect(secretsOf(payer).filter((secret) => said.includes(secret.toLowerCase()))).toEqual([]);
});
