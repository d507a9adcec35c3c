import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, ConflictError } from '../../src/errors.ts';
import {
  type CheckpointRecord,
  checkpointHash,
  makeCheckpoint,
  takeCheckpoint,
} from '../../src/evidence/checkpoint.ts';
import {
  type CheckpointSink,
  callbackCheckpoints,
  fileCheckpoints,
  memoryCheckpoints,
  type ReadableCheckpointSink,
} from '../../src/evidence/checkpoint-files.ts';
import { MerkleTree } from '../../src/evidence/merkle.ts';
import { checkpoint, type Files, signer, storeOf, write } from '../loan-file/sealed-files.ts';
import { verifyCheckpoints } from './sample-evidence.ts';

const clock = { now: () => Date.parse('2026-03-01T09:00:00Z') };
const key = signer.privateKey;

function filesOf(...loanIds: readonly string[]): Files {
  const files: Files = new Map();
  for (const loanId of loanIds) write(files, loanId, 3);
  return files;
}

async function recordsOf(sink: ReadableCheckpointSink): Promise<CheckpointRecord[]> {
  const records: CheckpointRecord[] = [];
  for await (const record of sink.all()) records.push(record);
  return records;
}

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'repaykit-checkpoints-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'kept');
}

/** Three checkpoints of files that grow. */
async function threeCheckpoints(sink: CheckpointSink): Promise<Files> {
  const files = filesOf('loan-b', 'loan-a');
  await checkpoint(files, sink);
  write(files, 'loan-b', 2);
  write(files, 'loan-c', 1);
  await checkpoint(files, sink);
  files.delete('loan-a');
  await checkpoint(files, sink);
  return files;
}

describe('a checkpoint', () => {
  test('says how many files there are, how each ends, and what came before', async () => {
    const files = filesOf('loan-2', 'loan-1');
    const first = await makeCheckpoint({ store: storeOf(files), key, clock });
    expect(first.leaves).toEqual(
      ['loan-1', 'loan-2'].map((loanId) => ({ loanId, version: 3, head: files.get(loanId)?.[2]?.hash })),
    );
    const leaves = first.leaves.map(
      ({ head, loanId, version }) => `{"head":"${head}","loanId":"${loanId}","version":${version}}`,
    );
    expect(first.checkpoint).toMatchObject({
      number: 1,
      at: '2026-03-01T09:00:00.000Z',
      count: 2,
      root: new MerkleTree(leaves).root,
      previous: '0'.repeat(64),
    });
    const second = await makeCheckpoint({
      store: storeOf(files),
      key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
      clock,
      previous: first.checkpoint,
    });
    expect(second.checkpoint).toMatchObject({
      number: 2,
      previous: checkpointHash(first.checkpoint),
      keyId: first.checkpoint.keyId,
    });
  });

  test('covers stores of many pages, and of none', async () => {
    const files: Files = new Map();
    for (let index = 0; index < 2_500; index++) files.set(`loan-${index}`, []);
    expect((await makeCheckpoint({ store: storeOf(files), key, clock })).checkpoint.count).toBe(2_500);
    expect((await makeCheckpoint({ store: storeOf(new Map()), key, clock })).checkpoint.count).toBe(0);
  });

  test.each([
    ['a public key', signer.publicKey],
    ['a key of another kind', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    ['text that is no key', 'not a key'],
    ['nothing', undefined as never],
  ])('is not signed with %s', async (_, wrong) => {
    await expect(makeCheckpoint({ store: storeOf(new Map()), key: wrong, clock })).rejects.toThrow(ConfigurationError);
  });
});

describe.each([
  { kind: 'memory', open: () => memoryCheckpoints() },
  { kind: 'files', open: () => fileCheckpoints({ directory: freshDirectory() }) },
])('checkpoints kept in $kind', ({ open }) => {
  test('come back as they were given, oldest first', async () => {
    const sink = open();
    expect(await sink.latest()).toBeUndefined();
    expect(await recordsOf(sink)).toEqual([]);
    const files = await threeCheckpoints(sink);
    const records = await recordsOf(sink);
    expect(records.map(({ leaves }) => leaves.map(({ loanId, version }) => `${loanId} ${version}`))).toEqual([
      ['loan-a 3', 'loan-b 3'],
      ['loan-a 3', 'loan-b 5', 'loan-c 1'],
      ['loan-b 5', 'loan-c 1'],
    ]);
    expect(await sink.latest()).toEqual(records[2]?.checkpoint);
    expect(records[2]?.leaves[0]?.head).toBe(files.get('loan-b')?.[4]?.hash);
    expect(await verifyCheckpoints(sink.all(), signer.publicKey)).toEqual({
      ok: true,
      count: 3,
      latest: records[2]?.checkpoint,
    });
  });

  test('are taken one after the other: who comes second makes it again', async () => {
    const sink = open();
    const both = await Promise.all([1, 2].map(() => makeCheckpoint({ store: storeOf(filesOf('loan-1')), key, clock })));
    await sink.put(both[0]?.checkpoint as never, both[0]?.leaves ?? []);
    await expect(sink.put(both[1]?.checkpoint as never, both[1]?.leaves ?? [])).rejects.toThrow(ConflictError);
    await takeCheckpoint({ store: storeOf(filesOf('loan-1')), sink, key, clock });
    expect(await recordsOf(sink)).toHaveLength(2);
  });
});

describe('checkpoints in files', () => {
  test('are shared by several sinks; of those that race, one wins', async () => {
    const directory = freshDirectory();
    const files = filesOf('loan-1');
    const takers = Array.from({ length: 5 }, () => checkpoint(files, fileCheckpoints({ directory })));
    const ends = await Promise.allSettled(takers);
    const lost = ends.filter((end) => end.status === 'rejected');
    expect(ends.length - lost.length).toBeGreaterThan(0);
    for (const { reason } of lost as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(ConflictError);
    const report = await verifyCheckpoints(fileCheckpoints({ directory }).all(), signer.publicKey);
    expect(report).toMatchObject({ ok: true, count: ends.length - lost.length });
  });

  test('hold only what changed since the one before', async () => {
    const directory = freshDirectory();
    const files = await threeCheckpoints(fileCheckpoints({ directory }));
    write(files, 'loan-c', 1);
    await checkpoint(files, fileCheckpoints({ directory }));
    const lines = readdirSync(directory).map(
      (name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n').length,
    );
    expect(lines).toEqual([3, 3, 2, 2]);
  });

  test('are found out when a file was changed, taken away or put in the place of another', async () => {
    const check = async (spoil: (path: (number: number) => string) => void) => {
      const directory = freshDirectory();
      await threeCheckpoints(fileCheckpoints({ directory }));
      spoil((number) => join(directory, `checkpoint-00000000${number}.jsonl`));
      return (await verifyCheckpoints(fileCheckpoints({ directory }).all(), signer.publicKey)).broken;
    };
    expect(await check(() => undefined)).toBeUndefined();
    expect(
      await check((path) => writeFileSync(path(2), readFileSync(path(2), 'utf8').replace('loan-c', 'loan-d'))),
    ).toMatchObject({ number: 2 });
    expect(await check((path) => writeFileSync(path(2), 'garbage'))).toMatchObject({
      number: 2,
      reason: expect.stringContaining('damaged'),
    });
    expect(await check((path) => writeFileSync(path(2), '1\n'))).toMatchObject({ number: 2 });
    expect(await check((path) => writeFileSync(path(2), ''))).toMatchObject({ number: 2 });
    expect(await check((path) => rmSync(path(1)))).toMatchObject({ number: 1, reason: 'checkpoint 1 is missing' });
    expect(await check((path) => rmSync(path(2)))).toMatchObject({ number: 2 });
    expect(await check((path) => copyFileSync(path(1), path(2)))).toMatchObject({ number: 2 });
  });

  test('want a directory', () => expect(() => fileCheckpoints({ directory: '' })).toThrow(ConfigurationError));
});

describe('checkpoints handed to a function', () => {
  test('arrive with their heads and form a chain', async () => {
    const published: CheckpointRecord[] = [];
    await threeCheckpoints(callbackCheckpoints((record) => void published.push(record)));
    expect(await verifyCheckpoints(published, signer.publicKey)).toMatchObject({ ok: true, count: 3 });
  });

  test('go on where those of another process ended, if they are given', async () => {
    const published: CheckpointRecord[] = [];
    const open = () =>
      callbackCheckpoints((record) => void published.push(record), {
        latest: async () => published.at(-1)?.checkpoint,
        all: async function* () {
          yield* published;
        },
      });
    await checkpoint(filesOf('loan-1'), open());
    await checkpoint(filesOf('loan-1'), open());
    expect(await verifyCheckpoints(open().all?.() ?? [], signer.publicKey)).toMatchObject({ ok: true, count: 2 });
  });

  test('are not taken for kept when the function fails', async () => {
    const sink = callbackCheckpoints(() => Promise.reject(new Error('no network')));
    await expect(checkpoint(filesOf('loan-1'), sink)).rejects.toThrow('no network');
    expect(await sink.latest()).toBeUndefined();
  });

  test('cannot be audited without what was published, nor published without a function', () => {
    expect(callbackCheckpoints(() => undefined).all).toBeUndefined();
    expect(() => callbackCheckpoints(undefined as never)).toThrow(ConfigurationError);
  });
});

describe('a chain of checkpoints', () => {
  const spoilt = async (
    spoil: (records: CheckpointRecord[]) => CheckpointRecord[],
    publicKey: Parameters<typeof verifyCheckpoints>[1] = signer.publicKey,
  ) => {
    const sink = memoryCheckpoints();
    await threeCheckpoints(sink);
    return verifyCheckpoints(spoil(await recordsOf(sink)), publicKey);
  };
  const edit = (number: number, change: object) => (records: CheckpointRecord[]) =>
    records.map((record, index) =>
      index === number - 1 ? { ...record, checkpoint: { ...record.checkpoint, ...change } } : record,
    );

  test.each([
    ['the time', { at: '2026-02-01T09:00:00.000Z' }],
    ['the root', { root: 'a'.repeat(64) }],
    ['the signature', { signature: Buffer.alloc(64).toString('base64url') }],
    ['the signature into nothing', { signature: undefined }],
    ['the number of files', { count: 2 }],
    ['the format', { format: 'repaykit-checkpoint/2' }],
    ['the key', { keyId: '0'.repeat(32) }],
  ])('does not hold where %s was changed', async (_, change) => {
    expect(await spoilt(edit(2, change))).toMatchObject({ ok: false, count: 1, broken: { number: 2 } });
  });

  test('does not hold where one is missing, twice or out of order', async () => {
    expect(await spoilt((records) => records.slice(1))).toMatchObject({ broken: { number: 1 } });
    expect(await spoilt(([a, , c]) => [a, c] as CheckpointRecord[])).toMatchObject({ broken: { number: 2 } });
    expect(await spoilt(([a, b, c]) => [a, c, b] as CheckpointRecord[])).toMatchObject({ broken: { number: 2 } });
    expect(await spoilt(([a]) => [a, a] as CheckpointRecord[])).toMatchObject({ broken: { number: 2 } });
  });

  test('does not hold with other heads', async () => {
    expect(await spoilt(([a]) => [{ ...a, leaves: [] }] as unknown as CheckpointRecord[])).toMatchObject({
      broken: { number: 1 },
    });
    expect(
      await spoilt(
        ([a]) => [{ ...a, leaves: a?.leaves.map((leaf) => ({ ...leaf, version: 4 })) }] as CheckpointRecord[],
      ),
    ).toMatchObject({
      broken: { number: 1 },
    });
  });

  test('is believed on the right key only, among several too', async () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    expect(await spoilt((records) => records, other)).toMatchObject({
      ok: false,
      count: 0,
      broken: { number: 1, reason: expect.stringContaining('another key') },
    });
    expect(await spoilt((records) => records, [other, signer.publicKey])).toMatchObject({ ok: true, count: 3 });
    expect(
      await spoilt((records) => records, signer.publicKey.export({ type: 'spki', format: 'pem' }) as string),
    ).toMatchObject({ ok: true });
    await expect(spoilt((records) => records, 'no key')).rejects.toThrow(ConfigurationError);
  });
});
