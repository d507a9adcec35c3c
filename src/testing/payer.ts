import type { RepayKit } from '../client/repay-kit.ts';
import type { AccountKey } from '../domain/identifiers.ts';
import type { MicroDeposit } from '../server/engine/verification.ts';
import type { KnownLoan, KnownLoans, LoanName } from './known-loans.ts';
import type { TestWorld } from './test-world.ts';

/** Which loan and account; by default the loan made last, and each of its accounts that waits for a deposit. */
export interface AtAccount {
  /** Default: the loan made last. */
  readonly loan?: LoanName;
  /** Default: each account of the loan that waits. */
  readonly account?: AccountKey;
}

/** What payers do. Each act resolves once the merchant's side has worked on the webhooks that follow from it. Spec §3.1. */
export interface TestPayer {
  /** The ₦50 arrives from the account itself. */
  depositArrives(at?: AtAccount): Promise<void>;
  /** The ₦50 arrives from another account: it proves nothing. */
  depositFrom(elsewhere: AccountKey, at?: AtAccount): Promise<void>;
  /** The payer's bank rejects the deposit. */
  rejectsDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the deposit itself. */
  disputesDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the mandate: collection pauses. Default: the loan made last. */
  disputes(loan?: LoanName, details?: { readonly reason?: string }): Promise<void>;
  /** The dispute ends; default `reinstated`. */
  disputeResolved(outcome?: 'reinstated' | 'failed', loan?: LoanName): Promise<void>;
}

/** The payers of the loans that a kit made. */
export function testPayer(world: TestWorld, loans: KnownLoans, kit: RepayKit): TestPayer {
  const mandateOf = async ({ loanId }: KnownLoan) => (await kit.loans.get(loanId)).mandateId;
  const deposit = async (details: Pick<MicroDeposit, 'from' | 'outcome'>, { loan, account }: AtAccount = {}) => {
    const known = loans.find(loan);
    const mandateId = await mandateOf(known);
    const accounts = account ? [account] : await waiting(world, mandateId, known);
    for (const { accountNumber, bankCode } of accounts) {
      await world.controls.makeDeposit({ mandateId, accountNumber, bankCode, ...details });
    }
    await world.settled();
  };
  return {
    depositArrives: (at) => deposit({}, at),
    depositFrom: ({ accountNumber, bankCode }, at) => deposit({ from: { accountNumber, bankCode } }, at),
    rejectsDeposit: (at) => deposit({ outcome: 'rejected' }, at),
    disputesDeposit: (at) => deposit({ outcome: 'disputed' }, at),
    disputes: async (loan, details) => {
      await world.controls.openDispute(await mandateOf(loans.find(loan)), details);
      await world.settled();
    },
    disputeResolved: async (outcome = 'reinstated', loan) => {
      await world.controls.resolveDispute(await mandateOf(loans.find(loan)), { outcome });
      await world.settled();
    },
  };
}

// If none waits, the primary is named all the same, so that the platform says why nothing waits for a deposit.
async function waiting(world: TestWorld, mandateId: string, { accounts }: KnownLoan): Promise<readonly AccountKey[]> {
  const { mandate } = await world.controls.readMandate(mandateId);
  const pending = mandate.consents.filter(({ status }) => status === 'pending');
  return pending.length > 0 ? pending : accounts.slice(0, 1);
}
