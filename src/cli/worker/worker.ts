import { once } from 'node:events';
import { systemClock } from '../../clock/clock.ts';
import { given } from '../../validation/record.ts';
import { runDue } from '../../worker/run-due.ts';
import type { RunDueOptions } from '../../worker/run-options.ts';
import type { DueProgress, DueReport } from '../../worker/run-report.ts';
import { startWorker, type WorkerHealth } from '../../worker/start-worker.ts';
import { type CommandFlags, checkFlags, durationFlag, durationMs, smallCount } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { counted } from '../terminal/terminal-text.ts';
import { loadWorkerConfig, type WorkerConfig } from './worker-config.ts';

export type WorkerFlags = CommandFlags<'config' | 'every' | 'concurrency', never, 'once' | 'json'>;

// Running work may take as long as a lease lasts.
const GRACE_MS = 60_000;
const QUIET_MS = 60_000;
const PROGRESS_MS = 5_000;

export async function work(flags: WorkerFlags, io: CliIo): Promise<number> {
  const { everyMs, concurrency } = readFlags(flags);
  const config = await loadWorkerConfig('repaykit worker', flags.config);
  io.takesLong?.(GRACE_MS);
  const json = flags.json === true;
  const own = given({ inbox: config.inbox || undefined, onProgress: json ? undefined : progressPrinter(io) });
  const options: RunDueOptions = { concurrency, ...own };
  try {
    return flags.once
      ? await workOnce(config, { options, io, json })
      : await keepWorking(config, { options, everyMs, io, json });
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
  const onRun = (health: WorkerHealth) => {
    // A run that found nothing is printed once a minute, as a sign of life.
    const isDue = systemClock.now() - lastLineAt >= QUIET_MS;
    if (!json && !hasWorked(health) && !isDue) return;
    lastLineAt = systemClock.now();
    io.out(json ? jsonLine(health) : textLine(health));
  };
  const worker = startWorker(kit, { ...options, everyMs, onRun });
  if (!io.stop.aborted) await Promise.race([once(io.stop, 'abort'), worker.done]);
  await worker.stop();
  if (!json) io.out('stopped: what was held is finished\n');
  return 0;
}

function progressPrinter(io: CliIo): (progress: DueProgress) => void {
  let lastAt = systemClock.now();
  return ({ soFar }) => {
    if (systemClock.now() - lastAt < PROGRESS_MS) return;
    lastAt = systemClock.now();
    io.out(`  so far: ${doneText({ ...soFar, errors: [] })}\n`);
  };
}

function readFlags({ every, concurrency }: WorkerFlags): { readonly everyMs: number; readonly concurrency: number } {
  checkFlags('repaykit worker', {
    '--every': [durationFlag, every],
    '--concurrency': [smallCount, concurrency],
  });
  return { everyMs: durationMs(every), concurrency: Number(concurrency) };
}

function jsonLine({ lastRunAt: at, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  const result = lastError === undefined ? lastReport : { error: lastError };
  return `${JSON.stringify({ at, runs, failedRuns, ...result })}\n`;
}

function textLine({ lastRunAt, runs, failedRuns, lastReport, lastError }: WorkerHealth): string {
  if (lastError !== undefined) return `${lastRunAt}  failed (${failedRuns} in a row): ${lastError}\n`;
  return `${lastRunAt}  run ${runs}: ${lastReport ? doneText(lastReport) : 'nothing'}\n`;
}

function hasWorked({ lastReport, lastError }: WorkerHealth): boolean {
  if (lastError !== undefined || !lastReport) return true;
  const { loans, errors, inbox, checkpoint } = lastReport;
  const hasDeliveries = inbox !== undefined && Object.values(inbox).some((count) => count > 0);
  return loans > 0 || errors.length > 0 || checkpoint !== undefined || hasDeliveries;
}

function doneText(report: DueReport): string {
  const { reports, debits, reconcile, silence, inbox, checkpoint, loans, elapsedMs, left, errors } = report;
  const parts = [
    `${counted(loans, 'loan')} in ${elapsedMs} ms`,
    `reports ${reports.delivered} delivered, ${reports.failed} failed, ${reports.stuck} stuck`,
    `debits ${debits.asked} asked, ${debits.settled} settled, ${debits.parked} parked, ${debits.failed} failed`,
    `reconciled ${reconcile.looked}, ${reconcile.missing} missing, ${reconcile.failed} failed`,
    inbox && `webhooks ${inbox.done} done, ${inbox.failed} failed, ${inbox.quarantined} quarantined`,
    checkpoint !== undefined && `checkpoint ${checkpoint} taken`,
    silence && `SILENCE: ${silence.since === undefined ? 'no webhook ever came' : `no webhook since ${silence.since}`}`,
    left && `more is due (${left})`,
  ];
  const failures = errors.map(({ loanId, kind, reason }) => `\n  ${loanId ? `${loanId} ` : ''}${kind}: ${reason}`);
  return `${parts.filter(Boolean).join(' · ')}${failures.join('')}`;
}
