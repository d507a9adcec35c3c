import { systemClock } from '../../clock/system-clock.ts';
import type { ServerResponse, Trouble } from '../message.ts';
import type { Exchange } from './dispatch-exchange.ts';
import { drip } from './slow-body.ts';
import { socketError } from './undici-errors.ts';

/** What the caller of a dispatcher waits for, in milliseconds. */
export interface ExchangeLimits {
  readonly headersTimeout?: number | null | undefined;
  readonly bodyTimeout?: number | null | undefined;
}

/** Acts out what goes wrong with an answer, over a dispatcher; resolves when the exchange is over. */
export async function actOutOnExchange(
  exchange: Exchange,
  response: ServerResponse & { readonly trouble: Trouble },
  limits: ExchangeLimits,
): Promise<void> {
  const { trouble } = response;
  if (exchange.isOver) return;
  try {
    switch (trouble.kind) {
      case 'reset':
        exchange.fail(socketError());
        return;
      case 'timeout':
        exchange.expectWithin(limits.headersTimeout);
        await exchange.ended;
        return;
      case 'latency':
        exchange.expectWithin(limits.headersTimeout);
        await systemClock.sleep(trouble.delayMs, exchange.signal);
        exchange.respond(response, false);
        return;
      case 'slow-body':
        await dripOnto(exchange, response, { pieceDelayMs: trouble.pieceDelayMs, bodyTimeout: limits.bodyTimeout });
    }
  } catch (error) {
    // A wait that ended because the exchange is over is no news.
    if (!exchange.isOver) throw error;
  }
}

async function dripOnto(
  exchange: Exchange,
  { status, headers, body }: ServerResponse,
  { pieceDelayMs, bodyTimeout }: { readonly pieceDelayMs: number; readonly bodyTimeout: number | null | undefined },
): Promise<void> {
  exchange.begin(status, headers);
  const pieces = drip(body, pieceDelayMs, exchange.signal);
  while (!exchange.isOver) {
    exchange.expectPieceWithin(bodyTimeout);
    const { value, done } = await pieces.next();
    if (done) break;
    exchange.add(value);
  }
  exchange.finish();
}
