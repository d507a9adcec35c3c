import { isNamedInTheBody, readCredential } from '../../wire/credentials.ts';
import type { OperationRow } from '../../wire/operations.ts';
import type { Refusal } from '../answer.ts';
import { keyForms } from '../diagnosis/hints.ts';
import { headerOf, type RequestHeaders } from '../message.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { KeyKind } from '../worlds/world-name.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** The world of a request, whose journal lists it, and the refusal if it is not admitted. */
export interface Admission {
  readonly live: LiveWorld;
  /** Undefined for an admitted request. */
  readonly refusal: Refusal | undefined;
}

/** Finds the world of a call by its key, or refuses with 401. Spec §5. */
export function admit(row: OperationRow, headers: RequestHeaders, worlds: Worlds): Admission {
  const key = readCredential(row, {
    token: headerOf(headers, 'token'),
    authorization: headerOf(headers, 'authorization'),
  });
  if (key !== undefined) return admitKey(worlds, key, row.credential === 'bearer' ? 'secret' : 'public');
  if (!isNamedInTheBody(row)) return noKey(keyForms[row.credential], headers, worlds);
  const authorization = headerOf(headers, 'authorization');
  return authorization === undefined
    ? { live: worlds.default, refusal: undefined }
    : admitKey(worlds, withoutScheme(authorization));
}

/** Finds the world of a bureau report. Either key in either header is accepted. */
export function admitReporter(headers: RequestHeaders, worlds: Worlds): Admission {
  const key = anyKey(headers);
  return key ? admitKey(worlds, key) : noKey(keyForms.token, headers, worlds);
}

/** The world whose journal lists a request to an unknown path: the world of its key, else the default one. */
export function worldOfStray(headers: RequestHeaders, worlds: Worlds): LiveWorld {
  const named = worlds.nameOf(anyKey(headers));
  const found = named && worlds.open(named.name);
  return found?.ok ? found.data : worlds.default;
}

function admitKey(worlds: Worlds, key: string, wanted?: KeyKind): Admission {
  const named = worlds.nameOf(key);
  if (!named) return { live: worlds.default, refusal: { status: 401, code: 'key_unknown', message: UNKNOWN_KEY } };
  const found = worlds.open(named.name);
  if (!found.ok) return { live: worlds.default, refusal: found.refusal };
  if (wanted && named.kind !== wanted) {
    const message = `This operation needs the ${wanted} key; the ${named.kind} one was sent.`;
    return { live: found.data, refusal: { status: 401, code: 'key_wrong_kind', message } };
  }
  return { live: found.data, refusal: undefined };
}

const UNKNOWN_KEY =
  'This key is not known here: use the keys that the server printed when it started, or pk_test_NAME and sk_test_NAME for a world of your own.';

function noKey(how: string, headers: RequestHeaders, worlds: Worlds): Admission {
  const message = `The request names no merchant: send ${how}.`;
  return { live: worldOfStray(headers, worlds), refusal: { status: 401, code: 'key_missing', message } };
}

function anyKey(headers: RequestHeaders): string {
  return headerOf(headers, 'token') || withoutScheme(headerOf(headers, 'authorization') ?? '');
}

function withoutScheme(authorization: string): string {
  return authorization.replace(/^(bearer|token)\s+/i, '').trim();
}
