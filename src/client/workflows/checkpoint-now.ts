import { ConfigurationError } from '../../errors.ts';
import type { Checkpoint, CheckpointChain } from '../../evidence/checkpoint.ts';
import type { LoanContext } from './loan-context.ts';

/** What a checkpoint has to come right after. */
export interface CheckpointPlace {
  /** The latest checkpoint, as it was when it was decided that the next one is due; undefined: there was none. */
  readonly after: Checkpoint | undefined;
}

/**
 * Signs how all loan files end now and hands that to the place that keeps checkpoints. With a `place` it takes that one or none, so that of several processes
 * that decide alike only one takes it. @throws ConfigurationError without the option; ConflictError when another process was first
 */
export async function checkpointNow({ engine, files }: LoanContext, place?: CheckpointPlace): Promise<Checkpoint> {
  const { checkpoints, clock } = engine.settings;
  if (!checkpoints)
    throw new ConfigurationError('No checkpoint can be taken', [
      { path: 'checkpoints', message: 'is needed: { key, sink }, with a private Ed25519 key' },
    ]);
  const { takeCheckpoint } = await import('../../evidence/checkpoint.ts');
  const { key, sink } = checkpoints;
  const chain: CheckpointChain = place
    ? { put: (checkpoint, leaves) => sink.put(checkpoint, leaves), latest: async () => place.after }
    : sink;
  return takeCheckpoint({ store: files.store, key, sink: chain, clock });
}
