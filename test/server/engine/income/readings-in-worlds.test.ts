/** What a world does while statements are being read in it, with a reader that is held. */
import { describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, parseInstant } from '../../../../src/domain/calendar.ts';
import { receiveStatement } from '../../../../src/server/engine/income/receive-statement.ts';
import { checkOptions } from '../../../../src/server/options.ts';
import type { WebhookHandler } from '../../../../src/server/webhooks/endpoint.ts';
import { LiveWorld } from '../../../../src/server/worlds/live-world.ts';
import { moveClock, resetWorld, runExclusively } from '../../../../src/server/worlds/server-clock.ts';
import { takeSnapshot } from '../../../../src/server/worlds/snapshots.ts';
import { STARTS } from '../../merchant.ts';
import { FACTS, heldReaders, PDF } from './uploads.ts';

const FORM = {
  bvn: FACTS.bvn,
  accountName: FACTS.accountName,
  accountNumber: FACTS.accountNumber,
  accountType: 'savings',
  bankName: 'B',
  bankCode: '058',
};

/** A world with a held reader, and what its merchant received: the event and the time of the world. */
function heldWorld(handler: WebhookHandler = () => new Response()) {
  const readers = heldReaders();
  const received: string[] = [];
  const handle: WebhookHandler = async (request) => {
    const { event, data } = (await request.clone().json()) as { event: string; data: { accountNumber: string } };
    received.push(`${event} ${data.accountNumber.slice(-1)} ${formatInstant(live.world.now).slice(0, 10)}`);
    return handler(request);
  };
  const live = new LiveWorld(checkOptions({ now: STARTS, webhook: { handler: handle } }), {
    send: async () => 200,
    readers,
  });
  const upload = (accountNumber = FORM.accountNumber) =>
    receiveStatement({
      world: live.world,
      statements: live.statements,
      input: { ...FORM, accountNumber, statement: PDF },
      want: 'transactions',
    });
  return { live, readers, received, upload };
}

const today = parseInstant(STARTS) as number;
const tomorrow = today + DAY_MS;

async function everythingRan(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a clock move', () => {
  test('waits for the statements that were uploaded before it: their webhooks arrive at the time of the upload', async () => {
    const { live, readers, received, upload } = heldWorld();
    upload('0000000001');
    upload('0000000002');
    const move = moveClock(live, { to: tomorrow });
    await readers.begun(1);
    await everythingRan();
    expect([live.world.now, live.isMoving]).toEqual([today, true]);
    readers.release();
    await readers.begun(2);
    readers.release();
    expect(await move).toMatchObject({ ok: true, data: { now: formatInstant(tomorrow), ran: { webhooks: 0 } } });
    expect(received).toEqual(['income_transaction 1 2026-01-05', 'income_transaction 2 2026-01-05']);
  });

  test('that is made by the receiver of that webhook is refused, as inside any other move', async () => {
    let again: () => Promise<unknown> = async () => undefined;
    const answers: unknown[] = [];
    const { live, readers, upload } = heldWorld(async () => {
      answers.push(await again());
      return new Response();
    });
    again = () => moveClock(live, { to: tomorrow });
    upload();
    const move = moveClock(live, { to: tomorrow });
    await readers.begun(1);
    readers.release();
    expect((await move).ok).toBe(true);
    expect(answers).toMatchObject([{ ok: false, refusal: { status: 409, code: 'clock_moving' } }]);
  });

  test('waits for what a receiver uploads in the middle of it', async () => {
    let then: () => unknown = () => undefined;
    const { live, readers, received, upload } = heldWorld(() => {
      then();
      then = () => undefined;
      return new Response();
    });
    then = () => upload('0000000002');
    upload('0000000001');
    const move = moveClock(live, { to: tomorrow });
    await readers.begun(1);
    readers.release();
    await readers.begun(2);
    await everythingRan();
    expect(live.world.now).toBe(today);
    readers.release();
    await move;
    expect(received).toEqual(['income_transaction 1 2026-01-05', 'income_transaction 2 2026-01-05']);
  });

  test('ends with the world that is closed while it waits', async () => {
    const { live, readers, received, upload } = heldWorld();
    upload();
    const move = moveClock(live, { to: tomorrow });
    await everythingRan();
    expect(live.isMoving).toBe(true);
    await live.close();
    await expect(move).rejects.toThrow(/was closed/);
    readers.release();
    await everythingRan();
    expect(received).toEqual([]);
  });
});

describe('a world that begins again', () => {
  test('gets no result of what was being read, and has no earlier file', async () => {
    const { live, readers, received, upload } = heldWorld();
    upload('0000000001');
    await readers.begun(1);
    const [id] = live.statements.capture().files.keys();
    expect(live.statements.file(id as string)).toBe(PDF);
    await resetWorld(live, {});
    expect([live.isBusy, live.statements.file(id as string), readers.calls[0]?.options.signal?.aborted]).toEqual([
      false,
      undefined,
      true,
    ]);
    upload('0000000002');
    await readers.begun(2);
    readers.release();
    readers.release();
    await live.settled();
    expect([received, live.deliveries.list().items.map(({ id: webhook }) => webhook)]).toEqual([
      ['income_transaction 2 2026-01-05'],
      ['wh_1'],
    ]);
  });
});

describe('a snapshot', () => {
  test('waits until statements are read, so that it does not depend on how fast a reader is', async () => {
    const { live, readers, received, upload } = heldWorld();
    upload();
    const taken = runExclusively(live, () => takeSnapshot(live));
    await readers.begun(1);
    await everythingRan();
    expect([...live.snapshots.keys()]).toEqual([]);
    readers.release();
    expect((await taken).ok).toBe(true);
    expect([received.length, live.snapshots.get('snap_1')?.image.statements.waiting]).toEqual([1, []]);
  });

  test('of a world that reads shows what is not read yet: wherever it is restored it is read from its beginning', async () => {
    const { live, readers, received, upload } = heldWorld();
    upload('0000000001');
    upload('0000000002');
    await readers.begun(1);
    const image = live.capture();
    await live.restore(image);
    readers.release();
    await readers.begun(2);
    readers.release();
    readers.release();
    await readers.begun(3);
    readers.release();
    await live.settled();
    expect(received).toEqual(['income_transaction 1 2026-01-05', 'income_transaction 2 2026-01-05']);

    const { live: fork, readers: others, received: alsoReceived } = heldWorld();
    await fork.restore({ ...image, endpoint: fork.endpoint });
    await others.begun(1);
    others.release();
    await others.begun(2);
    others.release();
    await fork.settled();
    expect(alsoReceived).toEqual(received);
    const [file] = image.statements.files.keys();
    expect(fork.statements.file(file as string)).toBe(PDF);
  });

  test('holds the webhook of a statement, which is sent again byte for byte from it', async () => {
    const { live, readers, upload } = heldWorld();
    upload();
    await readers.begun(1);
    readers.release();
    await live.settled();
    const before = live.deliveries.list();
    expect(live.capture().deliveries.records.items[0]?.content).toEqual({ packed: expect.any(Uint8Array) });
    const taken = await runExclusively(live, () => takeSnapshot(live));
    expect(taken.ok).toBe(true);
    await live.restore(live.capture());
    expect(live.deliveries.list()).toEqual(before);
    const again = await live.deliveries.redeliver('wh_1');
    expect([again?.payload, again?.attempts.length]).toEqual([before.items[0]?.payload, 2]);
  });
});

test('a world in which something is read is not idle', async () => {
  const { live, readers, upload } = heldWorld();
  expect(live.isBusy).toBe(false);
  upload();
  expect(live.isBusy).toBe(true);
  await readers.begun(1);
  readers.release();
  await live.settled();
  expect(live.isBusy).toBe(false);
});

test('a caller who uploads faster than statements are read is asked to wait, with nothing taken', async () => {
  const { live, upload } = heldWorld();
  for (let count = 0; count < 100; count += 1) expect(upload().ok).toBe(true);
  expect(upload()).toMatchObject({ ok: false, refusal: { status: 429, code: 'statements_waiting' } });
  expect(live.statements.capture().waiting).toHaveLength(100);
  await live.close();
});
