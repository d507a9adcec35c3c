import type { RepayKit } from '../../client/repay-kit.ts';
import { contextOf } from '../../client/workflows/loan-context.ts';
import { systemClock } from '../../clock/clock.ts';
import { given } from '../../validation/record.ts';
import { whenHandled } from '../../worker/reconcile/notifier.ts';
import { reconcile } from '../../worker/reconcile/reconcile.ts';
import type { ReconcileOptions } from '../../worker/reconcile/reconcile-options.ts';
import type { ReconcileProgress } from '../../worker/reconcile/reconcile-report.ts';
import { type CommandFlags, checkFlags, flagOf, smallCount } from '../in-flags.ts';
import { type CliIo, passingLine, progressBar } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { durationText, reportText } from './reconcile-report.ts';
import { loadWorkerConfig } from './worker-config.ts';

export type ReconcileFlags = CommandFlags<'config' | 'rate' | 'concurrency', 'after', 'all' | 'baseline' | 'json'>;

// Running work may take as long as a lease lasts.
const GRACE_MS = 60_000;
const HANDLERS_MS = 60_000;

export async function runReconcile(flags: ReconcileFlags, io: CliIo): Promise<number> {
  const settings = readFlags(flags);
  const { kit, inbox, close } = await loadWorkerConfig('repaykit reconcile', flags.config);
  io.takesLong?.(GRACE_MS);
  const { all, baseline } = settings;
  const canNotify = typeof inbox?.notify === 'function';
  const progress = flags.json ? undefined : reconcileProgress(io, all ? await countLoans(kit, flags.after) : undefined);
  try {
    const own = given({ inbox: canNotify ? inbox : undefined, onProgress: progress?.show });
    const report = await reconcile(kit, { ...settings, ...own, signal: io.stop });
    progress?.end();
    io.out(flags.json ? `${JSON.stringify(report)}\n` : reportText(report, paintWith(io.showsColour)));
    const which = `--config ${flags.config} ${baseline ? '--baseline' : '--all'}`;
    if (!flags.json && report.next !== undefined)
      io.out(`\nto go on: repaykit reconcile ${which} --after ${report.next}\n`);
    if (canNotify && report.missingCount > 0) await waitForHandlers(inbox, io);
    return report.failed > 0 || report.left === 'stopped' || (baseline && report.heldElsewhere > 0) ? 1 : 0;
  } finally {
    progress?.end();
    await kit.close();
    await close?.();
  }
}

// The resources of the handlers are about to be closed.
async function waitForHandlers(inbox: NonNullable<ReconcileOptions['inbox']>, io: CliIo): Promise<void> {
  if (await whenHandled(inbox, { longestMs: HANDLERS_MS, signal: io.stop })) return;
  io.err(
    'your handlers are still running: the next drain of the inbox, such as by the worker, repeats what they do not finish\n',
  );
}

const HEADS_A_PAGE = 1_000;

async function countLoans(kit: RepayKit, from: string | undefined): Promise<number> {
  const { store } = contextOf(kit).files;
  let count = 0;
  for (let after = from; ; ) {
    const { heads, next } = await store.list({ limit: HEADS_A_PAGE, ...given({ after }) });
    count += heads.length;
    if (next === undefined) return count;
    after = next;
  }
}

const rateFlag = flagOf(/^[1-9]\d{0,5}$/, 'a whole number from 1');

function readFlags(flags: ReconcileFlags) {
  const { baseline, all = baseline, after, rate, concurrency } = flags;
  const isAfterWrong = after !== undefined && !all;
  checkFlags(
    'repaykit reconcile',
    { '--rate': [rateFlag, rate], '--concurrency': [smallCount, concurrency] },
    isAfterWrong ? [{ path: '--after', message: 'goes with --all or --baseline' }] : [],
  );
  return { ...given({ all, baseline, after }), requestsPerSecond: Number(rate), concurrency: Number(concurrency) };
}

const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

/**
 * A progress bar on a terminal, otherwise a line every five seconds. It uses standard error, so that the report can be
 * piped. Without a `total` it counts.
 */
export function reconcileProgress(io: CliIo, total: number | undefined) {
  const startedAt = systemClock.now();
  const isBar = io.isTerminal === true;
  const { show: overwrite, end } = passingLine(io);
  let shownAt = startedAt;
  return {
    show(progress: ReconcileProgress) {
      const now = systemClock.now();
      if (now - shownAt < (isBar ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = now;
      const line = progressLine(progress, { total, elapsedMs: now - startedAt, isBar });
      if (isBar) overwrite(line);
      else io.err(`${line}\n`);
    },
    end,
  };
}

export function progressLine(
  { done, missing, baseline, failed, requests, next }: ReconcileProgress,
  shown: { readonly total: number | undefined; readonly elapsedMs: number; readonly isBar: boolean },
): string {
  const { total, elapsedMs, isBar } = shown;
  const seconds = Math.max(0.001, elapsedMs / 1_000);
  const left = total === undefined || done === 0 ? undefined : Math.max(0, total - done) * (elapsedMs / done);
  const parts = [
    total === undefined
      ? `${done} loans`
      : `${isBar ? `${progressBar(done / Math.max(1, total))} ` : ''}${done}/${total} loans`,
    baseline > 0 ? `${baseline} marked as notified` : `${missing} missing`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${(requests / seconds).toFixed(1)} requests/s`,
    ...(left === undefined ? [] : [`${durationText(left)} left`]),
    // Where to continue if the process is killed.
    ...(isBar || next === undefined ? [] : [`--after ${next}`]),
  ];
  return parts.join(' · ');
}
