/** A small store as an insider finds it: loans whose files grew, and the checkpoints that were taken meanwhile. */

import type { CheckpointRecord } from '../../../src/evidence/checkpoint.ts';
import { memoryCheckpoints } from '../../../src/evidence/checkpoint-files.ts';
import { type KeyProvider, memoryKeys } from '../../../src/loan-file/keys.ts';
import { checkpoint, type Files, write } from '../../loan-file/sealed-files.ts';
import type { Dice } from './dice.ts';

/** What a trial begins with; files are copied for each. */
export interface World {
  readonly files: ReadonlyMap<string, Files extends Map<string, infer Events> ? Events : never>;
  readonly keys: KeyProvider;
  /** Each payer's key, so that tampering can seal as an insider with the keys would. */
  readonly keyOf: (loanId: string) => Uint8Array;
  readonly records: readonly CheckpointRecord[];
}

/** Three loans of 6 to 14 events; three checkpoints, the last one over everything. */
export async function makeWorld(dice: Dice): Promise<World> {
  const [files, keys, sink, known]: [
    Files,
    KeyProvider,
    ReturnType<typeof memoryCheckpoints>,
    Map<string, Uint8Array>,
  ] = [new Map(), memoryKeys(), memoryCheckpoints(), new Map()];
  for (const loanId of ['loan-a', 'loan-b', 'loan-c'])
    known.set(loanId, (await keys.payerKey(`payer of ${loanId}`)) as Uint8Array);
  for (const [day, least] of [4, 1, 1].entries()) {
    for (const [loanId, key] of known) write(files, loanId, dice.between(least, least + 2), key);
    await checkpoint(files, sink, `2026-03-0${day + 1}T09:00:00Z`);
  }
  const records: CheckpointRecord[] = [];
  for await (const record of sink.all()) records.push(record);
  return { files, keys, keyOf: (loanId) => known.get(loanId) as Uint8Array, records };
}
