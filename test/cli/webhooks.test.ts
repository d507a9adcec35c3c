import { beforeEach, describe, expect, test } from 'vitest';
import {
  type QuarantineFlags,
  quarantineItems,
  type ReplayFlags,
  replayItems,
} from '../../src/cli/stores/webhooks-decide.ts';
import { listItems } from '../../src/cli/stores/webhooks-list.ts';
import type { CliIo } from '../../src/cli/terminal/io.ts';
import { type Inbox, type InboxQuery, memoryInbox } from '../../src/webhooks/index.ts';
import { run } from './running.ts';

let inbox: Inbox<undefined>;
let printed = { out: '', err: '' };
const io: CliIo = {
  out: (text) => {
    printed.out += text;
  },
  err: (text) => {
    printed.err += text;
  },
  showsColour: false,
  stop: new AbortController().signal,
};
beforeEach(() => {
  [inbox, printed] = [memoryInbox({ rememberDone: 100_000 }), { out: '', err: '' }];
});

const PERSON = 'ADAEZE OKORO 22200000001 0123456789';

async function keep(key: string, { kind = 'collection', receivedAt = '2026-01-31T07:00:00.000Z' } = {}): Promise<void> {
  await inbox.store({
    key,
    kind: kind as 'collection',
    source: key.startsWith('rec') ? 'reconciled' : 'webhook',
    body: JSON.stringify({ PERSON }),
    receivedAt,
  });
}

async function finish(key: string): Promise<void> {
  const [item] = await inbox.claim({ key, now: 0, leaseMs: 1_000, limit: 1 });
  await inbox.settle(item as never, { kind: 'done' });
}

const setAside = (key: string, reason: string) => inbox.decide(key, { kind: 'quarantine', reason });

async function listed(query: Partial<InboxQuery> = {}, json?: true): Promise<string> {
  printed = { out: '', err: '' };
  await listItems(inbox, { query: { newestFirst: true, limit: 50, ...query }, json }, io);
  return printed.out;
}

const replayed = (given: readonly string[], flags: ReplayFlags = {}) => replayItems(inbox, { given, flags }, io);
const keptAside = (given: readonly string[], flags: Partial<QuarantineFlags> = {}) =>
  quarantineItems(inbox, { given, flags: { reason: 'ticket 31', ...flags } }, io);
const statusOf = async (key: string) => (await inbox.list({ limit: 1_000 })).find((item) => item.key === key)?.status;

describe('repaykit webhooks list', () => {
  test('shows the newest first, each with what is known of it, and no body', async () => {
    await keep('aaaaaaaaaaaa1111', { receivedAt: '2026-01-31T07:00:00.000Z' });
    await keep('bbbbbbbbbbbb2222', { kind: 'mandate.failed', receivedAt: '2026-01-31T08:00:00.000Z' });
    await keep('rec0000000003333');
    await setAside('bbbbbbbbbbbb2222', 'the service shows less');
    await finish('aaaaaaaaaaaa1111');
    expect(await listed()).toBe(
      [
        '  key           kind            source      received              status       attempts  reason',
        '  rec000000000  collection      reconciled  2026-01-31T07:00:00Z  unfinished          0',
        '  bbbbbbbbbbbb  mandate.failed  webhook     2026-01-31T08:00:00Z  quarantined         0  the service shows less',
        '  aaaaaaaaaaaa  collection      webhook     2026-01-31T07:00:00Z  done                1',
        '',
      ].join('\n'),
    );
  });

  test('counts what cannot be read, and shows nothing of it', async () => {
    await keep('aaaaaaaaaaaa1111', { kind: 'unknown' });
    await setAside('aaaaaaaaaaaa1111', 'unreadable: the body is not JSON');
    expect(await listed()).toContain('unreadable: the body is not JSON\n1 that came cannot be read, 1 of them kept');
    expect(JSON.parse(await listed({}, true))).toMatchObject({ unreadable: { kept: 1, came: 1 } });
    expect(await listed()).not.toContain('ADAEZE');
  });

  test('gives programs whole keys and no body', async () => {
    await keep('aaaaaaaaaaaa1111');
    await setAside('aaaaaaaaaaaa1111', 'why');
    expect(JSON.parse(await listed({}, true))).toEqual({
      items: [
        {
          key: 'aaaaaaaaaaaa1111',
          kind: 'collection',
          source: 'webhook',
          receivedAt: '2026-01-31T07:00:00.000Z',
          status: 'quarantined',
          attempts: 0,
          reason: 'why',
        },
      ],
      more: 0,
      moreIsLeast: false,
    });
  });

  test('prints nothing personal, and nothing that moves the cursor, of a reason', async () => {
    await keep('aaaaaaaaaaaa1111');
    await setAside('aaaaaaaaaaaa1111', `account 0123456789 is closed\u001b[2J\nall is well${'!'.repeat(200)}`);
    const out = await listed();
    expect([out.includes('0123456789'), out.includes('\u001b')]).toEqual([false, false]);
    expect(out.split('\n')).toHaveLength(3);
    expect(out.length).toBeLessThan(400);
    expect(await listed({}, true)).not.toContain('0123456789');
  });

  test('shows as much of each key as distinguishes it from the others', async () => {
    await keep('aaaaaaaaaaaaaa11');
    await keep('aaaaaaaaaaaaaa22');
    expect(await listed()).toMatch(/^ {2}aaaaaaaaaaaaaa2 .*\n {2}aaaaaaaaaaaaaa1 /m);
  });

  test('says how many more there are, and where it stops counting', async () => {
    for (let count = 0; count < 250; count += 1) await keep(`key-${count}-0000000000`);
    expect(await listed({ limit: 10 })).toMatch(/\n240 more: --limit shows them\n$/);
    expect(JSON.parse(await listed({ limit: 10 }, true))).toMatchObject({ more: 240, moreIsLeast: false });
    expect(await listed({ limit: 250 })).not.toContain('more');
    for (let count = 250; count < 10_020; count += 1) await keep(`key-${count}-0000000000`);
    expect(await listed({ limit: 10 })).toMatch(/\nat least 10000 more: --limit shows them\n$/);
  });

  test('says so where there is nothing', async () => expect(await listed()).toBe('no deliveries\n'));
});

describe('repaykit webhooks replay', () => {
  test('makes deliveries due at once by the beginnings of their keys', async () => {
    await keep('aaaaaaaaaaaa1111');
    await keep('bbbbbbbbbbbb2222');
    await setAside('aaaaaaaaaaaa1111', 'why');
    await setAside('bbbbbbbbbbbb2222', 'why');
    expect(await replayed(['aaaaaaaaaaaa'])).toBe(0);
    expect(printed).toEqual({
      out: '1 delivery is replayed: the worker, or the next delivery, works on what is replayed\n',
      err: '',
    });
    expect([await statusOf('aaaaaaaaaaaa1111'), await statusOf('bbbbbbbbbbbb2222')]).toEqual([
      'unfinished',
      'quarantined',
    ]);
  });

  test('takes everything that is quarantined with --all, and nothing else', async () => {
    for (let count = 0; count < 450; count += 1) {
      await keep(`key-${count}-0000000000`);
      if (count % 2 === 0) await setAside(`key-${count}-0000000000`, 'why');
    }
    expect(await replayed([], { all: true })).toBe(0);
    expect(printed.out).toContain('225 deliveries are replayed: ');
    expect(await inbox.list({ status: 'quarantined', limit: 1 })).toEqual([]);
    printed = { out: '', err: '' };
    expect(await replayed([], { all: true })).toBe(0);
    expect(printed).toEqual({ out: 'nothing is replayed\n', err: '' });
  });

  test('says what to do about each key that it cannot replay, and replays the others', async () => {
    for (const key of ['aaaaaaaaaaaa1111', 'bbbbbbbbbbbb1111', 'bbbbbbbbbbbb2222', 'cccccccccccc1111']) await keep(key);
    await finish('cccccccccccc1111');
    expect(await replayed(['ffff', 'cccccccccccc', 'bbbbbbbb', 'aa', 'aaaaaaaaaaaa'])).toBe(1);
    expect(printed.err.split('\n')).toEqual([
      "repaykit: 'ffff' begins no key here: repaykit webhooks list shows what there is",
      "repaykit: 'cccccccccccc' is done and its body is gone: if something is missing, let reconciliation ask the service",
      "repaykit: 'bbbbbbbb' begins several keys: give more of it, as in bbbbbbbbbbbb1 or bbbbbbbbbbbb2",
      "repaykit: 'aa' is too short: give 4 characters of the key or more",
      '',
    ]);
    expect(printed.out).toContain('1 delivery is replayed');
  });

  test('takes a whole key that begins another one', async () => {
    await keep('aaaa');
    await keep('aaaab');
    expect(await replayed(['aaaa'], { json: true })).toBe(0);
    expect(JSON.parse(printed.out)).toEqual({ replayed: ['aaaa'], failed: [] });
  });

  test('prints for programs which were replayed and why others were not', async () => {
    await keep('aaaaaaaaaaaa1111');
    expect(await replayed(['aaaaaaaa', 'aaaaaaaaaaaa', 'ffff'], { json: true })).toBe(1);
    expect(JSON.parse(printed.out)).toEqual({
      replayed: ['aaaaaaaaaaaa1111'],
      failed: [{ key: 'ffff', problem: "'ffff' begins no key here: repaykit webhooks list shows what there is" }],
    });
  });

  test('says so where a delivery was done while it was looked for', async () => {
    await keep('aaaaaaaaaaaa1111');
    const racing = { list: inbox.list, decide: async () => false };
    expect(await replayItems(racing, { given: ['aaaaaaaaaaaa'], flags: {} }, io)).toBe(1);
    expect(printed).toEqual({
      out: 'nothing is replayed\n',
      err: "repaykit: 'aaaaaaaaaaaa' was worked on meanwhile and is done: there is nothing to decide\n",
    });
  });
});

describe('repaykit webhooks quarantine', () => {
  test('keeps deliveries aside with a reason, in which nothing personal stays', async () => {
    await keep('aaaaaaaaaaaa1111');
    expect(await keptAside(['aaaaaaaaaaaa'], { reason: ' 0123456789 is closed ' })).toBe(0);
    expect(printed.out).toBe(
      '1 delivery is quarantined, until replayed or delivered again: the worker, or the next delivery, works on what is replayed\n',
    );
    const [item] = await inbox.list({ status: 'quarantined', limit: 9 });
    expect(item?.reason).toMatch(/^\S+ is closed$/);
    expect(item?.reason).not.toContain('0123456789');
  });

  test('fails for what is done and does the others', async () => {
    await keep('aaaaaaaaaaaa1111');
    await keep('bbbbbbbbbbbb2222');
    await finish('aaaaaaaaaaaa1111');
    expect(await keptAside(['aaaaaaaaaaaa', 'bbbbbbbbbbbb'], { json: true })).toBe(1);
    expect(JSON.parse(printed.out)).toMatchObject({
      quarantined: ['bbbbbbbbbbbb2222'],
      failed: [{ key: 'aaaaaaaaaaaa' }],
    });
    expect(printed.err).toMatch(/^repaykit: 'aaaaaaaaaaaa' is done[^\n]*\n$/);
  });
});

describe('repaykit webhooks', () => {
  test.each([
    [['list', '--database-url', ''], '--database-url'],
    [['list', '--sqlite', '/nowhere/loans.db'], 'there is no such file: name the SQLite file that holds the inbox'],
    [['list', '--sqlite', 'x', '--limit', '0'], '--limit: must be a whole number'],
    [['list', '--sqlite', 'x', '--kind', 'colection'], '--kind: is not known; there are collection,'],
    [['list', '--sqlite', 'x', '--status', 'lost'], '--status'],
    [['list', '--database-url', 'mysql://user:geheim@example.com/'], 'must be a postgres: URL'],
    [['replay', '--sqlite', 'x'], 'or --all'],
    [['replay', 'aaaa', '--all', '--sqlite', 'x'], 'or --all'],
    [['quarantine', 'aaaa', '--sqlite', 'x'], '--reason'],
    [['quarantine', 'aaaa', '--sqlite', 'x', '--reason', ' '], '--reason: must say why'],
  ])('%j is refused in one line', async (args, message) => {
    const { code, out, err } = await run('webhooks', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
    expect(err).not.toContain('geheim');
  });
});
