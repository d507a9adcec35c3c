import { RuleError } from '../errors.ts';
import type { LoanStore } from './store.ts';

/**
 * What is about to be done elsewhere has to be on file for good before it is begun.
 * @throws RuleError inside a transaction of the merchant's own
 */
export function requireCommitting(store: LoanStore, spec = 'Spec §4.7'): void {
  if (!store.isTransaction) return;
  const message =
    'Inside a transaction nothing is sent: its intent could be rolled back, and the request would be sent again. Commit first, then take this step';
  throw new RuleError({ rule: 'intent-before-request', spec, message });
}
