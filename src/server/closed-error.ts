import { ConnectionError } from '../errors.ts';

/** The error of calls to a closed server. The outcome is unknown if the server closed during the call. */
export function closedError(outcome: 'none' | 'unknown' = 'none'): ConnectionError {
  return new ConnectionError('The reference server was closed: make another one with createReferenceServer().', {
    outcome,
  });
}
