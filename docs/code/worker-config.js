// biome-ignore-all lint/suspicious/noConsole: it prints what happened
// What `repaykit worker --config` takes, with invented settings.
import pg from 'pg';
import { httpBureauReporter, localKeys } from 'repaykit';
import { postgresStore } from 'repaykit/postgres';

const pool = new pg.Pool({
  connectionString: 'postgres://lender@127.0.0.1:1/lender',
});
const secrets = ['whsec_docs'];
const options = {
  baseUrl: 'https://service.example.com',
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  publicKey: 'cHVibGlj',
  secretKey: 'c2VjcmV0',
  segments: {
    mandate: 'your-mandate-segment',
    discovery: 'your-discovery-segment',
  },
  store: postgresStore({ pool }),
  keys: localKeys({
    directory: '/var/lib/lender/payer-keys',
    masterKey: Buffer.alloc(32).toString('base64'),
  }),
  bureau: httpBureauReporter({
    url: 'https://bureau.example.com/v2/loan-events',
    headers: { authorization: 'Bearer tok_docs' },
  }),
  repaymentReports: 'merchant',
};
const handlers = {
  collection: ({ data }) => console.info(data.instalmentReference),
};

// #region config
// repaykit.config.js
// Take options, secrets, handlers and pool from your web server's modules.
import { RepayKit } from 'repaykit';
import { postgresInbox } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

export const kit = new RepayKit(options);
export const inbox = receive({
  verify: sharedSecret({ secrets }),
  inbox: postgresInbox({ pool }),
  confirm: kit,
  on: handlers,
});
export const close = () => pool.end();
// #endregion config
