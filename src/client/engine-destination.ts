import type { Destination } from '../http/request-draft.ts';
import { credentialHeaders } from '../wire/credentials.ts';
import type { OperationId } from '../wire/operation-types.ts';
import type { Settings } from './options.ts';

/** Where the operations of one client go, each with its credential. Spec §5. The keys live in this closure only, where nothing prints them. */
export function destinationOf({ origin, basePath, segments, credentials, revealKeys }: Settings): Destination {
  // Made once per operation: the same headers go out with each call.
  const known = new Map<string, Readonly<Record<string, string>>>();
  return {
    origin,
    basePath,
    segments,
    headersOf(row) {
      let headers = known.get(row.id);
      if (!headers) {
        const type = row.encoding === 'json' ? { 'content-type': 'application/json' } : {};
        headers = {
          accept: 'application/json',
          'user-agent': 'repaykit',
          ...type,
          ...credentialHeaders(credentials[row.id as OperationId] ?? row.credential, revealKeys()),
        };
        known.set(row.id, headers);
      }
      return headers;
    },
  };
}
