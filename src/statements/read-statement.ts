import { steadyClock } from '../clock/clock.ts';
import { loadSource } from './load-source.ts';
import { checkReadOptions, type ReadStatementOptions, type StatementSource } from './read-options.ts';
import type { Statement } from './statement.ts';
import { readingPool } from './thread/reading-pool.ts';
import { abortedBy, type Bounds, watchEnd } from './thread/reading-thread.ts';

/**
 * Reads a bank statement from its PDF: the account, the entries oldest first, and the proof of its own arithmetic. The
 * PDF is read in a thread of its
 * own within `limits`, so that a hostile file cannot harm the process; it needs the optional package `unpdf`. Nothing
 * is sent anywhere.
 *
 * ```ts
 * const statement = await readStatement('statement.pdf', { password: '12345' });
 * if (!statement.proof.proved) console.log(statement.proof.doubts);
 * ```
 *
 * @throws StatementError its `code` says why the statement could not be read
 * @throws InputError an option, or the source as a file or a stream, is wrong
 * @throws ConfigurationError `unpdf` is not installed
 * @throws AbortedError the signal ended it
 */
export async function readStatement(source: StatementSource, options: ReadStatementOptions = {}): Promise<Statement> {
  const { limits, signal, onProgress, password, account, bankCode } = checkReadOptions(options);
  if (signal?.aborted) throw abortedBy(signal);
  const begunAt = steadyClock.now();
  const bytes = await loadWithin(source, { limits, timeMs: limits.timeMs, signal });
  const timeMs = limits.timeMs - (steadyClock.now() - begunAt);
  const task = { bytes, password, account, bankCode, limits, wantsProgress: onProgress !== undefined };
  return readingPool().read({ task, limits, timeMs, signal, onProgress });
}

function loadWithin(source: StatementSource, bounds: Bounds): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const stop = watchEnd(bounds, (error) => {
      ended.abort();
      reject(error);
    });
    loadSource(source, bounds.limits, ended.signal).then(resolve, reject).finally(stop);
  });
}
