// Checkpoints of loan files, an audit of the store, evidence for an auditor, a receipt, and an erasure.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from 'repaykit';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const [keyFile, publicKeyFile, checkpointDirectory, payerKeyDirectory] = [
  'checkpoints.key',
  'checkpoints.pem',
  'checkpoints',
  'payer-keys',
].map((name) => join(folder, name)) as [string, string, string, string];
const pair = generateKeyPairSync('ed25519');
writeFileSync(
  keyFile,
  pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
writeFileSync(
  publicKeyFile,
  pair.publicKey.export({ type: 'spki', format: 'pem' }),
);
const masterKey = randomBytes(32).toString('base64');
const store = memoryStore();
const log = { error: (text: string) => assert.fail(text) };

// #region client
import { readFileSync } from 'node:fs';
import { fileCheckpoints, localKeys, RepayKit } from 'repaykit';

const keys = localKeys({ directory: payerKeyDirectory, masterKey });
const sink = fileCheckpoints({ directory: checkpointDirectory });
const recorded = {
  store,
  keys,
  checkpoints: { key: readFileSync(keyFile, 'utf8'), sink },
};
// #endregion client

const platform = await createTestKit({ client: recorded });
const {
  appId,
  businessId,
  publicKey: servicePublicKey,
  secretKey,
  segments,
} = REFERENCE_DEFAULTS;
const { server, clock } = platform;
const service = {
  baseUrl: server.url,
  appId,
  businessId,
  publicKey: servicePublicKey,
  secretKey,
  segments,
  transport: server.dispatcher,
  clock,
};
const { loanId, payerId } = await platform.loanAt('closed');

// #region checkpoint
const kit = new RepayKit({ ...service, ...recorded });
await kit.checkpoint();
// #endregion checkpoint

assert.equal((await sink.latest())?.number, 1);

// #region audit
import { auditStore } from 'repaykit';

const publicKey = readFileSync(publicKeyFile, 'utf8');
const audit = await auditStore({ store, sink, publicKey, keys });
for (const { loanId, seq, reason } of audit.findings)
  log.error(`${loanId}, event ${seq}: ${reason}`);
if (!audit.ok) throw new Error('The audit failed');
// #endregion audit

assert.deepEqual(
  [audit.ok, audit.files, audit.checkpoints.count],
  [true, 1, 1],
);

// #region hand-out
import { verifyEvidence } from 'repaykit';

const evidence = await kit.loans.evidence(loanId); // text for a file
const { ok, loans } = await verifyEvidence(evidence, { publicKey });
// #endregion hand-out

assert.deepEqual(
  [ok, loans[0]?.loanId, loans[0]?.broken],
  [true, loanId, undefined],
);
const evidenceFile = join(folder, 'loan.ndjson');
writeFileSync(evidenceFile, evidence);
const checked = spawnSync(
  process.execPath,
  ['docs/code/evidence-check.mjs', evidenceFile, publicKeyFile],
  {
    encoding: 'utf8',
  },
);
assert.match(
  checked.stdout,
  new RegExp(`^${loanId}: \\d+ events hold, a checkpoint saw \\d+\n$`),
);

// #region receipt
const receipt = await kit.loans.receipt(loanId, {
  controller: {
    name: 'Sahel Lending Ltd',
    contact: 'privacy@lender.example',
    jurisdiction: 'NG',
  },
  withdrawalMethod: 'Write to privacy@lender.example or call 0800 000 0000.',
});
// #endregion receipt

assert.equal(receipt.record_id, loanId);
assert.equal(receipt.pii_processing.purposes.length, 5);

// #region erase
const { loanIds } = await kit.loans.erasePayer(payerId, {
  reason: 'requested by the payer, and the retention period is over',
});
const after = await kit.loans.evidence(loanId, { showPersonal: true });
// It still verifies, without the personal data.
// #endregion erase

assert.deepEqual(loanIds, [loanId]);
assert.ok((await verifyEvidence(after, { publicKey })).ok);
assert.ok(!after.includes('"value"'));
await kit.close();
await platform.close();
rmSync(folder, { recursive: true });
