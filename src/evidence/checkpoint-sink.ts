import { ConfigurationError, ConflictError } from '../errors.ts';
import { checkOptions, type OptionRules } from '../loan-file/option-checks.ts';
import type { Checkpoint, CheckpointChain, CheckpointRecord } from './checkpoint.ts';

/** The promise of a place that keeps checkpoints where those who can write to the store cannot change them. */
export interface CheckpointSink extends CheckpointChain {
  /** All checkpoints with their heads, oldest first, where the place can be read again: then evidence carries those that vouch for its loan. */
  all?(): AsyncIterable<CheckpointRecord>;
}

/** A place of checkpoints that can be read again, as an audit needs it. */
export type ReadableCheckpointSink = Required<CheckpointSink>;

/** Keeps checkpoints in this process: for tests and demos. Nothing survives a restart. */
export function memoryCheckpoints(): ReadableCheckpointSink {
  const records: CheckpointRecord[] = [];
  return {
    async put(checkpoint, leaves) {
      refuseUnlessNext(checkpoint, records.at(-1)?.checkpoint);
      records.push({ checkpoint, leaves });
    },
    async latest() {
      return records.at(-1)?.checkpoint;
    },
    async *all() {
      yield* records;
    },
  };
}

/** How checkpoints that were handed to a function are found again. */
export interface CallbackCheckpointsOptions {
  /** The checkpoint that was published last. Default: the last one of this process, so that each process begins a chain of its own. */
  readonly latest?: () => Promise<Checkpoint | undefined>;
  /** Everything that was published, oldest first. Without it evidence carries no checkpoints, and an audit has to be given them by other means. */
  readonly all?: () => AsyncIterable<CheckpointRecord>;
}

const isFunction = { isGood: (value: unknown) => typeof value === 'function', message: 'must be a function' };
const callbackRules: OptionRules<CallbackCheckpointsOptions> = { latest: isFunction, all: isFunction };

/** Hands each checkpoint to a function of yours: to publish it, to mail it to the auditor, to put it under object lock. */
export function callbackCheckpoints(
  publish: (record: CheckpointRecord) => Promise<void> | void,
  options: CallbackCheckpointsOptions = {},
): CheckpointSink {
  if (typeof publish !== 'function')
    throw new ConfigurationError('callbackCheckpoints', [{ path: 'publish', message: 'give a function' }]);
  checkOptions('callbackCheckpoints', options, callbackRules);
  let last: Checkpoint | undefined;
  const latest = options.latest ?? (async () => last);
  return {
    async put(checkpoint, leaves) {
      refuseUnlessNext(checkpoint, await latest());
      await publish({ checkpoint, leaves });
      last = checkpoint;
    },
    latest,
    ...(options.all ? { all: options.all } : {}),
  };
}

/** Refuses a checkpoint that does not come right after the one before. @throws ConflictError */
export function refuseUnlessNext(checkpoint: Checkpoint, latest: Checkpoint | undefined): void {
  const next = (latest?.number ?? 0) + 1;
  if (checkpoint.number !== next)
    throw new ConflictError(
      `The next checkpoint is number ${next}, not ${checkpoint.number}: make it again after the latest one`,
    );
}
