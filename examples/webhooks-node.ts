// Webhooks on a bare `node:http` server.
// Run it:
// PORT=3000 node --import ./examples/typescript.js examples/webhooks-node.ts
import { createServer } from 'node:http';
import {
  memoryInbox,
  nodeHandler,
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

const listener = nodeHandler(receiver);

export const server = createServer((request, response) => {
  if (request.url?.startsWith('/webhooks')) return listener(request, response);
  response.writeHead(404).end();
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
