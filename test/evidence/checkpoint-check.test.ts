import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { EvidenceError } from '../../src/errors.ts';
import {
  type Checkpoint,
  type CheckpointRecord,
  keyIdOf,
  makeCheckpoint,
  readPublicKeys,
} from '../../src/evidence/checkpoint.ts';
import { signatureChecker } from '../../src/evidence/checkpoint-check.ts';
import { type Files, signer, storeOf, write } from '../loan-file/sealed-files.ts';
import { verifyCheckpoints } from './sample-evidence.ts';

const stranger = generateKeyPairSync('ed25519');
let [first, second, elsewhere]: CheckpointRecord[] = [];

/** A checkpoint of as many files as asked for, after another one. */
function take(files: number, previous?: Checkpoint): Promise<CheckpointRecord> {
  const all: Files = new Map();
  for (let place = 1; place <= files; place++) write(all, `loan-${place}`, 1);
  return makeCheckpoint({
    store: storeOf(all),
    key: signer.privateKey,
    clock: { now: () => Date.parse('2026-03-01T09:00:00Z') },
    previous,
  });
}

/** A record with another checkpoint, or other heads. */
function changed(
  record: CheckpointRecord | undefined,
  checkpoint: object,
  leaves = record?.leaves ?? [],
): CheckpointRecord {
  return { checkpoint: { ...record?.checkpoint, ...checkpoint } as Checkpoint, leaves };
}

beforeEach(async () => {
  first = await take(2);
  second = await take(3, first.checkpoint);
  elsewhere = await take(1);
});

describe('a chain of checkpoints that does not hold', () => {
  const cases: readonly (readonly [name: string, spoil: () => unknown | Promise<unknown>, reason: string])[] = [
    ['lacks a checkpoint', () => second, 'checkpoint 1 is missing'],
    ['holds a record without one', () => ({ leaves: [] }), 'checkpoint 1 is missing'],
    [
      'begins after another one',
      () => take(2, { ...first?.checkpoint, number: 0 } as Checkpoint),
      'it does not follow the checkpoint before it',
    ],
    ['has a statement beside it', () => ({ ...first, aaa: 'forged' }), 'it says something that nothing vouches for'],
    ['has a statement inside', () => changed(first, { aaa: 'forged' }), 'it says something that nothing vouches for'],
    [
      'is of another format',
      () => changed(first, { format: 'repaykit-checkpoint/2' }),
      'its format is not repaykit-checkpoint/1: use the version of repaykit that made it',
    ],
    [
      'is signed by an unknown key',
      () => changed(first, { keyId: '0'.repeat(32) }),
      'it was signed by another key than the public key that was given',
    ],
    ['says what was not signed', () => changed(first, { at: '2026-02-01T09:00:00.000Z' }), 'its signature is wrong'],
    ['has no signature', () => changed(first, { signature: undefined }), 'its signature is wrong'],
    [
      'comes with too few heads',
      () => changed(first, {}, first?.leaves.slice(1)),
      'it has 2 heads, but 1 came with it',
    ],
    [
      'comes with other heads',
      () => changed(first, {}, [...(first?.leaves ?? [])].reverse()),
      'the heads that came with it are not those under its root',
    ],
  ];
  test.each(cases)('%s, and says so', async (_, spoil, reason) => {
    const record = (await spoil()) as CheckpointRecord;
    expect(await verifyCheckpoints([record], signer.publicKey)).toEqual({
      ok: false,
      count: 0,
      broken: { number: 1, reason },
    });
  });

  test('goes on after a checkpoint of another chain, and says how far it holds', async () => {
    const records = [elsewhere, second] as CheckpointRecord[];
    const broken = { number: 2, reason: 'it does not follow the checkpoint before it' };
    expect(await verifyCheckpoints(records, signer.publicKey)).toEqual({
      ok: false,
      count: 1,
      latest: elsewhere?.checkpoint,
      broken,
    });
  });
});

describe('checkpoints that cannot be read', () => {
  async function* readUntil(error: Error): AsyncGenerator<CheckpointRecord> {
    yield first as CheckpointRecord;
    throw error;
  }

  test('are broken where they are damaged', async () => {
    expect(await verifyCheckpoints(readUntil(new EvidenceError('The file is damaged')), signer.publicKey)).toEqual({
      ok: false,
      count: 1,
      latest: first?.checkpoint,
      broken: { number: 2, reason: 'The file is damaged' },
    });
  });

  test('are no finding where their place fails: the caller has to try again', async () => {
    await expect(verifyCheckpoints(readUntil(new Error('no such disk')), signer.publicKey)).rejects.toThrow(
      'no such disk',
    );
  });
});

test('a checkpoint that was believed lends its belief to no other one', () => {
  const check = signatureChecker(readPublicKeys([signer.publicKey, stranger.publicKey]));
  const good = first?.checkpoint as Checkpoint;
  for (let time = 1; time <= 2; time++) {
    expect(check(good)).toBeUndefined();
    expect(check({ ...good, count: 3 })).toBe('its signature is wrong');
    expect(check({ ...good, signature: second?.checkpoint.signature ?? '' })).toBe('its signature is wrong');
    expect(check({ ...good, keyId: keyIdOf(stranger.publicKey) })).toBe('its signature is wrong');
    expect(check({ ...good, format: 'another' as never })).toContain('its format is not repaykit-checkpoint/1');
  }
});
