import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { singleFlight } from '../clock/mutex.ts';
import { ConfigurationError, StoreError } from '../errors.ts';
import { decrypt, encrypt } from './aes.ts';
import { createExclusively, overwriteInPlace, readIfThere } from './exclusive-file.ts';
import type { KeyProvider } from './keys.ts';

/** Where the keys of payers lie and what protects them. */
export interface LocalKeysOptions {
  /** A directory of its own, made on first use. Back it up apart from the loan files, or erasing a payer does not erase the backup. */
  readonly directory: string;
  /** 32 bytes, or their base64 or hexadecimal text, from outside of the directory: a person with both reads everything. */
  readonly masterKey: Uint8Array | string;
}

const KEY_BYTES = 32;
const INDEX_FILE = 'index.key';
// As long as a wrapped key (`v1.`, 16 digits, a dot, 64 digits, a line's end), so that it covers all of it.
const TOMBSTONE = 'destroyed\n'.padEnd(85, ' ');

/**
 * Keeps the keys of payers in a directory: one file for each payer, named by an HMAC, holding a random key wrapped with AES-256-GCM under the master key.
 * Several processes may share it. A destroyed key is overwritten and leaves a tombstone.
 * @throws ConfigurationError if an option is wrong; on first use also if the directory was begun with another master key
 */
export function localKeys(options: LocalKeysOptions): KeyProvider {
  const { directory, masterKey } = checkedOptions(options);

  // Kept: it never changes, and it proves that the master key is the one of this directory.
  const indexKey = singleFlight(async () => {
    const key = await readOrMake(directory, INDEX_FILE, masterKey);
    return key ?? fail(`The index key in ${directory} was destroyed: restore ${INDEX_FILE} from a backup`);
  });

  async function fileOf(payerId: string): Promise<string> {
    const namingKey = Buffer.from(hkdfSync('sha256', await indexKey(), '', 'repaykit names of payer keys', KEY_BYTES));
    return `${createHmac('sha256', namingKey).update(payerId).digest('hex')}.key`;
  }

  return {
    // Read each time: another process may have destroyed it meanwhile.
    payerKey: async (payerId) => readOrMake(directory, await fileOf(payerId), masterKey),
    async destroyPayerKey(payerId) {
      const path = join(directory, await fileOf(payerId));
      // A payer who never had a key gets the tombstone too: the id must not get one later.
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
  const key = randomBytes(KEY_BYTES);
  if (await createExclusively(path, [wrap(key, masterKey, name)])) return key;
  const made = (await readIfThere(path)) ?? fail(`The key file ${name} vanished: restore it from a backup`);
  return unwrap(made, masterKey, name);
}

// The file's name goes in, so that one payer's file cannot stand in for another's.
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

/** A master key as it was given: 32 bytes, or their base64, base64url or hexadecimal text; undefined if it is none of these. */
export function readMasterKey(given: unknown): Buffer | undefined {
  if (given instanceof Uint8Array) return given.length === KEY_BYTES ? Buffer.from(given) : undefined;
  if (typeof given !== 'string') return undefined;
  // A key that was read from a file ends with a line.
  const text = given.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // Buffer reads base64url as base64 too; 43 digits are 32 bytes and two bits.
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
