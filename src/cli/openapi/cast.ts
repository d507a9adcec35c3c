/** Who and what the examples tell of. Everyone is invented. */
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { CreateConsentInput } from '../../wire/mandate-types.ts';

const { appId, businessId } = REFERENCE_DEFAULTS;

/** The payer, whom every reference server knows. */
export const payer = {
  bvn: '22200000001',
  name: 'ADA OBIORA',
  email: 'ada.obiora@example.com',
  mobileNumber: '08030000001',
  address: '12 Palm Street, Yaba, Lagos',
};

/** The payer's accounts, in the order of the cascade. */
export const accounts = {
  primary: { accountNumber: '0100000011', bankCode: '058' },
  backup: { accountNumber: '0100000012', bankCode: '044' },
} as const;

/** An account of the payer. */
export type Account = (typeof accounts)[keyof typeof accounts];

/** A loan of ₦90,000 in three instalments, collected on its due dates. */
export const AUTO_LOAN = '650000000000000000000010';

/** A loan that is debited on demand. */
export const MANUAL_LOAN = '650000000000000000000011';

/** A loan whose deposit is rejected. */
export const FAILED_LOAN = '650000000000000000000012';

/** The terms of every loan. */
export const terms = {
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
} as const;

/** A consent for an account of a loan. */
export function consentOf(mandateId: string, account: Account): CreateConsentInput {
  const { email, address, mobileNumber } = payer;
  return { appId, businessId, mandateId, ...account, email, address, mobileNumber };
}

/** The same with the terms of the loan, as the first call for a loan has them. */
export function firstConsentOf(mandateId: string, collectionMode: 'auto' | 'manual'): CreateConsentInput {
  return { ...consentOf(mandateId, accounts.primary), bvn: payer.bvn, primary: true, ...terms, collectionMode };
}

/** What both attachments of an account need. */
export function attachmentOf(mandateId: string, account: Account) {
  const { email, address } = payer;
  return { appId, businessId, mandateId, ...account, email, address };
}
