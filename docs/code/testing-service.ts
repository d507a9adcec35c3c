// A service that makes its own client, store and webhook route, under test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  memoryKeys,
  memoryStore,
  RepayKit,
  type RepayKitOptions,
} from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import {
  memoryInbox,
  nodeHandler,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';

/** Your code, which takes a client. */
const owed = async (client: RepayKit, loanId: string) => {
  const loan = await client.loans.get(loanId);
  return 'balances' in loan ? loan.balances.outstanding : 0;
};

// #region own-store
const { kit, loanAt, clock, close } = await createTestKit({
  client: { store: memoryStore(), keys: memoryKeys() },
  serverOptions: { policy: { attemptsPerDueDate: 1 } },
});
const { loanId } = await loanAt('collecting');
await clock.advance({ months: 1 });
// Your function, with the client of the kit. ₦90,000 in three instalments.
assert.equal(await owed(kit, loanId), 60_000);
await close();
// #endregion own-store

// #region service
/** Your service. It takes its options, so that a test can change them. */
function lenderService(options: RepayKitOptions, webhookSecret: string) {
  const client = new RepayKit(options);
  const changes: string[] = [];
  const receiver = receive({
    verify: sharedSecret({ secrets: [webhookSecret] }),
    inbox: memoryInbox(),
    confirm: client,
    on: {
      collection: ({ data }) =>
        void changes.push(`${data.instalmentStatus}, ₦${data.amountCollected}`),
    },
  });
  return {
    client,
    receiver,
    changes,
    web: createServer(nodeHandler(receiver)),
  };
}
// #endregion service

// #region start
const platform = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const { url: baseUrl } = await platform.listen();
const { appId, businessId, publicKey, secretKey, segments, webhookSecret } =
  REFERENCE_DEFAULTS;
const merchant = { appId, businessId, publicKey, secretKey, segments };
const store = memoryStore();
const lender = lenderService(
  { ...merchant, baseUrl, store, clock: platform.clock },
  webhookSecret,
);
await once(lender.web.listen(0, '127.0.0.1'), 'listening');
const { port } = lender.web.address() as AddressInfo;
// #endregion start

// #region walk
// The kit makes loans in the store of your service.
const maker = await createTestKit({ server: platform, client: { store } });
await platform.controls.setWebhookEndpoint({
  url: `http://127.0.0.1:${port}/webhooks`,
  secret: webhookSecret,
});

const loan = await maker.loanAt('collecting');
await maker.bank.decline('51', loan.primaryAccount);
// Resolves after your route answered each webhook.
await platform.clock.advance({ months: 1 });
// Resolves after your handlers ended.
await lender.receiver.settled();
assert.deepEqual(lender.changes, ['success, ₦30000']);
assert.equal(await owed(lender.client, loan.loanId), 60_000);
// #endregion walk

await maker.close();
await lender.client.close();
lender.web.close();
await platform.close();
