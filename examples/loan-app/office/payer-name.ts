// The payer's name: as the banks have it, or as the payer gave it if no bank was asked or the loan ended unpaid.
import { type Loan, RepayKitError } from 'repaykit';
import type { AppContext } from '../context.ts';

/** The payer's name. Undefined after an erasure. */
export async function payerName(
  { kit }: AppContext,
  loan: Loan,
): Promise<string | undefined> {
  const known =
    'accounts' in loan
      ? loan.accounts.find(({ accountName }) => accountName !== undefined)
      : undefined;
  if (known) return known.accountName;
  try {
    return givenName(
      await kit.loans.evidence(loan.loanId, { showPersonal: true }),
    );
  } catch (error) {
    // A file that cannot be opened must not hide the other loans.
    if (error instanceof RepayKitError) return undefined;
    throw error;
  }
}

interface EvidenceLine {
  readonly personal?: {
    readonly value?: { readonly payer?: { readonly name?: string } };
  };
}

function givenName(evidence: string): string | undefined {
  const lines = evidence.split('\n').filter((line) => line !== '');
  return lines
    .map(
      (line) => (JSON.parse(line) as EvidenceLine).personal?.value?.payer?.name,
    )
    .find((name) => name !== undefined);
}
