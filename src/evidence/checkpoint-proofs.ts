import type { FileHead } from '../loan-file/store.ts';
import { type Checkpoint, type CheckpointRecord, leafTexts } from './checkpoint.ts';
import type { CheckpointRecords } from './checkpoint-check.ts';
import { type InclusionProof, MerkleTree } from './merkle.ts';

/** A checkpoint that vouches for the first `version` events of the loan, with the proof that the file's head at that version is under its root. */
export interface CheckpointLine {
  readonly checkpoint: Checkpoint;
  readonly version: number;
  readonly proof: InclusionProof;
}

/** The checkpoints that vouch for loans, with their proofs, oldest first: for each loan the first that saw each of its heads, and the newest of all. */
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

// The leaves are sorted by loan id: the first that is not before it.
function placeOf(leaves: readonly FileHead[], loanId: string): number {
  let [from, to] = [0, leaves.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((leaves[middle] as FileHead).loanId < loanId) from = middle + 1;
    else to = middle;
  }
  return from;
}

// The tree is only built where somebody's proof is wanted.
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
