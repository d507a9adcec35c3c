// What payers are told on their page, written when a webhook, or reconciliation in its place, brings it.
import type { LoanAccount, LoanConfirmation } from 'repaykit';
import type { PostgresClient, PostgresPool } from 'repaykit/postgres';
import type { CollectionEvent, HandledDelivery, WebhookHandlers } from 'repaykit/webhooks';
import { accountName, naira } from './wording.ts';

/** A line of news. */
export interface NewsItem {
  readonly at: Date;
  readonly words: string;
}

/** News by loan. */
export interface NewsBoard {
  list(loanId: string): Promise<readonly NewsItem[]>;
  /** Ends the delivery and pins its news in one transaction: it stands there exactly once. */
  pin(delivery: HandledDelivery<PostgresClient>, loanId: string, words: string): Promise<void>;
}

/** Keeps news in the lender's schema. */
export function newsBoard(pool: PostgresPool, schema: string): NewsBoard {
  return {
    async list(loanId) {
      const { rows } = await pool.query(
        `select told_at as at, words from ${schema}.news where loan_id = $1 order by told_at desc, key`,
        [loanId],
      );
      return rows as readonly NewsItem[];
    },
    pin: (delivery, loanId, words) =>
      delivery.commit(async (client) => {
        await client.query(`insert into ${schema}.news values ($1, $2, $3, $4)`, [
          delivery.key,
          loanId,
          new Date(delivery.receivedAt),
          words,
        ]);
      }),
  };
}

// #region handlers
/** The handlers of webhooks: each has the loan as its file says after the service was asked. */
export function tellNews(board: NewsBoard): WebhookHandlers<LoanConfirmation, PostgresClient> {
  return {
    'mandate.activated': async ({ data }, { loan }, delivery) => {
      if (loan) await board.pin(delivery, loan.loanId, `Confirmed: ${nameOf(loan, data.accountNumber)}.`);
    },
    'mandate.failed': async ({ data }, { loan }, delivery) => {
      if (loan)
        await board.pin(delivery, loan.loanId, `Not confirmed by its bank: ${nameOf(loan, data.accountNumber)}.`);
    },
    collection: async (event, { loan }, delivery) => {
      if (loan) await board.pin(delivery, loan.loanId, collectionWords(event, nameOf(loan, event.data.accountNumber)));
    },
  };
}
// #endregion handlers

function collectionWords({ outcome, data }: CollectionEvent, account: string): string {
  switch (outcome) {
    case 'collected':
      return `${sumOf(data.amountCollected, 'An instalment')} was collected from ${account}. Thank you.`;
    case 'partly-collected':
      return `${sumOf(data.amountCollected, 'A part')} of ${sumOf(data.totalAmount, 'the instalment')} was collected from ${account}. The rest is still due.`;
    case 'missed':
      return `${sumOf(data.totalAmount, 'An instalment')} could not be collected from any of your accounts.`;
    default:
      return `A debit of ${sumOf(data.totalAmount, 'an instalment')} is being processed by the bank.`;
  }
}

// A webhook may leave the amount out; the balance on the page is the service's own.
function sumOf(amount: number | undefined, otherwise: string): string {
  return amount === undefined ? otherwise : naira(amount);
}

function nameOf(loan: object, accountNumber: string | undefined): string {
  const { accounts = [] } = loan as { readonly accounts?: readonly LoanAccount[] };
  const account = accounts.find((known) => known.accountNumber === accountNumber);
  return account ? accountName(account) : 'one of your accounts';
}
