/** The console over a lender's book, over HTTP: what is served, what is masked, and what is refused. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBook } from '../../src/book/book.ts';
import { RepayKit } from '../../src/client/repay-kit.ts';
import { OneTimeEntry } from '../../src/console/api/one-time-entry.ts';
import { type ConsoleOptions, consoleHandler } from '../../src/console/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createBook, type PlayedBook } from '../../src/testing/book/create-book.ts';

const own = { 'sec-fetch-site': 'same-origin' };
const url = (path: string) => `http://127.0.0.1:4011/ops/console${path}`;

let made: PlayedBook;
beforeAll(async () => {
  made = await createBook({ loans: 12, months: 3, seed: 5 });
  await openBook({ store: made.store, clock: made.clock }).advance();
});
afterAll(() => made?.close());

function open(options: Partial<ConsoleOptions> = {}) {
  const handle = consoleHandler({ kit: made.kit, inbox: made.receiver, ...options });
  const get = async (path: string, headers: Record<string, string> = own) => {
    const response = await handle(new Request(url(path), { headers }));
    return { status: response.status, response, text: await response.text() };
  };
  const post = async (path: string, body: object, headers: Record<string, string> = own) => {
    const response = await handle(new Request(url(path), { method: 'POST', body: JSON.stringify(body), headers }));
    return {
      status: response.status,
      response,
      answer: (await response.json()) as { message?: string; answer?: never },
    };
  };
  return { handle, get, post };
}

const reads = ['session', 'today', 'loans', 'count', 'figures', 'deliveries', 'health'];

describe('what is served', () => {
  test('the page, its two files and every view, under any prefix, with and without a slash', async () => {
    const { get } = open();
    for (const path of ['', '/']) expect((await get(path, {})).text).toContain('src="/ops/console/console.js"');
    const handle = consoleHandler({ kit: made.kit });
    for (const path of ['/api/console', '/live', '/x/api/live']) {
      const answer = await handle(new Request(`http://127.0.0.1${path}`));
      expect(await answer.text()).toContain(`src="${path}/console.js"`);
    }
    for (const path of ['/console.js', '/console.css', ...reads.map((name) => `/-/${name}`)])
      expect((await get(path)).status, path).toBe(200);
    // Also what every object has.
    for (const name of ['nothing', 'constructor', 'valueOf', 'toString', 'hasOwnProperty'])
      expect((await get(`/-/${name}`)).status, name).toBe(404);
    for (const name of ['constructor', '__proto__']) expect((await get(`/${name}`)).text).toContain('<!doctype html>');
    expect((await get('/-/loan?id=nothing')).status).toBe(404);
  });

  test('a loan with its parts, its evidence and every event of its file', async () => {
    const { get } = open();
    const [loanId = ''] = made.loanIds;
    const loan = JSON.parse((await get(`/-/loan?id=${loanId}`)).text);
    expect(loan).toMatchObject({ loanId, evidence: { problem: null, events: loan.events.length } });
    expect(loan.events[0]).toMatchObject({ seq: 1, type: 'loan.opened' });
    expect(loan.book.outstanding).toBe(
      (await openBook({ store: made.store, clock: made.clock }).loan(loanId))?.outstanding,
    );
  });

  test('the filters of the book, and its own refusal of a wrong one', async () => {
    const { get } = open();
    const asked = async (query: string) => JSON.parse((await get(`/-/loans?${query}`)).text);
    const all = (await asked('limit=1000')).loans as { loanId: string; stage: string; outstanding: number }[];
    const closed = (await asked('stages=closed,abandoned')).loans as typeof all;
    expect(closed.map(({ loanId }) => loanId)).toEqual(
      all.filter(({ stage }) => /closed|abandoned/.test(stage)).map(({ loanId }) => loanId),
    );
    const large = (await asked('outstanding=50000..')).loans as typeof all;
    expect(large.length).toBe(all.filter(({ outstanding }) => outstanding >= 50_000).length);
    expect((await get('/-/loans?stages=nonsense')).status).toBe(400);
  });

  test('the late facts of a day, as the book has them', async () => {
    const { get } = open();
    const day = '2026-02-28';
    const { facts } = await openBook({ store: made.store, clock: made.clock }).lateFacts(day);
    const { text } = await get(`/-/late?after=${day}`);
    const shown = JSON.parse(text) as { facts: { on: string }[]; more: number };
    expect(shown.more).toBe(0);
    expect(shown.facts).toHaveLength(facts.length);
    expect(shown.facts.map(({ on }) => on)).toEqual(
      facts
        .map(({ on }) => on)
        .sort()
        .reverse(),
    );
    expect((await get('/-/late?after=soon')).status).toBe(400);
  });

  test('changes of the book, as a stream', async () => {
    const { handle } = open();
    const stop = new AbortController();
    const response = await handle(new Request(url('/-/live'), { headers: own, signal: stop.signal }));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': open\n\n');
    await new Promise((resume) => setTimeout(resume, 700));
    await made.loanAt('consented');
    expect((await reader?.read())?.value).toBe('data: ["book"]\n\n');
    stop.abort();
  });
});

describe('what is masked', () => {
  test('no answer holds a BVN, an account number, a telephone number, an address or a name of a payer', async () => {
    const { get } = open({ allow: ['unmask'] });
    const loans = made.loanIds.map((id) => `/-/loan?id=${id}`);
    const texts: string[] = [];
    for (const path of [...reads.map((name) => `/-/${name}`), ...loans]) texts.push((await get(path)).text);
    const all = texts.join('\n');
    expect(all.length).toBeGreaterThan(20_000);
    const { items } = await made.controls.payers({ limit: 1_000 });
    expect(items.length).toBeGreaterThan(made.loanIds.length);
    for (const { bvn, name, email, phone, accounts } of items)
      for (const planted of [bvn, name, email, phone, ...accounts.map(({ accountNumber }) => accountNumber)])
        if (planted) expect(all.includes(planted), `${planted} is shown`).toBe(false);
  });

  test('what is allowed to be unmasked is on file first, with person and reason', async () => {
    const { get, post } = open({ allow: ['unmask'], authorize: () => ({ name: 'Uche' }) });
    const [loanId = ''] = made.loanIds;
    const { answer } = await post('/-/unmask', { loanId, reason: 'The payer called' });
    const shown = (answer as { answer?: { payer?: { bvn?: string } } }).answer;
    expect(shown?.payer?.bvn).toMatch(/^\d{11}$/);
    const { events } = JSON.parse((await get(`/-/loan?id=${loanId}`)).text);
    expect(events.at(-1)).toMatchObject({
      type: 'action.taken',
      facts: { action: 'unmask', by: 'Uche', reason: 'The payer called' },
    });
    expect((await post('/-/unmask', { loanId })).status).toBe(400);
  });
});

describe('what is refused', () => {
  const writes = ['settle', 'dischargeDuty', 'release', 'replay', 'unmask'];

  test('an action that allow does not name: its route does not exist', async () => {
    const { post, get } = open();
    for (const name of writes)
      expect((await post(`/-/${name}`, { loanId: made.loanIds[0], reason: 'x' })).status).toBe(404);
    expect(JSON.parse((await get('/-/session')).text).actions).toEqual([]);
    const part = open({ allow: ['settle', 'unmask'], authorize: () => ({ name: 'Ada', allow: ['settle'] }) });
    expect((await part.post('/-/unmask', { loanId: made.loanIds[0], reason: 'x' })).status).toBe(404);
    expect((await part.post('/-/settle', {})).status).toBe(400);
  });

  test('a write from anywhere but the page, and a read by another page', async () => {
    const { get, post } = open({ allow: ['unmask'] });
    const before = (await made.store.load(made.loanIds[1] ?? ''))?.version;
    for (const site of ['cross-site', 'same-site', 'none', undefined])
      expect(
        (await post('/-/unmask', { loanId: made.loanIds[1], reason: 'x' }, site ? { 'sec-fetch-site': site } : {}))
          .status,
      ).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect((await get('/-/today', { 'sec-fetch-site': site })).status).toBe(403);
    expect((await made.store.load(made.loanIds[1] ?? ''))?.version).toBe(before);
  });

  test('a foreign host without authorize, and someone unknown with it', async () => {
    const { handle } = open();
    const foreign = await handle(
      new Request('http://attacker.example/ops/console/-/today', { headers: { host: 'attacker.example', ...own } }),
    );
    expect(foreign.status).toBe(403);
    const unknown = open({ authorize: () => undefined });
    for (const name of reads) expect((await unknown.get(`/-/${name}`)).status).toBe(401);
    const failing = open({
      authorize: () => {
        throw new Error('no session store for 22200000001');
      },
    });
    const failed = await failing.get('/-/today');
    expect([failed.status, failed.text.includes('22200000001')]).toEqual([500, false]);
    for (const user of [{ name: '' }, { name: 'Ada', allow: null }, { name: 'Ada', allow: 'unmask' }, 'Ada', true]) {
      const odd = open({ allow: ['unmask'], authorize: () => user as never });
      expect((await odd.post('/-/unmask', { loanId: made.loanIds[0], reason: 'x' })).status).toBe(422);
    }
    const login = open({ authorize: () => new Response(null, { status: 302, headers: { location: '/login' } }) });
    expect((await login.get('/-/today')).status).toBe(302);
  });

  test('to start without authorize over real loans', () => {
    const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
    const kit = new RepayKit({
      baseUrl: 'https://service.example.com',
      appId,
      businessId,
      publicKey,
      secretKey,
      segments,
      allowMixedKeys: true,
      repaymentReports: 'merchant',
      store: made.store,
      bureau: { submit: async () => undefined },
    });
    onTestFinished(() => kit.close());
    expect(() => consoleHandler({ kit })).toThrow(/authorize: is needed/);
    expect(() => consoleHandler({ kit, authorize: () => undefined })).not.toThrow();
    expect(() => consoleHandler({ kit: {} as never })).toThrow(/RepayKit/);
  });

  test('a link that was used before, and one that is not whole', async () => {
    const entry = new OneTimeEntry({ name: 'Ada' });
    const enter = (token: string, headers: Record<string, string> = own) =>
      entry.answer(new Request(url('/-/enter'), { method: 'POST', body: JSON.stringify({ token }), headers }));
    expect((await enter('wrong'))?.status).toBe(403);
    expect((await enter(entry.token, { 'sec-fetch-site': 'cross-site' }))?.status).toBe(403);
    const first = await enter(entry.token);
    const cookie = first?.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/[\w-]{16}$/);
    expect((await enter(entry.token))?.status).toBe(403);
    expect(entry.authorize(new Request(url('/'), { headers: { cookie: cookie.split(';')[0] ?? '' } }))).toEqual({
      name: 'Ada',
    });
    expect(entry.authorize(new Request(url('/'), { headers: { cookie: 'repaykit_console=guess' } }))).toBeUndefined();
  });
});

describe('what is done', () => {
  test('a duty is discharged with person and reason', async () => {
    const { get, post } = open({ allow: ['dischargeDuty'], authorize: () => ({ name: 'ngozi@lender.example' }) });
    const { duties } = JSON.parse((await get('/-/today')).text) as {
      duties: { loanId: string; key: string; isDischargeable: boolean }[];
    };
    const owed = duties.find(({ isDischargeable }) => isDischargeable);
    expect(owed).toBeDefined();
    const input = { loanId: owed?.loanId, duty: owed?.key, reason: 'Told support by phone' };
    expect((await post('/-/dischargeDuty', input)).status).toBe(200);
    const { events } = JSON.parse((await get(`/-/loan?id=${owed?.loanId}`)).text);
    expect(events.slice(-2)).toMatchObject([
      { type: 'duty.discharged', facts: { note: 'Told support by phone' } },
      { type: 'action.taken', facts: { by: 'ngozi@lender.example', reason: 'Told support by phone' } },
    ]);
  });

  test('a quarantined webhook is replayed, and its loan says by whom', async () => {
    const { get, post } = open({ allow: ['replay'], authorize: () => ({ name: 'Ngozi' }) });
    const [item] = await made.receiver.inbox.list({ limit: 1, newestFirst: true });
    const { mandateId } = await made.kit.loans.get(made.loanIds[2] ?? '');
    const key = `${item?.key.slice(0, -4)}0000`;
    const body = JSON.stringify({ event: 'mandate.activated', data: { mandateId } });
    await made.receiver.inbox.store({
      key,
      body,
      kind: 'mandate.activated',
      source: 'webhook',
      receivedAt: '2026-02-01T00:00:00.000Z',
    });
    await made.receiver.inbox.decide(key, { kind: 'quarantine', reason: 'for the test' });
    const { quarantined } = JSON.parse((await get('/-/today')).text);
    expect(quarantined).toMatchObject([{ key, status: 'quarantined', reason: 'for the test' }]);
    expect((await post('/-/replay', { key, reason: 'The bug is fixed' })).status).toBe(200);
    expect((await post('/-/replay', { key, reason: 'again' })).status).toBe(400);
    const { events } = JSON.parse((await get(`/-/loan?id=${made.loanIds[2]}`)).text);
    expect(events.at(-1)).toMatchObject({
      type: 'action.taken',
      facts: { action: 'replay', by: 'Ngozi', subject: key },
    });
  });
});
