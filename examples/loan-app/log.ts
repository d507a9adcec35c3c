// What goes wrong behind the pages is told where the lines of the pages go, so that a worker that fails for weeks is not silent.
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'repaykit';
import type { WorkerHealth } from 'repaykit/worker';

/** What somebody should look at, and what failed. repaykit's facts are masked; whoever else writes here gives no message, which may repeat what was typed. */
export type AppLog = Required<Pick<Logger, 'warn' | 'error'>>;

// #region log
/** The log of the pages, as the client and the receiver want one. */
export function appLog(log: FastifyBaseLogger): AppLog {
  return {
    warn: (message, facts) => log.warn({ facts }, message),
    error: (message, facts) => log.error({ facts }, message),
  };
}

/** Tells what went wrong in a run of the worker. What ended well is not told. */
export function tellRun(log: AppLog) {
  return ({ failedRuns, lastError, lastReport }: WorkerHealth): void => {
    if (lastError !== undefined) log.error('the worker failed', { failedRuns, reason: lastError });
    // A run that failed as a whole has no report: this would be the one before.
    else for (const error of lastReport?.errors ?? []) log.error('the worker could not do its work', { ...error });
  };
}
// #endregion log
