import type { Instant } from '../calendar.ts';
import type { ConsentScope } from '../consent.ts';
import { evidenceInstant } from '../evidence-time.ts';
import type { LoanState } from './state.ts';

/** When the payer granted each scope, or one of them, as what follows is held against it: at the latest when the loan was opened on it. Spec §1.1. */
export function grantInstants({ consent, openedAt }: LoanState, scope?: ConsentScope): readonly Instant[] {
  const grants = consent.scopes.filter((grant) => scope === undefined || grant.scope === scope);
  return grants.map(({ grantedAt }) => evidenceInstant(grantedAt, openedAt));
}
