/** Hints about wrong keys, headers, paths and methods. Keys themselves are never shown. */

import { editDistance, isClose } from '../../validation/nearest-name.ts';
import type { CredentialScheme } from '../../wire/credentials.ts';
import { type OperationRow, operations } from '../../wire/operations.ts';
import { operationPath, type PathSegments } from '../../wire/request-target.ts';
import { bureauIntakeRow } from '../../wire/shapes/bureau-report.ts';
import type { Hint } from '../journal/journal.ts';
import { headerOf, type RequestHeaders } from '../message.ts';
import type { KeyKind } from '../worlds/world-name.ts';

/** The kind of a key; undefined for an unknown one. */
type KeyReader = (key: string) => KeyKind | undefined;

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

/** A route; `{names}` in the path match any segment. */
interface Route {
  readonly method: string;
  readonly path: string;
}

// The share of wrong segments that still gives a hint: of five, one and the method.
const FARTHEST = 0.3;

/** The route that an unknown path probably meant, if one is similar. */
export function hintRoute(
  { method, path }: Route,
  segments: PathSegments,
  routes: readonly Route[] = routesOf(segments),
): readonly Hint[] {
  const sent = plainSegments(path, segments);
  // Of two equally similar routes, the one with the sent method wins.
  const ranked = routes
    .map((route) => ({
      route,
      distance:
        segmentDistance(sent, plainSegments(route.path, segments), segments) + (route.method === method ? 0 : 0.25),
    }))
    .sort((a, b) => a.distance - b.distance);
  const nearest = ranked[0];
  if (!nearest) return [];
  const { route } = nearest;
  if (nearest.distance > FARTHEST * Math.max(sent.length, plainSegments(route.path, segments).length)) return [];
  const expected = `${route.method} ${route.path}`;
  const suggestion = `Did you mean ${expected}?`;
  return [{ kind: 'route', where: 'path', sent: difference(path, route.path, segments), expected, suggestion }];
}

export function hintMethod(method: string, allowed: string): readonly Hint[] {
  return [{ kind: 'method', where: 'method', sent: method, expected: allowed, suggestion: `Send it with ${allowed}.` }];
}

function routesOf(segments: PathSegments): readonly Route[] {
  const rows: readonly OperationRow[] = Object.values(operations);
  return [...rows.map((row) => ({ method: row.method, path: operationPath(row, segments) })), bureauIntakeRow];
}

// Ignores the most frequent mistakes: case, slashes, percent signs, and segment placeholders of the specification.
function plainSegments(path: string, segments: PathSegments): readonly string[] {
  return decoded(path)
    .replaceAll('{mandate_segment}', segments.mandate)
    .replaceAll('{discovery_segment}', segments.discovery)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 20);
}

/** The decoded text. Badly encoded text stays, and matches nothing. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// Edit distance over segments instead of letters. A mistyped segment counts less than a different one.
function segmentDistance(sent: readonly string[], wanted: readonly string[], segments: PathSegments): number {
  let above = wanted.map((_, index) => index + 1);
  above.unshift(0);
  for (const [row, part] of sent.entries()) {
    const current = [row + 1];
    for (const [column, other] of wanted.entries()) {
      const change = changeOf(part, other, segments);
      current.push(Math.min((above[column] ?? 0) + change, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}

function changeOf(part: string, other: string, { mandate, discovery }: PathSegments): number {
  if (part === other || other.startsWith('{')) return 0;
  if (isClose(part, other)) return 0.1 * editDistance(part, other);
  // The two configurable segments are easily confused.
  const names = [mandate.toLowerCase(), discovery.toLowerCase()];
  return names.includes(part) && names.includes(other) ? 0.5 : 1;
}

function difference(path: string, wanted: string, segments: PathSegments): string {
  const sent = plainSegments(path, segments);
  const other = plainSegments(wanted, segments);
  if (path.includes('{') || path.toLowerCase().includes('%7b')) return 'a segment left as the specification writes it';
  if (sent.join('/') === other.join('/'))
    return path.toLowerCase() === wanted.toLowerCase()
      ? 'other capital letters'
      : 'a slash or an escape too many or too few';
  if (sent.length !== other.length) return `${sent.length} segments instead of ${other.length}`;
  const place = sent.findIndex((part, index) => part !== other[index]);
  return `another segment ${place + 1}`;
}
