import type { Destination } from '../http/outgoing-call.ts';
import { credentialHeaders } from '../wire/credentials.ts';
import type { OperationId } from '../wire/types/operation-types.ts';
import type { Settings } from './options-check.ts';

// Shorter strings occur in any sentence.
const SHORTEST = 4;

/** Removes the client's own keys from a text. Patterns know keys by their prefixes, and live keys may have none. */
export function keyMask(revealKeys: Settings['revealKeys']): (text: string) => string {
  let spellings: readonly string[] | undefined;
  return (text) => {
    spellings ??= spellingsOf(Object.values(revealKeys()));
    return spellings.reduce((masked, spelling) => masked.replaceAll(spelling, '[secret]'), text);
  };
}

// As JSON, URLs and header values spell it. Longest first, so that no part of a longer spelling remains.
function spellingsOf(keys: readonly string[]): readonly string[] {
  const spellings = keys
    .filter((key) => key.length >= SHORTEST)
    .flatMap((key) => [
      key,
      JSON.stringify(key).slice(1, -1),
      key.replaceAll('/', '\\/'),
      encodeURIComponent(key),
      key.toLowerCase(),
      key.toUpperCase(),
    ]);
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** The destination of one client's operations, each with its credential. Spec §5. */
export function destinationOf({ origin, basePath, segments, credentials, revealKeys }: Settings): Destination {
  // Built once per operation, because every call sends the same headers.
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
