import { describe, expect, test } from 'vitest';
import { evidenceTamperings } from '../proof/tampering/evidence-tamperings.ts';
import { storeTamperings } from '../proof/tampering/store-tamperings.ts';
import { countFalseAlarms, makeWorlds, tryEvidenceTampering, tryStoreTampering } from '../proof/tampering/trials.ts';
import { sized } from '../size.ts';

// In full size: `npm run proof -- tampering`.
const TRIALS = sized(15, 60);
const worlds = await makeWorlds();

describe('the checkpoints reveal a change of the store', () => {
  test.each(Object.entries(storeTamperings))('%s', async (_, tamper) => {
    expect(await tryStoreTampering(tamper, worlds, TRIALS)).toMatchObject({ found: TRIALS, named: TRIALS });
  });
});

describe('the checkpoints reveal a change of an evidence file', () => {
  test.each(Object.entries(evidenceTamperings))('%s', async (_, tamper) => {
    expect(await tryEvidenceTampering(tamper, worlds, TRIALS)).toMatchObject({ found: TRIALS, named: TRIALS });
  });
});

describe('the chain alone', () => {
  test.each(['one event rewritten, all after it hashed again', 'the whole chain rewritten', 'the tail cut off'])(
    'does not find %s',
    async (name) => {
      const tamper = storeTamperings[name];
      expect(tamper && (await tryStoreTampering(tamper, worlds, TRIALS))).toMatchObject({ byChain: 0 });
    },
  );
});

test('files that were not changed raise no alarm', async () => {
  expect(await countFalseAlarms(worlds, 4 * TRIALS)).toBe(0);
});
