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
import { optional, text, wholeNumber } from '../../validation/checks.ts';
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

export type { AdoptLoanInput } from '../workflows/adoption/adopted-events.ts';
export type { OpenLoanInput } from '../workflows/onboarding/open-loan.ts';
export type {
  DischargedDuty,
  ObligationInput,
  RepaymentInput,
  ReversalInput,
} from '../workflows/payer/recorded-facts.ts';

/** May money be sent now? */
export type DisbursementDecision =
  | { readonly allowed: true; readonly loan: ApprovedLoan }
  | {
      readonly allowed: false;
      readonly rule: string;
      readonly spec: string;
      readonly message: string;
      readonly loan: ApprovedLoan;
    };

/** Which loans are listed. */
export interface LoanQuery {
  /** The `next` of the page before. */
  readonly after?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
  /** Of this payer only. */
  readonly payerId?: string;
  /** Of the payer with this BVN only. Needs the option `keys`: only a keyed hash of a BVN is kept to search by. */
  readonly bvn?: string;
}

/** A page of loans. */
export interface LoanPage {
  /** Each at its stage; narrow on `stage`. */
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
   * Opens a loan's file on the payer's consent: all five scopes with time and IP address, and an honest notice. Opening
   * the same loan again answers it as it is. Spec §1.1.
   * @throws RuleError when consent is incomplete, the notice claims too much, or the first due date has passed;
   * StaleLoanError when the file went on
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
   * Takes over a loan that began elsewhere, with its evidence; it stays flagged as adopted, and every guard stands. The
   * service is asked about the mandate, and what disagrees is refused. Spec §1.3, §2.2.
   * @throws RuleError when consent is incomplete, the notice claims too much, or the service knows another loan;
   * InputError when the mandate is another loan's
   */
  async adopt(input: AdoptLoanInput, options?: CallOptions): Promise<Loan> {
    return loanValue(await adoptLoan(this.#context, input, options));
  }

  /** The loan as its file says now; switch on its `stage`. @throws InputError when it is unknown */
  async get(loanId: string): Promise<Loan> {
    return loanValue(await this.#context.files.read(loanId));
  }

  /** Loans in the order in which they were opened, at most `limit` (default 100, at most 1,000). @throws InputError */
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
   * Reads the mandate again and says whether money may be sent: consent stands, the primary is active, nothing is
   * disputed, the first due date lies ahead. Spec §1.1, §1.4, §3.4.
   * @throws RuleError before approval
   */
  async mayDisburse(loan: ApprovedLoan, options?: CallOptions): Promise<DisbursementDecision> {
    const { state } = await enterStep(this.#context, loan, 'mayDisburse');
    const { state: now } = await readMandate(this.#context, state, options);
    const decision = mayDisburse(now, this.#context.engine.settings.clock.today());
    return { ...decision, loan: loanAt(leaveStep('mayDisburse', loan, now), 'approved') };
  }

  /**
   * Records a repayment outside the platform; it lowers what may still be collected. Spec §1.
   * @throws RuleError also for a day that lies ahead or before the disbursement; InputError
   */
  async recordRepayment(loan: CollectingLoan, input: RepaymentInput): Promise<CollectingLoan> {
    return loanAt(await recordRepayment(this.#context, loan, input), 'collecting');
  }

  /**
   * Records that money went back to the payer, or that a repayment did not hold: it is owed again. Not more than came
   * in, and the same reference once. Spec §1.
   * @throws RuleError, InputError
   */
  async recordReversal<Given extends CollectingLoan | ClosedLoan>(loan: Given, input: ReversalInput): Promise<Given> {
    return loanValue(await recordReversal(this.#context, loan, input));
  }

  /**
   * Records what the payer still owes, and why, after consent was taken back or cancellation asked for. Without it
   * nothing is debited any more; with it, at most its amount. Spec §1.1.
   * @throws RuleError before any withdrawal, or for more than is outstanding; InputError
   */
  async recordObligation<Given extends OwedLoan>(loan: Given, input: ObligationInput): Promise<Given> {
    return loanValue(await recordObligation(this.#context, loan, input));
  }

  /**
   * What you owe to do for the loan now, until when, and why. Calls no service. Spec §1, §3.1, §6.3.
   * @throws InputError when it is unknown
   */
  async duties(loan: Loan): Promise<readonly Duty[]> {
    return readDuties(this.#context, loan);
  }

  /**
   * Records that a duty is done which nothing on file can show, and answers what is left.
   * @throws RuleError for a duty that goes away by its deed
   */
  async dischargeDuty(loan: Loan, discharged: DischargedDuty): Promise<readonly Duty[]> {
    return recordDischarge(this.#context, loan, discharged);
  }

  /**
   * The evidence of a loan as NDJSON: every event in the bytes that were hashed, and the checkpoints that vouch for it.
   * `repaykit evidence verify` checks it offline. Spec §1.1.
   * @throws InputError when it is unknown; EvidenceError
   */
  evidence(loanId: string, options?: EvidenceOptions): Promise<string> {
    return evidenceOf(this.#context, loanId, options);
  }

  /**
   * The receipt of the payer's consent as JSON, shaped after ISO/IEC TS 27560. Spec §1.1.
   * @throws InputError when the loan is unknown, or the merchant is not named
   */
  async receipt(loanId: string, input: ReceiptInput): Promise<ConsentReceipt> {
    const state = await this.#context.files.read(loanId);
    const { receiptOf } = await import('../../evidence/receipt.ts');
    return receiptOf(state, input);
  }

  /**
   * Erases what is personal in all loans of a payer, for good, by destroying the payer's key: facts and chain stay.
   * @throws RuleError while one of the loans is under way; ConfigurationError without the option `keys`
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
    bvn: optional(text('the bvn of the payer')),
  },
  { rules: (_, given) => atMostOne(given, ['payerId', 'bvn']) },
);
