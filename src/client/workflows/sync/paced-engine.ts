import type { RateLimiter } from '../../../clock/rate-limiter.ts';
import { RateLimitError, RepayKitError, ServiceError } from '../../../errors.ts';
import type { OperationId, OperationInput, OperationOutput } from '../../../wire/operation-types.ts';
import type { CallOptions } from '../../call-options.ts';
import { CallPromise, type CallResult } from '../../call-promise.ts';
import type { Engine } from '../../engine.ts';

/** Whose turn it is to ask. */
export interface Pace {
  /** Resolves when the next request may go out, and counts it. @throws the signal's reason */
  turn(signal: AbortSignal | undefined): Promise<void>;
  /** The service asked for a pause: no call is made before it is over. Undefined: it did not say how long. */
  backOff(pauseMs: number | undefined): void;
}

/** Called with every answer. */
export type OnAnswer = (operation: OperationId, data: unknown) => void;

const MOST_TRIES = 3;

/**
 * The same engine, each of whose requests waits for the rate limiter. Where the service asks for a pause, all that share the limiter keep it; a retryable failure is tried
 * twice more, each time after the limiter. For reading only: what moves money has rules of its own about trying again.
 */
export function pacedEngine(engine: Engine, limiter: RateLimiter, onAnswer: OnAnswer = () => {}): Engine {
  const call = <Id extends OperationId>(
    id: Id,
    input: OperationInput<Id>,
    options?: CallOptions,
  ): CallPromise<OperationOutput<Id>> =>
    new CallPromise(
      callLimited(
        () => engine.call(id, input, { ...options, retries: 0 }).withResponse(),
        limiter,
        options?.signal,
      ).then((result) => synced(id, result)),
    );
  const synced = <Data>(id: OperationId, result: CallResult<Data>) => {
    onAnswer(id, result.data);
    return result;
  };
  return {
    settings: engine.settings,
    skew: engine.skew,
    transport: engine.transport,
    call,
    request: (id, input, options) => engine.request(id, input, options),
    close: () => engine.close(),
  };
}

async function callLimited<Data>(
  send: () => Promise<CallResult<Data>>,
  limiter: RateLimiter,
  signal: AbortSignal | undefined,
): Promise<CallResult<Data>> {
  for (let tries = 1; ; tries++) {
    await limiter.wait(signal);
    try {
      return await send();
    } catch (error) {
      const pause = pauseAskedBy(error);
      if (pause) limiter.pause(pause.forMs);
      if (tries >= MOST_TRIES || !(error instanceof RepayKitError) || !error.retryable) throw error;
    }
  }
}

function pauseAskedBy(error: unknown): { readonly forMs: number | undefined } | undefined {
  if (error instanceof RateLimitError) return { forMs: error.retryAfterMs };
  return error instanceof ServiceError && error.retryAfterMs !== undefined ? { forMs: error.retryAfterMs } : undefined;
}
