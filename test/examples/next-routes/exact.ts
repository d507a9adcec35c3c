// A route that believes only what is signed over its bytes, and prints what it received and whether Next took the work after the answer.
import { createHmac } from 'node:crypto';
import { after } from 'next/server';
import { memoryInbox, nextHandler, receive } from 'repaykit/webhooks';

const receiver = receive({
  verify: {
    verify: ({ headers, rawBody, remoteAddress }) =>
      remoteAddress === undefined &&
      headers.get('x-signature') === createHmac('sha256', 'key').update(rawBody).digest('hex'),
  },
  inbox: memoryInbox(),
  confirm: { confirm: async () => ({ kind: 'confirmed' }) },
  waitUntil(work) {
    after(work);
    process.stdout.write('after took it\n');
  },
  on: {
    'mandate.activated': ({ data }) => {
      process.stdout.write(`heard of ${data.mandateId}\n`);
    },
  },
});

export const POST = nextHandler(receiver);
