import { settleOpenDebits } from '../client/steps/debits/settle-debits.ts';
import { giveBack, type HeldWork, heldForMs, letGo, planAgain, putOff } from '../client/steps/held-work.ts';
import type { LoanContext } from '../client/steps/loan-context.ts';
import { loanAt } from '../client/steps/loan-value.ts';
import { withinTime } from '../client/steps/wait.ts';
import type { Instant } from '../domain/calendar.ts';
import { isOpenDebit } from '../domain/loan/balances.ts';
import { debitsDueAt } from '../domain/loan/debits/debit-due.ts';
import type { DebitState, LoanState } from '../domain/loan/state.ts';
import { DeadlineError } from '../errors.ts';
import type { RunSettings } from './run-options.ts';
import { reasonOf, type WorkDone } from './run-report.ts';

/** Asks how the open debits of a loan ended, and when to ask again. Nothing is ever sent again. Spec §4.7, §4.10. @throws StoreError, EvidenceError */
export async function doDebits(context: LoanContext, held: HeldWork, { signal }: RunSettings): Promise<WorkDone> {
  const { loanId, attempts } = held.claim;
  const before = await context.files.read(loanId);
  const askedAt = context.engine.settings.clock.now();
  try {
    if (before.stage === 'collecting') await ask(context, held, { before, signal });
  } catch (error) {
    if (signal?.aborted) {
      await giveBack(context, held);
      return {};
    }
    const reason = reasonOf(error);
    await putOff(context, held, { attempts, reason });
    return { debits: { failed: 1 }, reason };
  }
  const after = await planNextLook(context, loanId, askedAt);
  await letGo(context, held, { kind: 'done' });
  return { debits: whatBecame(before, after) };
}

async function ask(
  context: LoanContext,
  held: HeldWork,
  { before, signal }: { readonly before: LoanState; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const timeoutMs = Math.max(1, Math.floor(heldForMs(context, held) * 0.8));
  const timeout = () => new DeadlineError(`The service did not tell within ${timeoutMs} ms how the debits ended`, timeoutMs, { retryable: true });
  await withinTime(context, { timeoutMs, timeout, signal }, (ending) => settleOpenDebits(context, loanAt(before, 'collecting'), {}, { signal: ending }));
}

// Decided on the file as it is when it is written: a debit that was intended meanwhile must not wait for the next look at the old ones.
async function planNextLook(context: LoanContext, loanId: string, askedAt: Instant): Promise<LoanState> {
  for (;;) {
    const state = await context.files.read(loanId);
    if (await planAgain(context, state, { debits: debitsDueAt(state, askedAt) ?? null })) return state;
  }
}

function whatBecame(before: LoanState, after: LoanState): NonNullable<WorkDone['debits']> {
  const asked = before.stage === 'collecting' ? before.debits.filter((debit) => isOpenDebit(debit) && debit.status !== 'parked') : [];
  const now = new Map<string, DebitState>(after.debits.map((debit) => [debit.debitId, debit]));
  const became = (holds: (debit: DebitState) => boolean) => asked.filter(({ debitId }) => holds(now.get(debitId) as DebitState)).length;
  return { asked: asked.length, settled: became((debit) => !isOpenDebit(debit)), parked: became(({ status }) => status === 'parked') };
}
