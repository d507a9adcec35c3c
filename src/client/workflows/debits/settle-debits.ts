import { formatInstant, type Instant } from '../../../domain/calendar.ts';
import { isOpenDebit } from '../../../domain/loan/balances.ts';
import { nextVisitAt } from '../../../domain/loan/debits/debit-window.ts';
import type { CollectingLoan, LoanDebit } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { requireInput } from '../../../errors.ts';
import { oneOf, optional } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import type { CallOptions } from '../../call-options.ts';
import { enterStep, leaveStep } from '../enter-step.ts';
import type { LoanContext } from '../loan-context.ts';
import { loanAt } from '../refusals.ts';
import { couldNotAsk, readMandateWith } from '../sync/read-mandate.ts';
import { syncInstalments } from '../sync/sync-instalments.ts';
import { type DecidedDebit, decideDebit, decidedDebit } from './decide-debit.ts';
import { type ResendAssumption, resendAbsentDebits } from './resend-debit.ts';

/** How open debits are settled. */
export interface SettleOptions {
  /**
   * Sends a debit again that late enough readings did not show. Off by default: a service may book late, and then the payer is debited twice. Without it such a
   * debit is parked for a person to decide.
   */
  readonly resendAbsent?: ResendAssumption;
}

/** Where a debit stands after asking. */
export interface DebitStanding {
  /** One of `loan.debits`. */
  readonly debitId: string;
  /** Where it stands now. */
  readonly status: LoanDebit['status'];
  /** When asking again makes sense, ISO 8601 UTC; absent once it has ended, and for a parked one, which waits for a person. */
  readonly nextVisitAt?: string;
}

/** The loan after its open debits were asked about. */
export interface SettleResult {
  /** The loan with what was found out on file. */
  readonly loan: CollectingLoan;
  /** The debits that were open, and those that were sent for them. */
  readonly debits: readonly DebitStanding[];
}

/** Asks about the open debits of a loan, writes down what is so, and does what was wanted beyond that. Spec §4.7 to §4.10. */
export async function settleOpenDebits(
  context: LoanContext,
  loan: CollectingLoan,
  { how, options }: { readonly how: SettleOptions | DecidedDebit; readonly options: CallOptions | undefined },
): Promise<SettleResult> {
  const decided = checkManner(how);
  const mayResend = 'resendAbsent' in how && how.resendAbsent !== undefined;
  const { state: before } = await enterStep(context, loan, 'collect');
  const askedAt = context.engine.settings.clock.now();
  const look = {
    options,
    isWhole: decided !== undefined || mayResend,
    preferred: decided?.result === 'taken' ? decided.debitId : undefined,
  };
  const seen = await readMandateWith(context, before, look).catch(async (error: unknown) => {
    if (decided && couldNotAsk(error) && (await isParked(context, before, decided))) return undefined;
    throw error;
  });
  let state: LoanState;
  if (!seen) {
    state = decided
      ? await decideDebit(context, before, {
          decided,
          seen: { unaskedAt: context.engine.skew.inServiceTime(askedAt) },
        })
      : before;
  } else {
    state = await syncInstalments(context, seen.state, { mandate: seen.mandate, options });
    if (decided) state = await decideDebit(context, state, { decided, seen: seen.reading });
    else if (mayResend && seen.reading)
      state = await resendAbsentDebits(context, state, { reading: seen.reading, options });
  }
  return { loan: loanAt(leaveStep('collect', loan, state), 'collecting'), debits: standings(before, state, askedAt) };
}

// A person has to have a way out of a debit that the service cannot be asked about.
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
      const next = nextVisitAt(debit, askedAt);
      return {
        debitId: debit.debitId,
        status: debit.status,
        ...(next === undefined ? {} : { nextVisitAt: formatInstant(next) }),
      };
    });
}
