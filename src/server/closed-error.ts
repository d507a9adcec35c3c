import { ConnectionError } from '../errors.ts';

/** What everybody gets who calls a server that was closed, and, with an unknown outcome, whose call was under way when it was. */
export function closedError(outcome: 'none' | 'unknown' = 'none'): ConnectionError {
  return new ConnectionError('The reference server was closed: make another one with createReferenceServer().', {
    outcome,
  });
}
