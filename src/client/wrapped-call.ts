import type { RequestEvent } from '../http/call-observer.ts';
import type { Hooks } from './hooks.ts';

/** A call that is about to begin. */
export interface WrappableCall<T> {
  readonly event: RequestEvent;
  /** Begins it; never throws synchronously. */
  readonly run: () => Promise<T>;
  /** Tells when the call is ended early. */
  readonly onEnd: (listener: () => void) => void;
}

/**
 * Runs a call inside the merchant's `wrap`. The call happens once and its own result is what the caller gets, whatever `wrap` returns, throws, repeats or leaves
 * out: a call that `wrap` did not begin begins when `wrap` is done, at the latest when the call's deadline passes.
 */
export function runWrapped<T>(wrap: NonNullable<Hooks['wrap']>, { event, run, onEnd }: WrappableCall<T>): Promise<T> {
  return new Promise((resolve) => {
    let result: Promise<T> | undefined;
    const next = (): Promise<T> => {
      if (!result) {
        result = run();
        resolve(result);
      }
      return result;
    };
    const begin = () => void next();
    onEnd(begin);
    try {
      Promise.resolve(wrap(event, next)).then(begin, begin);
    } catch {
      begin();
    }
  });
}
