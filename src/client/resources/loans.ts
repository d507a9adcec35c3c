import { parsePlainDate } from '../../domain/calendar.ts';
import { type Consent, consentIsComplete, consentProblems } from '../../domain/consent.ts';
import { firstRefusal, type Problem } from '../../domain/decision.ts';
import type { LoanOpened } from '../../domain/loan/events.ts';
import { disbursementNeedsActivePrimary } from '../../domain/loan/guards/disbursement-needs-active-primary.ts';
import { repaymentIsOwed } from '../../domain/loan/guards/repayment-is-owed.ts';
import type { AbandonedLoan, ApprovedLoan, CollectingLoan, ConsentedLoan, Loan, UndisbursedLoan } from '../../domain/loan/loan.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromNaira } from '../../domain/money.ts';
import { noticeIsHonest } from '../../domain/notice.ts';
import { type Payer, payerProblems } from '../../domain/payer.ts';
import { type LoanTerms, type LoanTermsInput, readTerms, termsLieAhead } from '../../domain/terms.ts';
import { ConflictError, InputError } from '../../errors.ts';
import { contentHash } from '../../loans/content-hash.ts';
import type { CallOptions } from '../call-options.ts';
import { enterStep, leaveStep, staleLoan, stepIsDone } from '../steps/enter-step.ts';
import { type LoanContext, nowText } from '../steps/loan-context.ts';
import { loanAt, loanValue } from '../steps/loan-value.ts';
import { readMandate } from '../steps/read-mandate.ts';
import { obey, requireNoProblems, under } from '../steps/refusals.ts';

/** What a loan is opened with. */
export interface OpenLoanInput {
  /** Your own name for the loan, 1–200 characters; opening the same loan twice gives the same file. */
  readonly loanId: string;
  readonly payer: Payer;
  readonly terms: LoanTermsInput;
  readonly consent: Consent;
}

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
    const opened = this.#check(input);
    const known = await this.#context.files.find(input.loanId);
    if (known) return this.#reopen(known, opened);
    obey(termsLieAhead(opened.terms, this.#context.engine.settings.clock.today()));
    try {
      return loanAt(await this.#context.files.begin(input.loanId, opened), 'consented');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      return this.#reopen(await this.#context.files.read(input.loanId), opened);
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
      if (now.repayments.some((repayment) => repayment.reference === reference)) return [];
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

  #reopen(known: LoanState, opened: LoanOpened): ConsentedLoan {
    if (!isSameLoan(known, opened)) {
      throw new InputError('The loan exists', [
        { path: 'loanId', message: `a loan '${known.loanId}' with another payer or other terms is on file: choose another loanId` },
      ]);
    }
    if (known.stage !== 'consented') throw staleLoan('open', known, known);
    return loanAt(known, 'consented');
  }

  #check(input: OpenLoanInput): LoanOpened {
    const { frequencies } = this.#context.engine.settings;
    const read = readTerms(input?.terms);
    const problems: Problem[] = [
      ...loanIdProblems(input?.loanId),
      ...under('payer', payerProblems(input?.payer)),
      ...under('consent', consentProblems(input?.consent)),
    ];
    if (!read.ok) problems.push(...under('terms', read.problems));
    else if (!frequencies[read.terms.period]) {
      problems.push({ path: 'terms.frequency', message: `'${read.terms.period}' has no spelling at this service: map it in the option frequencies` });
    }
    requireNoProblems('The loan cannot be opened', problems);
    const terms = (read as { readonly terms: LoanTerms }).terms;
    obey(firstRefusal(consentIsComplete(input.consent.scopes), noticeIsHonest(input.consent.notice.text)));
    return loanOpened(input, terms, nowText(this.#context));
  }
}

// The first consent on file stands; what ties the loan together at the service, person and terms, may not change under its name. Spec §1.3.
function isSameLoan(known: LoanState, { payerId, terms, personal }: LoanOpened): boolean {
  const isSamePayer = known.payerId === payerId && (!known.payer || contentHash(known.payer) === contentHash(personal.payer));
  return isSamePayer && contentHash(known.terms) === contentHash(terms);
}

function pageProblems(after: unknown, limit: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  if (after !== undefined && typeof after !== 'string') problems.push({ path: 'after', message: 'must be the next of the page before' });
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > 1_000)
    problems.push({ path: 'limit', message: 'must be a whole number from 1 to 1000' });
  return problems;
}

function loanIdProblems(loanId: unknown): readonly Problem[] {
  const isGood = typeof loanId === 'string' && loanId.trim() !== '' && loanId.length <= 200;
  return isGood ? [] : [{ path: 'loanId', message: 'give your own name for the loan, 1–200 characters' }];
}

function loanOpened({ loanId, payer, consent }: OpenLoanInput, terms: LoanTerms, at: string): LoanOpened {
  const { payerId, bvn, name, email, mobileNumber, address } = payer;
  const { scopes, channel, language, notice } = consent;
  return {
    type: 'loan.opened',
    at,
    loanId,
    mandateId: mintMandateId(),
    payerId,
    terms,
    consent: {
      scopes: scopes.map(({ scope, grantedAt }) => ({ scope, grantedAt })),
      channel,
      language,
      notice: { text: notice.text, version: notice.version },
    },
    personal: {
      payer: { payerId, bvn, name, email, mobileNumber, address },
      ipAddresses: Object.fromEntries(scopes.map(({ scope, ipAddress }) => [scope, ipAddress])),
    },
  };
}

// 24 hexadecimal characters, as §4 wants them; chance makes two equal ones impossible in practice.
function mintMandateId(): string {
  return Array.from(globalThis.crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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
