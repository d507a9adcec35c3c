/** Borrowers of the webhook proofs: who they are, what is in their banks, and how each comes to be debited. */
import type { RepayKit } from '../../../src/client/repay-kit.ts';
import type { OpenLoanInput } from '../../../src/client/workflows/onboarding/open-loan.ts';
import type { CollectingLoan } from '../../../src/domain/loan/loan.ts';
import type { LoanTermsInput } from '../../../src/domain/terms.ts';
import type { ServerWorld } from '../../../src/server/control/server-controls.ts';
import type { ReferenceServer } from '../../../src/server/index.ts';
import { consent } from '../../journeys/people.ts';

/** 9 in the morning in Lagos. */
export const BEGINS = '2026-01-05T08:00:00Z';

/** What is lent and how it is repaid. */
export interface Lending {
  readonly number: number;
  readonly terms: LoanTermsInput;
  /** On the primary and on each backup, in naira; as many accounts as balances. */
  readonly balances: readonly number[];
}

/** A platform, or one world of it. */
export type Platform = Pick<ReferenceServer | ServerWorld, 'controls' | 'clock' | 'bank'>;

/** The loan's name. */
export const loanIdOf = (number: number) => `loan-${number}`;

const BANKS = ['058', '044', '057'] as const;

/** The accounts of a borrower, primary first. */
export function accountsOf(
  number: number,
  count: number,
): readonly { readonly accountNumber: string; readonly bankCode: string }[] {
  const digits = String(number).padStart(9, '0');
  return BANKS.slice(0, count).map((bankCode, index) => ({ accountNumber: `${4 + index}${digits}`, bankCode }));
}

function openingOf({ number, terms }: Lending): OpenLoanInput {
  const digits = String(number).padStart(9, '0');
  const payer = {
    payerId: `payer-${number}`,
    bvn: `31${digits}`,
    name: `Payer Number ${number}`,
    email: `payer${number}@example.com`,
    mobileNumber: `080${digits.slice(1)}`,
    address: `${number} Sample Street, Ikeja`,
  };
  return { loanId: loanIdOf(number), payer, consent, terms };
}

/** Makes the payer known to the platform's banks. */
export async function addBorrower({ controls }: Platform, lending: Lending): Promise<void> {
  const { bvn, name } = openingOf(lending).payer;
  const accounts = accountsOf(lending.number, lending.balances.length).map((account, index) => ({
    ...account,
    balance: lending.balances[index] ?? 0,
  }));
  await controls.addPayer({ bvn, name, accounts });
}

/** Walks a loan from its consent to the day on which it may be collected; the payer does his part. */
export async function lend(kit: RepayKit, platform: Platform, lending: Lending): Promise<CollectingLoan> {
  await addBorrower(platform, lending);
  const [primaryAccount, ...backupAccounts] = accountsOf(lending.number, lending.balances.length);
  if (!primaryAccount) throw new Error('a borrower needs an account');
  const opened = await kit.loans.open(openingOf(lending));
  const discovered = await kit.discovery.discover(opened);
  const selected = await kit.discovery.select(discovered, {
    primaryAccount,
    backupAccounts,
    chosenBy: { ipAddress: '203.0.113.9', at: '2026-01-05T07:58:00Z' },
  });
  const verifying = await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected));
  for (const account of [primaryAccount, ...backupAccounts])
    await platform.controls.makeDeposit({ mandateId: verifying.mandateId, ...account });
  const approved = await kit.bureau.reportApproved(await kit.mandates.awaitActive(verifying));
  const transfer = { amount: lending.terms.approvedAmount, date: '2026-01-05', reference: `TRF-${lending.number}` };
  return kit.bureau.awaitReported(await kit.bureau.reportDisbursed(approved, transfer));
}
