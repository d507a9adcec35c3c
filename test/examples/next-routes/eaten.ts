// A route that looks into the body first, as people do.
import { memoryInbox, nextHandler, receive, unverified } from 'repaykit/webhooks';

const take = nextHandler(
  receive({ verify: unverified(), inbox: memoryInbox(), confirm: { confirm: async () => ({ kind: 'confirmed' }) } }),
);

export async function POST(request: Request): Promise<Response> {
  if (request.headers.has('x-copy')) await request.clone().json();
  else await request.json();
  return take(request);
}
