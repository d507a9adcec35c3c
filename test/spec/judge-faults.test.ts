/** Judges every kind of fault, with every matcher and both `when`s, over real HTTP. */
import { describe, expect, test } from 'vitest';
import {
  type BlackBox,
  CREATE,
  collectable,
  DEBIT,
  deposit,
  endpoint,
  FIRST,
  LIST,
  LOAN,
  LOG,
  place,
  placement,
  READ,
  SECOND,
  start,
  TERMS,
} from './black-box.ts';

const LATE = 300;
const read = (box: BlackBox, mandateId = LOAN) => box.send(READ, { body: { mandateId } });
const fault = (box: BlackBox, body: unknown) => box.control('POST /faults', body);
const debit = { mandateId: LOAN, amount: 1_000, debitDate: '2026-01-06' };

/** Resolves a while after the only fault has struck, if it is of this kind. */
async function struck(box: BlackBox, kind: string): Promise<void> {
  const only = async () => (await box.control('GET /faults')).json.items[0];
  if ((await only())?.kind !== kind) return new Promise(() => {});
  while ((await only()).hits === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, LATE));
}

/** What became of a call: its status, or why it has none. */
async function fate(box: BlackBox, target: string, body: unknown): Promise<string> {
  const patience = new AbortController();
  void struck(box, 'timeout').then(() => patience.abort());
  const [method = '', path = ''] = target.split(' ');
  const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
  try {
    const response = await fetch(box.url + path, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    const text = await response.text();
    try {
      JSON.parse(text);
      return String(response.status);
    } catch {
      return `${response.status} not JSON`;
    }
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'silence' : 'broken';
  }
}

describe('a fault of a call', () => {
  const fates = {
    status: '503',
    reset: 'broken',
    timeout: 'silence',
    malformed: '200 not JSON',
    latency: '200',
    'slow-body': '200',
  };
  const extra: Record<string, object> = {
    status: { status: 503 },
    latency: { delayMs: LATE },
    'slow-body': { delayMs: 20 },
  };

  test.each(Object.entries(fates))(
    '%s before: %s, and a debit that was never answered was never taken',
    async (kind, wanted) => {
      const box = await start();
      await collectable(box, { collectionMode: 'manual' });
      const made = await fault(box, { kind, operation: 'collectManually', ...extra[kind] });
      expect([made.status, made.json.kind, made.json.when]).toEqual([201, kind, 'before']);
      expect(await fate(box, DEBIT, debit)).toBe(wanted);
      await box.control('DELETE /faults');
      const { data } = (await box.send(`${LIST}?type=manual`)).json;
      expect(data).toHaveLength(wanted === '200' ? 1 : 0);
    },
  );

  test.each(Object.entries(fates))('%s after: %s, and the debit is scheduled all the same', async (kind, wanted) => {
    const box = await start();
    await collectable(box, { collectionMode: 'manual' });
    await fault(box, { kind, operation: 'collectManually', when: 'after', times: 1, ...extra[kind] });
    expect(await fate(box, DEBIT, debit)).toBe(wanted);
    const { data } = (await box.send(`${LIST}?type=manual`)).json;
    expect(data.map(({ status, amount }: { status: string; amount: number }) => [status, amount])).toEqual([
      ['pending', 1_000],
    ]);
    const { items } = (await box.control('GET /requests')).json;
    expect(items.find(({ operation }: { operation: string }) => operation === 'collectManually').status).toBe(200);
  });

  test('latency holds the answer back for about as long as it says', async () => {
    const box = await start();
    await fault(box, { kind: 'latency', operation: 'getMandate', delayMs: LATE });
    const began = performance.now();
    await read(box);
    expect(performance.now() - began).toBeGreaterThan(LATE - 20);
  });

  test('status is 500 where none is named, in the failure envelope', async () => {
    const box = await start();
    await fault(box, { kind: 'status' });
    expect((await read(box)).json).toMatchObject({
      status: false,
      error: true,
      message: expect.any(String),
      data: { code: expect.any(String) },
    });
    expect((await read(box)).status).toBe(500);
  });
});

describe('a fault strikes', () => {
  const statuses = async (box: BlackBox, count: number) => {
    const all: number[] = [];
    for (let nth = 0; nth < count; nth += 1) all.push((await box.send(`${LIST}?type=auto`)).status);
    return all.map((status) => (status === 500 ? 'X' : '.')).join('');
  };

  test.each([
    [{ times: 2 }, 'XX......'],
    [{ first: 3 }, 'XXX.....'],
    [{ every: 3 }, '..X..X..'],
    [{ every: 2, times: 2 }, '.X.X....'],
    [{ every: 2, first: 5 }, '.X.X....'],
    [{ probability: 0 }, '........'],
    [{ probability: 1 }, 'XXXXXXXX'],
    [{ probability: 1, times: 1 }, 'X.......'],
    [{ operation: 'getMandate' }, '........'],
    [{ operation: 'listCollections', times: 1 }, 'X.......'],
    [{ mandateId: LOAN }, '........'],
  ])('with %j as %s', async (limits, wanted) => {
    const box = await start();
    await fault(box, { kind: 'status', ...limits });
    expect(await statuses(box, 8)).toBe(wanted);
  });

  test('by probability equally on equal seeds', async () => {
    const runs: string[] = [];
    for (const seed of [3, 3, 4]) {
      const box = await start({ seed });
      await fault(box, { kind: 'status', probability: 0.5 });
      runs.push(await statuses(box, 40));
    }
    expect(runs[0]).toBe(runs[1]);
    expect(runs[0]).not.toBe(runs[2]);
    expect(runs[0]).toContain('X');
    expect(runs[0]).toContain('.');
  });

  test('the mandate that it names, in a body and in a query, in either case, and no other', async () => {
    const box = await start();
    const other = 'beef00beef00beef00beef00';
    await place(box);
    await place(box, { mandateId: other, accounts: [SECOND] });
    await fault(box, { kind: 'status', status: 599, mandateId: LOAN.toUpperCase() });
    expect((await read(box)).status).toBe(599);
    expect((await read(box, other)).status).toBe(200);
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).status).toBe(599);
    expect((await box.send(`${LOG}?mandateId=${other}`)).status).toBe(200);
  });

  test('until its time to live is over on the virtual clock', async () => {
    const box = await start();
    await fault(box, { kind: 'status', ttl: 60 });
    await box.advance('PT59S');
    expect((await read(box)).status).toBe(500);
    await box.advance('PT1S');
    expect((await read(box)).status).toBe(404);
    expect((await box.control('GET /faults')).json.items).toEqual([]);
  });

  test('never a control call, so that it can be taken away again', async () => {
    const box = await start();
    await fault(box, { kind: 'timeout' });
    expect((await box.control('GET /clock')).status).toBe(200);
    expect((await box.control('DELETE /faults')).status).toBe(200);
    expect((await read(box)).status).toBe(404);
  });

  test('no more after a reset', async () => {
    const box = await start();
    await fault(box, { kind: 'status' });
    await fault(box, { kind: 'webhook-drop' });
    await box.control('POST /reset', {});
    expect((await box.control('GET /faults')).json).toEqual({ items: [], dropped: 0 });
    expect((await read(box)).status).toBe(404);
  });

  test('in its own world only', async () => {
    const box = await start();
    await fault(box, { kind: 'status' });
    expect((await box.send(READ, { body: { mandateId: LOAN }, headers: { token: 'pk_test_quiet' } })).status).toBe(404);
  });
});

describe('a fault that cannot be meant', () => {
  test.each([
    [{ kind: 'status', banana: 1 }, 'banana'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: 'status', when: 'during' }, 'when'],
    [{ kind: 'status', status: 200 }, 'status'],
    [{ kind: 'latency', delayMs: -1 }, 'delayMs'],
    [{ kind: 'status', probability: 1.5 }, 'probability'],
    [{ kind: 'status', times: 0 }, 'times'],
    [{ kind: 'status', ttl: 'soon' }, 'ttl'],
    [{ kind: 'status', operation: 'transferMoney' }, 'operation'],
    [{ kind: 'webhook-drop', when: 'after' }, 'when'],
  ])('%j is 400 and names %s', async (body, path) => {
    const box = await start();
    const { status, json } = await fault(box, body);
    expect([status, json.data.fields.map((field: { path: string }) => field.path)]).toEqual([400, [path]]);
    expect((await box.control('GET /faults')).json.items).toEqual([]);
  });
});

describe('a fault of a webhook', () => {
  const activated = async (body: object) => {
    const box = await start();
    const heard = await endpoint();
    await box.control('PUT /webhook-endpoint', { url: heard.url });
    for (const account of [FIRST, SECOND]) await box.send(CREATE, { body: { ...placement(account), ...TERMS } });
    await place(box, { accounts: [FIRST, SECOND] });
    await fault(box, body);
    return { box, heard };
  };

  test('drop: nothing comes, it is listed as failed, and by hand it comes', async () => {
    const { box, heard } = await activated({ kind: 'webhook-drop', times: 1 });
    await deposit(box);
    expect(heard.received).toHaveLength(0);
    const [item] = (await box.control('GET /webhooks')).json.items;
    expect(item.status).toBe('failed');
    await box.control(`POST /webhooks/${item.id}/redeliver`);
    expect(heard.received).toHaveLength(1);
  });

  test('duplicate: the same bytes twice', async () => {
    const { box, heard } = await activated({ kind: 'webhook-duplicate', operation: 'mandate.activated' });
    await deposit(box);
    expect(heard.received).toHaveLength(2);
    expect(heard.received[0]?.text).toBe(heard.received[1]?.text);
  });

  test('wrong-secret: another header, the true body', async () => {
    const { box, heard } = await activated({ kind: 'webhook-wrong-secret', first: 1 });
    await deposit(box);
    await deposit(box, SECOND);
    expect(heard.received.map(({ headers }) => headers['x-auth-signature'] === 'whsec_repaykit')).toEqual([
      false,
      true,
    ]);
    expect(heard.received[0]?.json.event).toBe('mandate.activated');
  });

  test('delay: it comes when the virtual clock gets there', async () => {
    const { box, heard } = await activated({ kind: 'webhook-delay', delayMs: 3_600_000, times: 1 });
    await deposit(box);
    await box.advance('PT59M');
    expect(heard.received).toHaveLength(0);
    await box.advance('PT1M');
    expect(heard.received).toHaveLength(1);
  });

  test('of a mandate or event that is not this one: nothing happens', async () => {
    const { box, heard } = await activated({ kind: 'webhook-drop', mandateId: 'beef00beef00beef00beef00' });
    await fault(box, { kind: 'webhook-drop', operation: 'collection.success' });
    await deposit(box);
    expect(heard.received).toHaveLength(1);
  });

  test.each([
    [{ every: 2 }, 'activated success03-01 expired'],
    [{ first: 1 }, 'success01-31 success03-01 success03-31 expired'],
    [{ times: 2 }, 'success03-01 success03-31 expired'],
    [{ ttl: 'P40D' }, 'success03-01 success03-31 expired'],
    [{ probability: 1, times: 4 }, 'expired'],
    [{ probability: 0 }, 'activated success01-31 success03-01 success03-31 expired'],
    [{ mandateId: LOAN.toUpperCase(), operation: 'collection.success' }, 'activated expired'],
  ])('drop with %j leaves %s', async (limits, wanted) => {
    const box = await start();
    const heard = await endpoint();
    await box.control('PUT /webhook-endpoint', { url: heard.url });
    await fault(box, { kind: 'webhook-drop', ...limits });
    await collectable(box);
    await box.moveTo('2026-04-02T00:00:00Z');
    expect(
      heard.received
        .map(
          ({ json }) => json.event?.slice('mandate.'.length) ?? json.instalmentStatus + json.collectedOn.slice(5, 10),
        )
        .join(' '),
    ).toBe(wanted);
  });

  test('reorder: the next one comes before it', async () => {
    const box = await start();
    const heard = await endpoint();
    await box.control('PUT /webhook-endpoint', { url: heard.url });
    await fault(box, { kind: 'webhook-reorder', operation: 'collection.success', first: 1 });
    await collectable(box);
    await box.moveTo('2026-04-02T00:00:00Z');
    expect(heard.received.slice(1, 4).map(({ json }) => json.collectedOn.slice(5, 10))).toEqual([
      '03-01',
      '01-31',
      '03-31',
    ]);
  });
});
