/** One call of every row of the control API, in the order of its reference: on a frozen server each finds what those before it made. */
import type { ControlName } from '../../src/server/control/calls.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';

/** A call as the reference shows it. */
export interface Sample {
  /** The name of the row. */
  readonly call: ControlName;
  readonly status: 200 | 201;
  /** The path with its values, where the row has `{names}` or takes a query. */
  readonly path?: string;
  readonly body?: unknown;
  /** The name under which later samples find the `mandateId` of the answer, as `{{name}}`. */
  readonly keeps?: string;
  /** The only field of the answer that is shown, where it is long. */
  readonly shows?: string;
  /** Calls of the service that have to come before it, and what for. */
  readonly before?: { readonly why: string; readonly calls: readonly Preparation[]; readonly refused?: true };
}

/** A call that only prepares: an operation with the merchant's key, or a control call. */
export interface Preparation {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly keeps?: string;
}

/** A part of the reference. */
export interface SampleGroup {
  readonly title: string;
  readonly samples: readonly Sample[];
}

const { appId, businessId } = REFERENCE_DEFAULTS;
const ada = { bankCode: '058', accountNumber: '0100000011' };
const mandateId = 'a'.repeat(24);
const merchant = { appId, businessId, mandateId };
const contact = { email: 'ada.obiora@example.com', address: '1 Sample Street, Lagos' };
const terms = {
  bvn: '22200000001',
  totalAmountDue: 90_000,
  startDate: '2026-05-01',
  endDate: '2026-07-01',
  frequency: 'monthly',
  mobileNumber: '08030000001',
};
const signature = {
  accountName: 'Ada Obiora',
  phone: '08030000001',
  bankAddress: '1 Bank Road, Lagos',
  file: 'aGVsbG8=',
};

const time: SampleGroup = {
  title: 'Time',
  samples: [
    { call: 'health', status: 200 },
    { call: 'reset', status: 200, body: { seed: 1, now: '2026-01-05T08:00:00Z' } },
    { call: 'moveClock', status: 200, body: { advance: 'P1D' } },
    { call: 'readClock', status: 200 },
  ],
};

const about: SampleGroup = {
  title: 'About',
  samples: [
    { call: 'index', status: 200, path: '' },
    { call: 'openApi', status: 200, shows: 'info' },
  ],
};

const scenarios: SampleGroup = {
  title: 'Scenarios',
  samples: [
    { call: 'scenarios', status: 200 },
    {
      call: 'scenario',
      status: 201,
      path: '/scenarios/first-account-fails',
      body: { backups: 1 },
      keeps: 'collected',
    },
  ],
};

const payers: SampleGroup = {
  title: 'Payers, banks and proofs',
  samples: [
    { call: 'payers', status: 200, path: '/payers?limit=2' },
    {
      call: 'addPayer',
      status: 201,
      body: {
        bvn: '22200000009',
        name: 'Bola Adeyemi',
        accounts: [{ accountNumber: '0900000091', bankCode: '058', balance: 50_000 }],
      },
    },
    { call: 'readAccount', status: 200, path: '/accounts/058/0900000091' },
    {
      call: 'patchAccount',
      status: 200,
      path: '/accounts/058/0900000091',
      body: { balance: 1_000, script: ['51', null] },
    },
    {
      call: 'makeDeposit',
      status: 200,
      before: {
        why: 'A mandate whose ₦50 came from another account',
        calls: [
          { method: 'POST', path: '/_control/scenarios/wrong-account', body: { backups: 1 }, keeps: 'wrongAccount' },
        ],
      },
      body: { mandateId: '{{wrongAccount}}', accountNumber: '0400000501', bankCode: '011' },
    },
    {
      call: 'judgeSignature',
      status: 200,
      before: {
        why: 'A mandate with a signature that the bank has not judged yet',
        calls: [
          { method: 'PATCH', path: '/_control/policy', body: { signatures: 'manual' } },
          {
            method: 'POST',
            path: '/v1/mandates/mandates/consent/create',
            body: { ...merchant, ...ada, ...contact, ...terms },
          },
          {
            method: 'POST',
            path: '/v1/mandates/mandate/create-mandate',
            body: { ...merchant, ...ada, ...contact, ...signature },
          },
        ],
      },
      body: { mandateId, ...ada, outcome: 'matched' },
    },
  ],
};

const mandates: SampleGroup = {
  title: 'Mandates',
  samples: [
    { call: 'mandates', status: 200, path: '/mandates?status=active&dueDate=2026-02-06' },
    { call: 'readMandate', status: 200, path: '/mandates/{{collected}}' },
    { call: 'explain', status: 200, path: '/explain?mandateId={{collected}}' },
    {
      call: 'openDispute',
      status: 200,
      path: '/mandates/{{collected}}/dispute',
      body: { reason: 'The amount is wrong.' },
      shows: 'gate',
    },
    {
      call: 'resolveDispute',
      status: 200,
      path: '/mandates/{{collected}}/resolve-dispute',
      body: { outcome: 'reinstated' },
      shows: 'gate',
    },
  ],
};

const faults: SampleGroup = {
  title: 'Faults',
  samples: [
    {
      call: 'addFault',
      status: 201,
      body: { kind: 'reset', operation: 'collectManually', when: 'after', times: 1 },
    },
    { call: 'faults', status: 200 },
    { call: 'removeFault', status: 200, path: '/faults/flt_1' },
    { call: 'clearFaults', status: 200 },
  ],
};

const webhooks: SampleGroup = {
  title: 'Webhooks',
  samples: [
    { call: 'webhooks', status: 200 },
    { call: 'redeliver', status: 200, path: '/webhooks/wh_3/redeliver' },
    { call: 'clearWebhooks', status: 200 },
    {
      call: 'setWebhookEndpoint',
      status: 200,
      body: { url: 'http://127.0.0.1:3000/webhooks', secret: 'whsec_of_yours' },
    },
  ],
};

const records: SampleGroup = {
  title: 'What was written down',
  samples: [
    { call: 'requests', status: 200 },
    { call: 'clearRequests', status: 200 },
    { call: 'violations', status: 200 },
    { call: 'clearViolations', status: 200 },
    {
      call: 'nearMisses',
      status: 200,
      before: {
        why: 'A request with a field that nobody reads',
        calls: [
          {
            method: 'POST',
            path: '/v1/mandates/consent/business/get-mandate',
            body: { businessId, mandateID: mandateId },
          },
        ],
        refused: true,
      },
    },
    { call: 'clearNearMisses', status: 200 },
    {
      call: 'emails',
      status: 200,
      before: {
        why: 'The end of a day on which something was collected',
        calls: [{ method: 'POST', path: '/_control/clock', body: { advance: 'PT2H' } }],
      },
    },
    { call: 'bureauReports', status: 200 },
  ],
};

const rest: readonly SampleGroup[] = [
  {
    title: 'Merchant and agreement',
    samples: [
      { call: 'policy', status: 200 },
      { call: 'patchPolicy', status: 200, body: { attemptsPerDueDate: 2, partialCollection: false } },
      { call: 'merchant', status: 200 },
      { call: 'patchMerchant', status: 200, body: { status: 'approved' } },
    ],
  },
  {
    title: 'Insurance',
    samples: [
      {
        call: 'addPolicy',
        status: 201,
        body: { productType: 'gadget', amount: 12_500, startDate: '2026-03-01', endDate: '2027-02-28' },
      },
    ],
  },
  {
    title: 'Snapshots and worlds',
    samples: [
      { call: 'snapshot', status: 201 },
      { call: 'snapshots', status: 200 },
      { call: 'restore', status: 200, path: '/snapshots/snap_1/restore' },
      { call: 'fork', status: 201, path: '/snapshots/snap_1/fork', body: { world: 'what-if' } },
      { call: 'worlds', status: 200 },
      { call: 'deleteSnapshot', status: 200, path: '/snapshots/snap_1' },
    ],
  },
];

/** The whole reference, in order. */
export const sampleGroups: readonly SampleGroup[] = [
  time,
  scenarios,
  payers,
  mandates,
  faults,
  records,
  ...rest,
  webhooks,
  about,
];
