import { readCredential } from '../wire/credentials.ts';
import type { OperationRow } from '../wire/operations.ts';
import { type Answer, refuse } from './answer.ts';
import type { LiveWorld } from './live-world.ts';
import { headerOf, type RequestHeaders } from './message.ts';
import type { KeyKind, Worlds } from './worlds.ts';

// Spec §5: these identify the merchant by appId and businessId in the body, so a key is welcome and not needed.
const namedInTheBody: ReadonlySet<string> = new Set(['createConsent', 'attachByMicroDeposit', 'attachBySignature']);

/** Finds the world of an operation by the key that came with it, or refuses with 401. Spec §5. */
export function admit(row: OperationRow, headers: RequestHeaders, worlds: Worlds): Answer<LiveWorld> {
  const key = readCredential(row, { token: headerOf(headers, 'token'), authorization: headerOf(headers, 'authorization') });
  if (key !== undefined) return admitKey(worlds, key, row.credential === 'bearer' ? 'secret' : 'public');
  if (!namedInTheBody.has(row.id)) return noKey(howToNameTheMerchant(row));
  const authorization = headerOf(headers, 'authorization');
  return authorization === undefined ? { ok: true, data: worlds.default } : admitKey(worlds, withoutScheme(authorization));
}

/** Finds the world of a bureau report: either key, in either header. */
export function admitReporter(headers: RequestHeaders, worlds: Worlds): Answer<LiveWorld> {
  const key = headerOf(headers, 'token') || withoutScheme(headerOf(headers, 'authorization') ?? '');
  return key ? admitKey(worlds, key) : noKey('header token with the public key');
}

function admitKey(worlds: Worlds, key: string, wanted?: KeyKind): Answer<LiveWorld> {
  const found = worlds.worldFor(key);
  if (!found) return refuse({ status: 401, code: 'key_unknown', message: 'This key is not known here: use the keys that the server printed when it started.' });
  if (wanted && found.kind !== wanted) {
    return refuse({ status: 401, code: 'key_wrong_kind', message: `This operation wants the ${wanted} key; the ${found.kind} one was sent.` });
  }
  return { ok: true, data: found.live };
}

function noKey(how: string): Answer<never> {
  return refuse({ status: 401, code: 'key_missing', message: `The request names no merchant: send ${how}.` });
}

function howToNameTheMerchant({ credential }: OperationRow): string {
  if (credential === 'bearer') return 'the secret key as Authorization: Bearer';
  return credential === 'token' ? 'header token with the public key' : 'the public key as Authorization: token';
}

function withoutScheme(authorization: string): string {
  return authorization.replace(/^(bearer|token)\s+/i, '').trim();
}
