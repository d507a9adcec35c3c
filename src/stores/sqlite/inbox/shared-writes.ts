import { RepayKitError } from '../../../errors.ts';
import { GroupCommit } from '../../group-commit.ts';
import type { SqliteConnection } from '../sqlite-connection.ts';

/** Writes something in a transaction that it shares with others; what it answers is on the disk. */
export type SharedWrite = <Result>(work: () => Result) => Promise<Result>;

// A transaction is to take some milliseconds: until it has ended, this thread does nothing else.
const MOST_TOGETHER = 200;

/**
 * Lets writes that are asked for in one turn of the event loop share a transaction, and the wait for the disk. Deliveries come in heaps and each is written four
 * times; one by one, at some hundred a second the thread would do nothing else but wait.
 */
export function sharedWrites(connection: SqliteConnection): SharedWrite {
  const writes = new GroupCommit<() => unknown, unknown>({
    write: async (batch) => connection.write(() => batch.map((work) => work())),
    // They are done one after the other, so it does not matter what they have in common.
    keysOf: () => [],
    weightOf: () => 1,
    maxItems: MOST_TOGETHER,
    maxWeight: MOST_TOGETHER,
    // A file that is held by others, or a disk that fails, is no one's fault.
    blamesContent: (error) => error instanceof RepayKitError && !error.retryable && error.outcome === 'none',
    // Whatever has arrived by then is let in first.
    gather: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return <Result>(work: () => Result) => writes.submit(work) as Promise<Result>;
}
