// What `repaykit worker --config` takes. The values that a deployment sets come from the environment; here they are invented.
const invented = {
  SERVICE_URL: 'https://service.example.com',
  SERVICE_APP_ID: '650000000000000000000001',
  SERVICE_BUSINESS_ID: '650000000000000000000002',
  SERVICE_PUBLIC_KEY: 'cHVibGlj',
  SERVICE_SECRET_KEY: 'c2VjcmV0',
  SERVICE_WEBHOOK_SECRET: 'whsec_docs',
  PAYER_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  BUREAU_URL: 'https://bureau.example.com/v2/loan-events',
  BUREAU_KEY: 'tok_docs',
};
Object.assign(process.env, invented);

// As a module of the web server's would export them.
const handlers = { collection: () => undefined, 'mandate.activated': () => undefined };

// #region config
// repaykit.config.js
import pg from 'pg';
import { httpBureauReporter, localKeys, RepayKit } from 'repaykit';
import { postgresInbox, postgresStore } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

const { env } = process;
const pool = new pg.Pool(); // reads PGHOST, PGDATABASE, PGUSER, PGPASSWORD
pool.on('error', (error) => process.emitWarning(error));

export const kit = new RepayKit({
  baseUrl: env.SERVICE_URL,
  appId: env.SERVICE_APP_ID,
  businessId: env.SERVICE_BUSINESS_ID,
  publicKey: env.SERVICE_PUBLIC_KEY,
  secretKey: env.SERVICE_SECRET_KEY,
  segments: { mandate: 'mandates', discovery: 'discovery' },
  store: postgresStore({ pool }),
  keys: localKeys({ directory: '/var/lib/lender/payer-keys', masterKey: env.PAYER_MASTER_KEY }),
  bureau: httpBureauReporter({ url: env.BUREAU_URL, headers: { authorization: `Bearer ${env.BUREAU_KEY}` } }),
  repaymentReports: 'merchant',
});

export const inbox = receive({
  verify: sharedSecret({ secrets: [env.SERVICE_WEBHOOK_SECRET] }),
  inbox: postgresInbox({ pool }),
  confirm: kit,
  on: handlers, // those of your web server: news of a kind without a handler is done, and told to nobody later
});
export const close = () => pool.end();
// #endregion config

for (const name of Object.keys(invented)) delete env[name];
