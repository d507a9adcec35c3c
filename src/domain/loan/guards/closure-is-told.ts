import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';
import { hasUntoldNews } from '../untold-news.ts';

/** After the closure no repayment is reported any more: what came in while it was being filed is heard of first. Spec §6.3. */
export function closureIsTold(state: LoanState, heard: LoanState): Decision {
  if (state.collected <= heard.collected || !hasUntoldNews(state)) return allowed;
  return refused(
    'closure-is-told',
    'Spec §6.3',
    'More was collected while the loan was being closed: close it again, so that it is reported first',
  );
}
