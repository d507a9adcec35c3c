import { type KeyObject, verify } from 'node:crypto';
import { EvidenceError } from '../errors.ts';
import { sha256 } from '../loan-file/content-hash.ts';
import { NO_HASH } from '../loan-file/stored-event.ts';
import {
  CHECKPOINT_FORMAT,
  type Checkpoint,
  type CheckpointRecord,
  checkpointHash,
  hasOnly,
  isAllSigned,
  leafTexts,
  signedText,
} from './checkpoint.ts';
import { type KeyInput, readPublicKeys } from './checkpoint-key.ts';
import { MerkleTree } from './merkle.ts';

/** What was found out about a chain of checkpoints. */
export interface CheckpointsReport {
  /** Does the whole chain hold? */
  readonly ok: boolean;
  /** How many hold. */
  readonly count: number;
  /** The last one that holds. */
  readonly latest?: Checkpoint;
  /** The first one that does not. */
  readonly broken?: { readonly number: number; readonly reason: string };
}

/** Checkpoints to be checked, oldest first. */
export type CheckpointRecords = AsyncIterable<CheckpointRecord> | Iterable<CheckpointRecord>;

/** Makes sure of a chain of checkpoints: none is missing before the last, each is signed by a key that is believed, and its heads are those under its root. */
export async function verifyCheckpoints(
  records: CheckpointRecords,
  publicKey: KeyInput | readonly KeyInput[],
): Promise<CheckpointsReport> {
  return checkEach(records, readPublicKeys(publicKey), () => undefined);
}

/** As {@link verifyCheckpoints}, and shows each record that holds to `onRecord`. */
export async function checkEach(
  records: CheckpointRecords,
  keys: ReadonlyMap<string, KeyObject>,
  onRecord: (record: CheckpointRecord) => void,
): Promise<CheckpointsReport> {
  let [count, latest]: [number, Checkpoint | undefined] = [0, undefined];
  const report = (reason?: string): CheckpointsReport => ({
    ok: reason === undefined,
    count,
    ...(latest && { latest }),
    ...(reason !== undefined && { broken: { number: count + 1, reason } }),
  });
  try {
    for await (const record of records) {
      const reason =
        placeProblem(record.checkpoint, latest) ??
        uncoveredProblem(record) ??
        signatureProblem(record.checkpoint, keys) ??
        leavesProblem(record);
      if (reason !== undefined) return report(reason);
      onRecord(record);
      [count, latest] = [count + 1, record.checkpoint];
    }
  } catch (error) {
    if (error instanceof EvidenceError) return report(error.message);
    throw error;
  }
  return report();
}

function placeProblem(checkpoint: Checkpoint, before: Checkpoint | undefined): string | undefined {
  const number = (before?.number ?? 0) + 1;
  if (checkpoint?.number !== number) return `checkpoint ${number} is missing`;
  if (checkpoint.previous !== (before ? checkpointHash(before) : NO_HASH))
    return 'it does not follow the checkpoint before it';
  return undefined;
}

// A reader of the record would take it for what was signed.
function uncoveredProblem(record: CheckpointRecord): string | undefined {
  const isCovered =
    hasOnly(record, ['checkpoint', 'leaves']) &&
    isAllSigned(record.checkpoint) &&
    record.leaves.every((leaf) => hasOnly(leaf, ['head', 'loanId', 'version']));
  return isCovered ? undefined : 'it says something that nothing vouches for';
}

/** Why a checkpoint is not signed by a key that is believed; undefined if it is. */
export function signatureProblem(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): string | undefined {
  if (checkpoint.format !== CHECKPOINT_FORMAT)
    return `its format is not ${CHECKPOINT_FORMAT}: use the version of repaykit that made it`;
  const key = keys.get(checkpoint.keyId);
  if (!key) return 'it was signed by another key than the public key that was given';
  const signature = Buffer.from(String(checkpoint.signature), 'base64url');
  return verify(null, Buffer.from(signedText(checkpoint)), key, signature) ? undefined : 'its signature is wrong';
}

// Every loan of an evidence file comes with the same few checkpoints, and a signature costs as much as ten events.
const REMEMBERED = 1_000;

/** As {@link signatureProblem}, for many lines that show the same checkpoints. */
export function signatureChecker(keys: ReadonlyMap<string, KeyObject>): (checkpoint: Checkpoint) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (checkpoint) => {
    // By its hash: whoever made the file chose how long it is.
    const name = sha256(`${signedText(checkpoint)} ${checkpoint.signature}`);
    if (known.has(name)) return known.get(name);
    const problem = signatureProblem(checkpoint, keys);
    if (known.size < REMEMBERED) known.set(name, problem);
    return problem;
  };
}

function leavesProblem({ checkpoint, leaves }: CheckpointRecord): string | undefined {
  if (leaves.length !== checkpoint.count) return `it has ${checkpoint.count} heads, but ${leaves.length} came with it`;
  return new MerkleTree(leafTexts(leaves)).root === checkpoint.root
    ? undefined
    : 'the heads that came with it are not those under its root';
}
