import { systemClock } from '../../clock/clock.ts';
import type { ReconcileProgress } from '../../worker/reconcile/reconcile-report.ts';
import type { CliIo } from '../io.ts';
import { passingLine, progressBar } from '../progress-bar.ts';
import { durationText } from './duration-text.ts';

/** Shows how far a reconciliation is. */
export interface ProgressDisplay {
  readonly tell: (progress: ReconcileProgress) => void;
  /** Takes the bar away, so that the report begins on a line of its own. */
  readonly end: () => void;
}

const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

/** A bar on a terminal, elsewhere a line every five seconds; on standard error, so that the report can be piped. Without a `total` it counts. */
export function reconcileProgress(io: CliIo, total: number | undefined): ProgressDisplay {
  const startedAt = systemClock.now();
  const isBar = io.isTerminal === true;
  const { show, end } = passingLine(io);
  let shownAt = startedAt;
  return {
    tell(progress) {
      const now = systemClock.now();
      if (now - shownAt < (isBar ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = now;
      const line = progressLine(progress, { total, elapsedMs: now - startedAt, isBar });
      if (isBar) show(line);
      else io.err(`${line}\n`);
    },
    end,
  };
}

/** One line: how many of how many, what was missing, how fast, and how much longer. */
export function progressLine(
  { done, missing, baseline, failed, requests, next }: ReconcileProgress,
  {
    total,
    elapsedMs,
    isBar,
  }: { readonly total: number | undefined; readonly elapsedMs: number; readonly isBar: boolean },
): string {
  const seconds = Math.max(0.001, elapsedMs / 1_000);
  const left = total === undefined || done === 0 ? undefined : Math.max(0, total - done) * (elapsedMs / done);
  const parts = [
    total === undefined
      ? `${done} loans`
      : `${isBar ? `${progressBar(done / Math.max(1, total))} ` : ''}${done}/${total} loans`,
    baseline > 0 ? `${baseline} marked as told` : `${missing} missing`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${(requests / seconds).toFixed(1)} requests/s`,
    ...(left === undefined ? [] : [`${durationText(left)} left`]),
    // Where to go on, should nobody be there any more to print it.
    ...(isBar || next === undefined ? [] : [`--after ${next}`]),
  ];
  return parts.join(' · ');
}
