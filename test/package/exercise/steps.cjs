'use strict';
/* What a lender does with the package, step by step; the same for ESM and CJS, which differ in how they load the entry points. Answers what was seen. */
const { createServer } = require('node:http');

/** One loan from consent to closure, in this process, on virtual time. */
async function loan({ createTestKit }, { verifyEvidence }) {
  const { loanAt, clock, webhooks, kit, close } = await createTestKit();
  const collecting = await loanAt('collecting');
  await clock.advance({ months: 1 });
  const { data } = await webhooks.waitFor('collection.success', { mandateId: collecting.mandateId });
  const closed = await loanAt('closed');
  const proof = await verifyEvidence(await kit.loans.evidence(closed.loanId));
  await close();
  return [data.amountCollected, closed.stage, proof.ok];
}

/** Calls over a socket, and a webhook that comes over one. */
async function service(
  { createReferenceServer, REFERENCE_DEFAULTS },
  { RepayKit },
  { receive, memoryInbox, nodeHandler, sharedSecret },
) {
  const { appId, businessId, publicKey, secretKey, segments, webhookSecret } = REFERENCE_DEFAULTS;
  const server = createReferenceServer();
  await server.listen({ port: 0 });
  const kit = new RepayKit({ baseUrl: server.url, appId, businessId, publicKey, secretKey, segments });
  const banks = await kit.discovery.banks();
  const receiver = receive({ verify: sharedSecret({ secrets: [webhookSecret] }), inbox: memoryInbox(), confirm: kit });
  const port = createServer(nodeHandler(receiver)).listen(0, '127.0.0.1');
  await new Promise((resolve) => port.once('listening', resolve));
  const url = `http://127.0.0.1:${port.address().port}/`;
  const body = JSON.stringify({ event: 'news', data: {} });
  const ring = async (secret) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-signature': secret },
        body,
      })
    ).status;
  const answers = [await ring(webhookSecret), await ring('whsec_of_somebody_else')];
  await receiver.settled();
  port.closeAllConnections();
  await new Promise((resolve) => port.close(resolve));
  await kit.close();
  await server.close();
  return [banks.length >= 20, ...answers];
}

/** A synthetic statement, read by the engine in a thread of its own. */
async function statement({ createStatement }, { readStatement }) {
  const { pdf, password } = createStatement({ profile: 'salary', months: 2, seed: 7, password: 'moth-lantern' });
  const { proof, transactions } = await readStatement(pdf, { password });
  return [proof.proved, transactions.length > 20];
}

/** A database in memory: SQLite is built in from Node 22 on, a package before. */
function openDatabase() {
  const builtIn = Number(process.versions.node.split('.')[0]) >= 22;
  const { DatabaseSync } = builtIn ? require('node:sqlite') : require('@photostructure/sqlite');
  return new DatabaseSync(':memory:');
}

/** Questions about all loans of a store in memory. */
async function figures({ openBook }, { memoryStore }) {
  const book = openBook({ store: memoryStore() });
  await book.rebuild();
  const { summary, upTo } = await book.figures();
  return [summary.loans.running, upTo.events];
}

/** A loan file in SQLite. */
async function sqlite({ sqliteStore }) {
  const database = openDatabase();
  const store = sqliteStore({ database });
  await store.append('loan-1', 0, [{ seq: 1, body: '{}', hash: '0'.repeat(64) }]);
  const { version } = await store.load('loan-1');
  database.close();
  return version;
}

/** A client of a real address, made and closed again: it says nothing to anybody. */
async function construct({ RepayKit }, { sqliteStore }) {
  const database = openDatabase();
  const kit = new RepayKit({
    baseUrl: 'https://platform.example.com',
    appId: 'A',
    businessId: 'B',
    publicKey: 'pk_live_x',
    secretKey: 'sk_live_x',
    segments: { mandate: 'mandates', discovery: 'discovery' },
    store: sqliteStore({ database }),
    bureau: { submit: () => Promise.reject(new Error('Nothing is reported here')) },
    repaymentReports: 'merchant',
  });
  await kit.close();
  database.close();
  return kit instanceof RepayKit;
}

/** The steps that stay in the process. */
exports.inside = async (entryPoints) => ({
  constructed: await construct(entryPoints.repaykit, entryPoints.sqlite),
  loan: await loan(entryPoints.testing, entryPoints.repaykit),
  statement: await statement(entryPoints.testing, entryPoints.statements),
});

/** Every step, with all entry points loaded by anyone who calls. */
exports.exercise = async (entryPoints) => ({
  node: process.versions.node,
  entryPoints: Object.values(entryPoints).map((entryPoint) => Object.keys(entryPoint).length > 0),
  loan: await loan(entryPoints.testing, entryPoints.repaykit),
  service: await service(entryPoints.server, entryPoints.repaykit, entryPoints.webhooks),
  statement: await statement(entryPoints.testing, entryPoints.statements),
  book: await figures(entryPoints.book, entryPoints.repaykit),
  sqlite: await sqlite(entryPoints.sqlite),
});
