import { settleOpenDebits } from '../client/workflows/debits/settle-debits.ts';
import { giveBack, type HeldWork, letGo, putOff, workLimitMs } from '../client/workflows/leases.ts';
import type { LoanContext } from '../client/workflows/loan-context.ts';
import { loanAt } from '../client/workflows/refusals.ts';
import { withinTime } from '../client/workflows/wait.ts';
import { isOpenDebit } from '../domain/loan/balances.ts';
import type { DebitState, LoanState } from '../domain/loan/state.ts';
import { DeadlineError } from '../errors.ts';
import { endLook } from './reconcile/end-look.ts';
import type { Looking } from './reconcile/look-work.ts';
import type { MissingNews } from './reconcile/tell-news.ts';
import { reasonOf, type WorkDone } from './run-report.ts';

/**
 * Asks how the open debits of a loan ended, and when to ask again. Nothing is ever sent again. Asking reads the mandate and hears its instalments, so it is a look of
 * reconciliation, too: what it found is told, and the loan's next look counts from it. Spec §4.7, §4.10. @throws StoreError, EvidenceError
 */
export async function doDebits(
  context: LoanContext,
  held: HeldWork,
  { teller, signal }: Pick<Looking, 'teller' | 'signal'>,
): Promise<WorkDone> {
  const { loanId, attempts } = held.claim;
  const before = await context.files.read(loanId);
  const askedAt = context.engine.settings.clock.now();
  const missing: MissingNews[] = [];
  try {
    if (before.stage === 'collecting') await ask(context, held, { before, signal });
    const after = await endLook(context, { before, askedAt, teller, missing, isAboutDebits: true });
    await letGo(context, held, { kind: 'done' });
    return { debits: whatBecame(before, after), ...tellingOf(missing) };
  } catch (error) {
    if (signal?.aborted) {
      await giveBack(context, held);
      return tellingOf(missing);
    }
    const reason = reasonOf(error);
    await putOff(context, held, { attempts, reason });
    return { debits: { failed: 1 }, ...tellingOf(missing), reason };
  }
}

function tellingOf(missing: readonly MissingNews[]): WorkDone {
  return { reconcile: { missing: missing.length }, found: { missing, differed: [] } };
}

async function ask(
  context: LoanContext,
  held: HeldWork,
  { before, signal }: { readonly before: LoanState; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const timeoutMs = workLimitMs(held);
  const timeout = () =>
    new DeadlineError(`The service did not tell within ${timeoutMs} ms how the debits ended`, timeoutMs, {
      retryable: true,
    });
  await withinTime({ timeoutMs, timeout, signal }, (ending) =>
    settleOpenDebits(context, loanAt(before, 'collecting'), { how: {}, options: { signal: ending } }),
  );
}

function whatBecame(before: LoanState, after: LoanState): NonNullable<WorkDone['debits']> {
  const asked =
    before.stage === 'collecting'
      ? before.debits.filter((debit) => isOpenDebit(debit) && debit.status !== 'parked')
      : [];
  const now = new Map<string, DebitState>(after.debits.map((debit) => [debit.debitId, debit]));
  const became = (holds: (debit: DebitState) => boolean) =>
    asked.filter(({ debitId }) => holds(now.get(debitId) as DebitState)).length;
  return {
    asked: asked.length,
    settled: became((debit) => !isOpenDebit(debit)),
    parked: became(({ status }) => status === 'parked'),
  };
}
