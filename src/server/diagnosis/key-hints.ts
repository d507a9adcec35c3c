/** Hints about a wrong key or header. Keys themselves are never shown. */
import type { CredentialScheme } from '../../wire/credentials.ts';
import type { Hint } from '../journal/journal.ts';
import { headerOf, type RequestHeaders } from '../message.ts';
import type { KeyKind } from '../worlds/world-name.ts';

/** The kind of a key; undefined for an unknown one. */
export type KeyReader = (key: string) => KeyKind | undefined;

const wantedKinds: Readonly<Record<CredentialScheme, KeyKind>> = {
  token: 'public',
  bearer: 'secret',
  'authorization-token': 'public',
};

/** How a call authenticates, for messages. Masking takes a word after a scheme for a key; this wording avoids it. */
export const keyForms: Readonly<Record<CredentialScheme, string>> = {
  token: 'header token with the public key',
  bearer: 'the secret key as Authorization: Bearer',
  'authorization-token': 'the public key as Authorization: token',
};

// Headers that callers use by mistake instead of `token` or `Authorization`.
const KEY_HEADERS = [
  'token',
  'authorization',
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
  'x-token',
  'x-access-token',
  'x-auth-signature',
];

export function hintKey(scheme: CredentialScheme, headers: RequestHeaders, kindOf: KeyReader): readonly Hint[] {
  const expected = keyForms[scheme];
  const header = KEY_HEADERS.find((name) => headerOf(headers, name));
  const value = header && headerOf(headers, header);
  if (!header || !value)
    return [{ kind: 'key', where: 'headers', sent: 'no key', expected, suggestion: `Send ${expected}.` }];
  const key = bareKey(value);
  const kind = kindOf(key);
  const sent = `${kind ? `the ${kind} key` : 'an unknown key'} in ${header}, ${schemeOf(value)}, ${key.length} characters`;
  const suggestion = keySuggestion({ kind, scheme, header, value, key });
  return [{ kind: 'key', where: header, sent, expected, suggestion }];
}

interface FoundKey {
  readonly kind: KeyKind | undefined;
  readonly scheme: CredentialScheme;
  readonly header: string;
  readonly value: string;
  readonly key: string;
}

function keySuggestion({ kind, scheme, header, value, key }: FoundKey): string {
  const expected = keyForms[scheme];
  if (kind && kind !== wantedKinds[scheme]) return `The ${kind} key came in ${header}: send ${expected}.`;
  if (kind && header !== (scheme === 'token' ? 'token' : 'authorization'))
    return `The right key came in ${header}: send ${expected}.`;
  if (kind && key !== value.trim())
    return `The key is right, but its scheme word, quotes or spaces are not: send ${expected}.`;
  if (kind) return `The key is right, but its scheme word is missing: send ${expected}.`;
  if (/^(pk|sk)_live_/.test(key)) return 'A live key was sent: this server takes test keys only.';
  return `This key is unknown: send ${expected}, as the server printed it when it started.`;
}

function bareKey(value: string): string {
  return value
    .trim()
    .replace(/^(bearer|token|basic)[\s:]+/i, '')
    .replace(/^["'<]+|["'>]+$/g, '')
    .trim();
}

function schemeOf(value: string): string {
  const scheme = /^\s*(bearer|token|basic)[\s:]/i.exec(value)?.[1];
  return scheme ? `with scheme ${scheme.toLowerCase()}` : 'without a scheme';
}
