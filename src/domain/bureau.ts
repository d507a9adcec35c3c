/** The lifecycle reports that a lender owes a credit bureau: their contents, ids and order. Spec §6.3. */
import { allowed, type Decision, refused } from './decision.ts';

/** The six lifecycle events of spec §6.3. */
export type BureauEventName = keyof BureauContents;

export const bureauEventNames: readonly BureauEventName[] = [
  'loan.approved',
  'loan.disbursed',
  'repayment.successful',
  'repayment.missed',
  'loan.restructured',
  'loan.closed',
];

/** Content of `loan.approved`, due at the credit decision. Spec §6.3. */
export interface LoanApprovedContent {
  /** The terms that were offered, as text or fields of your choice. */
  readonly offerTerms: unknown;
  /** Approved amount in naira. */
  readonly approvedAmount: number;
  /** How long the loan runs, as text or fields of your choice. */
  readonly tenure: unknown;
}

/** Content of `loan.disbursed`, due when the transfer of the loan is complete. Spec §6.3. */
export interface LoanDisbursedContent {
  /** Disbursed amount in naira. */
  readonly amount: number;
  /** Day of the transfer, `YYYY-MM-DD`. */
  readonly date: string;
  /** The transfer's reference. */
  readonly reference: string;
}

/** Content of `repayment.successful`, due after each successful debit. Spec §6.3. */
export interface RepaymentSuccessfulContent {
  /** Amount of this repayment in naira. */
  readonly amount: number;
  /** Day of the repayment, `YYYY-MM-DD`. */
  readonly date: string;
  /** The outstanding amount afterwards, in naira. */
  readonly outstandingBalance: number;
}

/** Content of `repayment.missed`, due after a failure on the due date. Spec §6.3. */
export interface RepaymentMissedContent {
  /** The due amount, in naira. */
  readonly dueAmount: number;
  /** Why it was not collected. */
  readonly failureReason: string;
  /** The outstanding amount, in naira. */
  readonly outstandingBalance: number;
}

/** Content of `loan.restructured`, due when the terms change. Spec §6.3. */
export interface LoanRestructuredContent {
  /** The new schedule. */
  readonly schedule: readonly { readonly dueDate: string; readonly amount: number }[];
  /** Why the terms changed. */
  readonly reason: string;
}

/** Content of `loan.closed`, due at full repayment or write-off. Spec §6.3. */
export interface LoanClosedContent {
  /** `repaid`, `written_off`, or the bureau's own term. */
  readonly finalStatus: 'repaid' | 'written_off' | (string & {});
  /** Day of the closure, `YYYY-MM-DD`. */
  readonly closeDate: string;
}

/** The content of each lifecycle event. A bureau may require extra fields. */
export type BureauContents = {
  'loan.approved': LoanApprovedContent;
  'loan.disbursed': LoanDisbursedContent;
  'repayment.successful': RepaymentSuccessfulContent;
  'repayment.missed': RepaymentMissedContent;
  'loan.restructured': LoanRestructuredContent;
  'loan.closed': LoanClosedContent;
};

/** One lifecycle report to the bureau. Spec §6.3. */
export type BureauReport = {
  [Event in BureauEventName]: {
    /** Deterministic id, 1 to 200 characters. Equal for the same fact, so that the bureau recognises a repeat. */
    readonly reportId: string;
    readonly event: Event;
    readonly mandateId: string;
    /** When it happened, ISO 8601 UTC. */
    readonly occurredAt: string;
    readonly content: BureauContents[Event];
  };
}[BureauEventName];

/** The deterministic id of a report: the event, the mandate, and a distinction between reports of the same event. */
export function bureauReportId(event: BureauEventName, mandateId: string, distinction?: string): string {
  return [event, mandateId, ...(distinction === undefined ? [] : [distinction])].join(':').slice(0, 200);
}

/** Approved comes before disbursed, everything else after it, and nothing after the closure. Spec §1.5, §6.3. */
export function mayReport(event: BureauEventName, reported: ReadonlySet<BureauEventName>): Decision {
  const refuse = (why: string) => refused('reports-in-order', 'Spec §6.3', `${event} ${why}`);
  if (reported.has('loan.closed')) return refuse('cannot be reported: the loan was reported as closed');
  if (event === 'loan.approved' || event === 'loan.disbursed') {
    if (event === 'loan.disbursed' && !reported.has('loan.approved')) return refuse(cannotPrecede('loan.approved'));
    return reported.has(event) ? refuse('was reported already: it happens once in the life of a loan') : allowed;
  }
  return reported.has('loan.disbursed') ? allowed : refuse(cannotPrecede('loan.disbursed'));
}

function cannotPrecede(needed: BureauEventName): string {
  return `cannot be reported before ${needed}: report ${needed} first`;
}
