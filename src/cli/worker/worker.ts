import { systemClock } from '../../clock/clock.ts';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { runDue } from '../../worker/run-due.ts';
import type { RunDueOptions } from '../../worker/run-options.ts';
import type { DueProgress, DueReport } from '../../worker/run-report.ts';
import { startWorker, type WorkerHealth } from '../../worker/start-worker.ts';
import type { CliIo } from '../terminal/io.ts';
import { loadWorkerConfig, type WorkerConfig } from './worker-config.ts';

/** The flags of `repaykit worker`, as they were written. */
export interface WorkerFlags {
  readonly config: string;
  readonly once?: true;
  readonly every: string;
  readonly concurrency: string;
  readonly json?: true;
}

// What is under way may take as long as a claim lasts.
const GRACE_MS = 60_000;
const QUIET_MS = 60_000;
const PROGRESS_MS = 5_000;

/** Runs the worker until the user stops it, or once; the answer is the exit code. */
export async function work(flags: WorkerFlags, io: CliIo): Promise<number> {
  const { everyMs, concurrency } = readFlags(flags);
  const config = await loadWorkerConfig('repaykit worker', flags.config);
  io.takesLong?.(GRACE_MS);
  const options: RunDueOptions = {
    concurrency,
    ...(config.inbox ? { inbox: config.inbox } : {}),
    ...(flags.json ? {} : { onProgress: tellNowAndThen(io) }),
  };
  try {
    return flags.once
      ? await workOnce(config, { options, io, json: flags.json === true })
      : await keepWorking(config, { options, everyMs, io, json: flags.json === true });
  } finally {
    await config.kit.close();
    await config.close?.();
  }
}

interface Working {
  readonly options: RunDueOptions;
  readonly io: CliIo;
  readonly json: boolean;
}

async function workOnce({ kit }: WorkerConfig, { options, io, json }: Working): Promise<number> {
  const report = await runDue(kit, { ...options, signal: io.stop });
  io.out(json ? `${JSON.stringify(report)}\n` : `${doneText(report)}\n`);
  return report.errors.length > 0 || report.left === 'stopped' ? 1 : 0;
}

async function keepWorking(
  { kit }: WorkerConfig,
  { options, everyMs, io, json }: Working & { readonly everyMs: number },
): Promise<number> {
  let lastLineAt = Number.NEGATIVE_INFINITY;
  const tell = (health: WorkerHealth) => {
    // A run that found nothing is told once a minute, as a sign of life.
    const isDue = systemClock.now() - lastLineAt >= QUIET_MS;
    if (!json && !isNews(health) && !isDue) return;
    lastLineAt = systemClock.now();
    io.out(json ? jsonLine(health) : textLine(health));
  };
  const worker = startWorker(kit, { ...options, everyMs, onRun: tell });
  const onStop = () => void worker.stop();
  if (io.stop.aborted) onStop();
  else io.stop.addEventListener('abort', onStop, { once: true });
  await worker.done;
  if (!json) io.out('stopped: what was held is finished\n');
  return 0;
}

function tellNowAndThen(io: CliIo): (progress: DueProgress) => void {
  let lastAt = systemClock.now();
  return ({ soFar }) => {
    if (systemClock.now() - lastAt < PROGRESS_MS) return;
    lastAt = systemClock.now();
    io.out(`  so far: ${doneText({ ...soFar, errors: [] })}\n`);
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function readFlags({ every, concurrency }: WorkerFlags): { readonly everyMs: number; readonly concurrency: number } {
  const issues: FieldIssue[] = [];
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(every) ?? [];
  const everyMs = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(everyMs >= 1)) issues.push({ path: '--every', message: 'must be a duration such as 500ms, 30s or 5m' });
  if (!/^[1-9]\d{0,2}$/.test(concurrency))
    issues.push({ path: '--concurrency', message: 'must be a whole number from 1' });
  if (issues.length > 0) throw new ConfigurationError('repaykit worker', issues);
  return { everyMs, concurrency: Number(concurrency) };
}

/** One run as a line of JSON. */
function jsonLine({ lastRunAt, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  return `${JSON.stringify({ at: lastRunAt, runs, failedRuns, ...(lastError === undefined ? lastReport : { error: lastError }) })}\n`;
}

/** One run, or how the worker is, as a line for people. */
function textLine({ lastRunAt, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  if (lastError !== undefined) return `${lastRunAt}  failed (${failedRuns} in a row): ${lastError}\n`;
  return `${lastRunAt}  run ${runs}: ${lastReport ? doneText(lastReport) : 'nothing'}\n`;
}

/** Did the run find anything to do, or fail? */
function isNews({ lastReport, lastError }: WorkerHealth): boolean {
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
function doneText({
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
