// What is personal, where it is, who can open it, and what is never printed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  ConfigurationError,
  type Hooks,
  type KeyProvider,
  type LoanPage,
  type Logger,
  localKeys,
  memoryStore,
  RepayKit,
  verifyEvidence,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region provider
/** Your vault, key service, or table of wrapped keys. */
interface Vault {
  /** Stays `destroyed` forever. */
  read(name: string): Promise<Uint8Array | 'destroyed' | undefined>;
  /** False, and no change, if the name is taken. */
  create(name: string, key: Uint8Array): Promise<boolean>;
  destroy(name: string): Promise<void>;
}

function vaultKeys(vault: Vault): KeyProvider {
  const keyOf = async (name: string): Promise<Uint8Array | undefined> => {
    const known = await vault.read(name);
    if (known) return known === 'destroyed' ? undefined : known;
    const key = crypto.getRandomValues(new Uint8Array(32));
    return (await vault.create(name, key)) ? key : keyOf(name);
  };
  return {
    payerKey: (payerId) => keyOf(`payer/${payerId}`),
    // Also without a key: the id must not get one later.
    destroyPayerKey: (payerId) => vault.destroy(`payer/${payerId}`),
    indexKey: async () =>
      (await keyOf('index')) ??
      Promise.reject(new Error('the index key was destroyed')),
  };
}
// #endregion provider

const kept = new Map<string, Uint8Array | 'destroyed'>();
const vault: Vault = {
  read: async (name) => kept.get(name),
  create: async (name, key) =>
    !kept.has(name) && kept.set(name, key) !== undefined,
  destroy: async (name) => void kept.set(name, 'destroyed'),
};
const lines: string[] = [];
const write = (message: string, facts: object) =>
  void lines.push(message, JSON.stringify(facts));
const logger: Logger = { debug: write, info: write, warn: write, error: write };
const events: string[] = [];

const hooks: Hooks = {
  afterResponse: ({ operation, status, elapsedMs }) =>
    void events.push(`${operation} ${status} ${elapsedMs >= 0}`),
  onError: ({ operation, error }) =>
    void events.push(`${operation} ${error.code}`),
};

const { kit, loanAt, controls, close } = await createTestKit({
  client: { keys: vaultKeys(vault), logger, hooks },
});
const loan = await loanAt('collecting');
const { bvn } = (await controls.readMandate(loan.mandateId)).mandate;
await assert.rejects(kit.request('getMandate', { mandateId: 'f'.repeat(24) }));

// #region printed
const { accountNumber } = loan.primaryAccount;
assert.ok(!inspect(loan, { depth: 9 }).includes(accountNumber));
// Complete, for your page. Never log this.
assert.ok(JSON.stringify(loan).includes(accountNumber));
assert.ok(!inspect(kit, { depth: 9 }).includes('sk_test_repaykit'));
// #endregion printed
const logged = lines.join('\n');
for (const secret of [
  bvn,
  loan.primaryAccount.accountNumber,
  'sk_test_repaykit',
  'pk_test_repaykit',
])
  assert.ok(!logged.includes(secret));
assert.ok(
  events.includes('createConsent 200 true') &&
    events.includes('getMandate service_refused'),
);

const live = {
  baseUrl: 'http://api.example.com',
  appId: '1',
  businessId: '2',
  publicKey: 'pk_test_1',
  secretKey: 'pk_live_2',
  segments: { mandate: 'm', discovery: 'd' },
};
let refused: readonly string[] = [];
try {
  new RepayKit(live);
} catch (error) {
  if (error instanceof ConfigurationError)
    refused = error.issues.map(({ path }) => path);
}
assert.deepEqual([...refused].sort(), [
  'baseUrl',
  'bureau',
  'publicKey',
  'repaymentReports',
  'secretKey',
  'store',
]);

const ended = await loanAt('closed', { payer: { payerId: 'P-17' } });
const { loanIds } = await kit.loans.erasePayer('P-17', {
  reason: 'asked for on 2026-01-05; nothing has to be kept any longer',
});
assert.deepEqual(loanIds, [ended.loanId]);
assert.equal(kept.get('payer/P-17'), 'destroyed');

const evidence = await kit.loans.evidence(ended.loanId, { showPersonal: true });
// The facts stay, and still verify.
assert.equal((await verifyEvidence(evidence)).ok, true);
assert.equal(evidence.includes(ended.primaryAccount.accountNumber), false);
await assert.rejects(
  kit.loans.erasePayer(loan.payerId, { reason: 'too early' }),
  { rule: 'erasure-after-end' },
);

await close();

// #region move
/** Copies each key of `old` into the vault when it is used. */
function movedKeys(vault: Vault, old: KeyProvider): KeyProvider {
  const take = async (name: string, key: Uint8Array | undefined) => {
    if ((await vault.read(name)) !== undefined) return;
    // An erased payer stays erased.
    await (key ? vault.create(name, key) : vault.destroy(name));
  };
  const kept = vaultKeys(vault);
  return {
    payerKey: async (payerId) =>
      take(`payer/${payerId}`, await old.payerKey(payerId)).then(() =>
        kept.payerKey(payerId),
      ),
    destroyPayerKey: (payerId) =>
      Promise.all([
        kept.destroyPayerKey(payerId),
        old.destroyPayerKey(payerId),
      ]).then(() => undefined),
    indexKey: async () =>
      take('index', await old.indexKey()).then(() => kept.indexKey()),
  };
}

/** Uses every key once. Afterwards `vaultKeys(vault)` is enough. */
async function moveAll({ loans }: RepayKit, keys: KeyProvider): Promise<void> {
  await keys.indexKey();
  let page: LoanPage | undefined = await loans.list();
  while (page) {
    for (const { payerId } of page.loans) await keys.payerKey(payerId);
    page =
      page.next === undefined
        ? undefined
        : await loans.list({ after: page.next });
  }
}
// #endregion move

const directory = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const leaked = localKeys({ directory, masterKey: Buffer.alloc(32, 7) });
const store = memoryStore();
const before = await createTestKit({ client: { keys: leaked, store } });
const sealed = await before.loanAt('verified', { payer: { payerId: 'P-18' } });
await leaked.destroyPayerKey('P-19');
kept.clear();
const moving = movedKeys(vault, leaked);
await moveAll(before.kit, moving);
assert.equal(await moving.payerKey('P-19'), undefined);
rmSync(directory, { recursive: true });
const after = await createTestKit({
  server: before.server,
  client: { keys: vaultKeys(vault), store },
});
const opened = await after.kit.loans.get(sealed.loanId);
assert.ok(
  'primaryAccount' in opened &&
    opened.primaryAccount.accountNumber === sealed.primaryAccount.accountNumber,
);
assert.equal(kept.get('payer/P-19'), 'destroyed');
await after.close();
await before.close();
