import type { OpenLoanInput } from '../../src/client/workflows/onboarding/open-loan.ts';
import { type Consent, type ConsentScope, consentScopes } from '../../src/domain/consent/consent.ts';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import type { AccountSelection } from '../../src/domain/consent/selection.ts';
import type { LoanTermsInput } from '../../src/domain/terms.ts';

/** 9 in the morning in Lagos. */
export const BEGINNING = '2026-01-05T08:00:00Z';

export const payer = {
  payerId: 'payer-1',
  bvn: '22233300007',
  name: 'Bolanle Adeyemi',
  email: 'bolanle.adeyemi@example.com',
  mobileNumber: '08031112223',
  address: '7 Cedar Close, Ikeja',
};

export const ACCOUNTS = {
  primary: { accountNumber: '0200000011', bankCode: '058', balance: 100_000 },
  firstBackup: { accountNumber: '0200000022', bankCode: '044', balance: 0 },
  secondBackup: { accountNumber: '0200000033', bankCode: '057', balance: 0 },
  dormant: { accountNumber: '0200000044', bankCode: '011', balance: 5_000, active: false },
} as const;

export const PRIMARY = key(ACCOUNTS.primary);
export const FIRST_BACKUP = key(ACCOUNTS.firstBackup);
export const SECOND_BACKUP = key(ACCOUNTS.secondBackup);
export const DORMANT = key(ACCOUNTS.dormant);

function key({ accountNumber, bankCode }: { readonly accountNumber: string; readonly bankCode: string }) {
  return { accountNumber, bankCode };
}

/** ₦80,000 lent, ₦90,000 to repay on the first of February, March and April. */
export const autoTerms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
  collectionMode: 'auto',
};

/** The same, debited on demand. */
export const manualTerms: LoanTermsInput = { ...autoTerms, collectionMode: 'manual' };

export const consent: Consent = {
  scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({
    scope,
    grantedAt: '2026-01-05T07:55:00Z',
    ipAddress: '203.0.113.9',
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '2026-01',
    text: `We debit the accounts you choose on your due dates and report the loan. ${DISCLAIMER}`,
  },
};

export function openInput(terms: LoanTermsInput = autoTerms, loanId = 'loan-1'): OpenLoanInput {
  return { loanId, payer, terms, consent };
}

export const chosenBy = { ipAddress: '203.0.113.9', at: '2026-01-05T07:58:00Z' };

/** The payer's choice: primary and two backups. */
export const choice: AccountSelection = {
  primaryAccount: PRIMARY,
  backupAccounts: [FIRST_BACKUP, SECOND_BACKUP],
  chosenBy,
};

export const transfer = { amount: 80_000, date: '2026-01-05', reference: 'TRF-loan-1' };
