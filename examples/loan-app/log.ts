// Failures of the worker and the receiver go to the same log as those of the pages.
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'repaykit';
import type { WorkerHealth } from 'repaykit/worker';

/** Warnings and failures. Facts of repaykit are masked. Other code logs no messages here, which may repeat what was typed. */
export type AppLog = Required<Pick<Logger, 'warn' | 'error'>>;

// #region log
/** The log of the pages, in the form that the client and the receiver take. */
export function appLog(log: FastifyBaseLogger): AppLog {
  return {
    warn: (message, facts) => log.warn({ facts }, message),
    error: (message, facts) => log.error({ facts }, message),
  };
}

/** Logs what failed in a run of the worker. */
export function logRun(log: AppLog) {
  return ({ failedRuns, lastError, lastReport }: WorkerHealth): void => {
    if (lastError !== undefined)
      log.error('the worker failed', { failedRuns, reason: lastError });
    // A run that failed as a whole has no report. `lastReport` is the one before.
    else
      for (const error of lastReport?.errors ?? [])
        log.error('the worker could not do its work', { ...error });
  };
}
// #endregion log
