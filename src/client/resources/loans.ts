import { parsePlainDate } from '../../domain/calendar.ts';
import type { Problem } from '../../domain/decision.ts';
import { disbursementNeedsActivePrimary } from '../../domain/loan/guards/disbursement-needs-active-primary.ts';
import { repaymentIsOwed } from '../../domain/loan/guards/repayment-is-owed.ts';
import type { AbandonedLoan, ApprovedLoan, CollectingLoan, ConsentedLoan, Loan, UndisbursedLoan } from '../../domain/loan/loan.ts';
import { type Kobo, koboFromNaira } from '../../domain/money.ts';
import { termsLieAhead } from '../../domain/terms.ts';
import { ConflictError } from '../../errors.ts';
import type { CallOptions } from '../call-options.ts';
import { enterStep, leaveStep, stepIsDone } from '../steps/enter-step.ts';
import { type LoanContext, nowText } from '../steps/loan-context.ts';
import { loanAt, loanValue } from '../steps/loan-value.ts';
import { type OpenLoanInput, readOpening, requireSameLoan } from '../steps/open-loan.ts';
import { readMandate } from '../steps/read-mandate.ts';
import { obey, requireNoProblems } from '../steps/refusals.ts';

export type { OpenLoanInput } from '../steps/open-loan.ts';

/** May money be sent now? */
export type DisbursementDecision =
  | { readonly allowed: true; readonly loan: ApprovedLoan }
  | { readonly allowed: false; readonly rule: string; readonly spec: string; readonly message: string; readonly loan: ApprovedLoan };

/** A repayment that came outside the platform. */
export interface RepaymentInput {
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The payment's own reference; the same one is recorded once. */
  readonly reference: string;
}

/** A page of loans. */
export interface LoanPage {
  readonly loans: readonly Loan[];
  /** Pass as `after` for the next page; absent on the last one. */
  readonly next?: string;
}

/** Loans: opening, finding, and the steps that belong to no service operation. */
export class Loans {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /**
   * Opens a loan's file on the payer's consent: all five scopes with time and IP address, and a notice that is honest about what the arrangement is.
   * Opening the same loan again answers it as it is. Spec §1.1.
   * @throws RuleError when consent is incomplete, the notice claims too much, or the first due date has passed; StaleLoanError when the file went on
   */
  async open(input: OpenLoanInput): Promise<ConsentedLoan> {
    const opened = readOpening(this.#context, input);
    const known = await this.#context.files.find(input.loanId);
    if (known) return loanAt(requireSameLoan(known, opened), 'consented');
    obey(termsLieAhead(opened.terms, this.#context.engine.settings.clock.today()));
    try {
      return loanAt(await this.#context.files.begin(input.loanId, opened), 'consented');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      return loanAt(requireSameLoan(await this.#context.files.read(input.loanId), opened), 'consented');
    }
  }

  /** The loan as its file says now; switch on its `stage`. @throws InputError when it is unknown */
  async get(loanId: string): Promise<Loan> {
    return loanValue(await this.#context.files.read(loanId));
  }

  /** Loans in the order in which they were opened, at most `limit` (default 100, at most 1,000). @throws InputError */
  async list(page: { readonly after?: string; readonly limit?: number } = {}): Promise<LoanPage> {
    const { after, limit = 100 } = page ?? {};
    requireNoProblems('The page is not right', pageProblems(after, limit));
    const { loanIds, next } = await this.#context.files.list({ limit, ...(after === undefined ? {} : { after }) });
    const loans: Loan[] = [];
    for (const loanId of loanIds) loans.push(await this.get(loanId));
    return next === undefined ? { loans } : { loans, next };
  }

  /** Reads the mandate again and says whether money may be sent: the primary account has to be active. Spec §1.4. @throws RuleError before approval */
  async mayDisburse(loan: ApprovedLoan, options?: CallOptions): Promise<DisbursementDecision> {
    const { state } = await enterStep(this.#context, loan, 'mayDisburse');
    const { state: now } = await readMandate(this.#context, state, options);
    const decision = disbursementNeedsActivePrimary(now);
    return { ...decision, loan: loanAt(leaveStep('mayDisburse', loan, now), 'approved') };
  }

  /** Records a repayment that came outside the platform; it lowers what may still be collected. Spec §1. @throws RuleError, InputError */
  async recordRepayment(loan: CollectingLoan, input: RepaymentInput): Promise<CollectingLoan> {
    const amount = checkRepayment(input);
    await enterStep(this.#context, loan, 'recordRepayment');
    const { date, reference } = input;
    const state = await this.#context.files.decide(loan.loanId, (now) => {
      stepIsDone('recordRepayment', loan, now);
      const known = now.repayments.find((repayment) => repayment.reference === reference);
      if (known) requireNoProblems('The repayment is on file', known.amount === amount && known.date === date ? [] : [otherRepayment]);
      if (known) return [];
      obey(repaymentIsOwed(now, amount));
      return [{ type: 'repayment.recorded', at: nowText(this.#context), amount, date, reference }];
    });
    return loanAt(state, 'collecting');
  }

  /** Ends a loan before money is sent. @throws RuleError after the disbursement was reported */
  async abandon(loan: UndisbursedLoan, input: { readonly reason: string }): Promise<AbandonedLoan> {
    const reason: unknown = input?.reason;
    requireNoProblems('The loan cannot be abandoned', typeof reason === 'string' && reason.trim() ? [] : [{ path: 'reason', message: 'say why' }]);
    await enterStep(this.#context, loan, 'abandon');
    const state = await this.#context.files.decide(loan.loanId, (now) =>
      stepIsDone('abandon', loan, now) ? [] : [{ type: 'loan.abandoned', at: nowText(this.#context), reason: String(reason) }],
    );
    return loanAt(state, 'abandoned');
  }
}

const otherRepayment: Problem = { path: 'reference', message: 'is on file with another amount or date: give each payment its own reference' };

function pageProblems(after: unknown, limit: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  if (after !== undefined && typeof after !== 'string') problems.push({ path: 'after', message: 'must be the next of the page before' });
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > 1_000)
    problems.push({ path: 'limit', message: 'must be a whole number from 1 to 1000' });
  return problems;
}

function checkRepayment(input: RepaymentInput): Kobo {
  const amount = koboFromNaira(input?.amount);
  const problems: Problem[] = [];
  if (!amount) problems.push({ path: 'amount', message: 'must be naira above zero with at most two decimals' });
  if (!parsePlainDate(input?.date)) problems.push({ path: 'date', message: 'must be a real date, YYYY-MM-DD' });
  if (typeof input?.reference !== 'string' || !input.reference.trim()) problems.push({ path: 'reference', message: 'give the payment’s own reference' });
  requireNoProblems('The repayment is incomplete', problems);
  return amount as Kobo;
}
