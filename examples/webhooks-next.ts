// Webhooks in Next's app router: this file is an `app/webhooks/route.ts`.
// It needs the runtime 'nodejs', which is the default.
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
  // Forgets deliveries when the process ends. Use your database instead.
  inbox: memoryInbox(),
  confirm: kit,
  // Keeps a host that freezes functions awake until the work is done.
  waitUntil: after,
  on: {
    'mandate.activated': (_event, { loan }) => {
      process.stdout.write(`an account of ${loan?.loanId} is proved\n`);
    },
  },
});

export const POST = nextHandler(receiver);
// #endregion receiver
