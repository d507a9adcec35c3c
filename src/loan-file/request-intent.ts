import { RepayKitError, RuleError, StoreError } from '../errors.ts';
import type { LoanStore } from './store.ts';

/** An intent must be durable before a request is sent. @throws RuleError inside a transaction of the lender's own */
export function requireCommitting(store: LoanStore, spec = 'Spec §4.7'): void {
  if (!store.isTransaction) return;
  const message =
    'Inside a transaction nothing is sent: its intent could be rolled back, and the request would be sent again. Commit first, then take this step';
  throw new RuleError({ rule: 'intent-before-request', spec, message });
}

/** Nothing is sent before the intent is recorded, so a failure changed nothing. @throws StoreError, outcome `none` */
export async function beforeSending<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (cause) {
    if (cause instanceof RepayKitError && (cause.code !== 'store_failed' || cause.outcome === 'none')) throw cause;
    const message = `${saidBy(cause)}. Nothing was sent, but what was intended may be on file: when the store works, read it again. A debit that is 'intended' there is ended by collections.settle or the worker; what is not there can be asked for again`;
    throw new StoreError(message, { cause });
  }
}

/** Records the result of a request. @throws StoreError with outcome `unknown`, because the request was sent */
export async function afterSending<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (cause) {
    if (cause instanceof RepayKitError && cause.code !== 'store_failed') throw cause;
    const message = `${saidBy(cause)}. The request was sent and answered, but that could not be written down: repeat the step, which asks the service first`;
    throw new StoreError(message, { cause, outcome: 'unknown' });
  }
}

function saidBy(cause: unknown): string {
  return cause instanceof RepayKitError ? cause.message : 'The store failed';
}
