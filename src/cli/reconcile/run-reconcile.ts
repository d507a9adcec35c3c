import type { RepayKit } from '../../client/repay-kit.ts';
import { contextOf } from '../../client/workflows/loan-context.ts';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { reconcile } from '../../worker/reconcile/reconcile.ts';
import type { ReconcileOptions } from '../../worker/reconcile/reconcile-options.ts';
import { whenTold } from '../../worker/reconcile/when-told.ts';
import { paintWith } from '../colour.ts';
import type { CliIo } from '../io.ts';
import { loadWorkerConfig } from '../worker/worker-config.ts';
import { reconcileProgress } from './progress.ts';
import { reportText } from './report-text.ts';

/** The flags of `repaykit reconcile`, as they were written. */
export interface ReconcileFlags {
  readonly config: string;
  readonly all?: true;
  readonly baseline?: true;
  readonly after?: string;
  readonly rate: string;
  readonly concurrency: string;
  readonly json?: true;
}

// What is under way may take as long as a claim lasts.
const GRACE_MS = 60_000;
const HANDLERS_MS = 60_000;

/** Reconciles loans and prints what was found; the answer is the exit code. @throws ConfigurationError, StoreError */
export async function runReconcile(flags: ReconcileFlags, io: CliIo): Promise<number> {
  const settings = readFlags(flags);
  const { kit, inbox, close } = await loadWorkerConfig('repaykit reconcile', flags.config);
  io.takesLong?.(GRACE_MS);
  const { all, baseline } = settings;
  const canTell = typeof inbox?.tell === 'function';
  const progress = flags.json ? undefined : reconcileProgress(io, all ? await countLoans(kit, flags.after) : undefined);
  try {
    const report = await reconcile(kit, {
      ...settings,
      signal: io.stop,
      ...(canTell ? { inbox } : {}),
      ...(progress ? { onProgress: progress.tell } : {}),
    });
    progress?.end();
    io.out(flags.json ? `${JSON.stringify(report)}\n` : reportText(report, paintWith(io.showsColour)));
    if (!flags.json && report.next !== undefined)
      io.out(
        `\nto go on: repaykit reconcile --config ${flags.config} ${baseline ? '--baseline' : '--all'} --after ${report.next}\n`,
      );
    if (canTell && report.missingCount > 0) await waitForHandlers(inbox, io);
    return report.failed > 0 || report.left === 'stopped' || (baseline && report.heldElsewhere > 0) ? 1 : 0;
  } finally {
    progress?.end();
    await kit.close();
    await close?.();
  }
}

// What they work with is about to be closed.
async function waitForHandlers(inbox: NonNullable<ReconcileOptions['inbox']>, io: CliIo): Promise<void> {
  if (await whenTold(inbox, { longestMs: HANDLERS_MS, signal: io.stop })) return;
  io.err(
    'your handlers are still at it: what they do not end is handed to them again by whoever drains the inbox, such as the worker\n',
  );
}

const HEADS_A_PAGE = 1_000;

async function countLoans(kit: RepayKit, from: string | undefined): Promise<number> {
  const { store } = contextOf(kit).files;
  let count = 0;
  for (let after = from; ; ) {
    const { heads, next } = await store.list({ limit: HEADS_A_PAGE, ...(after === undefined ? {} : { after }) });
    count += heads.length;
    if (next === undefined) return count;
    after = next;
  }
}

function readFlags({
  baseline,
  all = baseline,
  after,
  rate,
  concurrency,
}: ReconcileFlags): Pick<ReconcileOptions, 'all' | 'baseline' | 'after' | 'requestsPerSecond' | 'concurrency'> {
  const issues: FieldIssue[] = [];
  if (!/^[1-9]\d{0,5}$/.test(rate)) issues.push({ path: '--rate', message: 'must be a whole number from 1' });
  if (!/^[1-9]\d{0,2}$/.test(concurrency))
    issues.push({ path: '--concurrency', message: 'must be a whole number from 1' });
  if (after !== undefined && !all) issues.push({ path: '--after', message: 'goes with --all or --baseline' });
  if (issues.length > 0) throw new ConfigurationError('repaykit reconcile', issues);
  return {
    ...(all ? { all } : {}),
    ...(baseline ? { baseline } : {}),
    ...(after === undefined ? {} : { after }),
    requestsPerSecond: Number(rate),
    concurrency: Number(concurrency),
  };
}
