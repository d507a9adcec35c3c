/**
 * Background work: delivers reports to the credit bureau, asks how open debits ended, reconciles loans with the
 * service, drains the webhook inbox, and takes checkpoints. It also uploads a statement and waits for its event.
 * @module repaykit/worker
 */

export type { Difference } from '../client/workflows/sync/differences.ts';
export type { MissedStateChange } from './reconcile/notifier.ts';
export { reconcile } from './reconcile/reconcile.ts';
export type { ReconcileOptions } from './reconcile/reconcile-options.ts';
export type {
  ReconcileError,
  ReconcileProgress,
  ReconcileReport,
} from './reconcile/reconcile-report.ts';
export type { Silence } from './reconcile/silence.ts';
export { runDue } from './run-due.ts';
export type { RunDueOptions } from './run-options.ts';
export type {
  DebitsDone,
  DueError,
  DueKind,
  DueProgress,
  DueReport,
  LoanDifference,
  ReconcileDone,
  ReportsDone,
} from './run-report.ts';
export { startWorker, type Worker, type WorkerHealth, type WorkerOptions } from './start-worker.ts';
export type { StatementAnswer, StatementWant, WantedEvents } from './statements/belonging.ts';
export { uploadAndWait } from './statements/upload-and-wait.ts';
export type { InboxOrReceiver, StatementProgress, UploadAndWaitOptions } from './statements/wait-options.ts';
