import type { Difference } from '../../client/workflows/sync/differences.ts';

/** A difference, and the loan it is of. */
export type LoanDifference = Difference & { readonly loanId: string };
