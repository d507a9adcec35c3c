import { answerOr500, refuseEatenBody } from '../http-exchange.ts';
import type { Receiver } from '../receive.ts';

const mending = {
  adapter: 'nextHandler',
  advice: 'call the handler with the request as it came, and read a copy, as in await request.clone().json()',
};

/**
 * Puts a receiver behind a route handler of Next's app router: `export const POST = nextHandler(receiver)`, with `runtime` left at `'nodejs'`. Next answers
 * the other methods itself and tells no socket address. On hosts that freeze after the answer, make the receiver with `waitUntil: after` from `next/server`.
 */
export function nextHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  // Next passes the route's parameters second: they say nothing about the sender.
  return (request) => answerOr500(async () => (request.bodyUsed ? refuseEatenBody(mending) : receiver(request)));
}
