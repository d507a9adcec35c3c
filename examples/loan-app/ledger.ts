// Stands for the lender's own payment system, which the service is not: it moves no money. A row is a payment that was sent.
import { randomUUID } from 'node:crypto';
import type { PostgresPool } from 'repaykit/postgres';

/** A payment to a payer. */
export interface Payout {
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly reference: string;
}

/** Payments by loan: one each, however often it is asked for. */
export interface Ledger {
  find(loanId: string): Promise<Payout | undefined>;
  send(loanId: string, payment: Omit<Payout, 'reference'>): Promise<Payout>;
}

/** Keeps payments in the lender's schema. */
export function ledger(pool: PostgresPool, schema: string): Ledger {
  async function find(loanId: string): Promise<Payout | undefined> {
    const { rows } = await pool.query(`select amount_kobo, sent_on, reference from ${schema}.payouts where loan_id = $1`, [loanId]);
    const [row] = rows as readonly { readonly amount_kobo: string | number; readonly sent_on: string; readonly reference: string }[];
    return row && { amount: Number(row.amount_kobo) / 100, date: row.sent_on, reference: row.reference };
  }
  return {
    find,
    async send(loanId, { amount, date }) {
      // The loan is the key, so a second click finds the first one's payment.
      const insert = `insert into ${schema}.payouts values ($1, $2, $3, $4) on conflict (loan_id) do nothing`;
      await pool.query(insert, [loanId, Math.round(amount * 100), date, `PAY-${randomUUID()}`]);
      return (await find(loanId)) as Payout;
    },
  };
}
