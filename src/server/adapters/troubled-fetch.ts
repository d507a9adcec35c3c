import { systemClock } from '../../clock/system-clock.ts';
import type { ServerResponse, Trouble } from '../message.ts';
import { drip } from './slow-body.ts';
import { destroyedError, socketError } from './undici-errors.ts';

/** What ends a wait in `fetch`. */
export interface FetchEnds {
  readonly caller: AbortSignal;
  readonly closing: AbortSignal;
}

type TroubledResponse = ServerResponse & { readonly trouble: Trouble };

/** Acts out what goes wrong with an answer: rejects as `fetch` would, or gives what the body is made of. */
export async function actOutInFetch(
  response: TroubledResponse,
  { caller, closing }: FetchEnds,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const { trouble, body } = response;
  if (trouble.kind === 'reset') throw fetchFailed(socketError());
  const ended = AbortSignal.any([caller, closing]);
  if (trouble.kind === 'slow-body') return drippingStream(body, trouble.pieceDelayMs, ended);
  try {
    if (trouble.kind === 'timeout') await untilAborted(new Promise<never>(() => undefined), ended);
    else await systemClock.sleep(trouble.delayMs, ended);
  } catch (error) {
    throw caller.aborted ? error : fetchFailed(destroyedError());
  }
  return body as Uint8Array<ArrayBuffer>;
}

/** The outcome of work, or the reason of a signal that is aborted first. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function fetchFailed(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause });
}

function drippingStream(body: Uint8Array, pieceDelayMs: number, ended: AbortSignal): ReadableStream<Uint8Array> {
  const unwanted = new AbortController();
  const pieces = drip(body, pieceDelayMs, AbortSignal.any([ended, unwanted.signal]));
  return new ReadableStream<Uint8Array>({
    // What the wait rejects with errors the stream.
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => unwanted.abort(),
  });
}
