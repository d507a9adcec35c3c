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

/** What a person found out from the payer's bank or support, after asking the service did not settle a debit. */
export interface DecidedDebit {
  /** The id of one of `loan.debits`. */
  readonly debitId: string;
  /** Whether the money moved. */
  readonly result: 'taken' | 'not-taken';
  /** The amount taken, in naira. Default: the amount requested. Only with `taken`. */
  readonly amount?: number;
  /** Who decided: a name or an id that identifies the person later, 1 to 200 characters. */
  readonly decidedBy: string;
  /** The reason, 1 to 500 characters. Nothing personal about the payer. */
  readonly reason: string;
}

/** The check of a decision. A debit that `settle` returned may be passed as it is: its other fields are ignored. */
export const decidedDebit = record<DecidedDebit>(
  {
    debitId: text('the debitId of the debit'),
    result: oneOf(['taken', 'not-taken']),
    amount: optional(amountCheck),
    decidedBy: shortText('the person who decided', 200),
    reason: shortText('the ground of the decision', 500),
  },
  {
    returned: [...listedDebitFields, 'status', 'nextLookAt'],
    rules: (_, { amount, result }) =>
      amount !== undefined && result !== 'taken'
        ? [{ path: 'amount', message: "belongs to what was taken: leave it out of 'not-taken'" }]
        : [],
  },
);

/** Records a person's decision, if the service's answer leaves the outcome open. @throws RuleError, InputError */
export async function decideDebit(context: LoanContext, state: LoanState, decision: Decision): Promise<LoanState> {
  return context.files.decide(state.loanId, (now) => eventsOfDecision(context, now, decision));
}

interface Decision {
  readonly decided: DecidedDebit;
  readonly seen: DebitReading | Unasked | undefined;
}

/** The service could not be asked before a decision. */
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
 * Advises on a declined debit by its code and the earlier answers on the same account. Whether you may send a debit is
 * up to the guards of `collections.collect`.
 * @param history earlier answers on the same account, in any order, without this one
 * @throws InputError for an invalid code or an invalid list of answers
 */
export function adviseOnDecline(
  code: string,
  history: readonly EarlierAnswer[] = [],
  context: DeclineContext = {},
): DeclineAdvice {
  requireNoProblems('No advice can be given', adviceProblems(code, history, context));
  return advise(code, history, context);
}
