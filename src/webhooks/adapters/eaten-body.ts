import { ConfigurationError } from '../../errors.ts';
import { refused } from '../reply.ts';

/** Which adapter met a body that was read before, and how it is mended there. */
export interface Mending {
  readonly adapter: string;
  /** What to write instead, with code. */
  readonly advice: string;
}

/**
 * Answers a delivery whose bytes are gone, and tells the merchant by a process warning. A parsed body is never written out again: it need not be what was
 * signed. The answer is 500, so that it shows on both sides.
 */
export function refuseEatenBody({ adapter, advice }: Mending): Response {
  const message = `the body was read before the receiver could verify its bytes: ${advice}`;
  process.emitWarning(new ConfigurationError(adapter, [{ path: '', message }]));
  return refused('body_already_read');
}
