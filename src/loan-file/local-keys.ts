import { join } from 'node:path';
import { builtins } from '../builtins.ts';
import { singleFlight } from '../clock/mutex.ts';
import { ConfigurationError, StoreError } from '../errors.ts';
import { createExclusively, overwriteInPlace, readIfThere } from './exclusive-file.ts';
import { decrypt, encrypt, keyedHash } from './hashing.ts';
import type { KeyProvider } from './keys.ts';

/** Options of {@link localKeys}. */
export interface LocalKeysOptions {
  /** A separate directory. Back it up apart from the loan files: otherwise a backup still holds an erased payer. */
  readonly directory: string;
  /** 32 bytes, or their base64 or hexadecimal text. Keep it outside the directory: both together open everything. */
  readonly masterKey: Uint8Array | string;
}

const KEY_BYTES = 32;
const INDEX_FILE = 'index.key';
// As long as a wrapped key (`v1.`, 16 digits, a dot, 64 digits, a line end), so that it covers the whole key.
const TOMBSTONE = 'destroyed\n'.padEnd(85, ' ');

/**
 * Keeps the keys of payers in a directory. Each payer has one file, named by an HMAC, with a random key that is wrapped
 * with AES-256-GCM under the master key. Several processes may share the directory. A destroyed key is overwritten and
 * leaves a tombstone.
 * @throws ConfigurationError if an option is invalid; on first use also if the directory has another master key
 */
export function localKeys(options: LocalKeysOptions): KeyProvider {
  const { directory, masterKey } = checkedOptions(options);

  // Cached, because it never changes. It also proves that the master key belongs to this directory.
  const indexKey = singleFlight(async () => {
    const key = await readOrMake(directory, INDEX_FILE, masterKey);
    return key ?? fail(`The index key in ${directory} was destroyed: restore ${INDEX_FILE} from a backup`);
  });

  async function fileOf(payerId: string): Promise<string> {
    const namingKey = Buffer.from(
      builtins.crypto.hkdfSync('sha256', await indexKey(), '', 'repaykit names of payer keys', KEY_BYTES),
    );
    return `${keyedHash(namingKey, payerId)}.key`;
  }

  return {
    // Read each time, because another process may have destroyed it.
    payerKey: async (payerId) => readOrMake(directory, await fileOf(payerId), masterKey),
    async destroyPayerKey(payerId) {
      const path = join(directory, await fileOf(payerId));
      // A payer without a key gets the tombstone too, because the id must not get a key later.
      if (!(await createExclusively(path, [TOMBSTONE]))) await overwriteInPlace(path, TOMBSTONE);
    },
    indexKey: async () => Uint8Array.from(await indexKey()),
  };
}

const noDirectory = { path: 'directory', message: 'name the directory that keeps the keys' };
const noMasterKey = {
  path: 'masterKey',
  message: 'give 32 random bytes, as bytes or as their base64 or hexadecimal text (`openssl rand -base64 32`)',
};

function checkedOptions(options: LocalKeysOptions): { directory: string; masterKey: Buffer } {
  const directory: unknown = options?.directory;
  const masterKey = readMasterKey(options?.masterKey);
  const isNamed = typeof directory === 'string' && directory !== '';
  if (isNamed && masterKey) return { directory, masterKey };
  throw new ConfigurationError('localKeys', [...(isNamed ? [] : [noDirectory]), ...(masterKey ? [] : [noMasterKey])]);
}

async function readOrMake(directory: string, name: string, masterKey: Buffer): Promise<Buffer | undefined> {
  const path = join(directory, name);
  const known = await readIfThere(path);
  if (known !== undefined) return unwrap(known, masterKey, name);
  const key = builtins.crypto.randomBytes(KEY_BYTES);
  if (await createExclusively(path, [wrap(key, masterKey, name)])) return key;
  const made = (await readIfThere(path)) ?? fail(`The key file ${name} vanished: restore it from a backup`);
  return unwrap(made, masterKey, name);
}

// Bound to the file's name, so that one payer's file cannot replace another's.
function wrap(key: Buffer, masterKey: Buffer, name: string): string {
  return `v1.${encrypt(key, masterKey, `repaykit key\n${name}`)}\n`;
}

function unwrap(text: string, masterKey: Buffer, name: string): Buffer | undefined {
  if (text.startsWith('d')) return undefined;
  const wrapped = /^v1\.([\w-]{16}\.[\w-]{64})\n$/.exec(text)?.[1];
  if (wrapped === undefined) return fail(`The key file ${name} is damaged: restore it from a backup`);
  try {
    return decrypt(wrapped, masterKey, `repaykit key\n${name}`);
  } catch (cause) {
    const message = `does not open ${name}: give the master key that the directory was begun with, or restore the file if it was changed`;
    throw new ConfigurationError('localKeys', [{ path: 'masterKey', message }], { cause });
  }
}

function fail(message: string): never {
  throw new StoreError(message);
}

/** Parses a master key: 32 bytes, or their base64, base64url or hexadecimal text. Undefined if it is none of these. */
export function readMasterKey(given: unknown): Buffer | undefined {
  if (given instanceof Uint8Array) return given.length === KEY_BYTES ? Buffer.from(given) : undefined;
  if (typeof given !== 'string') return undefined;
  // A key that was read from a file ends with a newline.
  const text = given.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // Buffer decodes base64url as base64 too. 43 digits are 32 bytes and two bits.
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
