// biome-ignore-all lint/suspicious/noConsole: console stands for the logger of the application
// What `repaykit worker --config` takes. The values that a deployment sets come from the environment; here they are invented.
const invented = {
  DATABASE_URL: 'postgres://lender@127.0.0.1:1/lender',
  REPAYKIT_BASE_URL: 'https://service.example.com',
  REPAYKIT_APP_ID: '650000000000000000000001',
  REPAYKIT_BUSINESS_ID: '650000000000000000000002',
  REPAYKIT_PUBLIC_KEY: 'cHVibGlj',
  REPAYKIT_SECRET_KEY: 'c2VjcmV0',
  REPAYKIT_MANDATE_SEGMENT: 'your-mandate-segment',
  REPAYKIT_DISCOVERY_SEGMENT: 'your-discovery-segment',
  REPAYKIT_WEBHOOK_SECRET: 'whsec_docs',
  REPAYKIT_BUREAU_URL: 'https://bureau.example.com/v2/loan-events',
  REPAYKIT_BUREAU_KEY: 'tok_docs',
  REPAYKIT_KEYS_DIRECTORY: '/var/lib/lender/payer-keys',
  REPAYKIT_MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
Object.assign(process.env, invented);

// #region config
// repaykit.config.js
import pg from 'pg';
import {
  ConfigurationError,
  httpBureauReporter,
  localKeys,
  RepayKit,
} from 'repaykit';
import { postgresInbox, postgresStore } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

const { env } = process;
const unset = ['DATABASE_URL', 'REPAYKIT_BUREAU_KEY']
  .filter((name) => !env[name])
  .map((path) => ({ path, message: 'is not set' }));
if (unset.length > 0) throw new ConfigurationError('environment', unset); // the other names are refused below
const pool = new pg.Pool({ connectionString: env.DATABASE_URL });
pool.on('error', (error) => process.emitWarning(error));

export const kit = new RepayKit({
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
  repaymentReports: 'merchant',
  logger: { warn: console.warn, error: console.error },
});

export const inbox = receive({
  verify: sharedSecret({ secrets: [env.REPAYKIT_WEBHOOK_SECRET] }),
  inbox: postgresInbox({ pool }),
  confirm: kit,
  // Import these from where your web server has them: a state change without a handler is done, and is not reported again.
  on: {
    'mandate.activated': (_event, { loan }) =>
      console.info(`an account of ${loan?.loanId} is proved`),
    collection: ({ data }) =>
      console.info(
        `${data.instalmentReference} stands at ${data.amountCollected} naira`,
      ),
  },
});
export const close = () => pool.end();
// #endregion config

for (const name of Object.keys(invented)) delete env[name];
