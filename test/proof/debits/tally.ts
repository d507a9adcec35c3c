/** What is counted over a run. */
export interface Tally {
  /** Payments that were wanted, and requests to debit that were made for them. */
  wants: number;
  requests: number;
  /** Money taken more often than it was wanted. */
  doubles: number;
  /** Answered at once, whatever the answer. */
  answered: number;
  /** Of the others: settled by asking alone, parked, and of these found later without a person or decided by one. */
  doubtful: number;
  settledByAsking: number;
  parked: number;
  foundAfterParking: number;
  decidedByPerson: number;
  /** Crashes lived through. */
  crashes: number;
  /** Loans whose file and whose bank disagree about the money at the end. */
  wrongBooks: number;
  /** The numbers of the first of them, for a run of their own. */
  readonly wrongLoans: number[];
  /** Naira that were taken too much. */
  doubledNaira: number;
  /** Wanted payments that were refused for certain or never sent again: not collected. */
  givenUp: number;
}

export function emptyTally(): Tally {
  return {
    wants: 0,
    requests: 0,
    doubles: 0,
    answered: 0,
    doubtful: 0,
    settledByAsking: 0,
    parked: 0,
    foundAfterParking: 0,
    decidedByPerson: 0,
    crashes: 0,
    wrongBooks: 0,
    wrongLoans: [],
    doubledNaira: 0,
    givenUp: 0,
  };
}
