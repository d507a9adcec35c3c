/** Merkle trees after RFC 6962, section 2.1: one root for many leaves, and a short proof that a leaf is under it. */

import { builtins } from '../builtins.ts';

const HASH_BYTES = 32;

/** The hash of a leaf: SHA-256 of a zero byte and its UTF-8, so that no leaf passes for an inner node. */
export function leafHash(leaf: string): Buffer {
  return builtins.crypto.hash('sha256', `\0${leaf}`, 'buffer');
}

// SHA-256 of a one byte and both children.
const pair = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return builtins.crypto.hash('sha256', pair, 'buffer');
}

/** A tree over leaves in the given order. Uses 64 bytes per leaf. */
export class MerkleTree {
  readonly count: number;
  // The hashes of the leaves, then of each level above, up to the root. An unpaired last node moves up unchanged.
  readonly #levels: readonly Buffer[];

  constructor(leaves: Iterable<string>) {
    let level = hashesOf(leaves);
    this.count = level.length / HASH_BYTES;
    const levels = [level];
    while (level.length > HASH_BYTES) {
      level = levelAbove(level);
      levels.push(level);
    }
    this.#levels = levels;
  }

  /** 64 hexadecimal digits. Without leaves, the SHA-256 of nothing. */
  get root(): string {
    return this.#levels.at(-1)?.toString('hex') || builtins.crypto.hash('sha256', '', 'hex');
  }

  /** The sibling hashes on the way from a leaf to the root, lowest first, hexadecimal. */
  proofOf(index: number): readonly string[] {
    const path: string[] = [];
    let place = index;
    for (const level of this.#levels) {
      const beside = place ^ 1;
      if (beside * HASH_BYTES < level.length)
        path.push(level.toString('hex', beside * HASH_BYTES, (beside + 1) * HASH_BYTES));
      place >>>= 1;
    }
    return path;
  }
}

// One buffer that doubles as it fills. A million small buffers would need as much memory again.
function hashesOf(leaves: Iterable<string>): Buffer {
  let [hashes, end] = [Buffer.allocUnsafe(16 * HASH_BYTES), 0];
  for (const leaf of leaves) {
    if (end === hashes.length) hashes = Buffer.concat([hashes], 2 * end);
    hashes.set(leafHash(leaf), end);
    end += HASH_BYTES;
  }
  return hashes.subarray(0, end);
}

function levelAbove(level: Buffer): Buffer {
  const count = level.length / HASH_BYTES;
  const above = Buffer.allocUnsafe(Math.ceil(count / 2) * HASH_BYTES);
  for (let node = 0; node < count >>> 1; node++) {
    pair.set(level.subarray(2 * node * HASH_BYTES, 2 * (node + 1) * HASH_BYTES), 1);
    above.set(builtins.crypto.hash('sha256', pair, 'buffer'), node * HASH_BYTES);
  }
  if (count % 2 === 1) above.set(level.subarray(-HASH_BYTES), above.length - HASH_BYTES);
  return above;
}

export interface InclusionProof {
  readonly index: number;
  readonly count: number;
  /** The sibling hashes on the way up, lowest first, hexadecimal. */
  readonly path: readonly string[];
}

/** Whether the proof leads from the leaf to the root. After RFC 9162, section 2.1.3.2. */
export function isIncluded(leaf: string, { index, count, path }: InclusionProof, root: string): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count) return false;
  let [node, place, last] = [leafHash(leaf), index, count - 1];
  for (const beside of path) {
    if (last === 0 || typeof beside !== 'string' || !/^[0-9a-f]{64}$/.test(beside)) return false;
    const sibling = Buffer.from(beside, 'hex');
    if (place % 2 === 1 || place === last) {
      node = nodeHash(sibling, node);
      // An unpaired last node moved up without a sibling.
      while (place % 2 === 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      node = nodeHash(node, sibling);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && node.toString('hex') === root;
}
