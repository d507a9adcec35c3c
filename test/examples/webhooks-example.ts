/** What every webhook example must show, run as it stands, on a port of its own. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDelivery, type Receiver } from 'repaykit/webhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** What an example file exports. */
export interface WebhookExample {
  readonly receiver: Receiver;
  readonly server: Server;
}

/** A delivery for the loan that an example has printed the name of. */
export function deliveryFor(printed: string) {
  const [, loanId, mandateId = ''] = /(\S+) has the mandate (\w+)/.exec(printed) ?? [];
  return { loanId, ...createTestDelivery('mandate.activated', { mandateId }, { secret: 'whsec_repaykit' }) };
}

/** Starts an example by importing it, and delivers to it. */
export function describeExample(name: string, load: () => Promise<WebhookExample>): void {
  describe(`the example for ${name}`, () => {
    let printed = '';
    let example: WebhookExample;
    let url: string;

    beforeAll(async () => {
      vi.stubEnv('PORT', '0');
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        printed += text;
        return true;
      });
      vi.resetModules();
      example = await load();
      if (!example.server.listening) await once(example.server, 'listening');
      url = `http://127.0.0.1:${(example.server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      example.server.closeAllConnections();
      example.server.close();
    });

    test('learns that a mandate has become active', async () => {
      const { loanId, headers, body } = deliveryFor(printed);
      const response = await fetch(`${url}/webhooks`, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
      await example.receiver.settled();
      expect(printed).toContain(`\nan account of ${loanId} is proved\n`);
    });

    test('believes no other secret, and answers a browser that it is no page', async () => {
      const { headers, body } = deliveryFor(printed);
      expect(
        (await fetch(`${url}/webhooks`, { method: 'POST', headers: { ...headers, 'x-auth-signature': 'no' }, body }))
          .status,
      ).toBe(401);
      expect((await fetch(`${url}/webhooks`)).status).toBe(405);
    });

    test('leaves the app’s other routes alone', async () => {
      const response = await fetch(`${url}/loans`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"amount":5000}',
      });
      if (name === 'node:http') expect(response.status).toBe(404);
      else expect(await response.json()).toEqual({ asked: 5000 });
    });
  });
}
