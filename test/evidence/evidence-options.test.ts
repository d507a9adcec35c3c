import { describe, expect, test } from 'vitest';
import { callbackCheckpoints, fileCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { auditStore } from '../../src/evidence/evidence-audit.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { requireEvidence, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { signer } from '../loan-file/sealed-files.ts';
import { exported, sampleCase } from './sample-evidence.ts';

const { publicKey } = signer;
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
const sink = { all: async function* () {} };
const refused = (subject: string, path: string, says: RegExp) => ({
  name: 'ConfigurationError',
  message: expect.stringMatching(new RegExp(`^${subject}`)),
  issues: expect.arrayContaining([{ path, message: expect.stringMatching(says) }]),
});

describe('made-up evidence does not pass because an option is misspelt', () => {
  test.each([
    [{ publicKeys: [pem] }, 'publicKeys', /did you mean publicKey\?/],
    [{ publickey: pem }, 'publickey', /did you mean publicKey\?/],
    [{ key: pem }, 'key', /is unknown/],
    [{ publicKey: undefined }, 'publicKey', /is undefined/],
    [pem, 'options', /is a string, but must be an object with publicKey/],
    [publicKey, 'options', /is an object, but must be an object with publicKey/],
    [[pem], 'options', /is a list/],
    [null, 'options', /is null/],
    [Buffer.from(pem), 'options', /is an object/],
    [{ publicKey, checkpoint: sink.all() }, 'checkpoint', /did you mean checkpoints\?/],
    [{ publicKey, checkpoints: sink }, 'checkpoints', /pass sink\.all\(\), not the sink/],
    [{ publicKey, checkpoints: sink.all }, 'checkpoints', /pass sink\.all\(\)/],
    [{ publicKey, onProgress: true }, 'onProgress', /is true, but must be a function/],
  ])('%o', async (options, path, says) => {
    const text = await exported(await sampleCase(), { loanIds: ['loan-a'] });
    for (const check of [verifyEvidence, requireEvidence])
      await expect(check(text, options as never)).rejects.toMatchObject(refused('verifyEvidence', path, says));
  });

  test.each([undefined, null, 7, Promise.resolve('')])('or the evidence is none: %o', async (input) => {
    await expect(verifyEvidence(input as never)).rejects.toMatchObject(
      refused('verifyEvidence', 'input', /must be the evidence itself/),
    );
  });
});

describe('misspelt options are refused by', () => {
  const store = { list: async () => ({ heads: [] }), load: async () => undefined };
  const clock = { now: () => 0 };

  test.each([
    [{ store, sink, publicKey, publicKeys: pem }, 'publicKeys', /did you mean publicKey\?/],
    [{ store, publicKey, sink: sink.all() }, 'sink', /fileCheckpoints/],
    [{ store, sink }, 'publicKey', /is missing/],
    [undefined, 'publicKey', /is missing: give the public key/],
  ])('auditStore: %o', async (input, path, says) => {
    await expect(auditStore(input as never)).rejects.toMatchObject(refused('auditStore', path, says));
  });

  test.each([
    [{ store, clock, loanIds: [], checkpoint: sink.all() }, 'checkpoint', /did you mean checkpoints\?/],
    [{ store, clock, loanIds: [], checkpoints: sink }, 'checkpoints', /sink\.all\(\)/],
    [{ store, clock, loanIds: 'loan-a' }, 'loanIds', /must be a list of loan ids/],
  ])('exportEvidence: %o', async (input, path, says) => {
    await expect(exportEvidence(input as never).next()).rejects.toMatchObject(refused('exportEvidence', path, says));
  });

  test('fileCheckpoints and callbackCheckpoints', () => {
    expect(() => fileCheckpoints({ directory: 'here', dir: 'there' } as never)).toThrow(/dir: is unknown/);
    expect(() => fileCheckpoints('here' as never)).toThrow(/must be an object with directory/);
    expect(() => callbackCheckpoints(() => undefined, { lastest: async () => undefined } as never)).toThrow(
      /did you mean latest\?/,
    );
  });
});
