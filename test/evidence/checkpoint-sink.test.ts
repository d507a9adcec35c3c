import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, ConflictError } from '../../src/errors.ts';
import { makeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { callbackCheckpoints, fileCheckpoints, memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { type Files, signer, storeOf, write } from '../loan-file/sealed-files.ts';

/** A directory for the length of a test. */
function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'repaykit-checkpoints-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function oneCheckpoint() {
  const files: Files = new Map();
  write(files, 'loan-1', 1);
  return makeCheckpoint({ store: storeOf(files), key: signer.privateKey, clock: { now: () => 1_772_355_600_000 } });
}

describe('a place of checkpoints', () => {
  test('of yours wants a function', () => {
    const open = () => callbackCheckpoints('https://example.com' as never);
    expect(open).toThrow(ConfigurationError);
    expect(open).toThrow('callbackCheckpoints: publish: give a function');
  });

  test.each([
    ['in memory', () => memoryCheckpoints()],
    ['in files', () => fileCheckpoints({ directory: freshDirectory() })],
    ['of yours', () => callbackCheckpoints(() => undefined)],
  ])('%s takes only the next one', async (_, open) => {
    const sink = open();
    const { checkpoint: first, leaves } = await oneCheckpoint();
    for (const number of [0, 2]) {
      const early = sink.put({ ...first, number }, leaves);
      await expect(early).rejects.toThrow(ConflictError);
      await expect(early).rejects.toThrow(
        `The next checkpoint is number 1, not ${number}: make it again after the latest one`,
      );
    }
    await sink.put(first, leaves);
    await expect(sink.put(first, leaves)).rejects.toThrow(
      'The next checkpoint is number 2, not 1: make it again after the latest one',
    );
    expect(await sink.latest()).toEqual(first);
  });
});
