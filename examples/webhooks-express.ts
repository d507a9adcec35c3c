// Webhooks behind Express, 4 or 5.
// Run it:
// PORT=3000 node --import ./examples/typescript.js examples/webhooks-express.ts
import express from 'express';
import {
  expressHandler,
  memoryInbox,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';
import { kit, secret } from './webhooks-config.ts';

export const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  // Forgets deliveries when the process ends. Use your database instead.
  inbox: memoryInbox(),
  confirm: kit,
  on: {
    'mandate.activated': (_event, { loan }) => {
      process.stdout.write(`an account of ${loan?.loanId} is proved\n`);
    },
  },
});

// #region app
const app = express();
// Above express.json(): the receiver needs the bytes as they were sent.
app.all('/webhooks', expressHandler(receiver));
app.use(express.json());
app.post('/loans', (request, response) => {
  response.json({ asked: request.body.amount });
});
// #endregion app

export const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
