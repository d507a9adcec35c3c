// Takes the place of your payment system, because the service moves no money. A row is a payment that was sent. A row without
// an amount says that no money will ever be sent.
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

/** Payments by loan: at most one each, and none after `forgo`. */
export interface Ledger {
  find(loanId: string): Promise<Payout | undefined>;
  /** Returns the payment, sent now or earlier. Undefined if the loan was given up. */
  send(
    loanId: string,
    payment: Omit<Payout, 'reference'>,
  ): Promise<Payout | undefined>;
  /** Makes sure that no money is sent. Returns the payment if it was sent before. */
  forgo(loanId: string): Promise<Payout | undefined>;
}

/** Keeps payments in the lender's schema. */
export function ledger(pool: PostgresPool, schema: string): Ledger {
  async function find(loanId: string): Promise<Payout | undefined> {
    const { rows } = await pool.query(
      `select amount_kobo, sent_on, reference from ${schema}.payouts where loan_id = $1`,
      [loanId],
    );
    const [row] = rows as readonly {
      readonly amount_kobo: string | number | null;
      readonly sent_on: string;
      readonly reference: string;
    }[];
    return row && row.amount_kobo !== null
      ? {
          amount: Number(row.amount_kobo) / 100,
          date: row.sent_on,
          reference: row.reference,
        }
      : undefined;
  }
  // The loan id is the key. A second click or process finds the first one's row.
  async function enter(
    loanId: string,
    ...payment:
      | readonly [amountKobo: number, sentOn: string, reference: string]
      | readonly [null, null, null]
  ) {
    await pool.query(
      `insert into ${schema}.payouts values ($1, $2, $3, $4) on conflict (loan_id) do nothing`,
      [loanId, ...payment],
    );
    return find(loanId);
  }
  return {
    find,
    send: (loanId, { amount, date }) =>
      enter(loanId, Math.round(amount * 100), date, `PAY-${randomUUID()}`),
    forgo: (loanId) => enter(loanId, null, null, null),
  };
}
