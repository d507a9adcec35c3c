import { unreportedMoney } from '../../../domain/loan/balances.ts';
import { hasUntoldNews } from '../../../domain/loan/news.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import type { LoanContext } from '../loan-context.ts';
import { hearInstalments } from './hear-instalments.ts';
import { readMandate } from './read-mandate.ts';

/**
 * Hears, before a loan is closed, of money and misses that its file shows and no report tells: a process may have ended right after it read them. Asks nothing
 * where there are none, and nothing of what the service does not show stands in the way. Spec §6.3.
 */
export async function hearUntold(context: LoanContext, before: LoanState): Promise<LoanState> {
  if (
    context.engine.settings.repaymentReports !== 'merchant' ||
    !(hasUntoldNews(before) || unreportedMoney(before) > 0)
  )
    return before;
  const { state, mandate } = await readMandate(context, before);
  return hearInstalments(context, state, mandate);
}
