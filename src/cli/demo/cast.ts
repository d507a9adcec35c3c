import type { Consent } from '../../domain/consent.ts';
import { type ConsentScope, consentScopes } from '../../domain/consent.ts';
import { DISCLAIMER } from '../../domain/notice.ts';
import type { Payer } from '../../domain/payer.ts';
import type { LoanTermsInput } from '../../domain/terms.ts';

/** When the story begins: 9 in the morning in Lagos. */
export const STORY_BEGINS = '2026-01-05T08:00:00Z';

/** The payer, invented, with accounts at four banks of which one is dormant. */
export const payer: Payer = {
  payerId: 'payer-4711',
  bvn: '22288800001',
  name: 'Amina Okoro',
  email: 'amina.okoro@example.com',
  mobileNumber: '08030000901',
  address: '12 Palm Street, Yaba, Lagos',
};

/** The payer's accounts as the banks know them when the story begins. */
export const accounts = {
  primary: { accountNumber: '0900000011', bankCode: '058', balance: 42_000 },
  firstBackup: { accountNumber: '0900000022', bankCode: '044', balance: 1_500 },
  secondBackup: { accountNumber: '0900000033', bankCode: '057', balance: 35_000 },
  dormant: { accountNumber: '0900000044', bankCode: '011', balance: 9_000, active: false },
} as const;

/** ₦80,000 lent, ₦90,000 to repay in three instalments; the tenure leaves two weeks after the last due date. */
export const terms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
  collectionMode: 'auto',
};

/** The payer's consent, scope by scope. */
export const consent: Consent = {
  scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({
    scope,
    grantedAt: '2026-01-05T07:55:00Z',
    ipAddress: '203.0.113.7',
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '2026-01',
    text: `We will use your BVN to find your accounts, debit the ones you choose on your due dates, and report this loan to a credit bureau. ${DISCLAIMER}`,
  },
};
