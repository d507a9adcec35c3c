/** The two keys of a merchant's application. Spec §5. */
export type KeyKind = 'public' | 'secret';

/** Which world a key opens, and which of its two keys it is. */
export interface NamedKey {
  readonly name: string;
  readonly kind: KeyKind;
}

/** The name of the world of the configured keys. */
export const DEFAULT_WORLD = 'repaykit';

/** What a world's name may be, for people. */
export const WORLD_NAME_RULE = '1 to 40 small letters, digits and dashes';

/** May a world be called so? */
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
