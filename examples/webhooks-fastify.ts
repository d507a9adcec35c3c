// Webhooks behind Fastify 5.
// Run it:
// PORT=3000 node --import ./examples/typescript.js examples/webhooks-fastify.ts
import Fastify from 'fastify';
import {
  fastifyPlugin,
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

const app = Fastify();
// Only this route's bodies stay bytes; the others are parsed as ever.
app.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
app.post<{ Body: { amount: number } }>('/loans', async (request) => ({
  asked: request.body.amount,
}));

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
export const { server } = app;
