// The client and the receiver of the workers, and a config file for
// `repaykit worker --config`. Here it is the client of a test kit, so that the
// example runs anywhere. Create yours with
// `new RepayKit({ store, keys, bureau, … })`, over a store that your processes
// share.
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const print = (text: string) => void process.stdout.write(`${text}\n`);

const platform = await createTestKit();

export const { kit, clock, close } = platform;

// The receiver of your web server, with the same handlers. The worker finishes
// what a process left, and calls the handlers for what reconciliation finds.
export const inbox = receive({
  verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
  // Use your database, so that the worker sees what the web server stored.
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

// Work to do: a loan whose disbursement is not at the bureau yet.
export const { loanId, mandateId } = await platform.loanAt('disbursed');
