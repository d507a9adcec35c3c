import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { ReadTransaction, Statement } from '../../../src/statements/statement.ts';

/** An entry of an invented statement. */
export function entry(
  day: string,
  amount: number,
  balance: number | null,
  more: Partial<ReadTransaction> = {},
): ReadTransaction {
  return {
    type: amount < 0 ? 'debit' : 'credit',
    narration: 'NIP TRANSFER',
    amount: Math.abs(amount),
    date: `${day}T00:00:00.000Z`,
    balance,
    balancePrinted: balance !== null,
    bankCode: '',
    page: 1,
    line: 9,
    ...more,
  };
}

/** An invented statement that proves itself. */
export function statementOf(transactions: readonly ReadTransaction[], more: Partial<Statement> = {}): Statement {
  return {
    source: 'text',
    account: { name: 'NGOZI SAMPLE', number: '0123456789', type: 'SAVINGS ACCOUNT', currency: 'NGN' },
    period: { from: '2025-01-01' as PlainDate, to: '2025-02-28' as PlainDate },
    openingBalance: 1_000,
    closingBalance: transactions.at(-1)?.balance ?? 1_000,
    transactions,
    proof: {
      proved: true,
      confidence: 1,
      chain: { checked: transactions.length, broken: [] },
      printed: [],
      doubts: [],
    },
    integrity: { findings: [] },
    pages: 2,
    ...more,
  };
}
