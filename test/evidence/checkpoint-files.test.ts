import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, ConflictError, EvidenceError } from '../../src/errors.ts';
import { makeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { fileCheckpoints, type ReadableCheckpointSink } from '../../src/evidence/checkpoint-files.ts';
import { checkpoint, type Files, signer, storeOf, write } from '../loan-file/sealed-files.ts';
import { verifyCheckpoints } from './sample-evidence.ts';

/** A directory for the length of a test. */
function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'repaykit-checkpoints-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function filesOf(...loanIds: readonly string[]): Files {
  const files: Files = new Map();
  for (const loanId of loanIds) write(files, loanId, 1);
  return files;
}

async function loansIn(sink: ReadableCheckpointSink): Promise<string[][]> {
  const loans: string[][] = [];
  for await (const { leaves } of sink.all()) loans.push(leaves.map(({ loanId, version }) => `${loanId} ${version}`));
  return loans;
}

describe('checkpoints in files', () => {
  test.each([undefined, '', 7])('want the name of a directory, not %j', (directory) => {
    const open = () => fileCheckpoints({ directory: directory as string });
    expect(open).toThrow(ConfigurationError);
    expect(open).toThrow(/^fileCheckpoints: directory: is .* the directory that keeps the checkpoints(, as text)?$/);
  });

  test('of two processes that write the same one at once, the second has to make it again', async () => {
    const directory = freshDirectory();
    const { checkpoint: first, leaves } = await makeCheckpoint({
      store: storeOf(filesOf('loan-1')),
      key: signer.privateKey,
      clock: { now: () => 1_772_355_600_000 },
    });
    const ends = await Promise.allSettled([1, 2].map(() => fileCheckpoints({ directory }).put(first, leaves)));
    const lost = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
    expect(lost).toEqual([expect.any(ConflictError)]);
    expect(lost[0].message).toBe('Another process took checkpoint 1 first: make it again after that one');
  });

  test('come back sorted, with files that began later and files that were rewritten', async () => {
    const sink = fileCheckpoints({ directory: freshDirectory() });
    const files = filesOf('loan-m', 'loan-c');
    await checkpoint(files, sink);
    for (const loanId of ['loan-a', 'loan-z', 'loan-d']) write(files, loanId, 1);
    await checkpoint(files, sink);
    files.set('loan-c', filesOf('loan-x').get('loan-x') ?? []);
    await checkpoint(files, sink);
    const all = ['loan-a 1', 'loan-c 1', 'loan-d 1', 'loan-m 1', 'loan-z 1'];
    expect(await loansIn(sink)).toEqual([['loan-c 1', 'loan-m 1'], all, all]);
    expect(await verifyCheckpoints(sink.all(), signer.publicKey)).toMatchObject({ ok: true, count: 3 });
  });

  test('share their directory with files of other names', async () => {
    const directory = freshDirectory();
    const sink = fileCheckpoints({ directory });
    await checkpoint(filesOf('loan-1'), sink);
    const latest = await sink.latest();
    for (const name of [
      '0-checkpoint-000000001.jsonl',
      'checkpoint-000000001.jsonl.bak',
      'checkpoint-2.jsonl',
      'checkpoint-00000000x.jsonl',
      'notes.txt',
    ])
      copyFileSync(join(directory, 'checkpoint-000000001.jsonl'), join(directory, name));
    mkdirSync(join(directory, 'checkpoints'));
    expect(await sink.latest()).toEqual(latest);
    expect(await loansIn(sink)).toEqual([['loan-1 1']]);
  });

  test('are not taken for none where their directory cannot be read', async () => {
    const path = join(freshDirectory(), 'a file');
    writeFileSync(path, '');
    await expect(fileCheckpoints({ directory: path }).latest()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'garbage\n'],
    ['JSON of nothing', 'null\n'],
    ['a number', '7\n'],
    ['a head without its checkpoint', '{"head":"","loanId":"loan-1","version":1}\n'],
  ])('that hold %s are named as damaged', async (_, text) => {
    const directory = freshDirectory();
    const path = join(directory, 'checkpoint-000000001.jsonl');
    writeFileSync(path, text);
    const sink = fileCheckpoints({ directory });
    const message = `The checkpoint file ${path} is damaged: restore it from a copy`;
    for (const read of [() => sink.latest(), () => loansIn(sink)]) {
      const error = await read().catch((caught) => caught);
      expect(error).toBeInstanceOf(EvidenceError);
      expect(error.message).toBe(message);
    }
  });

  test.each([
    ['a member of a checkpoint twice', (text: string) => text.replace('"root":', '"root":"00","root":')],
    ['its signature twice', (text: string) => text.replace('"signature":', '"signature":"AA","signature":')],
    ['a statement beside a checkpoint', (text: string) => text.replace('{', '{"aaa":"loan-1 was forged",')],
    [
      'a statement inside a checkpoint',
      (text: string) => text.replace('"checkpoint":{', '"checkpoint":{"aaa":"loan-1 was forged",'),
    ],
    ['a statement beside a head', (text: string) => text.replace('{"head"', '{"aaa":"loan-1 was forged","head"')],
    ['a head twice', (text: string) => text + text.slice(text.indexOf('\n') + 1)],
    ['the checkpoint twice', (text: string) => text.slice(0, text.indexOf('\n') + 1) + text],
    ['the end of a loan that was none', (text: string) => `${text}{"gone":"loan-1 was forged"}\n`],
    ['a prototype', (text: string) => text.replace('{', '{"__proto__":{"a":1},')],
    ['a line of its own', (text: string) => `${text}{"statement":"loan-1 was forged"}\n`],
    ['signs in a signature', (text: string) => text.replace('"signature":"', '"signature":"!')],
    ['blanks', (text: string) => text.replace(':', ': ')],
  ])('that hold %s are named as damaged', async (_, change) => {
    const directory = freshDirectory();
    const [path, sink] = [join(directory, 'checkpoint-000000001.jsonl'), fileCheckpoints({ directory })];
    await checkpoint(filesOf('loan-1'), sink);
    const text = readFileSync(path, 'utf8');
    chmodSync(path, 0o600);
    writeFileSync(path, change(text));
    const report = await verifyCheckpoints(sink.all(), signer.publicKey);
    expect(report.broken?.reason).toBe(`The checkpoint file ${path} is damaged: restore it from a copy`);
    writeFileSync(path, text);
    expect(await verifyCheckpoints(sink.all(), signer.publicKey)).toMatchObject({ ok: true, count: 1 });
  });

  test('that are no JSON say what was wrong with them', async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'checkpoint-000000001.jsonl'), 'garbage\n');
    await expect(fileCheckpoints({ directory }).latest()).rejects.toMatchObject({ cause: expect.any(SyntaxError) });
  });
});
