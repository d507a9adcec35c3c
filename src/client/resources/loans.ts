import type { Duty } from '../../domain/loan/duties/duty.ts';
import { mayDisburse } from '../../domain/loan/guards/step-guards.ts';
import type {
  AbandonedLoan,
  ApprovedLoan,
  ClosedLoan,
  CollectingLoan,
  ConsentedLoan,
  Loan,
  OwedLoan,
  UndisbursedLoan,
} from '../../domain/loan/loan.ts';
import { termsLieAhead } from '../../domain/terms.ts';
import { ConflictError, requireInput } from '../../errors.ts';
import type { ConsentReceipt, ReceiptInput } from '../../evidence/receipt.ts';
import { digits, optional, text, wholeNumber } from '../../validation/checks.ts';
import { atMostOne, record } from '../../validation/record.ts';
import type { CallOptions } from '../call-options.ts';
import { adoptLoan } from '../workflows/adoption/adopt-loan.ts';
import type { AdoptLoanInput } from '../workflows/adoption/adopted-events.ts';
import {
  enterStep,
  type LoanContext,
  leaveStep,
  loanAt,
  loanValue,
  nowText,
  obey,
  stepIsDone,
} from '../workflows/loan-context.ts';
import { type OpenLoanInput, readOpening, requireSameLoan } from '../workflows/onboarding/open-loan.ts';
import { type Erasure, type ErasureInput, erasePayer } from '../workflows/payer/erase-payer.ts';
import { type EvidenceOptions, evidenceOf } from '../workflows/payer/evidence-of.ts';
import { noteWithoutPersonal } from '../workflows/payer/known-payer.ts';
import {
  type DischargedDuty,
  type ObligationInput,
  type RepaymentInput,
  type ReversalInput,
  readDuties,
  recordDischarge,
  recordObligation,
  recordRepayment,
  recordReversal,
} from '../workflows/payer/recorded-facts.ts';
import { readMandate } from '../workflows/sync/read-mandate.ts';
import { fileTheRest } from '../workflows/sync/sync-instalments.ts';

/** Whether you may send the money now. */
export type DisbursementDecision =
  | { readonly allowed: true; readonly loan: ApprovedLoan }
  | {
      readonly allowed: false;
      readonly rule: string;
      readonly spec: string;
      readonly message: string;
      readonly loan: ApprovedLoan;
    };

/** Which loans to list. */
export interface LoanQuery {
  /** The `next` of the page before. */
  readonly after?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
  /** Only loans of this payer. */
  readonly payerId?: string;
  /** Only loans of the payer with this BVN. Needs the option `keys`: the search uses a keyed hash of the BVN. */
  readonly bvn?: string;
}

/** A page of loans. */
export interface LoanPage {
  /** Each at its stage. Narrow on `stage`. */
  readonly loans: readonly Loan[];
  /** Pass as `after` for the next page. Absent on the last page. */
  readonly next?: string;
}

/** Loans: opening, finding, and all methods without a call to the service. */
export class Loans {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /**
   * Opens a loan's file with the payer's consent: all five scopes with time and IP address, and an honest notice.
   * Opening the same loan again returns it unchanged. Spec §1.1.
   * @throws RuleError when consent is incomplete, the notice claims too much, or the first due date has passed;
   * StaleLoanError when the file has moved on
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

  /**
   * Adopts a loan from another system, with its evidence. It stays marked as adopted, and every rule applies. The
   * service is asked about the mandate, and contradictions are refused. Spec §1.3, §2.2.
   * @throws RuleError if consent is incomplete, the notice claims too much, or the service knows another loan;
   * InputError if the mandate belongs to another loan
   */
  async adopt(input: AdoptLoanInput, options?: CallOptions): Promise<Loan> {
    return loanValue(await adoptLoan({ ...this.#context, options }, input));
  }

  /** The loan as its file is now. Switch on its `stage`. @throws InputError if it is unknown */
  async get(loanId: string): Promise<Loan> {
    return loanValue(await this.#context.files.read(loanId));
  }

  /** Loans in opening order, at most `limit` (default 100, at most 1,000). @throws InputError */
  async list(query: LoanQuery = {}): Promise<LoanPage> {
    const { files } = this.#context;
    const { after, limit = 100, payerId, bvn } = requireInput('The page', loanQuery, query);
    const page = { limit, ...(after === undefined ? {} : { after }) };
    const { loanIds, next } = await (bvn !== undefined
      ? files.findByBvn(bvn, page)
      : payerId !== undefined
        ? files.findByPayer(payerId, page)
        : files.list(page));
    const loans: Loan[] = [];
    for (const loanId of loanIds) loans.push(await this.get(loanId));
    return next === undefined ? { loans } : { loans, next };
  }

  /**
   * Reads the mandate again and decides whether you may send the money: consent is valid, the primary is active,
   * nothing is disputed, and the first due date is in the future. Spec §1.1, §1.4, §3.4.
   * @throws RuleError before approval
   */
  async mayDisburse(loan: ApprovedLoan, options?: CallOptions): Promise<DisbursementDecision> {
    const { state } = await enterStep(this.#context, loan, 'mayDisburse');
    const context = { ...this.#context, options };
    const read = await readMandate(context, state);
    const now = await fileTheRest(context, read.state, read.mandate);
    const decision = mayDisburse(now, this.#context.engine.settings.clock.today());
    return { ...decision, loan: loanAt(leaveStep('mayDisburse', loan, now), 'approved') };
  }

  /**
   * Records a repayment outside the platform. It lowers what may still be collected. Spec §1.
   * @throws RuleError also for a future day, or a day before the disbursement; InputError
   */
  async recordRepayment(loan: CollectingLoan, input: RepaymentInput): Promise<CollectingLoan> {
    return loanAt(await recordRepayment(this.#context, loan, input), 'collecting');
  }

  /**
   * Records that money went back to the payer, or that a repayment was reversed: the amount is owed again. At most the
   * paid amount, and each reference once. Spec §1.
   * @throws RuleError, InputError
   */
  async recordReversal<Given extends CollectingLoan | ClosedLoan>(loan: Given, input: ReversalInput): Promise<Given> {
    return loanValue(await recordReversal(this.#context, loan, input));
  }

  /**
   * Records the amount that the payer still owes after a withdrawal of consent or a request to cancel. Without it,
   * there are no more debits. With it, debits do not exceed its amount. Spec §1.1.
   * @throws RuleError before any withdrawal, or for more than is outstanding; InputError
   */
  async recordObligation<Given extends OwedLoan>(loan: Given, input: ObligationInput): Promise<Given> {
    return loanValue(await recordObligation(this.#context, loan, input));
  }

  /**
   * Your current duties for the loan, with deadline and reason. Spec §1, §3.1, §6.3.
   * @throws InputError if it is unknown
   */
  async duties(loan: Loan): Promise<readonly Duty[]> {
    return readDuties(this.#context, loan);
  }

  /**
   * Records that you fulfilled a duty that the file cannot prove. Returns the remaining duties.
   * @throws RuleError for a duty that ends by itself once it is done
   */
  async dischargeDuty(loan: Loan, discharged: DischargedDuty): Promise<readonly Duty[]> {
    return recordDischarge(this.#context, loan, discharged);
  }

  /**
   * The evidence of a loan as NDJSON: every event in its hashed bytes, and the checkpoints that confirm it.
   * `repaykit evidence verify` checks it offline. Spec §1.1.
   * @throws InputError if the loan is unknown; EvidenceError
   */
  evidence(loanId: string, options?: EvidenceOptions): Promise<string> {
    return evidenceOf(this.#context, loanId, options);
  }

  /**
   * The receipt of the payer's consent as JSON, modelled on ISO/IEC TS 27560. Spec §1.1.
   * @throws InputError when the loan is unknown, or the lender is not named
   */
  async receipt(loanId: string, input: ReceiptInput): Promise<ConsentReceipt> {
    const state = await this.#context.files.read(loanId);
    const { receiptOf } = await import('../../evidence/receipt.ts');
    return receiptOf(state, input);
  }

  /**
   * Erases the personal data in all loans of a payer permanently, by destroying the payer's key. Facts and hash chain
   * stay.
   * @throws RuleError while one of the loans is in progress; ConfigurationError without the option `keys`
   */
  erasePayer(payerId: string, input: ErasureInput): Promise<Erasure> {
    return erasePayer(this.#context, payerId, input);
  }

  /** Ends a loan before money is sent. @throws RuleError after the disbursement was reported */
  async abandon(loan: UndisbursedLoan, input: { readonly reason: string }): Promise<AbandonedLoan> {
    const { reason } = requireInput('The loan cannot be abandoned', abandonment, input);
    await enterStep(this.#context, loan, 'abandon');
    const state = await this.#context.files.decide(loan.loanId, (now) =>
      stepIsDone('abandon', loan, now)
        ? []
        : [{ type: 'loan.abandoned', at: nowText(this.#context), reason: noteWithoutPersonal(reason, now) }],
    );
    return loanAt(state, 'abandoned');
  }
}

const abandonment = record<{ readonly reason: string }>({ reason: text('the reason') });

const loanQuery = record<LoanQuery>(
  {
    after: optional(text('the next of the page before')),
    limit: optional(wholeNumber({ min: 1, max: 1_000 })),
    payerId: optional(text('the payerId of the payer')),
    bvn: optional(digits('the bvn of the payer')),
  },
  { rules: (_, given) => atMostOne(given, ['payerId', 'bvn']) },
);
