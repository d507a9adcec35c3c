import Fastify from 'fastify';
import { DISCLAIMER } from 'repaykit';
import { createTestDelivery } from 'repaykit/webhooks';
import { expect, test } from 'vitest';
import { answerFailure } from '../../../examples/loan-app/web/failures.ts';
import { html } from '../../../examples/loan-app/web/html.ts';
import { describeInBrowser, type TestPayer } from './harness.ts';
import {
  apply,
  applyUpToDeposits,
  choose,
  consent,
  deposit,
  formHeaders,
  HEADINGS,
  heading,
  idsOf,
  nextDueDate,
  payOut,
  press,
} from './steps.ts';

/** What may stand nowhere: not in a log line, an address, a title or a page. */
function secretsOf({ name, bvn, email, phone, address, accounts }: TestPayer): readonly string[] {
  return [name, bvn, email, phone, address, ...accounts.map(({ accountNumber }) => accountNumber)];
}

test('the html tag writes text as text, and lets through only what it made itself', () => {
  const name = `<script>alert("1")</script> & 'more'`;
  expect(String(html`<b title="${name}">${name}</b>`)).not.toMatch(/<script|"1"/);
  expect(String(html`${[html`<i>${'a<b'}</i>`, false, undefined, 3]}`)).toBe('<i>a&lt;b</i>3');
  expect(String(html`${{ toString: () => '<b>' } as never}`)).not.toContain('<b>');
});

test('an error that is not repaykit’s is logged by its name and place, because its message may repeat what was typed', async () => {
  const log: string[] = [];
  const web = Fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } });
  web.setErrorHandler(answerFailure(() => '/'));
  web.post('/', async () => {
    throw new TypeError('cannot read 22733331111');
  });
  const answer = await web.inject({ method: 'POST', url: '/', payload: { bvn: '22733331111' } });
  expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('Nothing is lost')]);
  expect(log.join('')).toMatch(/TypeError.*safety\.test\.ts/);
  expect(log.join('') + answer.body).not.toContain('22733331111');
  await web.close();
});

describeInBrowser('the safety of the loan app', (world) => {
  test('no name, number or address stands in a log, an address, a title or a page', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    const look = async () => void seen.push(await page.title(), await page.content());
    await apply(page, { ...payer, email: 'wrong' });
    // What was typed comes back to the person who typed it, but for the BVN.
    expect(await page.content()).not.toContain(payer.bvn);
    await apply(page, payer);
    await look();
    await consent(page);
    await look();
    await press(page, 'Find my accounts');
    await look();
    await world.platform.controls.addFault({
      kind: 'status',
      operation: 'attachByMicroDeposit',
      status: 503,
      times: 20,
    });
    await choose(page, { primary: 0, backups: [1] });
    await look();
    await world.platform.controls.clearFaults();
    await page.goto('/');
    await press(page, 'Continue');
    await look();
    await deposit(world, page, payer, [0, 1]);
    const { loanId } = await idsOf(world, page);
    await payOut(world, loanId);
    await nextDueDate(world);
    for (const path of ['/', '/receipt', '/objections', '/apply?from=mail', '/nowhere']) {
      await page.goto(path);
      await look();
    }
    const office = await world.officer();
    seen.push(await office.content());
    expect(world.log.join('')).toContain('a page failed');
    expect(world.log.join('')).toContain('repaykit: attachByMicroDeposit failed');
    for (const secret of secretsOf(payer)) {
      expect(world.log.filter((line) => line.includes(secret))).toEqual([]);
      expect(seen.filter((text) => text.includes(secret))).toEqual([]);
    }
    // Nor in clear in the database: repaykit seals the payer's data, and the lender's tables hold none.
    for (const table of ['payouts', 'messages']) {
      const rows = JSON.stringify(await world.rows(`select * from {lender}.${table}`, []));
      for (const secret of secretsOf(payer)) expect(rows).not.toContain(secret);
    }
  });

  test('markup that is typed comes back as text', async () => {
    const page = await world.visit();
    await apply(page, { ...(await world.newPayer()), name: '"><script>window.hacked = 1</script>', email: 'wrong' });
    expect(await page.getByLabel('Full name').inputValue()).toBe('"><script>window.hacked = 1</script>');
    expect(await page.locator('script').count()).toBe(0);
  });

  test('a form that another site posts is refused', async () => {
    const page = await world.visit();
    await apply(page, await world.newPayer());
    const post = (headers: Record<string, string>) =>
      page.context().request.post('/consent', { form: { scope: 'accountDiscovery' }, headers, maxRedirects: 0 });
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status()).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-site' })).status()).toBe(403);
    expect((await post({ origin: 'https://elsewhere.example' })).status()).toBe(403);
    expect((await post({})).status()).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).headers()['content-security-policy']).toContain(
      "default-src 'none'",
    );
    // Older browsers say only the origin.
    expect((await post({ origin: world.app.url })).status()).toBe(422);
    expect((await post(formHeaders)).status()).toBe(422);
  });

  test('every page says what browsers may do with it, and what the arrangement is not', async () => {
    const page = await world.visit();
    for (const path of ['/apply', '/nowhere']) {
      const answer = await page.goto(path);
      expect(await page.locator('footer').innerText()).toBe(DISCLAIMER);
      const headers = answer?.headers() ?? {};
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none';.*form-action 'self'.*frame-ancestors 'none'$/,
      );
      expect([headers['referrer-policy'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
        'same-origin',
        'nosniff',
        'no-store',
      ]);
    }
  });

  test('the cookie is for the server only, and one that was changed is none', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')).not.toContain(payer.bvn);
    const forged = `${cookie?.value.slice(0, -2)}AA`;
    const other = await (await world.context()).request.get('/deposits', { headers: { cookie: `loan=${forged}` } });
    expect(other.url()).toMatch(/\/apply$/);
    expect(await heading(page)).toBe(HEADINGS.deposits);
  });

  test('what is no form is refused, and a form without fields is a form with mistakes', async () => {
    const page = await world.visit();
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join();
    const post = (headers: Record<string, string>, body?: string) =>
      fetch(`${world.app.url}/apply`, {
        method: 'POST',
        headers: { ...formHeaders, cookie, ...headers },
        ...(body !== undefined && { body }),
      });
    expect((await post({ 'content-type': 'application/json' }, '{"bvn":"1"}')).status).toBe(415);
    expect((await post({})).status).toBe(422);
    const office = await world.officer();
    const unknown = await office
      .context()
      .request.post('/office/loans/L-0/approve', { form: {}, headers: formHeaders });
    expect(unknown.status()).toBe(400);
  });

  test('the webhook endpoint believes its own secret only', async () => {
    const { headers, body } = createTestDelivery('mandate.activated', {}, { secret: 'guessed' });
    const answer = await fetch(`${world.app.url}/webhooks`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
  });
});
