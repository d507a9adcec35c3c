// Everything that a process works with in production, in one module: your app, your webhook route and `repaykit worker --config` take it.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// #region production
import pg from 'pg';
import { fileCheckpoints, httpBureauReporter, type LoanConfirmation, localKeys, RepayKit } from 'repaykit';
import { postgresInbox, postgresStore } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

export function connect(env: Readonly<Record<string, string | undefined>> = process.env) {
  const need = (name: string) => env[name] ?? ''; // what is empty is refused by its name
  const pool = new pg.Pool({ connectionString: need('DATABASE_URL') });
  pool.on('error', ({ message }) => process.emitWarning(message)); // a connection that broke while it lay idle
  const kit = new RepayKit({
    baseUrl: need('PLATFORM_URL'),
    appId: need('PLATFORM_APP_ID'),
    businessId: need('PLATFORM_BUSINESS_ID'),
    publicKey: need('PLATFORM_PUBLIC_KEY'),
    secretKey: need('PLATFORM_SECRET_KEY'),
    segments: { mandate: need('PLATFORM_MANDATE_SEGMENT'), discovery: need('PLATFORM_DISCOVERY_SEGMENT') },
    store: postgresStore({ pool }),
    keys: localKeys({ directory: need('PAYER_KEYS'), masterKey: need('PAYER_MASTER_KEY') }),
    bureau: httpBureauReporter({ url: need('BUREAU_URL'), headers: { authorization: `Bearer ${need('BUREAU_KEY')}` } }),
    repaymentReports: 'merchant', // 'platform' where your agreement has the platform report repayments
    checkpoints: { key: need('CHECKPOINT_KEY'), sink: fileCheckpoints({ directory: need('CHECKPOINTS') }) },
    logger: console,
  });
  const inbox = receive<LoanConfirmation>({
    verify: sharedSecret({ secrets: [need('WEBHOOK_SECRET')] }),
    inbox: postgresInbox({ pool }),
    confirm: kit,
    on: {}, // what you do with news: see webhooks.md
  });
  const close = async () => {
    await kit.close();
    await pool.end();
  };
  return { kit, inbox, pool, close };
}
// #endregion production

const env = {
  DATABASE_URL: 'postgres://lender@127.0.0.1:1/lender', // nothing connects before it is asked
  PLATFORM_URL: 'https://api.example.com',
  PLATFORM_APP_ID: '650000000000000000000001',
  PLATFORM_BUSINESS_ID: '650000000000000000000002',
  PLATFORM_PUBLIC_KEY: 'invented+public/key==',
  PLATFORM_SECRET_KEY: 'invented+secret/key==',
  PLATFORM_MANDATE_SEGMENT: 'mandates',
  PLATFORM_DISCOVERY_SEGMENT: 'discovery',
  PAYER_KEYS: join(tmpdir(), 'no-keys-are-made'),
  PAYER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  BUREAU_URL: 'https://bureau.example.com/v1/events',
  BUREAU_KEY: 'invented',
  CHECKPOINT_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  CHECKPOINTS: join(tmpdir(), 'no-checkpoints-are-made'),
  WEBHOOK_SECRET: 'invented-secret',
};
const { kit, close } = connect(env);
assert.ok(kit.loans);
await close();

const wrong = { ...env, PLATFORM_APP_ID: '', PLATFORM_URL: 'http://api.example.com' };
assert.throws(() => connect(wrong), { code: 'config_invalid', message: /baseUrl: .*appId: / });
assert.throws(() => connect({ ...env, PLATFORM_PUBLIC_KEY: 'pk_test_repaykit' }), /publicKey/);
assert.throws(() => connect({ ...env, WEBHOOK_SECRET: '' }), { code: 'config_invalid' });
