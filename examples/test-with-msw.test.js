// Code that calls the service by fetch, tested behind Mock Service Worker: msw answers from the reference server, so nothing is canned.
// Run it: `npx vitest run` in your project; here, with the tests of the project: `npx vitest run test/examples/test-kit.test.ts`.
import { setupServer } from 'msw/node';
import { repaykitHandlers } from 'repaykit/msw';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const platform = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const network = setupServer(
  ...repaykitHandlers(platform, { baseUrl: 'https://lending.example.com' }),
);

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterAll(async () => {
  network.close();
  await platform.close();
});

/** The code under test. */
async function outstandingBalance(mandateId) {
  const response = await fetch(
    'https://lending.example.com/v1/mandates/consent/business/get-mandate',
    {
      method: 'POST',
      headers: {
        token: REFERENCE_DEFAULTS.publicKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ mandateId }),
    },
  );
  const { data } = await response.json();
  return data.outstandingBalance;
}

test('the balance falls as instalments are collected', async () => {
  const { mandateId } = await platform.controls.scenario('first-account-fails');
  expect(await outstandingBalance(mandateId)).toBe(60_000);
  await platform.clock.advance({ months: 1 });
  expect(await outstandingBalance(mandateId)).toBe(30_000);
});
