import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIncluded, leafHash, MerkleTree } from '../../src/evidence/merkle.ts';

// RFC 6962, section 2.1, word for word: the tree is split at the largest power of two below the number of leaves.
function rootByTheBook(leaves: readonly string[]): Buffer {
  const sha256 = (...parts: readonly (string | Uint8Array)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaves[0] as string);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Uint8Array.of(1), rootByTheBook(leaves.slice(0, split)), rootByTheBook(leaves.slice(split)));
}

const manyLeaves = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 70 });

describe('a Merkle tree', () => {
  test('has the root of RFC 6962', () => {
    fc.assert(
      fc.property(manyLeaves, (leaves) => {
        expect(new MerkleTree(leaves).root).toBe(rootByTheBook(leaves).toString('hex'));
      }),
    );
  });

  test('has the published root of the empty leaf', () => {
    // From the test vectors of Certificate Transparency.
    expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(new MerkleTree([]).root).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  test('proves each of its leaves, for every number of leaves', () => {
    for (let count = 1; count <= 65; count++) {
      const leaves = Array.from({ length: count }, (_, index) => `leaf ${index}`);
      const tree = new MerkleTree(leaves);
      for (const [index, leaf] of leaves.entries())
        expect(isIncluded(leaf, { index, count, path: tree.proofOf(index) }, tree.root)).toBe(true);
    }
  });

  test('proves no other leaf, place, number of leaves, path or root', () => {
    for (let count = 2; count <= 33; count++) {
      const leaves = Array.from({ length: count }, (_, index) => `leaf ${index}`);
      const tree = new MerkleTree(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = { index, count, path: tree.proofOf(index) };
        expect(isIncluded('another', proof, tree.root)).toBe(false);
        expect(isIncluded(leaf, { ...proof, index: (index + 1) % count }, tree.root)).toBe(false);
        expect(isIncluded(leaf, { ...proof, index: count }, tree.root)).toBe(false);
        expect(isIncluded(leaf, { ...proof, path: proof.path.slice(1) }, tree.root)).toBe(false);
        expect(isIncluded(leaf, { ...proof, path: [...proof.path, '0'.repeat(64)] }, tree.root)).toBe(false);
        expect(isIncluded(leaf, { ...proof, path: ['nonsense', ...proof.path.slice(1)] }, tree.root)).toBe(false);
        expect(isIncluded(leaf, proof, new MerkleTree([...leaves, 'more']).root)).toBe(false);
      }
    }
  });

  test('takes no proof with numbers that are none', () => {
    const tree = new MerkleTree(['only']);
    for (const index of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(isIncluded('only', { index, count: 1, path: [] }, tree.root)).toBe(false);
    expect(isIncluded('only', { index: 0, count: 1, path: [] }, tree.root)).toBe(true);
  });

  test('takes no inner node for a leaf', () => {
    const tree = new MerkleTree(['a', 'b', 'c', 'd']);
    const inner = Buffer.concat([leafHash('a'), leafHash('b')]).toString('latin1');
    expect(isIncluded(inner, { index: 0, count: 2, path: tree.proofOf(0).slice(1) }, tree.root)).toBe(false);
  });

  test('says how many leaves it has', () => {
    expect(new MerkleTree([]).count).toBe(0);
    expect(new MerkleTree(['a', 'b', 'c']).count).toBe(3);
  });

  test('takes no proof that is too long or too short for the number of leaves that it names', () => {
    const [one, two] = [new MerkleTree(['a']), new MerkleTree(['a', 'b'])];
    expect(isIncluded('b', { index: 0, count: 1, path: [leafHash('a').toString('hex')] }, two.root)).toBe(false);
    expect(isIncluded('a', { index: 0, count: 2, path: [] }, one.root)).toBe(false);
  });

  test('takes nothing for a hash that is none, also right after it saw the real one', () => {
    // The hash of this leaf begins with a zero byte, which is what a computer makes of a text that is no number.
    const zero = Array.from({ length: 5_000 }, (_, index) => `leaf ${index}`).find(
      (leaf) => leafHash(leaf)[0] === 0,
    ) as string;
    const tree = new MerkleTree(['a', zero]);
    const real = leafHash(zero).toString('hex');
    for (const none of [
      '',
      'zz',
      `zz${real}`,
      `${real}zz`,
      `${real}00`,
      real.slice(2),
      real.toUpperCase(),
      [real] as never,
      null as never,
    ]) {
      expect(isIncluded('a', { index: 0, count: 2, path: [real] }, tree.root)).toBe(true);
      expect(isIncluded('a', { index: 0, count: 2, path: [none] }, tree.root)).toBe(false);
    }
  });
});
