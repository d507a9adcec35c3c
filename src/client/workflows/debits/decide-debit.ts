import type { Instant } from '../../../domain/calendar.ts';
import {
  adviceProblems,
  adviseOnDecline as advise,
  type DeclineAdvice,
  type DeclineContext,
  type EarlierAnswer,
} from '../../../domain/decline-advice.ts';
import type { DebitReading } from '../../../domain/loan/debits/debit-reading.ts';
import { evidenceOfDebits } from '../../../domain/loan/debits/debit-settlement.ts';
import { type DebitVerdict, isSettledAs, verdictMayStand } from '../../../domain/loan/debits/debit-verdict.ts';
import type { EventOf, LoanEvent } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { koboFromNaira, NO_MONEY } from '../../../domain/money.ts';
import { amount as amountCheck, shortText } from '../../../domain/values.ts';
import { InputError } from '../../../errors.ts';
import { oneOf, optional, text } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import { type LoanContext, nowText, obey, requireNoProblems } from '../loan-context.ts';
import { noteWithoutPersonal } from '../payer/known-payer.ts';
import { reportOfDecision } from '../reports/file-report.ts';
import { listedDebitFields } from '../sync/read-mandate.ts';

/** What a person found out about a debit that asking could not settle, from the payer's bank or support. */
export interface DecidedDebit {
  /** One of `loan.debits`. */
  readonly debitId: string;
  /** Did the money move? */
  readonly result: 'taken' | 'not-taken';
  /** What was taken, in naira; default: what was asked for. Only with `taken`. */
  readonly amount?: number;
  /** Who decided: a name or an id that you can answer for later, 1 to 200 characters. */
  readonly decidedBy: string;
  /** On what ground, 1 to 500 characters; nothing personal about the payer. */
  readonly reason: string;
}

/** The check of a decision; what settling answers names a debit with more fields than are read. */
export const decidedDebit = record<DecidedDebit>(
  {
    debitId: text('the debitId of the debit'),
    result: oneOf(['taken', 'not-taken']),
    amount: optional(amountCheck),
    decidedBy: shortText('the person who decided', 200),
    reason: shortText('the ground of the decision', 500),
  },
  {
    returned: [...listedDebitFields, 'status', 'nextVisitAt'],
    rules: (_, { amount, result }) =>
      amount !== undefined && result !== 'taken'
        ? [{ path: 'amount', message: "belongs to what was taken: leave it out of 'not-taken'" }]
        : [],
  },
);

/** Writes a person's decision down, where what the service shows now leaves it open. @throws RuleError, InputError */
export async function decideDebit(context: LoanContext, state: LoanState, decision: Decision): Promise<LoanState> {
  return context.files.decide(state.loanId, (now) => eventsOfDecision(context, now, decision));
}

interface Decision {
  readonly decided: DecidedDebit;
  readonly seen: DebitReading | Unasked | undefined;
}

/** When the service could not be asked before a decision. */
export interface Unasked {
  readonly unaskedAt: Instant;
}

function eventsOfDecision(context: LoanContext, now: LoanState, { decided, seen }: Decision): readonly LoanEvent[] {
  const { debitId, result, decidedBy, reason } = decided;
  const debit = now.debits.find((each) => each.debitId === debitId);
  if (!debit)
    throw new InputError('Unknown debit', [
      { path: 'debitId', message: `the loan has no debit '${debitId}': take it from loan.debits` },
    ]);
  const asked = decided.amount === undefined ? debit.amount : koboFromNaira(decided.amount);
  const verdict: DebitVerdict = { result, collected: result === 'taken' ? (asked ?? debit.amount) : NO_MONEY };
  if (isSettledAs(debit, verdict)) return [];
  const isUnasked = seen !== undefined && 'unaskedAt' in seen;
  const known = isUnasked
    ? { evidence: undefined, at: seen.unaskedAt, isUnasked }
    : { evidence: seen && evidenceOfDebits(now, seen).get(debitId), at: seen?.askedAt ?? 0 };
  obey(verdictMayStand(debit, verdict, known));
  const end = result === 'taken' ? 'successful' : 'failed';
  const { collected } = verdict;
  const settled: EventOf<'debit.settled'> = {
    type: 'debit.settled',
    at: nowText(context),
    debitId,
    result: end,
    collected,
    decision: { decidedBy, reason: noteWithoutPersonal(reason, now), ...(isUnasked ? { withoutAsking: true } : {}) },
  };
  return [settled, ...reportOfDecision(context, now, settled)];
}

/**
 * Advises on a declined debit by its code and what came before on the same account. Whether a debit may be sent is for
 * the guards of `collections.collect`.
 * @param history earlier answers on the same account, in any order, without this one
 * @throws InputError for what is no code, or no list of answers
 */
export function adviseOnDecline(
  code: string,
  history: readonly EarlierAnswer[] = [],
  context: DeclineContext = {},
): DeclineAdvice {
  requireNoProblems('No advice can be given', adviceProblems(code, history, context));
  return advise(code, history, context);
}
