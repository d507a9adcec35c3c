/** What a statement's own figures say about how it was read. `proved` is never true while a row could be missing or wrong without the figures showing it. */
export interface StatementProof {
  /** Every link of the balance chain holds, both ends are fixed by printed figures, and no printed figure contradicts the rows. */
  readonly proved: boolean;
  /** 0 to 1: how much of what could be checked was there and agreed. 1 only where `proved`. */
  readonly confidence: number;
  /** The balance chain: each balance is the one before, plus a credit or minus a debit. */
  readonly chain: BalanceChain;
  /** What the statement prints about itself, next to what its rows give. */
  readonly printed: readonly PrintedFigure[];
  /** Why it is not proved, for people; empty where it is. No personal data. */
  readonly doubts: readonly string[];
}

/** How the balances hang together. */
export interface BalanceChain {
  /** Links that could be checked: a printed balance against the printed balance before it. */
  readonly checked: number;
  /** Those that do not hold. */
  readonly broken: readonly BrokenLink[];
}

/** A place where the balance does not follow from the entries. */
export interface BrokenLink {
  /** Index in `transactions` of the entry whose balance does not follow; `transactions.length` for the closing balance. */
  readonly index: number;
  /** The page the entry stands on. */
  readonly page: number;
  /** The balance that would follow, in naira. */
  readonly expected: number;
  /** The balance that is printed, in naira. */
  readonly printed: number;
}

/** A figure the statement prints about its rows. */
export interface PrintedFigure {
  /** Which one. */
  readonly figure:
    | 'openingBalance'
    | 'closingBalance'
    | 'totalDebit'
    | 'totalCredit'
    | 'debitCount'
    | 'creditCount'
    | 'count';
  /** As printed: naira, or a count. */
  readonly printed: number;
  /** What the rows give; null where they cannot. */
  readonly computed: number | null;
  /** Is it what the rows come to? */
  readonly agrees: boolean;
}
