import type { DueReport } from '../../worker/run-report.ts';
import type { WorkerHealth } from '../../worker/start-worker.ts';

/** One run as a line of JSON. */
export function jsonLine({ lastRunAt, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  return `${JSON.stringify({ at: lastRunAt, runs, failedRuns, ...(lastError === undefined ? lastReport : { error: lastError }) })}\n`;
}

/** One run, or how the worker is, as a line for people. */
export function textLine({ lastRunAt, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  if (lastError !== undefined) return `${lastRunAt}  failed (${failedRuns} in a row): ${lastError}\n`;
  return `${lastRunAt}  run ${runs}: ${lastReport ? doneText(lastReport) : 'nothing'}\n`;
}

/** Did the run find anything to do, or fail? */
export function isNews({ lastReport, lastError }: WorkerHealth): boolean {
  if (lastError !== undefined || !lastReport) return true;
  const { loans, errors, inbox, checkpoint } = lastReport;
  return (
    loans > 0 ||
    errors.length > 0 ||
    checkpoint !== undefined ||
    (inbox !== undefined && Object.values(inbox).some((count) => count > 0))
  );
}

/** What a run has done so far. */
export function doneText({
  reports,
  debits,
  reconcile,
  silence,
  inbox,
  checkpoint,
  loans,
  elapsedMs,
  left,
  errors,
}: DueReport): string {
  const parts = [
    `${loans} ${loans === 1 ? 'loan' : 'loans'} in ${elapsedMs} ms`,
    `reports ${reports.delivered} delivered, ${reports.failed} failed, ${reports.stuck} stuck`,
    `debits ${debits.asked} asked, ${debits.settled} settled, ${debits.parked} parked, ${debits.failed} failed`,
    `reconciled ${reconcile.looked}, ${reconcile.missing} missing, ${reconcile.failed} failed`,
    ...(inbox ? [`webhooks ${inbox.done} done, ${inbox.failed} failed, ${inbox.quarantined} quarantined`] : []),
    ...(checkpoint === undefined ? [] : [`checkpoint ${checkpoint} taken`]),
    ...(silence
      ? [silence.since === undefined ? 'SILENCE: no webhook ever came' : `SILENCE: no webhook since ${silence.since}`]
      : []),
    ...(left ? [`more is due (${left})`] : []),
  ];
  const failures = errors.map(({ loanId, kind, reason }) =>
    `\n  ${loanId ?? ''} ${kind}: ${reason}`.replace('   ', '  '),
  );
  return `${parts.join(' · ')}${failures.join('')}`;
}
