/** How the webhooks of statements goes out, and what of an upload is seen where. */
import { describe, expect, test } from 'vitest';
import type { ServerEvent } from '../../../../src/server/index.ts';
import { caller, disburse, MANDATE_ID, PRIMARY, placement, TERMS } from '../../merchant.ts';
import { statementPdf } from './statement-pdf.ts';
import { ADA, uploader } from './uploader.ts';

const accountOf = (number: string) => statementPdf({ ...ADA, number });

describe('the webhooks of statements', () => {
  test('goes out in the order of uploads, with the same ids in every run', async () => {
    const run = async () => {
      const { upload, server } = uploader({ seed: 5 });
      const long = { ...ADA, entries: Array.from({ length: 200 }, () => ADA.entries[0] as (typeof ADA.entries)[0]) };
      await Promise.all([
        upload('pdf-parser', statementPdf(long)),
        upload('process-income'),
        upload('pdf-parser', Buffer.from('%PDF-1.7')),
      ]);
      return (await server.controls.webhooks()).items;
    };
    const items = await run();
    expect(items.map(({ id, event, status }) => [id, event, status])).toEqual([
      ['wh_1', 'income_transaction', 'delivered'],
      ['wh_2', 'income_insight', 'delivered'],
      ['wh_3', 'income_insight_failure', 'delivered'],
    ]);
    expect(await run()).toEqual(items);
  });

  test('is delivered before the clock moves on', async () => {
    const { upload, server, received } = uploader();
    await upload('pdf-parser');
    const { ran } = await server.clock.advance('P30D');
    expect([received.length, ran.webhooks]).toEqual([1, 0]);
    const [delivery] = (await server.controls.webhooks()).items;
    expect([delivery?.createdAt, delivery?.attempts[0]?.at]).toEqual([
      '2026-01-05T08:00:00.000Z',
      '2026-01-05T08:00:00.000Z',
    ]);
  });

  test('meets the faults that were set at the upload, and no later one', async () => {
    const { upload, server, received } = uploader();
    await upload('pdf-parser');
    await server.controls.addFault({ kind: 'webhook-drop', operation: 'income_transaction' });
    await upload('pdf-parser');
    await upload('process-income');
    await server.controls.clearFaults();
    expect((await server.controls.webhooks()).items.map(({ event, status }) => [event, status])).toEqual([
      ['income_transaction', 'delivered'],
      ['income_transaction', 'failed'],
      ['income_insight', 'delivered'],
    ]);
    expect(received.map(({ event }) => event)).toEqual(['income_transaction', 'income_insight']);
  });

  test('goes to the endpoint of the upload, carries its secret, and is sent again byte for byte', async () => {
    const { upload, server, received } = uploader();
    await upload('pdf-parser');
    await server.controls.setWebhookEndpoint({ url: null });
    await upload('pdf-parser');
    const { items } = await server.controls.webhooks();
    expect(items.map(({ status, headers }) => [status, headers['x-auth-signature']])).toEqual([
      ['delivered', 'whsec_repaykit'],
      ['no-endpoint', 'whsec_repaykit'],
    ]);
    expect(received).toEqual([items[0]?.payload]);
    server.world('repaykit').deliverTo(async (request) => {
      received.push(JSON.parse(await request.text()));
      return new Response();
    });
    await server.controls.redeliver('wh_1');
    expect(received[1]).toEqual(received[0]);
  });

  test('is not raised by an upload whose fault took its place', async () => {
    const { upload, server, received } = uploader();
    await server.controls.addFault({ kind: 'status', operation: 'uploadStatement', when: 'before', times: 1 });
    await server.controls.addFault({ kind: 'status', operation: 'processIncome', when: 'after', times: 1 });
    expect([(await upload('pdf-parser')).status, (await upload('process-income')).status]).toEqual([500, 500]);
    await server.controls.webhooks();
    expect(received.map(({ event }) => event)).toEqual(['income_insight']);
  });
});

describe('the agreement and the bureau', () => {
  test('count as they were at the upload', async () => {
    const { upload, server, received } = uploader({ policy: { amountUnit: 'kobo' } });
    const send = caller(server);
    await upload('pdf-parser');
    await upload('process-income');
    await send('POST /v1/mandates/mandates/consent/create', { body: { ...placement(PRIMARY), ...TERMS } });
    await disburse(send, MANDATE_ID);
    await send('PATCH /_control/policy', { body: { amountUnit: 'naira', pdfUploadEvent: true } });
    await upload('pdf-parser');
    await upload('process-income');
    await server.controls.webhooks();
    const brief = ({ event, data }: (typeof received)[0]) => [
      event,
      data.balance?.constructor === Number ? data.balance : (data.pageCount ?? data.totalBorrowed),
    ];
    expect(received.map(brief)).toEqual([
      ['income_transaction', 43_850_150],
      ['income_insight', 'null'],
      ['pdf_upload', 1],
      ['income_transaction', 438_501.5],
      ['pdf_upload', 1],
      ['income_insight', '85000.00'],
    ]);
    expect(received.at(-1)?.data).toMatchObject({
      totalOutstanding: '90000.00',
      totalOverdue: '0.00',
      creditInsight: expect.stringContaining('1 loan'),
    });
  });
});

describe('an uploaded file', () => {
  test('is served under its address, in its world only, and gone after a reset', async () => {
    const { outcome, upload, server } = uploader();
    const pdf = accountOf(ADA.number);
    const url: string = (await outcome('pdf-parser', pdf))[0]?.data.pdfUrl;
    const get = async (path: string) => {
      const response = await server.fetch(path);
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    expect(await get(url)).toEqual({ status: 200, type: 'application/pdf', bytes: pdf });
    const name = url.split('/').at(-1) as string;
    expect((await get(`/_files/acme.${name}`)).status).toBe(404);
    const acme = server.world('acme');
    expect((await get(`/_files/acme.${name}`)).status).toBe(404);
    await upload('pdf-parser', pdf, { token: acme.publicKey });
    const [delivery] = (await acme.controls.webhooks()).items as unknown as readonly {
      payload: { data: { pdfUrl: string } };
    }[];
    expect(delivery?.payload.data.pdfUrl).toBe(url.replace('/_files/', '/_files/acme.'));
    expect((await get(delivery?.payload.data.pdfUrl as string)).status).toBe(200);
    await server.controls.reset();
    expect([(await get(url)).status, (await get(delivery?.payload.data.pdfUrl as string)).status]).toEqual([404, 200]);
  });
});

describe('worlds', () => {
  test('report their own statements only', async () => {
    const { upload, server, received } = uploader();
    const acme = server.world('acme');
    await upload('pdf-parser', undefined, { token: acme.publicKey });
    expect((await acme.controls.webhooks()).items.map(({ event, status }) => [event, status])).toEqual([
      ['income_transaction', 'delivered'],
    ]);
    expect([(await server.controls.webhooks()).items, received.length]).toEqual([[], 1]);
  });
});

test('journal, live log, violations and near misses show neither password nor document nor BVN', async () => {
  const events: ServerEvent[] = [];
  const requests: unknown[] = [];
  const { upload, server } = uploader({
    onEvent: (event) => events.push(event),
    onRequest: (request) => requests.push(request),
  });
  const secrets = { password: 'open-sesame-77', bvn: '29900000077', accountName: 'Chidinma Okafor' };
  for (const pdf of [accountOf('0999999999'), statementPdf(ADA, 'another'), Buffer.from('no pdf at all 29900000077')]) {
    for (const operation of ['pdf-parser', 'process-income'] as const)
      await upload(operation, pdf, { fields: { ...secrets, passwrd: `${secrets.password}!` } });
  }
  const { controls } = server;
  const { items } = await controls.webhooks();
  const shown = JSON.stringify([
    events,
    requests,
    await controls.requests(),
    await controls.violations(),
    await controls.nearMisses(),
    await controls.emails(),
  ]);
  expect([
    items.length,
    events.filter(({ type }) => type === 'webhook').length,
    (await controls.violations()).items.length,
  ]).toEqual([4, 4, 4]);
  for (const planted of [...Object.values(secrets), '0 obj', 'SALARY', ADA.name, '0999999999', ADA.number])
    expect(shown).not.toContain(planted);
  // The list of webhooks shows bodies as they were sent: with the payer's BVN, and still without a password.
  expect(JSON.stringify(items)).not.toContain(secrets.password);
});
