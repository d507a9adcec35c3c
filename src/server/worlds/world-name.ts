/** The two keys of a merchant's application. Spec §5. */
export type KeyKind = 'public' | 'secret';

/** The world of a key, and the kind of the key. */
export interface NamedKey {
  readonly name: string;
  readonly kind: KeyKind;
}

export const DEFAULT_WORLD = 'repaykit';

/** The rule for world names, as text for people. */
export const WORLD_NAME_RULE = '1 to 40 small letters, digits and dashes';

export function isWorldName(name: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(name);
}

/** The keys of the world with this name. */
export function keysOf(name: string): { readonly publicKey: string; readonly secretKey: string } {
  return { publicKey: `pk_test_${name}`, secretKey: `sk_test_${name}` };
}

/** The world name in a key. Undefined for a key of another format. */
export function readKeyName(key: string): NamedKey | undefined {
  const name = key.slice(8);
  if (!isWorldName(name)) return undefined;
  if (key.startsWith('pk_test_')) return { name, kind: 'public' };
  return key.startsWith('sk_test_') ? { name, kind: 'secret' } : undefined;
}

export interface Place {
  readonly name: string;
  /** The server's origin, without a trailing slash. */
  readonly origin: () => string;
}

/** The origin without a port: on loopback, so that clients take it for a test. Nothing listens there. */
export const IN_PROCESS_ORIGIN = 'http://127.0.0.1:65535';

/** For a world without a server. */
export const NOWHERE: Place = { name: DEFAULT_WORLD, origin: () => IN_PROCESS_ORIGIN };

/** The path of uploaded files and documents, for `document_url`. */
export const FILES_PATH = '/_files/';

/** The URL prefix of a world's files. It names the world, because worlds may use the same ids. */
export function filesUrl(origin: string, world: string): string {
  return `${origin}${FILES_PATH}${world === DEFAULT_WORLD ? '' : `${world}.`}`;
}

export function readFileName(name: string): { readonly world: string; readonly id: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { world: DEFAULT_WORLD, id: name } : { world: name.slice(0, dot), id: name.slice(dot + 1) };
}
