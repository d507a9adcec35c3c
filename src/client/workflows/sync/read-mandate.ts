import type { Instant } from '../../../domain/calendar.ts';
import { isOpenDebit } from '../../../domain/loan/balances.ts';
import type { DebitReading } from '../../../domain/loan/debits/debit-reading.ts';
import { settleDebits, settleUnasked } from '../../../domain/loan/debits/debit-settlement.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type ErrorCode, RepayKitError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { CallOptions } from '../../call-options.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { askDebitRecords } from './ask-debit-records.ts';
import { askMandate } from './ask-mandate.ts';
import { changesOfReading, readingOf } from './mandate-reading.ts';
import { readDebits } from './read-debits.ts';

/** A loan after its mandate was read, and what was seen. */
export interface MandateVisit {
  readonly state: LoanState;
  readonly mandate: Mandate;
  /** Undefined where there was no open debit to ask about. */
  readonly reading: DebitReading | undefined;
}

/** How to read. */
export interface MandateReadOptions {
  readonly options?: CallOptions | undefined;
  /** Read all that could show a debit, because the caller is about to act on its absence. */
  readonly isWhole?: boolean;
  /** Id of the debit that a person says was taken. */
  readonly preferred?: string | undefined;
}

/**
 * Asks for the outcome of open debits, then reads the loan's mandate, and files what is new in one go. In this order: a debit that is
 * known to have ended no longer counts against what may be collected, so the money it brought has to be in the same entry. Spec §4.6 to §4.10.
 * @throws AnswerError when the answer cannot be about this loan; nothing is written then
 */
export function readMandate(context: LoanContext, state: LoanState, options?: CallOptions): Promise<MandateVisit> {
  return readMandateWith(context, state, { options });
}

/** The same, as thoroughly as wanted. */
export async function readMandateWith(
  context: LoanContext,
  state: LoanState,
  { options, isWhole = false, preferred }: MandateReadOptions,
): Promise<MandateVisit> {
  const askedAt = context.engine.settings.clock.now();
  try {
    return await lookSince(context, state, { askedAt, options, isWhole, preferred });
  } catch (error) {
    // What cannot be asked about for long is for a person. That it could not be filed either needs no report: the failure to ask does.
    if (couldNotAsk(error)) await recordUnasked(context, state, askedAt).catch(() => undefined);
    throw error;
  }
}

async function recordUnasked(context: LoanContext, { loanId, debits }: LoanState, askedAt: Instant): Promise<void> {
  if (!debits.some(isOpenDebit)) return;
  const { skew } = context.engine;
  const look = { askedAt: skew.inServiceTime(askedAt), ...skew.asker };
  await context.files.decide(loanId, (now) => settleUnasked(now, look, nowText(context)));
}

/** Did a reading fail because of the service, and not of the caller, the store or a rule? */
export function couldNotAsk(error: unknown): error is RepayKitError {
  return error instanceof RepayKitError && unaskable.has(error.code);
}

const unaskable: ReadonlySet<string> = new Set<ErrorCode>([
  'connection_failed',
  'deadline_exceeded',
  'rate_limited',
  'service_refused',
  'answer_invalid',
]);

type Since = MandateReadOptions & { readonly askedAt: Instant };

async function lookSince(
  context: LoanContext,
  state: LoanState,
  { askedAt, options, isWhole = false, preferred }: Since,
): Promise<MandateVisit> {
  const records = state.debits.some(isOpenDebit) ? await askDebitRecords(context, state, options) : undefined;
  const mandate = await askMandate(context, state, options);
  const reading =
    records &&
    (await readDebits(context, state, {
      askedAt: context.engine.skew.inServiceTime(askedAt),
      ...records,
      mandate,
      isWhole,
      preferred,
      options,
    }));
  const after = await context.files.decide(state.loanId, (now) => {
    const at = nowText(context);
    return [...changesOfReading(now, readingOf(mandate, now), at), ...(reading ? settleDebits(now, reading, at) : [])];
  });
  return { state: after, mandate, reading };
}
