import { planAgain } from '../../client/workflows/leases.ts';
import type { LoanContext } from '../../client/workflows/loan-context.ts';
import type { EventTimes } from '../../client/workflows/sync/notification-body.ts';
import type { Instant } from '../../domain/calendar.ts';
import { isOpenDebit } from '../../domain/loan/balances.ts';
import { debitsDueAt } from '../../domain/loan/debits/debit-window.ts';
import { notificationDueAt, reconcileDueAt } from '../../domain/loan/reconcile-due.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type MissingNews, tellNews } from './tell-news.ts';
import type { Teller } from './teller.ts';

/** A look at a loan that is over but for its end. */
export interface EndingLook {
  readonly before: LoanState;
  /** When the asking began. */
  readonly askedAt: Instant;
  readonly times?: EventTimes | undefined;
  /** Undefined: nobody is told, and what there is to tell waits until somebody can. */
  readonly teller: Teller | undefined;
  /** Tell everything on file, also where the look changed nothing. */
  readonly tellsAll?: boolean | undefined;
  /** Say in any case when debits are asked about next. */
  readonly isAboutDebits?: boolean;
  /** Where what nobody had told is noted. */
  readonly missing: MissingNews[];
}

/**
 * Ends a look, whoever took it: tells what is new on file, then says when to look again. In this order and on the file as it is when that is written: who dies in between
 * tells it again, which the inbox notices, and what somebody else wrote down meanwhile is not passed over.
 */
export async function endLook(
  context: LoanContext,
  { before, askedAt, times, teller, tellsAll = false, isAboutDebits = false, missing }: EndingLook,
): Promise<LoanState> {
  for (;;) {
    const after = await context.files.read(before.loanId);
    const isTold = teller !== undefined && (tellsAll || after.version !== before.version);
    if (isTold) await tellNews(context, teller, { state: after, before, times, missing });
    const plan = {
      reconcile: reconcileDueAt(after, askedAt) ?? null,
      // Reading the mandate asks about open debits, too.
      ...(isAboutDebits || [before, after].some(({ debits }) => debits.some(isOpenDebit))
        ? { debits: debitsDueAt(after, askedAt) ?? null }
        : {}),
      ...(isTold ? { news: notificationDueAt(after, context.engine.settings.clock.now()) ?? null } : {}),
    };
    if (await planAgain(context, after, plan)) return after;
  }
}
