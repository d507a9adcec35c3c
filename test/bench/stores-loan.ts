import type { OpenLoanInput } from '../../src/client/workflows/onboarding/open-loan.ts';
import { type ConsentScope, consentScopes } from '../../src/domain/consent/consent.ts';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';

/** A loan as a lender opens it. */
export function openInput(loanId: string): OpenLoanInput {
  const grantedAt = new Date(Date.now() - 60_000).toISOString();
  const year = new Date().getUTCFullYear() + 1;
  return {
    loanId,
    payer: {
      payerId: `payer of ${loanId}`,
      bvn: '22233300007',
      name: 'Bolanle Adeyemi',
      email: 'bolanle.adeyemi@example.com',
      mobileNumber: '08031112223',
      address: '7 Cedar Close, Ikeja',
    },
    terms: {
      approvedAmount: 80_000,
      totalAmountDue: 90_000,
      startDate: `${year}-02-01`,
      endDate: `${year}-04-15`,
      frequency: 'monthly',
      collectionMode: 'auto',
    },
    consent: {
      scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({
        scope,
        grantedAt,
        ipAddress: '102.89.23.10',
      })),
      channel: 'web',
      language: 'en',
      notice: { text: `You agree to repay by direct debit. ${DISCLAIMER}`, version: '2026-01' },
    },
  };
}
