import type { KeyObject } from 'node:crypto';
import { builtins } from '../builtins.ts';
import { EvidenceError } from '../errors.ts';
import { sha256 } from '../loan-file/hashing.ts';
import { type FileHead, NO_HASH } from '../loan-file/store.ts';
import { check } from '../validation/checks.ts';
import { given } from '../validation/record.ts';
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
import { type InclusionProof, MerkleTree } from './merkle.ts';

/** The result of checking a chain of checkpoints. */
export interface CheckpointsReport {
  /** Whether the whole chain is valid. */
  readonly ok: boolean;
  /** The number of valid checkpoints. */
  readonly count: number;
  /** The last valid checkpoint. */
  readonly latest?: Checkpoint;
  /** The first invalid checkpoint. */
  readonly broken?: { readonly number: number; readonly reason: string };
}

/** Checkpoints to check, oldest first. */
export type CheckpointRecords = AsyncIterable<CheckpointRecord> | Iterable<CheckpointRecord>;

/** Whether a value can be iterated. A text is a single piece, so it does not count. */
export function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

export const checkpointRecords = check({
  type: 'checkpoints',
  takes: 'the checkpoints themselves, oldest first: pass sink.all(), not the sink',
  test: isIterable,
});

/** What a checkpoint says about one file: at this version, its last event had this hash. */
export interface Anchor {
  readonly number: number;
  readonly at: string;
  readonly version: number;
  readonly head: string;
}

/** Everything that a chain of checkpoints says about the files, by loan id. */
export interface Anchors {
  readonly report: CheckpointsReport;
  readonly byLoan: ReadonlyMap<string, readonly Anchor[]>;
}

/** What a chain says about each file, up to the first checkpoint that is out of order, untrusted or does not match. */
export async function readAnchors(records: CheckpointRecords, keys: ReadonlyMap<string, KeyObject>): Promise<Anchors> {
  const byLoan = new Map<string, Anchor[]>();
  let [count, latest]: [number, Checkpoint | undefined] = [0, undefined];
  const report = (reason?: string): Anchors => {
    const broken = reason === undefined ? undefined : { number: count + 1, reason };
    return { report: given({ ok: !broken, count, latest, broken }), byLoan };
  };
  try {
    for await (const record of records) {
      const reason =
        placeProblem(record.checkpoint, latest) ??
        uncoveredProblem(record) ??
        signatureProblem(record.checkpoint, keys) ??
        leavesProblem(record);
      if (reason !== undefined) return report(reason);
      addAnchors(byLoan, record);
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

// A reader of the record could take an extra field for signed content.
function uncoveredProblem(record: CheckpointRecord): string | undefined {
  const isCovered =
    hasOnly(record, ['checkpoint', 'leaves']) &&
    isAllSigned(record.checkpoint) &&
    record.leaves.every((leaf) => hasOnly(leaf, ['head', 'loanId', 'version']));
  return isCovered ? undefined : 'it says something that nothing vouches for';
}

/** Why a checkpoint is not signed by a trusted key. Undefined if it is. */
export function signatureProblem(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): string | undefined {
  if (checkpoint.format !== CHECKPOINT_FORMAT)
    return `its format is not ${CHECKPOINT_FORMAT}: use the version of repaykit that made it`;
  const key = keys.get(checkpoint.keyId);
  if (!key) return 'it was signed by another key than the public key that was given';
  const signature = Buffer.from(String(checkpoint.signature), 'base64url');
  return builtins.crypto.verify(null, Buffer.from(signedText(checkpoint)), key, signature)
    ? undefined
    : 'its signature is wrong';
}

// Every loan repeats the same few checkpoints, and verifying a signature costs as much as ten events.
const REMEMBERED = 1_000;

/** Like {@link signatureProblem}, cached for many lines with the same checkpoints. */
export function signatureChecker(keys: ReadonlyMap<string, KeyObject>): (checkpoint: Checkpoint) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (checkpoint) => {
    // Cached by hash, because the maker of the file chose the length of the checkpoint.
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

// Most files are unchanged since the previous checkpoint. Repeated anchors are not stored.
function addAnchors(byLoan: Map<string, Anchor[]>, { checkpoint: { number, at }, leaves }: CheckpointRecord): void {
  for (const { loanId, version, head } of leaves) {
    const known = byLoan.get(loanId);
    const last = known?.at(-1);
    if (last?.version === version && last.head === head) continue;
    const anchor: Anchor = { number, at, version, head };
    if (known) known.push(anchor);
    else byLoan.set(loanId, [anchor]);
  }
}

/** A contradiction between a file and a checkpoint. */
export interface Contradiction {
  /** The first event that may have been changed: the one after the last confirmed event, or the missing one. */
  readonly seq: number;
  /** The last event that may have been changed. Checkpoints record only the end of a file. */
  readonly until: number;
  /** What does not match, for people. */
  readonly reason: string;
  /** The number of the last earlier checkpoint that agrees with the file. Absent if none does. */
  readonly agrees?: number;
  /** The number of the first checkpoint that the file contradicts. */
  readonly contradicts: number;
}

/** The first contradiction of a file, given the hashes of its events in order. Undefined if it agrees with all. */
export function contradictionOf(anchors: readonly Anchor[], hashes: readonly string[]): Contradiction | undefined {
  let agreed: Anchor | undefined;
  for (const anchor of anchors) {
    if (hashes[anchor.version - 1] !== anchor.head) return contradiction(anchor, agreed, hashes.length);
    if (!agreed || anchor.version >= agreed.version) agreed = anchor;
  }
  return undefined;
}

function contradiction(anchor: Anchor, agreed: Anchor | undefined, events: number): Contradiction {
  const said = `checkpoint ${anchor.number} of ${anchor.at}`;
  const from = (agreed?.version ?? 0) + 1;
  const first = Math.min(from, anchor.version);
  const known = { ...(agreed && { agrees: agreed.number }), contradicts: anchor.number };
  if (anchor.version > events) {
    const doubt = first <= events ? `, and what stands after event ${first - 1} may be other than it saw` : '';
    return {
      ...known,
      seq: events + 1,
      until: events + 1,
      reason: `${said} saw ${anchor.version} events, but the file has ${events}: its end was cut off${doubt}`,
    };
  }
  const where = first === anchor.version ? `event ${first} is` : `one of the events ${first} to ${anchor.version} is`;
  return { ...known, seq: first, until: anchor.version, reason: `${where} not what ${said} saw: it was rewritten` };
}

/** Confirms the first `version` events of the loan: proves that the file's head at that version is under its root. */
export interface CheckpointLine {
  readonly checkpoint: Checkpoint;
  readonly version: number;
  readonly proof: InclusionProof;
}

/** The checkpoints that confirm each loan, with proofs, oldest first: the first with each head, and the newest. */
export async function proofsOf(
  records: CheckpointRecords,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckpointLine[]>> {
  const proofs = new Map<string, CheckpointLine[]>(loanIds.map((loanId) => [loanId, []]));
  const lastHeads = new Map<string, string>();
  let newest: { readonly record: CheckpointRecord; readonly left: readonly PlacedHead[] } | undefined;
  for await (const record of records) {
    const heads = headsOf(record, proofs.keys());
    const changed = heads.filter(({ leaf }) => lastHeads.get(leaf.loanId) !== leaf.head);
    for (const { leaf } of changed) lastHeads.set(leaf.loanId, leaf.head);
    prove(record, changed, proofs);
    newest = { record, left: heads.filter((head) => !changed.includes(head)) };
  }
  if (newest) prove(newest.record, newest.left, proofs);
  return proofs;
}

interface PlacedHead {
  readonly leaf: FileHead;
  readonly index: number;
}

function headsOf({ leaves }: CheckpointRecord, loanIds: Iterable<string>): readonly PlacedHead[] {
  return [...loanIds].flatMap((loanId) => {
    const index = placeOf(leaves, loanId);
    const leaf = leaves[index];
    return leaf?.loanId === loanId ? [{ leaf, index }] : [];
  });
}

// Binary search for the first leaf that is not before the loan id.
function placeOf(leaves: readonly FileHead[], loanId: string): number {
  let [from, to] = [0, leaves.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((leaves[middle]?.loanId ?? '') < loanId) from = middle + 1;
    else to = middle;
  }
  return from;
}

// Builds the tree only if a proof is needed.
function prove(
  { checkpoint, leaves }: CheckpointRecord,
  heads: readonly PlacedHead[],
  proofs: ReadonlyMap<string, CheckpointLine[]>,
): void {
  if (heads.length === 0) return;
  const tree = new MerkleTree(leafTexts(leaves));
  for (const { leaf, index } of heads)
    proofs
      .get(leaf.loanId)
      ?.push({ checkpoint, version: leaf.version, proof: { index, count: leaves.length, path: tree.proofOf(index) } });
}
