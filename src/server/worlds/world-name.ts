/** The two keys of a merchant's application. Spec §5. */
export type KeyKind = 'public' | 'secret';

/** Which world a key opens, and which of its two keys it is. */
export interface NamedKey {
  readonly name: string;
  readonly kind: KeyKind;
}

export const DEFAULT_WORLD = 'repaykit';

/** What a world's name may be, for people. */
export const WORLD_NAME_RULE = '1 to 40 small letters, digits and dashes';

export function isWorldName(name: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(name);
}

/** The keys that open the world of this name. */
export function keysOf(name: string): { readonly publicKey: string; readonly secretKey: string } {
  return { publicKey: `pk_test_${name}`, secretKey: `sk_test_${name}` };
}

/** The name in a key; undefined for a key of another make. */
export function readKeyName(key: string): NamedKey | undefined {
  const name = key.slice(8);
  if (!isWorldName(name)) return undefined;
  if (key.startsWith('pk_test_')) return { name, kind: 'public' };
  return key.startsWith('sk_test_') ? { name, kind: 'secret' } : undefined;
}

export interface Place {
  readonly name: string;
  /** Of the server, without a trailing slash. */
  readonly origin: () => string;
}

/** Where a server is that listens nowhere: on loopback, so that a client takes it for a test; on a port where nothing listens, so that a call that misses the dispatcher fails. */
export const IN_PROCESS_ORIGIN = 'http://127.0.0.1:65535';

/** A world without a server around it. */
export const NOWHERE: Place = { name: DEFAULT_WORLD, origin: () => IN_PROCESS_ORIGIN };

/** Where files lie: what `document_url` leads to. */
export const FILES_PATH = '/_files/';

/** What an address begins with under which a world's files lie; the file's id follows. The same id may lie in many worlds, so the world is named. */
export function filesUrl(origin: string, world: string): string {
  return `${origin}${FILES_PATH}${world === DEFAULT_WORLD ? '' : `${world}.`}`;
}

export function readFileName(name: string): { readonly world: string; readonly id: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { world: DEFAULT_WORLD, id: name } : { world: name.slice(0, dot), id: name.slice(dot + 1) };
}
