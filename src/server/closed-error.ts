import { ConnectionError } from '../errors.ts';

/** What everybody gets who calls a server that was closed. Nothing was done. */
export function closedError(): ConnectionError {
  return new ConnectionError('The reference server was closed: make another one with createReferenceServer().', { outcome: 'none' });
}
