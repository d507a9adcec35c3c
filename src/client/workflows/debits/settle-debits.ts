import { formatInstant, type Instant, type PlainDate, parseInstant } from '../../../domain/calendar.ts';
import {
  adviceProblems,
  adviseOnDecline as advise,
  type DeclineAdvice,
  type DeclineContext,
  type EarlierAnswer,
} from '../../../domain/decline-advice.ts';
import { isOpenDebit } from '../../../domain/loan/balances.ts';
import type { DebitReading } from '../../../domain/loan/debits/debit-reading.ts';
import { evidenceOfDebits, maySayAbsent } from '../../../domain/loan/debits/debit-settlement.ts';
import { type DebitVerdict, isSettledAs, verdictMayStand } from '../../../domain/loan/debits/debit-verdict.ts';
import { nextLookAt, SECOND_READING_MS } from '../../../domain/loan/debits/debit-window.ts';
import type { EventOf, LoanEvent } from '../../../domain/loan/events/events.ts';
import { mayDebit } from '../../../domain/loan/guards/step-guards.ts';
import type { CollectingLoan, LoanDebit } from '../../../domain/loan/loan.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { koboFromNaira, NO_MONEY } from '../../../domain/money.ts';
import { amount as amountCheck, shortText } from '../../../domain/values.ts';
import { InputError, RepayKitError, requireInput } from '../../../errors.ts';
import { oneOf, optional, text } from '../../../validation/checks.ts';
import { given, record } from '../../../validation/record.ts';
import { enterStep, type LoanContext, leaveStep, loanAt, nowText, obey, requireNoProblems } from '../loan-context.ts';
import { noteWithoutPersonal } from '../payer/known-payer.ts';
import { reportOfDecision } from '../reports/file-report.ts';
import { couldNotAsk, listedDebitFields, readMandate } from '../sync/read-mandate.ts';
import { syncInstalments } from '../sync/sync-instalments.ts';
import { sendDebit } from './send-debit.ts';

/** A person's decision on a parked debit, after a check with the payer's bank or support. */
export interface DecidedDebit {
  /** The id of one of `loan.debits`. */
  readonly debitId: string;
  /** Whether the money moved. */
  readonly result: 'taken' | 'not-taken';
  /** The amount taken, in naira. Default: the amount requested. Only with `taken`. */
  readonly amount?: number;
  /** The person who decided: a name or an id, 1 to 200 characters. */
  readonly decidedBy: string;
  /** The reason, 1 to 500 characters. Nothing personal about the payer. */
  readonly reason: string;
}

/** The check of a decision. A debit that `settle` returned may be passed as it is: its other fields are ignored. */
const decidedDebit = record<DecidedDebit>(
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
async function decideDebit(context: LoanContext, state: LoanState, decision: Decision): Promise<LoanState> {
  return context.files.decide(state.loanId, (now) => eventsOfDecision(context, now, decision));
}

interface Decision {
  readonly decided: DecidedDebit;
  /** The reading before it, or when the service could not be asked. */
  readonly seen: DebitReading | { readonly unaskedAt: Instant } | undefined;
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
  const note = { decidedBy, reason: noteWithoutPersonal(reason, now) };
  const settled: EventOf<'debit.settled'> = {
    type: 'debit.settled',
    at: nowText(context),
    debitId,
    result: result === 'taken' ? 'successful' : 'failed',
    collected: verdict.collected,
    decision: isUnasked ? { ...note, withoutAsking: true } : note,
  };
  return [settled, ...reportOfDecision(context, now, settled)];
}

/**
 * Advises on a declined debit by its code and the earlier answers on the same account. The rules of
 * `collections.collect` still decide whether you may send a debit.
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

/** How to settle open debits. */
export interface SettleOptions {
  /**
   * Sends a debit again if late readings do not show it. Default: the debit is parked for a person. **Warning:** if the
   * service books the first one late, the payer is debited twice.
   */
  readonly resendAbsent?: ResendAssumption;
}

/** The status of a debit after the service was asked. */
export interface DebitStanding {
  /** The id of one of `loan.debits`. */
  readonly debitId: string;
  /** Its status now. */
  readonly status: LoanDebit['status'];
  /** When to ask again, ISO 8601 UTC. Absent once the debit has ended or is parked. */
  readonly nextLookAt?: string;
}

/** The loan after its open debits were settled. */
export interface SettleResult {
  /** The loan with the results on file. */
  readonly loan: CollectingLoan;
  /** The open debits, and those that replaced them. */
  readonly debits: readonly DebitStanding[];
}

/** Asks about the open debits of a loan, records the answers, and then carries out the caller's decision or resend. */
export async function settleOpenDebits(
  context: LoanContext,
  loan: CollectingLoan,
  how: SettleOptions | DecidedDebit,
): Promise<SettleResult> {
  const decided = checkManner(how);
  const mayResend = 'resendAbsent' in how && how.resendAbsent !== undefined;
  const { state: before } = await enterStep(context, loan, 'collect');
  const askedAt = context.engine.settings.clock.now();
  const isWhole = decided !== undefined || mayResend;
  const preferred = decided?.result === 'taken' ? decided.debitId : undefined;
  const seen = await readMandate(context, before, { isWhole, preferred }).catch(async (error: unknown) => {
    if (decided && couldNotAsk(error) && (await isParked(context, before, decided))) return undefined;
    throw error;
  });
  let state: LoanState;
  if (!seen) {
    state = decided
      ? await decideDebit(context, before, { decided, seen: { unaskedAt: context.engine.skew.inServiceTime(askedAt) } })
      : before;
  } else {
    state = await syncInstalments(context, seen.state, seen.mandate);
    if (decided) state = await decideDebit(context, state, { decided, seen: seen.reading });
    else if (mayResend && seen.reading) state = await resendAbsentDebits(context, state, seen.reading);
  }
  return { loan: loanAt(leaveStep('collect', loan, state), 'collecting'), debits: standings(before, state, askedAt) };
}

// A person must be able to decide about a debit even if the service cannot be asked about it.
async function isParked(context: LoanContext, { loanId }: LoanState, decided: DecidedDebit): Promise<boolean> {
  const { debits } = await context.files.read(loanId);
  return debits.some(({ debitId, status }) => debitId === decided.debitId && status === 'parked');
}

function checkManner(how: SettleOptions | DecidedDebit): DecidedDebit | undefined {
  if (typeof how === 'object' && how !== null && 'debitId' in how) {
    return requireInput('The decision cannot be recorded', decidedDebit, how);
  }
  requireInput('Debits cannot be settled like this', settleOptions, how);
  return undefined;
}

const ASSUMPTION: ResendAssumption = 'assuming-absence-means-it-never-arrived';
const settleOptions = record<SettleOptions>({ resendAbsent: optional(oneOf([ASSUMPTION])) });

function standings(before: LoanState, after: LoanState, askedAt: Instant): readonly DebitStanding[] {
  const hadEnded = new Set(before.debits.filter((debit) => !isOpenDebit(debit)).map(({ debitId }) => debitId));
  return after.debits
    .filter(({ debitId }) => !hadEnded.has(debitId))
    .map((debit) => {
      const { debitId, status } = debit;
      const next = nextLookAt(debit, askedAt);
      return given({ debitId, status, nextLookAt: next === undefined ? undefined : formatInstant(next) });
    });
}

/** The assumption that allows a debit to be sent again, written out in full. */
export type ResendAssumption = 'assuming-absence-means-it-never-arrived';

/** Sends parked debits again, on the caller's assumption, if two equal readings and this one did not show them. */
async function resendAbsentDebits(context: LoanContext, before: LoanState, reading: DebitReading): Promise<LoanState> {
  let state = before;
  for (const { debitId, status } of before.debits)
    if (status === 'parked') state = await resend(context, state, { debitId, reading });
  return state;
}

async function resend(context: LoanContext, { loanId }: LoanState, { debitId, reading }: Omit<ResendPlan, 'newId'>) {
  const newId = globalThis.crypto.randomUUID();
  const state = await context.files.intend(loanId, (now) => eventsOfResend(context, now, { debitId, newId, reading }));
  const sent = state.debits.find((debit) => debit.debitId === newId);
  if (!sent) return state;
  try {
    return (await sendDebit(context, state, intentOf(sent))).state;
  } catch (error) {
    // A failure to send is on file. A failure of the store is not.
    if (error instanceof RepayKitError && error.outcome === 'none') return context.files.read(loanId);
    throw error;
  }
}

interface ResendPlan {
  readonly debitId: string;
  readonly newId: string;
  readonly reading: DebitReading;
}

function eventsOfResend(
  context: LoanContext,
  now: LoanState,
  { debitId, newId, reading }: ResendPlan,
): readonly (EventOf<'debit.unseen'> | EventOf<'debit.settled'> | EventOf<'debit.intended'>)[] {
  const debit = now.debits.find((each) => each.debitId === debitId);
  const evidence = evidenceOfDebits(now, reading).get(debitId);
  // A debit that the service once named has arrived.
  if (debit?.status !== 'parked' || debit.reference !== undefined) return [];
  if (!evidence || evidence.unexplained || evidence.isPartial || !maySayAbsent(debit, evidence, reading.askedAt))
    return [];
  const at = nowText(context);
  if (debit.unseen?.reading !== reading.fingerprint)
    return [{ type: 'debit.unseen', at, debitId, reading: reading.fingerprint }];
  if (!isSecond(debit.unseen, reading.askedAt)) return [];
  const today = context.engine.settings.clock.today();
  const debitDate = debit.debitDate < today ? today : (debit.debitDate as PlainDate);
  const decision = { decidedBy: 'resendAbsent', reason: REASON };
  const ended = { type: 'debit.settled', at, debitId, result: 'failed', collected: NO_MONEY, decision } as const;
  const after = applyEvent(now, ended);
  if (!after || !mayDebit(after, { amount: debit.amount, debitDate }, today).allowed) return [];
  return [
    ended,
    { type: 'debit.intended', at, debitId: newId, amount: debit.amount, debitDate, ...context.engine.skew.ofIntent },
  ];
}

const REASON = 'Sent again on the assumption that what the service does not show never arrived';

function isSecond(unseen: NonNullable<DebitState['unseen']>, askedAt: Instant): boolean {
  return askedAt - (parseInstant(unseen.at) ?? askedAt) >= SECOND_READING_MS;
}

function intentOf({ debitId, amount, debitDate, intendedAt }: DebitState): EventOf<'debit.intended'> {
  return { type: 'debit.intended', at: intendedAt, debitId, amount, debitDate };
}
