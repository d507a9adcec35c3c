import type { EventOf } from '../../domain/loan/events/events.ts';
import { mayDebit, type WantedDebit } from '../../domain/loan/guards/step-guards.ts';
import type { CollectingLoan } from '../../domain/loan/loan.ts';
import { amount as amountCheck, day, shortText } from '../../domain/values.ts';
import { requireInput } from '../../errors.ts';
import { isRecord, list, optional } from '../../validation/checks.ts';
import { type Fields, record } from '../../validation/record.ts';
import type {
  CollectionAttempt,
  CollectionLog,
  CollectionRecord,
  ListCollectionsInput,
} from '../../wire/types/collection-types.ts';
import { type CallOptions, checkCallOptions } from '../call-options.ts';
import type { CallPromise } from '../call-promise.ts';
import { type DebitOutcome, sendDebit } from '../workflows/debits/send-debit.ts';
import {
  type DecidedDebit,
  type SettleOptions,
  type SettleResult,
  settleOpenDebits,
} from '../workflows/debits/settle-debits.ts';
import {
  checkedDay,
  checkedKobo,
  enterStep,
  type LoanContext,
  loanAt,
  nowText,
  obey,
} from '../workflows/loan-context.ts';
import { listedDebitFields } from '../workflows/sync/read-mandate.ts';

/** A debit on demand. */
export interface DebitRequest {
  /** Naira, at most two decimals. */
  readonly amount: number;
  /** `YYYY-MM-DD`, today or later, within the tenure. */
  readonly debitDate: string;
  /**
   * Ids of **all** debits of unknown outcome (`intended`, `unknown`, `parked`), to debit in addition to them. Without
   * it, every further debit is refused while one of these exists. Default: none.
   */
  readonly despiteUnknown?: readonly string[];
}

/** The loan and the outcome after a request to debit. */
export interface DebitResult {
  /** The loan with the debit on file. */
  readonly loan: CollectingLoan;
  /** The outcome of the request. */
  readonly debit: DebitOutcome;
}

/** Collections: debits on demand, and the outcome of all debits. Spec §4.7 to §4.10. */
export class Collections {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /**
   * Requests a debit on demand. It records the intent, then sends exactly one request. `scheduled`: the debit is tried
   * on its date. `refused`: nothing was taken. `unknown`: call {@link Collections.settle}, and never send it again.
   * Waits at most ten minutes. Spec §4.7.
   * @throws RuleError before anything is sent; ConnectionError if the request never left; StoreError with outcome
   * `unknown` if it was sent but not recorded
   */
  async collect(loan: CollectingLoan, request: DebitRequest, options?: CallOptions): Promise<DebitResult> {
    const wanted = checkRequest(request);
    checkCallOptions('collectManually', options);
    await enterStep(this.#context, loan, 'collect');
    const today = this.#context.engine.settings.clock.today();
    const debitId = globalThis.crypto.randomUUID();
    const intent: EventOf<'debit.intended'> = {
      type: 'debit.intended',
      at: nowText(this.#context),
      debitId,
      ...wanted,
      ...this.#context.engine.skew.ofIntent,
    };
    const decided = await this.#context.files.intend(loan.loanId, (now) => {
      obey(mayDebit(now, wanted, today));
      return [intent];
    });
    const { state, debit } = await sendDebit({ ...this.#context, options }, decided, intent);
    return { loan: loanAt(state, 'collecting'), debit };
  }

  /**
   * Asks the service about all open debits of a loan and records the answers. Sends no debit again, unless you set
   * `resendAbsent`. With a `debitId`, it asks the service and then records a person's decision on a parked debit. Spec
   * §4.7 to §4.10.
   * @throws RuleError if a decision contradicts the service, or the debit's quiet window is not over
   */
  settle(loan: CollectingLoan, how: SettleOptions | DecidedDebit = {}, options?: CallOptions): Promise<SettleResult> {
    return settleOpenDebits({ ...this.#context, options }, loan, how);
  }

  /** The newest log of a mandate, or null. Spec §4.8. @throws RepayKitError */
  log(mandateId: string, options?: CallOptions): CallPromise<CollectionLog | null> {
    return this.#context.engine.call('collectionLog', { mandateId }, options);
  }

  /** All attempts to collect an instalment, newest first. Spec §4.9. @throws RepayKitError */
  attempts(mandateId: string, breakdownId: string, options?: CallOptions): CallPromise<readonly CollectionAttempt[]> {
    return this.#context.engine.call('collectionAttempts', { mandateId, breakdownId }, options);
  }

  /** Past collections of all mandates of the business. Spec §4.10. @throws RepayKitError */
  list(query: ListCollectionsInput, options?: CallOptions): CallPromise<readonly CollectionRecord[]> {
    return this.#context.engine.call('listCollections', query, options);
  }
}

const requestFields: Fields<DebitRequest> = {
  amount: amountCheck,
  debitDate: day,
  despiteUnknown: optional(
    list(shortText('the debitId of a debit whose outcome is not known, as loan.debits has it', 200)),
  ),
};
const debitRequest = record(requestFields);
const listedDebit = record(requestFields, { returned: listedDebitFields });

function checkRequest(request: DebitRequest): WantedDebit {
  // With a `reference` alone, the caller expects the service to detect repeats by it.
  const isListed = isRecord(request) && 'debitId' in request && 'status' in request;
  const checked = requireInput('The debit cannot be asked for', isListed ? listedDebit : debitRequest, request);
  const named = [...new Set(checked.despiteUnknown)];
  return {
    amount: checkedKobo(checked.amount),
    debitDate: checkedDay(checked.debitDate),
    ...(named.length > 0 ? { despiteUnknown: named } : {}),
  };
}
