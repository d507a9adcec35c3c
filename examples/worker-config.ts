// What every worker works with: your own client and receiver. This file is also what `repaykit worker --config` takes.
// Here it is the client of a test kit, so that the example runs anywhere; yours is made as `new RepayKit({ store, keys, bureau, … })` over a store that your processes share.
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const print = (text: string) => void process.stdout.write(`${text}\n`);

const platform = await createTestKit();

export const { kit, clock, close } = platform;

// The receiver of your web server, with the same handlers. The worker drains what a process left behind, and reports what reconciliation finds.
export const inbox = receive({
  verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
  // Yours lies in the database of the loan files, so that the worker sees what the web server kept.
  inbox: memoryInbox(),
  confirm: kit,
  on: {
    'mandate.activated': (_event, { loan }) =>
      print(`an account of ${loan?.loanId} is proved`),
    collection: ({ data }) =>
      print(
        `${data.instalmentReference} stands at ${data.amountCollected} naira`,
      ),
  },
});

// Something to do: a loan whose disbursement is filed, and not yet at the bureau.
export const { loanId, mandateId } = await platform.loanAt('disbursed');
