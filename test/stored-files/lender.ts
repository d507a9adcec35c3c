/** The invented lender whose stored files are the fixtures: its options, its payers and its keys. Shared by the program that writes and the test that reads. */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import {
  type Consent,
  DISCLAIMER,
  type LoanTermsInput,
  type OpenLoanInput,
  RepayKit,
  type RepayKitOptions,
} from '../../src/index.ts';
import { REFERENCE_DEFAULTS, type ReferenceServer } from '../../src/server/index.ts';

/** From the working directory, because the program that writes is built into another folder. */
export const FOLDER = join(process.cwd(), 'test/stored-files/fixtures');
/** The schema that the PostgreSQL dumps are written for; a test replaces it by a name of its own. */
export const DUMP_SCHEMA = 'stored_files_of_a_lender';
/** When the first loan is opened. */
export const BEGINNING = '2026-01-05T08:00:00.000Z';
/** When the last fact is written; everything is read as of then. */
export const END = '2026-04-10T09:00:00.000Z';
/** How long the work that a dead process held stays held. */
export const LEASE_MS = 60_000;
/** After so long all work is due, and no one holds any. */
export const DAY_MS = 86_400_000;

export const MASTER_KEY = digest('master key of the fixtures');
// The fixed head of a private Ed25519 key in DER, before its 32 bytes: no key in PEM lies in the repository.
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
export const SIGNING_KEY = createPrivateKey({
  key: Buffer.concat([ED25519_HEAD, digest('checkpoints of the fixtures')]),
  format: 'der',
  type: 'pkcs8',
});
export const PUBLIC_KEY = createPublicKey(SIGNING_KEY);

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A client of the lender; what is left out is as on the reference server. */
export function lenderKit(options: Partial<RepayKitOptions>): RepayKit {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  return new RepayKit({
    baseUrl: 'http://127.0.0.1:4010',
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    retry: { retries: 0 },
    ...options,
  });
}

const account = (accountNumber: string, bankCode: string, balance: number) => ({ accountNumber, bankCode, balance });

const people = {
  'payer-1': { name: 'Bolanle Adeyemi', bvn: '22233300001', accounts: [account('0200000011', '058', 100_000)] },
  'payer-2': {
    name: 'Chidi Okafor',
    bvn: '22233300002',
    accounts: [
      account('0200000021', '058', 200_000),
      account('0200000022', '044', 5_000),
      account('0200000023', '057', 0),
    ],
  },
  'payer-3': { name: 'Halima Bello', bvn: '22233300003', accounts: [account('0200000031', '044', 90_000)] },
  'payer-4': { name: 'Tunde Balogun', bvn: '22233300004', accounts: [account('0200000041', '057', 50_000)] },
  'payer-5': {
    name: 'Ngozi Eze',
    bvn: '22233300005',
    accounts: [account('0200000051', '058', 50_000), account('0200000052', '044', 0)],
  },
  'payer-6': { name: 'Amina Yusuf', bvn: '22233300006', accounts: [account('0200000061', '044', 60_000)] },
} as const;

export type PayerId = keyof typeof people;
export const payerIds = Object.keys(people) as readonly PayerId[];

export function payer(payerId: PayerId) {
  const { name, bvn } = people[payerId];
  const email = `${payerId}@example.com`;
  return { payerId, bvn, name, email, mobileNumber: `0803000000${payerId.at(-1)}`, address: '7 Cedar Close, Ikeja' };
}

/** Everyone has accounts at the banks of a server. */
export async function addPayers({ controls }: ReferenceServer): Promise<void> {
  for (const { name, bvn, accounts } of Object.values(people)) await controls.addPayer({ bvn, name, accounts });
}

export function accountsOf(payerId: PayerId) {
  return people[payerId].accounts.map(({ accountNumber, bankCode }) => ({ accountNumber, bankCode }));
}

/** One account of a payer; the first is the primary. */
export function accountOf(payerId: PayerId, place = 0) {
  const account = accountsOf(payerId)[place];
  if (!account) throw new Error(`${payerId} has no account ${place}`);
  return account;
}

const monthly = { approvedAmount: 80_000, totalAmountDue: 90_000, frequency: 'monthly' } as const;
export const autoTerms: LoanTermsInput = {
  ...monthly,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  collectionMode: 'auto',
};
export const manualTerms: LoanTermsInput = { ...autoTerms, endDate: '2026-06-15', collectionMode: 'manual' };
export const laterTerms: LoanTermsInput = {
  ...monthly,
  startDate: '2026-05-01',
  endDate: '2026-07-15',
  collectionMode: 'auto',
};

const scopes = ['accountDiscovery', 'mandatePlacement', 'automatedDebit', 'bureauReporting', 'cascadeDebit'] as const;

/** A whole consent, given at an instant. */
export function consentAt(grantedAt: string, text = `We debit the accounts you choose. ${DISCLAIMER}`): Consent {
  return {
    scopes: scopes.map((scope) => ({ scope, grantedAt, ipAddress: '203.0.113.9' })),
    channel: 'web',
    language: 'en',
    notice: { version: '2026-01', text },
  };
}

/** A loan as it is opened, at an instant. */
export interface Opening {
  readonly loanId: string;
  readonly payerId: PayerId;
  readonly terms: LoanTermsInput;
  /** Default: one that names no one. */
  readonly noticeText?: string | undefined;
}

export function opening({ loanId, payerId, terms, noticeText }: Opening, at: string): OpenLoanInput {
  return { loanId, payer: payer(payerId), terms, consent: consentAt(at, noticeText) };
}

/** What is claimed once, under keys of the lender's own. */
export const claim = {
  amount: 25_000,
  policy_number: 'POL-1',
  attachments: [1, 2],
  payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '044' },
};

/** What the lender says of itself in receipts. */
export const receiptInput = {
  controller: { name: 'Sample Lender', contact: 'privacy@lender.example.com', jurisdiction: 'NG' },
  withdrawalMethod: 'in the app, or at any branch',
};
