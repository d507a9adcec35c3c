// Webhooks behind Hono on Node, in plain JavaScript: the types of
// @hono/node-server need those of a browser.
// Run it:
// PORT=3000 node --import ./examples/typescript.js examples/webhooks-hono.js
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import {
  honoHandler,
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

const app = new Hono();
app.all('/webhooks', honoHandler(receiver));
app.post('/loans', async (context) =>
  context.json({ asked: (await context.req.json()).amount }),
);

export const server = serve({
  fetch: app.fetch,
  port: Number(process.env.PORT ?? 3000),
  hostname: '127.0.0.1',
});
