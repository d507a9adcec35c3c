/** What a loan still owes and what may still be debited for it. */
import { type Kobo, maxKobo, minKobo, NO_MONEY, subtractKobo, sumKobo } from '../money.ts';
import type { DebitState, LoanState, ObligationState } from './state.ts';

/** The sums of a loan, in whole kobo, less what was reversed: collected + repaidOutside + outstanding = due + overpaid. */
export interface LoanBalances {
  /** What the payer consented to repay, and what the mandate states: no restructuring changes it. */
  readonly totalAmountDue: Kobo;
  /** What is due in all by now: `totalAmountDue`, or what the last restructuring made of it. */
  readonly due: Kobo;
  readonly collected: Kobo;
  readonly repaidOutside: Kobo;
  readonly outstanding: Kobo;
  /** What came in beyond the terms, such as a debit that was under way when the payer repaid elsewhere: it belongs to the payer. */
  readonly overpaid: Kobo;
  /** Manual debits whose end is not known yet. */
  readonly openDebits: Kobo;
  /** What the mandate is there for: what is outstanding, but never beyond `totalAmountDue`. */
  readonly debitable: Kobo;
  /** Debitable less open debits: the most that a new debit may ask for. */
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
  // New terms may ask for more; the consent to debits was given for the old ones, and covers no more.
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

/** What is owed as far as the instalments show it: a report about the first of several repayments says what was owed after the first. */
export function outstandingByInstalment(state: LoanState): Kobo {
  const collected = sumKobo([collectedByInstalment(state), state.decidedAhead]);
  return loanBalances({ ...state, collected, debits: [] }).outstanding;
}

export function collectedByInstalment({ collections }: LoanState): Kobo {
  return sumKobo(collections.map((facts) => facts.collected));
}

/** What the file knows to be taken, and was not reported: no instalment shows it, and no person said so. What the file began with was reported where it began. */
export function unreportedMoney(state: LoanState): Kobo {
  const reported = sumKobo([maxKobo(collectedByInstalment(state), state.collectedBefore), state.decidedAhead]);
  return maxKobo(NO_MONEY, subtractKobo(takenByPlatform(state), reported));
}

/** What the platform has taken from the payer, whatever went back since. */
export function takenByPlatform({ collected, collectedBefore, debits }: LoanState): Kobo {
  // The mandate may be read before the service has added up what its own debits took: what is known to be taken counts at once.
  return maxKobo(collected, sumKobo([collectedBefore, ...debits.map((debit) => debit.collected)]));
}

/** What came in from the payer, either way; a repayment that did not hold did not. */
export function received(state: LoanState): Kobo {
  return sumKobo([takenByPlatform(state), repaidOutside(state)]);
}

/** How much more may be debited on an obligation that was recorded: what came in since, either way, and what is under way, counts. */
export function obligationLeft(state: LoanState, { amount, receivedBefore }: ObligationState): Kobo {
  const receivedSince = subtractKobo(received(state), receivedBefore);
  return maxKobo(NO_MONEY, subtractKobo(subtractKobo(amount, receivedSince), sumOfOpenDebits(state)));
}

function sumOfOpenDebits({ debits }: LoanState): Kobo {
  return sumKobo(debits.filter(isOpenDebit).map((debit) => debit.amount));
}

/** What the lender recorded as repaid otherwise than by debits, less what went back. */
export function repaidOutside(state: LoanState): Kobo {
  return subtractKobo(sumKobo(state.repayments.map((repayment) => repayment.amount)), reversed(state, 'repayment'));
}

function reversed({ reversals }: LoanState, of: 'repayment' | 'collection'): Kobo {
  return sumKobo(reversals.filter((reversal) => reversal.of === of).map((reversal) => reversal.amount));
}
