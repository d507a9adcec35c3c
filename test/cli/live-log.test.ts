import { describe, expect, test } from 'vitest';
import { liveLog, logLine } from '../../src/cli/serve/live-log.ts';
import { paintWith } from '../../src/cli/terminal/terminal-text.ts';
import type { ServerEvent } from '../../src/server/index.ts';
import {
  APP_ID,
  BUSINESS_ID,
  BVN,
  collectable,
  DEBIT,
  EMAIL,
  endpoint,
  FIRST,
  LOAN,
  PUBLIC_KEY,
  payer,
  READ,
  SECOND,
  stranger,
} from '../spec/black-box.ts';
import { type Serving, serving, until } from './running.ts';

const FROZEN = ['--frozen', '--now', '2026-01-05T08:00:00Z'];

const plain = paintWith(false);

const about = { world: 'repaykit', time: '2026-01-31T07:00:00.000Z' } as const;

const request = {
  ...about,
  type: 'request',
  id: 'req_1',
  operation: 'getMandate',
  method: 'POST',
  path: '/v1/x',
  mandateId: LOAN,
  status: 200,
  fault: null,
  refusal: null,
} as const;

/** Starts `serve`, plays a loan with a refusal, a wrong field, a stray path, a fault and a control call, and answers what was printed. */
async function played(...flags: readonly string[]): Promise<{ readonly server: Serving; readonly text: string }> {
  const hook = await endpoint();
  const server = await serving(['--webhook-url', hook.url, ...FROZEN, ...flags]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(server.out())?.[0] as string;
  const box = stranger(url);
  await box.control('POST /payers', payer());
  await collectable(box);
  await box.send(READ, { body: { mandateId: LOAN, note: `${BVN} ${FIRST.accountNumber}` } });
  await box.send(DEBIT, {
    body: { appId: APP_ID, businessId: BUSINESS_ID, mandateId: LOAN, amount: 5_000, debitDate: '2026-01-06' },
  });
  await box.send(`GET /v1/${FIRST.accountNumber}/nothing?bvn=${BVN}`);
  await box.moveTo('2026-01-31T08:00:00Z');
  await box.control('POST /clock', { to: '2020-01-01T00:00:00Z' });
  await server.stop();
  return { server, text: server.out() };
}

describe('the live log of serve', () => {
  test('has a line for each request, webhook, move and control call, and nothing personal', async () => {
    const { text } = await played();
    expect(text).toMatch(/\n2026-01-05 08:00:00 {2}control {2}POST \/payers\n/);
    expect(text).toMatch(/\n2026-01-05 08:00:00 {2}200 {2}createConsent {2}c0ffee00c0ffee00c0ffee00\n/);
    expect(text).toMatch(
      /\n2026-01-05 08:00:00 {2}422 {2}collectManually {2}c0ffee00c0ffee00c0ffee00 {2}[a-z]+(-[a-z]+)+ {2}\S.*\n/,
    );
    expect(text).toMatch(/ 404 {2}GET \/v1\/\S+ {2}path_unknown {2}/);
    expect(text).toMatch(/ → {2}collection\.success {2}c0ffee00c0ffee00c0ffee00 {2}delivered {2}200\n/);
    expect(text).toMatch(/\n2026-01-31 08:00:00 {2}clock {2}moved from 2026-01-05 08:00:00: 1 attempt, 1 webhook\n/);
    expect(text).toMatch(/control {2}POST \/clock {2}clock-runs-forwards {2}The clock stands at/);
    for (const secret of [BVN, EMAIL, FIRST.accountNumber, SECOND.accountNumber]) expect(text).not.toContain(secret);
  });

  test('is one JSON object a line with --json, after the announcement', async () => {
    const { text } = await played('--json');
    const [announcement, ...events] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(announcement).toMatchObject({ publicKey: PUBLIC_KEY });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['control', 'request', 'webhook', 'clock']));
    expect(events.find(({ operation }) => operation === 'collectManually')).toMatchObject({
      status: 422,
      mandateId: LOAN,
      refusal: { rule: expect.any(String), message: expect.any(String) },
    });
    for (const secret of [BVN, EMAIL, FIRST.accountNumber, SECOND.accountNumber]) expect(text).not.toContain(secret);
  });

  test('is silent with --quiet', async () => {
    const { text } = await played('--json', '--quiet');
    expect(text.trim().split('\n')).toHaveLength(1);
  });
});

describe('a line of the log', () => {
  test('names the world, unless it is the default one', () => {
    expect(logLine({ ...request, world: 'checkout' }, plain)).toBe(
      `2026-01-31 07:00:00  [checkout]  200  getMandate  ${LOAN}`,
    );
    expect(logLine(request, plain)).toBe(`2026-01-31 07:00:00  200  getMandate  ${LOAN}`);
  });

  test('names the fault, and has a dash where no status went out', () => {
    expect(logLine({ ...request, status: 0, fault: { id: 'flt_1', kind: 'reset' } }, plain)).toContain(
      `  ---  getMandate  ${LOAN}  fault reset`,
    );
  });

  test('says which fields were wrong, once', () => {
    const refusal = {
      code: 'input_invalid',
      message: 'The request does not have the right shape.',
      fields: [{ path: 'amount', message: 'is missing' }],
    };
    expect(logLine({ ...request, status: 400, refusal }, plain)).toMatch(
      /input_invalid {2}The request does not have the right shape\. amount: is missing$/,
    );
    expect(logLine({ ...request, status: 400, refusal: { ...refusal, message: 'amount is missing' } }, plain)).toMatch(
      /input_invalid {2}amount is missing$/,
    );
  });

  test('says how a webhook failed, and at which attempt', () => {
    const failed = {
      ...about,
      type: 'webhook',
      id: 'wh_1',
      event: 'policy',
      mandateId: null,
      status: 'failed',
      attempts: 2,
      receiverStatus: null,
      error: 'reset',
    } as const;
    expect(logLine(failed, plain)).toBe('2026-01-31 07:00:00  →  policy  failed  reset  attempt 2');
  });

  test('is one line whatever a stranger sends', () => {
    expect(logLine({ ...request, operation: null, path: '/a\r\nb' }, plain)).not.toMatch(/[\r\n]/);
  });

  test('is coloured by status', () => {
    const codes = ([200, 422, 500] as const).map(
      (status) => /\[(\d+)m(?:200|422|500)/.exec(logLine({ ...request, status }, paintWith(true)))?.[1],
    );
    expect(codes).toEqual(['32', '33', '31']);
  });
});

describe('an unread log', () => {
  test('leaves lines out instead of hoarding them, and says how many', async () => {
    let [out, backlog] = ['', 2_000_000];
    const io = {
      out: (text: string) => {
        out += text;
      },
      err: () => undefined,
      showsColour: false,
      backlog: () => backlog,
      stop: new AbortController().signal,
    };
    const log = liveLog(io, { json: true });
    const event: ServerEvent = request;
    for (let count = 0; count < 3; count += 1) log.take(event);
    log.flush();
    expect(out).toBe('');
    backlog = 0;
    log.take(event);
    await until(() => out !== '');
    expect(out.split('\n').map((line) => line && JSON.parse(line).type)).toEqual(['left-out', 'request', '']);
    expect(JSON.parse(out.split('\n')[0] as string)).toEqual({ type: 'left-out', lines: 3 });
  });
});
