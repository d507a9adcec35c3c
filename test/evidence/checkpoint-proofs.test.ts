import { beforeEach, describe, expect, test } from 'vitest';
import { leafText } from '../../src/evidence/checkpoint.ts';
import { proofsOf } from '../../src/evidence/checkpoint-check.ts';
import { memoryCheckpoints, type ReadableCheckpointSink } from '../../src/evidence/checkpoint-files.ts';
import { isIncluded } from '../../src/evidence/merkle.ts';
import { checkpoint, type Files, write } from '../loan-file/sealed-files.ts';

let files: Files;
let sink: ReadableCheckpointSink;

/** Five checkpoints of five loans: `loan-b` grows at the second and `loan-d` at the last; `loan-c` is gone from the fourth on. */
beforeEach(async () => {
  [files, sink] = [new Map(), memoryCheckpoints()];
  for (const loanId of ['loan-e', 'loan-d', 'loan-c', 'loan-b', 'loan-a']) write(files, loanId, 2);
  await checkpoint(files, sink);
  write(files, 'loan-b', 1);
  await checkpoint(files, sink);
  await checkpoint(files, sink);
  files.delete('loan-c');
  await checkpoint(files, sink);
  write(files, 'loan-d', 2);
  await checkpoint(files, sink);
});

async function proven(...loanIds: readonly string[]) {
  const proofs = await proofsOf(sink.all(), loanIds);
  return [...proofs].map(([loanId, lines]) => [
    loanId,
    ...lines.map(({ checkpoint: { number }, version }) => `${version} at ${number}`),
  ]);
}

describe('the checkpoints that vouch for a loan', () => {
  test('are the first that saw each of its heads, and the newest of all', async () => {
    expect(await proven('loan-a', 'loan-b', 'loan-d')).toEqual([
      ['loan-a', '2 at 1', '2 at 5'],
      ['loan-b', '2 at 1', '3 at 2', '3 at 5'],
      ['loan-d', '2 at 1', '4 at 5'],
    ]);
  });

  test('end where the loan was gone', async () => expect(await proven('loan-c')).toEqual([['loan-c', '2 at 1']]));

  test('do not exist for a loan that no checkpoint saw', async () => {
    expect(await proven('loan-0', 'loan-bb', 'loan-f')).toEqual([['loan-0'], ['loan-bb'], ['loan-f']]);
    expect([...(await proofsOf([], ['loan-a']))]).toEqual([['loan-a', []]]);
  });

  test('come with the way from the head of the loan to the root', async () => {
    const head = files.get('loan-e')?.[1]?.hash as string;
    const lines = (await proofsOf(sink.all(), ['loan-e'])).get('loan-e') ?? [];
    expect(lines.map(({ proof: { index, count } }) => [index, count])).toEqual([
      [4, 5],
      [3, 4],
    ]);
    for (const { checkpoint: seen, version, proof } of lines) {
      expect(isIncluded(leafText({ loanId: 'loan-e', version, head }), proof, seen.root)).toBe(true);
      expect(isIncluded(leafText({ loanId: 'loan-a', version, head }), proof, seen.root)).toBe(false);
    }
  });
});
