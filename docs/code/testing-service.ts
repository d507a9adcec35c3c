// A lender's service that makes its own client, store and webhook route, tested as it is.
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

/** Code under test that is given its client. */
const owed = async (client: RepayKit, loanId: string) => {
  const loan = await client.loans.get(loanId);
  return 'balances' in loan ? loan.balances.outstanding : 0;
};

// #region own-store
const { kit, loanAt, clock, close } = await createTestKit({
  client: {
    store: memoryStore(),
    keys: memoryKeys(),
    repaymentReports: 'platform',
  }, // any option of RepayKit, as yours sets it
  serverOptions: { policy: { attemptsPerDueDate: 1 } }, // the platform as your agreement has it
});
const { loanId } = await loanAt('collecting'); // ₦90,000 in three instalments, on file in your store
await clock.advance({ months: 1 });
assert.equal(await owed(kit, loanId), 60_000); // your functions, given this client
await close();
// #endregion own-store

// #region service
/** Yours: made from options alone, so that a test can say where the platform is. In production `connect()` says it. */
function lenderService(options: RepayKitOptions, webhookSecret: string) {
  const client = new RepayKit(options);
  const changes: string[] = [];
  const receiver = receive({
    verify: sharedSecret({ secrets: [webhookSecret] }),
    inbox: memoryInbox(),
    confirm: client,
    on: {
      collection: ({ data }, { loan }) =>
        void changes.push(
          `${loan?.loanId}: ${data.instalmentStatus}, ₦${data.amountCollected}`,
        ),
    },
  });
  const handle = nodeHandler(receiver);
  const web = createServer((request, response) =>
    request.url === '/webhooks'
      ? handle(request, response)
      : response.writeHead(404).end(),
  );
  return { client, receiver, changes, web };
}
// #endregion service

// #region start
const platform = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const { url: baseUrl } = await platform.listen(); // a free port of this machine; without it, give the client transport: platform.dispatcher
const { appId, businessId, publicKey, secretKey, segments, webhookSecret } =
  REFERENCE_DEFAULTS;
const store = memoryStore(); // or your postgresStore, sqliteStore
const lender = lenderService(
  {
    baseUrl,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    store,
    clock: platform.clock,
  },
  webhookSecret,
);
await once(lender.web.listen(0, '127.0.0.1'), 'listening');
// #endregion start

// #region walk
const maker = await createTestKit({ server: platform, client: { store } }); // its loans lie in your store; it takes the webhooks, too
const { port } = lender.web.address() as AddressInfo;
await platform.controls.setWebhookEndpoint({
  url: `http://127.0.0.1:${port}/webhooks`,
  secret: webhookSecret,
}); // so send them to your route after it

const loan = await maker.loanAt('collecting');
await maker.bank.decline('51', loan.primaryAccount);
await platform.clock.advance({ months: 1 }); // resolves when your route has answered every webhook on the way
await lender.receiver.settled(); // and this, when your handlers are done
assert.deepEqual(lender.changes, [`${loan.loanId}: success, ₦30000`]);
assert.equal(await owed(lender.client, loan.loanId), 60_000);
// #endregion walk

await maker.close();
await lender.client.close();
lender.web.close();
await platform.close();
