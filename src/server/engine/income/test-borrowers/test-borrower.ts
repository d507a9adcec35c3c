import type { PlainDate } from '../../../../domain/calendar.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, subtractKobo, sumKobo } from '../../../../domain/money.ts';
import type { ReadTransaction } from '../../../../statements/statement.ts';
import type { ReadEntries } from '../read-entries.ts';

/** Somebody whose statement is known beforehand. */
export interface TestBorrower {
  readonly bvn: string;
  /** Who that is, for people. */
  readonly about: string;
  /** Naira. */
  readonly openingBalance: number;
  /** Days in `YYYY-MM-DD`, both included. */
  readonly period: { readonly from: string; readonly to: string };
  /** Oldest first; amounts in naira. */
  readonly entries: readonly (readonly [day: string, type: 'credit' | 'debit', narration: string, amount: number])[];
}

/** The statement of a test borrower, at whichever bank the form names; balances follow from the entries. */
export function statementOf({ openingBalance, period, entries }: TestBorrower, bankCode: string): ReadEntries {
  let balance = koboFromAnswer(openingBalance) ?? NO_MONEY;
  const transactions = entries.map(([day, type, narration, naira], index): ReadTransaction => {
    const amount = koboFromAnswer(naira) ?? NO_MONEY;
    balance = type === 'credit' ? sumKobo([balance, amount]) : subtractKobo(balance, amount);
    const where = { page: 1, line: index + 1 };
    return {
      type,
      narration,
      amount: naira,
      date: `${day}T00:00:00.000Z`,
      balance: nairaFromKobo(balance),
      balancePrinted: true,
      bankCode,
      ...where,
    };
  });
  return {
    account: {},
    period: { from: period.from as PlainDate, to: period.to as PlainDate },
    openingBalance,
    closingBalance: nairaFromKobo(balance),
    transactions,
    pages: undefined,
    unproved: undefined,
  };
}
