// Everything that a process works with in production, in one module: your app, your webhook route and `repaykit worker --config` take it.
// biome-ignore-all lint/suspicious/noConsole: console stands for the logger of the application
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// #region production
import pg from 'pg';
import {
  ConfigurationError,
  fileCheckpoints,
  httpBureauReporter,
  localKeys,
  RepayKit,
} from 'repaykit';
import { postgresInbox, postgresStore } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

export function connect(
  environment: Readonly<Record<string, string | undefined>> = process.env,
) {
  const env = settingsFrom(environment);
  // With `debug` the client also logs each request and answer.
  const logger = { warn: console.warn, error: console.error };
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL });
  pool.on('error', ({ message }) => logger.error(message));
  const kit = new RepayKit({
    baseUrl: env.REPAYKIT_BASE_URL,
    appId: env.REPAYKIT_APP_ID,
    businessId: env.REPAYKIT_BUSINESS_ID,
    publicKey: env.REPAYKIT_PUBLIC_KEY,
    secretKey: env.REPAYKIT_SECRET_KEY,
    segments: {
      mandate: env.REPAYKIT_MANDATE_SEGMENT,
      discovery: env.REPAYKIT_DISCOVERY_SEGMENT,
    },
    store: postgresStore({ pool }),
    keys: localKeys({
      directory: env.REPAYKIT_KEYS_DIRECTORY,
      masterKey: env.REPAYKIT_MASTER_KEY,
    }),
    bureau: httpBureauReporter({
      url: env.REPAYKIT_BUREAU_URL,
      headers: { authorization: `Bearer ${env.REPAYKIT_BUREAU_KEY}` },
    }),
    repaymentReports: 'merchant', // or 'platform', as your agreement says
    checkpoints: {
      key: env.REPAYKIT_CHECKPOINT_KEY,
      sink: fileCheckpoints({ directory: env.REPAYKIT_CHECKPOINTS_DIRECTORY }),
    },
    logger,
  });
  const inbox = receive({
    verify: sharedSecret({ secrets: [env.REPAYKIT_WEBHOOK_SECRET] }),
    inbox: postgresInbox({ pool }),
    confirm: kit,
    on: {}, // your handlers
    logger,
  });
  const close = async () => {
    await kit.close();
    await pool.end();
  };
  return { kit, inbox, pool, close };
}
// #endregion production

// #region settings
const names = [
  'DATABASE_URL', // postgres://application@host/database
  // From the service and your merchant dashboard:
  'REPAYKIT_BASE_URL',
  'REPAYKIT_APP_ID',
  'REPAYKIT_BUSINESS_ID',
  'REPAYKIT_PUBLIC_KEY',
  'REPAYKIT_SECRET_KEY',
  'REPAYKIT_MANDATE_SEGMENT',
  'REPAYKIT_DISCOVERY_SEGMENT',
  'REPAYKIT_WEBHOOK_SECRET',
  // The intake of your credit bureau, and your key for it:
  'REPAYKIT_BUREAU_URL',
  'REPAYKIT_BUREAU_KEY',
  // The folder of the payers' keys, and the key that opens them:
  'REPAYKIT_KEYS_DIRECTORY',
  'REPAYKIT_MASTER_KEY',
  // The folder of checkpoints, and the key that signs them:
  'REPAYKIT_CHECKPOINTS_DIRECTORY',
  'REPAYKIT_CHECKPOINT_KEY',
] as const;

/** The settings, or one error that names every missing variable. */
function settingsFrom(env: Readonly<Record<string, string | undefined>>) {
  const missing = names
    .filter((name) => !env[name]?.trim())
    .map((path) => ({ path, message: 'is not set' }));
  if (missing.length > 0) throw new ConfigurationError('environment', missing);
  return env as Readonly<Record<(typeof names)[number], string>>;
}
// #endregion settings

const env = {
  DATABASE_URL: 'postgres://lender@127.0.0.1:1/lender', // nothing connects before it is asked
  REPAYKIT_BASE_URL: 'https://api.example.com',
  REPAYKIT_APP_ID: '650000000000000000000001',
  REPAYKIT_BUSINESS_ID: '650000000000000000000002',
  REPAYKIT_PUBLIC_KEY: 'invented+public/key==',
  REPAYKIT_SECRET_KEY: 'invented+secret/key==',
  REPAYKIT_MANDATE_SEGMENT: 'your-mandate-segment',
  REPAYKIT_DISCOVERY_SEGMENT: 'your-discovery-segment',
  REPAYKIT_WEBHOOK_SECRET: 'invented-secret',
  REPAYKIT_BUREAU_URL: 'https://bureau.example.com/v1/events',
  REPAYKIT_BUREAU_KEY: 'invented',
  REPAYKIT_KEYS_DIRECTORY: join(tmpdir(), 'no-keys-are-made'),
  REPAYKIT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  REPAYKIT_CHECKPOINTS_DIRECTORY: join(tmpdir(), 'no-checkpoints-are-made'),
  REPAYKIT_CHECKPOINT_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};
const { kit, close } = connect(env);
assert.ok(kit.loans);
await close();

assert.throws(
  () => connect({}),
  ({ issues }: ConfigurationError) =>
    issues.map(({ path }) => path).join() === names.join(),
);
assert.throws(
  () => connect({ ...env, DATABASE_URL: '', REPAYKIT_BUREAU_KEY: ' ' }),
  {
    code: 'config_invalid',
    message: /DATABASE_URL: is not set.*REPAYKIT_BUREAU_KEY: is not set/,
  },
);
assert.throws(
  () =>
    connect({
      ...env,
      REPAYKIT_BASE_URL: 'http://api.example.com',
      REPAYKIT_MANDATE_SEGMENT: 'a/b',
    }),
  {
    code: 'config_invalid',
    message: /baseUrl: .*segments\.mandate: /,
  },
);
assert.throws(
  () => connect({ ...env, REPAYKIT_PUBLIC_KEY: 'pk_test_repaykit' }),
  /publicKey/,
);
