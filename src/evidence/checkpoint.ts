import type { KeyObject } from 'node:crypto';
import { builtins } from '../builtins.ts';
import type { Clock } from '../clock/clock.ts';
import { formatInstant } from '../domain/calendar.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { ConfigurationError } from '../errors.ts';
import { sha256 } from '../loan-file/hashing.ts';
import { type FileHead, type LoanStore, NO_HASH, pagesOf } from '../loan-file/store.ts';
import { MerkleTree } from './merkle.ts';

export const CHECKPOINT_FORMAT = 'repaykit-checkpoint/1';

/** The facts of a checkpoint: the last event of every file at one time. */
export interface CheckpointFacts {
  readonly format: typeof CHECKPOINT_FORMAT;
  /** Its position in its chain, from 1. */
  readonly number: number;
  /** When the walk over the files began, ISO 8601 UTC. Everything written before is included. */
  readonly at: string;
  /** Number of files. */
  readonly count: number;
  /** The root of the Merkle tree over the heads, sorted by loan id. */
  readonly root: string;
  /** The hash of the previous checkpoint. 64 zeros for the first one. */
  readonly previous: string;
  /** The id of the signing key: the first 32 hexadecimal digits of the SHA-256 of its public half (SPKI, DER). */
  readonly keyId: string;
}

/** A signed statement of the last event of every file at one time. A later rewrite contradicts it. */
export interface Checkpoint extends CheckpointFacts {
  /** Ed25519 over the RFC 8785 JSON of the facts, base64url. */
  readonly signature: string;
}

/** A checkpoint with the heads under its root, sorted by loan id (UTF-16 code units). */
export interface CheckpointRecord {
  /** The signed root. */
  readonly checkpoint: Checkpoint;
  /** The heads under the root. */
  readonly leaves: readonly FileHead[];
}

/** A chain of checkpoints that grows at its end. */
export interface CheckpointChain {
  /** Stores a checkpoint with its heads, durably. @throws ConflictError if another process stored this number first */
  put(checkpoint: Checkpoint, leaves: readonly FileHead[]): Promise<void>;
  /** The checkpoint that was stored last. Undefined before the first. */
  latest(): Promise<Checkpoint | undefined>;
}

export interface CheckpointInput {
  readonly store: Pick<LoanStore, 'list'>;
  /** The private Ed25519 key, as a KeyObject or PEM text. Writers to the store must not be able to read it. */
  readonly key: KeyInput;
  readonly clock: Pick<Clock, 'now'>;
  readonly previous?: Checkpoint | undefined;
}

const HEADS_PER_PAGE = 1_000;

/** Reads the heads of all files and signs them. @throws ConfigurationError if the key is not a private Ed25519 key */
export async function makeCheckpoint({ store, key, clock, previous }: CheckpointInput): Promise<CheckpointRecord> {
  const signingKey = readSigningKey(key);
  const at = formatInstant(clock.now());
  const leaves = await allHeads(store);
  const facts: CheckpointFacts = {
    format: CHECKPOINT_FORMAT,
    number: (previous?.number ?? 0) + 1,
    at,
    count: leaves.length,
    root: new MerkleTree(leafTexts(leaves)).root,
    previous: previous ? checkpointHash(previous) : NO_HASH,
    keyId: keyIdOf(signingKey),
  };
  return { checkpoint: signed(facts, signingKey), leaves };
}

/** Creates the next checkpoint and adds it to the sink. @throws ConflictError if another process was first */
export async function takeCheckpoint({
  sink,
  ...input
}: Omit<CheckpointInput, 'previous'> & { readonly sink: CheckpointChain }): Promise<Checkpoint> {
  const { checkpoint, leaves } = await makeCheckpoint({ ...input, previous: await sink.latest() });
  await sink.put(checkpoint, leaves);
  return checkpoint;
}

// Sorted, because a store's list order is not stable: files created at the same time may swap places.
async function allHeads(store: Pick<LoanStore, 'list'>): Promise<readonly FileHead[]> {
  const heads: FileHead[] = [];
  for await (const page of pagesOf(HEADS_PER_PAGE, (query) => store.list(query))) heads.push(...page.heads);
  return heads.sort((a, b) => (a.loanId < b.loanId ? -1 : 1));
}

/** A leaf of a checkpoint's tree: the RFC 8785 JSON of a head. */
export function leafText({ loanId, version, head }: FileHead): string {
  return canonicalJson({ head, loanId, version }) ?? '';
}

export function* leafTexts(leaves: Iterable<FileHead>): Generator<string> {
  for (const leaf of leaves) yield leafText(leaf);
}

/** The `previous` of the next checkpoint: SHA-256 of the RFC 8785 JSON of this one, including its signature. */
export function checkpointHash(checkpoint: Checkpoint): string {
  return sha256(canonicalJson(checkpoint) ?? '');
}

const checkpointMembers = ['at', 'count', 'format', 'keyId', 'number', 'previous', 'root', 'signature'];

/** Missing fields are detected where they are used. */
export function isAllSigned(checkpoint: { readonly signature?: unknown }): boolean {
  return hasOnly(checkpoint, checkpointMembers) && isBase64Url(checkpoint.signature);
}

export function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** Decoding skips invalid characters, so anything could be hidden between the valid ones. */
export function isBase64Url(text: unknown): boolean {
  return typeof text !== 'string' || Buffer.from(text, 'base64url').toString('base64url') === text;
}

export function signedText({ format, number, at, count, root, previous, keyId }: CheckpointFacts): string {
  return canonicalJson({ format, number, at, count, root, previous, keyId }) ?? '';
}

function signed(facts: CheckpointFacts, key: KeyObject): Checkpoint {
  return { ...facts, signature: builtins.crypto.sign(null, Buffer.from(signedText(facts)), key).toString('base64url') };
}

/** An Ed25519 key, as a KeyObject or as PEM text (`openssl genpkey -algorithm ed25519`). */
export type KeyInput = KeyObject | string;

/** @throws ConfigurationError if it is not a private key */
export function readSigningKey(key: KeyInput): KeyObject {
  return readKey('key', 'private', () => (typeof key === 'string' ? builtins.crypto.createPrivateKey(key) : key));
}

/** The public key, or the public half of a private key. @throws ConfigurationError if it is not a key */
export function readPublicKey(key: KeyInput): KeyObject {
  return readKey('publicKey', 'public', () =>
    key instanceof builtins.crypto.KeyObject && key.type === 'public' ? key : builtins.crypto.createPublicKey(key),
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

/** The id of a key: the first 32 hexadecimal digits of the SHA-256 of its public half (SPKI, DER). */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : builtins.crypto.createPublicKey(key);
  return sha256(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 32);
}

/** By id. There are several if a key was replaced. */
export function readPublicKeys(keys: KeyInput | readonly KeyInput[]): ReadonlyMap<string, KeyObject> {
  const all = [keys].flat().map(readPublicKey);
  return new Map(all.map((key) => [keyIdOf(key), key]));
}
