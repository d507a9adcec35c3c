import { type Kobo, maxKobo, minKobo, NO_MONEY, subtractKobo, sumKobo } from '../money.ts';
import type { DebitState, LoanState, ObligationState } from './state.ts';

/** The sums of a loan in whole kobo, after reversals: collected + repaidOutside + outstanding = due + overpaid. */
export interface LoanBalances {
  /** What the payer consented to repay, as stated in the mandate. A restructuring does not change it. */
  readonly totalAmountDue: Kobo;
  /** What is due in total now: `totalAmountDue`, or the amount since the last restructuring. */
  readonly due: Kobo;
  readonly collected: Kobo;
  readonly repaidOutside: Kobo;
  readonly outstanding: Kobo;
  /** What came in beyond the terms, such as a debit in progress during a repayment elsewhere. Belongs to the payer. */
  readonly overpaid: Kobo;
  /** Manual debits that have not ended. */
  readonly openDebits: Kobo;
  /** What may be debited by the mandate: the outstanding amount, but never beyond `totalAmountDue`. */
  readonly debitable: Kobo;
  /** Debitable minus open debits: the most that a new debit may ask for. */
  readonly collectable: Kobo;
}

export function isOpenDebit(debit: DebitState): boolean {
  return ['intended', 'scheduled', 'unknown', 'parked'].includes(debit.status);
}

export function loanBalances(state: LoanState): LoanBalances {
  const { due, terms } = state;
  const collected = subtractKobo(takenByPlatform(state), reversed(state, 'collection'));
  const outside = repaidOutside(state);
  const cameIn = sumKobo([collected, outside]);
  const left = subtractKobo(due, cameIn);
  const [outstanding, overpaid] = [maxKobo(NO_MONEY, left), maxKobo(NO_MONEY, subtractKobo(NO_MONEY, left))];
  const openDebits = sumOfOpenDebits(state);
  // New terms may ask for more. The payer consented to debits for the old terms only.
  const debitable = maxKobo(NO_MONEY, minKobo(outstanding, subtractKobo(terms.totalAmountDue, cameIn)));
  const collectable = maxKobo(NO_MONEY, subtractKobo(debitable, openDebits));
  return {
    totalAmountDue: terms.totalAmountDue,
    due,
    collected,
    repaidOutside: outside,
    outstanding,
    overpaid,
    openDebits,
    debitable,
    collectable,
  };
}

/** What is owed according to the instalments alone, so that each report shows the balance after its own repayment. */
export function outstandingByInstalment(state: LoanState): Kobo {
  const collected = sumKobo([collectedByInstalment(state), state.decidedAhead]);
  return loanBalances({ ...state, collected, debits: [] }).outstanding;
}

export function collectedByInstalment({ collections }: LoanState): Kobo {
  return sumKobo(collections.map((facts) => facts.collected));
}

/** Money taken that no instalment shows and no person declared. What an adopted file began with was reported before. */
export function unreportedMoney(state: LoanState): Kobo {
  const reported = sumKobo([maxKobo(collectedByInstalment(state), state.collectedBefore), state.decidedAhead]);
  return maxKobo(NO_MONEY, subtractKobo(takenByPlatform(state), reported));
}

/** What the platform has taken from the payer, without deducting what went back. */
export function takenByPlatform({ collected, collectedBefore, debits }: LoanState): Kobo {
  // The mandate may be read before the service has added up its own debits. Known debits count at once.
  return maxKobo(collected, sumKobo([collectedBefore, ...debits.map((debit) => debit.collected)]));
}

/** What came in from the payer by any route, without repayments that did not hold. */
export function received(state: LoanState): Kobo {
  return sumKobo([takenByPlatform(state), repaidOutside(state)]);
}

/** What is left of a recorded obligation, after everything that came in since and all open debits. */
export function obligationLeft(state: LoanState, { amount, receivedBefore }: ObligationState): Kobo {
  const receivedSince = subtractKobo(received(state), receivedBefore);
  return maxKobo(NO_MONEY, subtractKobo(subtractKobo(amount, receivedSince), sumOfOpenDebits(state)));
}

function sumOfOpenDebits({ debits }: LoanState): Kobo {
  return sumKobo(debits.filter(isOpenDebit).map((debit) => debit.amount));
}

export function repaidOutside(state: LoanState): Kobo {
  return subtractKobo(sumKobo(state.repayments.map((repayment) => repayment.amount)), reversed(state, 'repayment'));
}

function reversed({ reversals }: LoanState, of: 'repayment' | 'collection'): Kobo {
  return sumKobo(reversals.filter((reversal) => reversal.of === of).map((reversal) => reversal.amount));
}
