/** Who and what the examples are about. Everyone is invented. */
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import type { CreateConsentInput } from '../../../src/wire/types/mandate-types.ts';

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
export const primary = { accountNumber: '0100000011', bankCode: '058' };
export const backup = { accountNumber: '0100000012', bankCode: '044' };

/** The mandates: one collected on its due dates, one debited on demand, one whose deposit is rejected, one without disbursement. */
export const AUTO_LOAN = '650000000000000000000010';
export const MANUAL_LOAN = '650000000000000000000011';
export const FAILED_LOAN = '650000000000000000000012';
export const UNDISBURSED_LOAN = '650000000000000000000013';

/** The terms of every loan: ₦90,000 in three instalments. */
export const terms = {
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
} as const;

/** A consent for an account of a loan. */
export function consentOf(mandateId: string, account: typeof primary): CreateConsentInput {
  const { email, address, mobileNumber } = payer;
  return { appId, businessId, mandateId, ...account, email, address, mobileNumber };
}

/** The same with the terms of the loan, as the first call for a loan has them. */
export function firstConsentOf(mandateId: string, collectionMode: 'auto' | 'manual'): CreateConsentInput {
  return { ...consentOf(mandateId, primary), bvn: payer.bvn, primary: true, ...terms, collectionMode };
}

/** What both attachments of an account need. */
export function attachmentOf(mandateId: string, account: typeof primary) {
  const { email, address } = payer;
  return { appId, businessId, mandateId, ...account, email, address };
}

/** The attachment of the primary account by micro-deposit. */
export function depositOf(mandateId: string) {
  return { ...attachmentOf(mandateId, primary), mobileNumber: payer.mobileNumber };
}
