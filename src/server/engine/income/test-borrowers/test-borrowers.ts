import { SALARIED_BORROWER } from './salaried-borrower.ts';
import type { TestBorrower } from './test-borrower.ts';
import { TRADING_BORROWER } from './trading-borrower.ts';

/** The people behind the two test BVNs: of an upload for one of them only the form and the PDF's signature count, not what is in the file. */
export const TEST_BORROWERS: readonly TestBorrower[] = [SALARIED_BORROWER, TRADING_BORROWER];

/** The test borrower of this BVN; undefined for everybody else. */
export function testBorrower(bvn: string): TestBorrower | undefined {
  return TEST_BORROWERS.find((borrower) => borrower.bvn === bvn);
}
