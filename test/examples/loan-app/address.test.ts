/** Which internet address goes on file with the consent. */
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../../../examples/loan-app/config.ts';
import { startLoanApp } from '../../../examples/loan-app/loan-app.ts';
import { cookieOf, formHeaders } from './steps.ts';

const OWN = '127.0.0.1';
const PAYER = '203.0.113.7';
const FORGED = '198.51.100.66';

/** The address that the page of the consent says will be kept, for an application that comes with this header. */
async function addressKept(
  trustedProxies: Config['trustedProxies'],
  forwardedFor: string,
): Promise<string | undefined> {
  const app = await startLoanApp(
    { ...readConfig({ PORT: '0' }), platformPort: 0, trustedProxies },
    { stream: { write: () => {} } },
  );
  onTestFinished(() => app.stop());
  const form = {
    name: 'Zainab Quincy',
    bvn: '22731845901',
    email: 'zainab@example.com',
    mobileNumber: '08055512401',
    address: '1 Marigold Crescent, Jos',
    amount: '60000',
  };
  const headers = { ...formHeaders, 'x-forwarded-for': forwardedFor };
  const first = await fetch(`${app.url}/apply`, { headers });
  const applied = await fetch(`${app.url}/apply`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { ...headers, cookie: cookieOf(first) },
    redirect: 'manual',
  });
  const page = await fetch(`${app.url}/consent`, { headers: { ...headers, cookie: cookieOf(applied) } });
  return /your internet address, ([\d.]+)\.</.exec(await page.text())?.[1];
}

test('is the one that the proxy saw, not one that the client wrote in front of it', { timeout: 600_000 }, async () => {
  expect(await addressKept(OWN, `${FORGED}, ${PAYER}`)).toBe(PAYER);
  expect(await addressKept(`${OWN}, 10.0.4.0/24`, `${FORGED}, ${PAYER}, 10.0.4.9`)).toBe(PAYER);
});

test('is the caller’s own where the caller is no proxy that is named, whatever its headers say', {
  timeout: 600_000,
}, async () => {
  expect(await addressKept('10.0.4.0/24', PAYER)).toBe(OWN);
  expect(await addressKept(false, PAYER)).toBe(OWN);
});

test('needs the proxies to be named before the app goes live', () => {
  expect(() => readConfig({ REPAYKIT_BASE_URL: 'https://service.example.com' })).toThrow(/TRUSTED_PROXIES/);
});
