// The messages on a payer's page. A webhook or reconciliation reports the state change that each is about.
import type { LoanAccount, LoanConfirmation } from 'repaykit';
import type { PostgresClient, PostgresPool } from 'repaykit/postgres';
import type {
  CollectionEvent,
  HandledDelivery,
  WebhookHandlers,
} from 'repaykit/webhooks';
import { accountName, naira } from './wording.ts';

/** One message. */
export interface PayerMessage {
  readonly at: Date;
  readonly words: string;
}

/** The messages of each loan. */
export interface PayerMessages {
  list(loanId: string): Promise<readonly PayerMessage[]>;
  /** Ends the delivery and adds its message in one transaction: it appears exactly once. */
  add(
    delivery: HandledDelivery<PostgresClient>,
    loanId: string,
    words: string,
  ): Promise<void>;
}

/** Keeps the messages in the lender's schema. */
export function payerMessages(
  pool: PostgresPool,
  schema: string,
): PayerMessages {
  return {
    async list(loanId) {
      const { rows } = await pool.query(
        `select created_at as at, words from ${schema}.messages where loan_id = $1 order by created_at desc, key`,
        [loanId],
      );
      return rows as readonly PayerMessage[];
    },
    add: (delivery, loanId, words) =>
      delivery.commit(async (client) => {
        await client.query(
          `insert into ${schema}.messages values ($1, $2, $3, $4)`,
          [delivery.key, loanId, new Date(delivery.receivedAt), words],
        );
      }),
  };
}

// #region handlers
/** The webhook handlers. Each gets the loan as it is after the service was asked. */
export function payerMessageHandlers(
  messages: PayerMessages,
): WebhookHandlers<LoanConfirmation, PostgresClient> {
  return {
    'mandate.activated': async ({ data }, { loan }, delivery) => {
      if (loan)
        await messages.add(
          delivery,
          loan.loanId,
          `Confirmed: ${nameOf(loan, data.accountNumber)}.`,
        );
    },
    'mandate.failed': async ({ data }, { loan }, delivery) => {
      if (loan)
        await messages.add(
          delivery,
          loan.loanId,
          `Not confirmed by its bank: ${nameOf(loan, data.accountNumber)}.`,
        );
    },
    collection: async (event, { loan }, delivery) => {
      if (loan)
        await messages.add(
          delivery,
          loan.loanId,
          collectionWords(event, nameOf(loan, event.data.accountNumber)),
        );
    },
  };
}
// #endregion handlers

function collectionWords(
  { outcome, data }: CollectionEvent,
  account: string,
): string {
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

// A webhook may lack the amount. The balance on the page comes from the service.
function sumOf(amount: number | undefined, otherwise: string): string {
  return amount === undefined ? otherwise : naira(amount);
}

function nameOf(loan: object, accountNumber: string | undefined): string {
  const { accounts = [] } = loan as {
    readonly accounts?: readonly LoanAccount[];
  };
  const account = accounts.find(
    (known) => known.accountNumber === accountNumber,
  );
  return account ? accountName(account) : 'one of your accounts';
}
