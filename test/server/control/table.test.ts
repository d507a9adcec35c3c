/** Walks the one table of control calls: each row has a section, a method and a command, or says what stands for them, and is reached by all of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlCommands } from '../../../src/cli/control/commands.ts';
import { InputError } from '../../../src/errors.ts';
import { type ControlCall, inputFields } from '../../../src/server/control/call.ts';
import { type ControlName, controlCalls, controlNames } from '../../../src/server/control/calls.ts';
import { createReferenceServer } from '../../../src/server/index.ts';
import { run } from '../../cli/running.ts';
import { shellWords } from '../../cli/shell-words.ts';
import { fieldComments, sentenceOf } from '../../docs/control-signatures.ts';
import { type BlackBox, BVN, collectable, LOAN, start } from '../../spec/black-box.ts';

/** Rows that are no method of the controls, and what stands for them in TypeScript. */
const notTyped: Partial<Readonly<Record<ControlName, string>>> = {
  health: 'the clock of the server',
  readClock: 'the clock of the server',
  moveClock: 'the clock of the server',
  index: 'the declarations',
  openApi: 'the types of the client',
};

/** Rows that no command asks for: the help lists the commands, and `repaykit openapi` needs no server. */
const withoutCommand: readonly ControlName[] = ['index', 'openApi'];

const page = readFileSync('docs/control-api.md', 'utf8');
const { controls } = createReferenceServer();

describe.each(controlNames)('%s', (name) => {
  const { method, path, summary }: ControlCall = controlCalls[name];

  test('has one route, one sentence and a section in the reference', () => {
    expect(
      controlNames.filter((other) => controlCalls[other].path === path && controlCalls[other].method === method),
    ).toEqual([name]);
    expect(summary).toMatch(/^[A-Z].*[.?]$/);
    expect(page).toContain(`\n### ${method} ${path}\n\n${summary}`);
  });

  test('is a method with the same sentence, or says what stands for it', () => {
    expect([name in controls, name in notTyped].filter(Boolean)).toHaveLength(1);
    if (name in controls) expect(sentenceOf(name)).toBe(summary);
  });

  test('says of each field what the comment of its interface says', () => {
    const comments = fieldComments(name);
    for (const field of inputFields(controlCalls[name]))
      if (field.meaning && comments.get(field.name)) expect(field.meaning).toBe(comments.get(field.name));
  });

  test('is reached by the commands that name it', async () => {
    const commands = controlCommands.filter(({ calls }) => calls.includes(name));
    expect(commands.length > 0).toBe(!withoutCommand.includes(name));
    const box = await start();
    for (const { example } of commands) {
      const { code, err } = await run(...shellWords(example).slice(1), '--json', '--url', box.url);
      expect([code, err]).not.toEqual([1, expect.stringMatching(/No control call|This control call takes|shape/)]);
    }
  });

  test('answers over HTTP, if only that there is no such thing', async () => {
    const box = await start();
    const target = path.replaceAll(/\{\w+\}/g, 'none');
    const { status, json } = await box.control(`${method} ${target}`, method === 'GET' ? undefined : {});
    expect(status < 300 || /_unknown$|^input_invalid$/.test(json.data.code), JSON.stringify(json)).toBe(true);
    expect(json.data?.code).not.toBe('path_unknown');
  });
});

test('the methods are those of the table', () => {
  expect(Object.keys(controls).toSorted()).toEqual(controlNames.filter((name) => !(name in notTyped)).toSorted());
});

describe('a body that does not fit is refused field by field', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['status', () => controls.patchMerchant({ status: 'gone' as never })],
    ['attempts', () => controls.patchPolicy({ attempts: 3 } as never)],
    ['dueHour', () => controls.patchPolicy({ dueHour: 24 })],
    ['outcome', () => controls.resolveDispute(LOAN, { outcome: 'won' as never })],
    [
      'outcom',
      () =>
        controls.makeDeposit({ mandateId: LOAN, accountNumber: '0100000011', bankCode: '058', outcom: 'x' } as never),
    ],
    ['limit', () => controls.payers({ limit: 1_001 })],
    ['page', () => controls.mandates({ page: 0 })],
    ['statuss', () => controls.mandates({ statuss: 'active' } as never)],
    ['status', () => controls.mandates({ status: 'gone' as never })],
    ['id', () => controls.readMandate(5 as never)],
    ['mandateId', () => controls.explain(undefined as never)],
  ])('%s', async (path, call) => {
    const error = await call().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).issues).toMatchObject([{ path }]);
  });
});

describe('lists', () => {
  test('of payers come in pages, oldest first, and their ids find their mandates', async () => {
    const box = await start();
    await collectable(box);
    const { json } = await box.control('GET /payers');
    const ids = json.items.map(({ id }: { id: string }) => id);
    expect([json.dropped, json.total, ids]).toEqual([
      0,
      ids.length,
      ids.map((_: string, index: number) => `payer_${index + 1}`),
    ]);
    const second = (await box.control('GET /payers?page=2&limit=2')).json;
    expect(second).toEqual({ items: json.items.slice(2, 4), dropped: 0, total: ids.length });
    expect((await box.control('GET /payers?page=99')).json).toMatchObject({ items: [], total: ids.length });
    const owner = json.items.find(({ bvn }: { bvn: string }) => bvn === BVN);
    const mandates = async (query: string) => (await box.control(`GET /mandates?${query}`)).json;
    expect(await mandates(`payer=${owner.id}`)).toMatchObject({
      items: [{ mandateId: LOAN, payer: owner.id, status: 'active', nextDueDate: '2026-01-31' }],
      total: 1,
    });
    expect(await mandates(`payer=${ids.find((id: string) => id !== owner.id)}`)).toEqual({
      items: [],
      dropped: 0,
      total: 0,
    });
    expect(await mandates('status=active&dueDate=2026-01-31')).toMatchObject({ total: 1 });
    expect(await mandates('dueDate=2026-02-01')).toMatchObject({ total: 0 });
    expect(await mandates('status=expired')).toMatchObject({ total: 0 });
    expect(await mandates('payer=payer_99')).toMatchObject({ data: { code: 'payer_unknown' } });
  });

  test('of mandates name no person', async () => {
    const box = await start();
    await collectable(box);
    const { text, json } = await box.control('GET /mandates');
    expect(json.total).toBe(1);
    expect(text).not.toMatch(/\b\d{10,11}\b|@/);
  });

  test('of worlds have names and clocks, and no keys', async () => {
    const server = createReferenceServer({
      now: '2026-01-05T08:00:00Z',
      merchant: { publicKey: 'pk_of_ours', secretKey: 'sk_of_ours' },
    });
    onTestFinished(() => server.close());
    await server.world('checkout').clock.advance('P1D');
    const { items } = await server.controls.worlds();
    expect(items).toMatchObject([
      { name: 'repaykit', now: '2026-01-05T08:00:00.000Z', mandates: 0 },
      { name: 'checkout', now: '2026-01-06T08:00:00.000Z' },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/[ps]k_/);
  });
});

describe('a browser', () => {
  const ask = async (box: BlackBox, method: string, headers: Record<string, string>) => {
    const path = method === 'GET' ? 'health' : 'reset';
    const answer = await fetch(`${box.url}/_control/${path}`, { method, headers });
    const { data } = (await answer.json()) as { readonly data?: { readonly code: string } };
    return [answer.status, data?.code];
  };

  test.each([
    ['GET', 'same-origin', 200],
    ['POST', 'same-origin', 200],
    ['GET', 'none', 200],
    ['POST', 'none', 403],
    ['GET', 'same-site', 403],
    ['POST', 'same-site', 403],
    ['POST', 'cross-site', 403],
    ['GET', 'cross-site', 403],
    ['POST', 'something-new', 403],
  ])('that makes a %s call from %s gets %i', async (method, site, status) => {
    const box = await start();
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin: 'http://localhost:3000' };
    expect(await ask(box, method, headers)).toEqual([status, status === 403 ? 'site_foreign' : undefined]);
  });

  test('on another port of this machine cannot reset a world', async () => {
    const box = await start();
    await box.advance('P3D');
    await ask(box, 'POST', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' });
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-08T08:00:00.000Z');
  });

  test('is not what calls without the header: they pass, and a foreign origin is refused as before', async () => {
    const box = await start();
    expect(await ask(box, 'POST', {})).toEqual([200, undefined]);
    expect(await ask(box, 'POST', { origin: 'http://localhost:3000' })).toEqual([200, undefined]);
    expect(await ask(box, 'POST', { origin: 'https://evil.example' })).toEqual([403, 'origin_foreign']);
    expect(await ask(box, 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toEqual([
      403,
      'origin_foreign',
    ]);
  });
});
