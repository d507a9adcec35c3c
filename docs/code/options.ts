// Options of a client and of one call.
import assert from 'node:assert/strict';
import { RepayKit, type Transport } from 'repaykit';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit();
const { mandateId } = await platform.loanAt('verified');
const { appId, businessId, publicKey, secretKey, segments } =
  REFERENCE_DEFAULTS;
const { url: baseUrl, dispatcher: transport } = platform.server;
const merchant = { baseUrl, appId, businessId, publicKey, secretKey, segments };
const took: [operation: string, elapsedMs: number][] = [];
const log = {
  warn: (text: string) => assert.fail(text),
  error: (text: string) => assert.match(text, /getMandate/),
};

// #region few
const kit = new RepayKit({
  ...merchant, // baseUrl, appId, businessId, publicKey, secretKey, segments
  transport,
  timeouts: { readMs: 5_000 },
  retry: { retries: 5 },
  logger: log, // { warn, error }
  hooks: {
    afterResponse: ({ operation, elapsedMs }) =>
      void took.push([operation, elapsedMs]),
  },
});
// #endregion few

// #region mistakes
const mistakes = {
  ...merchant,
  secretKey: undefined,
  timeout: 5_000,
  retry: { retries: 99 },
};
assert.throws(() => new RepayKit(mistakes as never), {
  name: 'ConfigurationError',
  issues: [
    { path: 'timeout', message: 'is unknown; did you mean timeouts?' },
    {
      path: 'secretKey',
      message: 'is missing: give the key of the application',
    },
    { path: 'retry.retries', message: 'must be at most 10' },
  ],
});
// #endregion mistakes

const ofDeployment: Transport = {
  async send() {
    const data = {
      found: [
        {
          nuban: '0200000011',
          sortCode: '058',
          holder: 'ADA OBIORA',
          state: 'A',
        },
      ],
    };
    const body = JSON.stringify({
      status: true,
      message: null,
      error: false,
      data,
    });
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
      bodyBytes: body.length,
    };
  },
  async close() {},
};
// #region answers
/** This deployment answers discovery with { found: [...] } in `data`. */
interface Found {
  readonly found: readonly {
    readonly nuban: string;
    readonly sortCode: string;
    readonly holder: string;
    readonly state: 'A' | 'D';
  }[];
}
const adapted = new RepayKit({
  ...merchant,
  transport: ofDeployment,
  answers: {
    discoverAccounts: (raw) =>
      (raw as Found).found.map(({ nuban, sortCode, holder, state }) => ({
        accountNumber: nuban,
        bankCode: sortCode,
        accountName: holder,
        // The payer may choose active accounts only.
        active: state === 'A',
      })),
  },
});
// #endregion answers
const answer = await adapted.request('discoverAccounts', {
  bvn: '22200000001',
  type: 'bvn',
});
assert.deepEqual(answer, {
  kind: 'accounts',
  accounts: [
    {
      accountNumber: '0200000011',
      bankCode: '058',
      accountName: 'ADA OBIORA',
      active: true,
    },
  ],
});

// #region call
const page = new AbortController();
const mandate = await kit.mandates.get(mandateId, {
  timeoutMs: 2_000,
  retries: 1,
  signal: page.signal,
});
// #endregion call
assert.equal(mandate.status, 'active');
page.abort();
await assert.rejects(kit.mandates.get(mandateId, { signal: page.signal }), {
  code: 'aborted',
  outcome: 'none',
});

assert.deepEqual(
  took.map(([operation]) => operation),
  ['getMandate'],
);
await kit.close();
await platform.close();
