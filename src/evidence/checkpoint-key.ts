import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { ConfigurationError } from '../errors.ts';
import { sha256 } from '../loan-file/content-hash.ts';

/** An Ed25519 key: a KeyObject, or PEM text (`openssl genpkey -algorithm ed25519`). */
export type KeyInput = KeyObject | string;

/** The private key that signs checkpoints. @throws ConfigurationError if it is none */
export function readSigningKey(key: KeyInput): KeyObject {
  return readKey('key', 'private', () => (typeof key === 'string' ? createPrivateKey(key) : key));
}

/** The public key that proves signatures; of a private key, its public half. @throws ConfigurationError if it is none */
export function readPublicKey(key: KeyInput): KeyObject {
  return readKey('publicKey', 'public', () =>
    key instanceof KeyObject && key.type === 'public' ? key : createPublicKey(key),
  );
}

function readKey(path: string, type: 'private' | 'public', read: () => KeyObject): KeyObject {
  const message = `give the ${type} half of an Ed25519 key, as a KeyObject or as PEM text (\`openssl genpkey -algorithm ed25519\`)`;
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw new ConfigurationError('Checkpoints', [{ path, message }], { cause });
  }
  if (key?.type !== type || key.asymmetricKeyType !== 'ed25519')
    throw new ConfigurationError('Checkpoints', [{ path, message }]);
  return key;
}

/** A short name of a key, by which a checkpoint says who signed it: the first 32 hexadecimal digits of the SHA-256 of its public half (SPKI, DER). */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return sha256(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 32);
}

/** The public keys that are believed, by their names: several where a key was replaced. */
export function readPublicKeys(keys: KeyInput | readonly KeyInput[]): ReadonlyMap<string, KeyObject> {
  const all = (Array.isArray(keys) ? (keys as readonly KeyInput[]) : [keys as KeyInput]).map(readPublicKey);
  return new Map(all.map((key) => [keyIdOf(key), key]));
}
