import { describe } from 'vitest';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { describeBook, describeBookQueries } from './suite/book.ts';
import { describeClaims } from './suite/claims.ts';
import { describeCrowds } from './suite/crowds.ts';
import { describeFiles } from './suite/files.ts';
import { describeLabels } from './suite/labels.ts';
import { describeUnusualText } from './suite/unusual-text.ts';
import { describeWork } from './suite/work.ts';

/** A store under test. */
export interface StoreUnderTest {
  readonly store: LoanStore;
  /** Another store over the same files, as another process has it; the same one where a store is alone by nature. */
  readonly beside: LoanStore;
  /** Waits until what was appended is final: on a server, until the transactions of other tests have ended that were running then. */
  readonly settled?: () => Promise<void>;
}

/** Opens an empty store; the caller of the suite closes what it opens. */
export type OpenStore = () => Promise<StoreUnderTest>;

/** The promise of a loan store, sentence by sentence: every implementation passes the same tests. */
export function describeLoanStore(name: string, open: OpenStore): void {
  describe(name, () => {
    describeFiles(open);
    describeLabels(open);
    describeWork(open);
    describeClaims(open);
    describeCrowds(open);
    describeUnusualText(open);
    describeBook(open);
    describeBookQueries(open);
  });
}
