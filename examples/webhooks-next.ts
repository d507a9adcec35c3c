// Webhooks behind Next's app router: this file is an `app/webhooks/route.ts`. It needs the runtime 'nodejs', which is the default.
import { after } from 'next/server';
import {
  memoryInbox,
  nextHandler,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';
import { kit, secret } from './webhooks-config.ts';

// #region receiver
const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  // Keeps deliveries as long as this process lives; yours lies in your database.
  inbox: memoryInbox(),
  confirm: kit,
  // On hosts that freeze a function after its answer the work would stand still without this.
  waitUntil: after,
  on: {
    'mandate.activated': (_event, { loan }) => {
      process.stdout.write(`an account of ${loan?.loanId} is proved\n`);
    },
  },
});

export const POST = nextHandler(receiver);
// #endregion receiver
