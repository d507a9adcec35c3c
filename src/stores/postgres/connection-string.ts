/** Parses connection strings, and decides which parts may be shown. User and password never are. */
import { check, isRecord, looseFields } from '../../validation/checks.ts';

/** Checks a connection string. The error repeats nothing of it. */
export const connectionString = check({
  type: 'string',
  takes:
    'a postgres: URL, as in postgres://owner@db.example.com/lender; in user and password write @ : / ? # as %40 %3A %2F %3F %23',
  kind: 'a string',
  test: (text) => parseConnectionString(text) !== undefined,
});

const DEFAULT_PORT = '5432';

/** Parses a connection string as `pg` does. Undefined if it is invalid. */
export function parseConnectionString(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !/^postgres(ql)?:\/\//.test(text)) return undefined;
  // As in pg, the host may be missing if a parameter names it.
  const whole = URL.canParse(text) ? text : text.replace('@/', '@localhost/');
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  // An unescaped / ? or # in the password ends the host too early. The rest of the password would be taken for a
  // database name, and be shown.
  const isCutOff = url.hash !== '' || url.pathname.includes('@') || (url.username === '' && url.search.includes('@'));
  return isCutOff ? undefined : url;
}

/** The server's place for messages: host and port, or the socket. Undefined if the environment decides. */
export function placeOfUrl(url: URL): string | undefined {
  const host = url.searchParams.get('host') || decoded(url.hostname);
  return placeOf(host, url.searchParams.get('port') || url.port);
}

/** The place that a pool or client connects to, if it is known. */
export function placeOfClient(client: unknown): string | undefined {
  const { place, options } = looseFields(client);
  if (typeof place === 'string') return place;
  const { connectionString, host, port } = looseFields(options);
  const url = parseConnectionString(connectionString);
  if (url) return placeOfUrl(url);
  return typeof host === 'string' ? placeOf(host, port === undefined ? '' : String(port)) : undefined;
}

export function placeOfError(error: unknown): string | undefined {
  const { address, port, hostname } = firstOf(error);
  if (typeof address === 'string')
    return address.startsWith('/') ? `socket ${address}` : placeOf(address, port === undefined ? '' : String(port));
  return typeof hostname === 'string' ? hostname : undefined;
}

/** For a host with several addresses, Node reports one error for all of them, with an empty message. */
export function firstOf(error: unknown): Readonly<Record<string, unknown>> {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return isRecord(first) ? first : {};
}

function placeOf(host: string, port: string): string | undefined {
  if (host === '') return undefined;
  if (host.startsWith('/')) return `socket ${host}/.s.PGSQL.${port || DEFAULT_PORT}`;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${name}:${port || DEFAULT_PORT}`;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}
