/** What a duty is: something that the merchant owes to do, which no program can do or show to be done. */
import { lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { scheduleOf } from '../../terms.ts';
import type { LoanAccountState, LoanState } from '../state.ts';

/** What is owed to be done. */
export type DutyCode =
  /** A filed report has not reached the bureau. */
  | 'deliver-report'
  /** The bureau refused a report: a person has to see to it. */
  | 'mend-report'
  /** The credit decision is reported, the disbursement is not. */
  | 'report-disbursement'
  /** The loan is fully repaid, or its tenure is over. */
  | 'report-closure'
  /** The closure that was reported is no longer true. */
  | 'correct-closure'
  /** A mandate failed, timed out or is disputed, or a repayment was missed. */
  | 'notify-payer'
  /** The first choice of accounts, or one of its backups, failed. */
  | 'offer-reselection'
  /** The payer took consent back before money was sent. */
  | 'abandon-loan'
  /** The payer took the consent to debits back, and something is owed. */
  | 'record-obligation'
  /** The payer's dispute is open. */
  | 'resolve-dispute'
  /** A debit was shown nowhere: whether it was taken is for a person to find out. */
  | 'settle-debit'
  /** The platform does not know of something that changes what it may collect. */
  | 'tell-platform'
  /** More came in than the terms allow. */
  | 'refund-overpayment'
  /** The mandate has no purpose any more. */
  | 'release-mandate'
  /** A loan that began elsewhere lacks a document. */
  | 'complete-evidence';

/** What a duty is about. */
export interface DutySubject {
  /** The report to the bureau that waits or was refused. */
  readonly reportId?: string;
  /** The debit that a person has to settle. */
  readonly debitId?: string;
  /** The instalment that the payer is notified of. */
  readonly instalmentReference?: string;
  /** The reference of a repayment, a reversal or a dispute. */
  readonly reference?: string;
  /** The account; its name within the file, and its number as long as the payer was not erased. */
  readonly account?: { readonly account: string; readonly accountNumber?: string; readonly bankCode?: string };
}

/** Something that the merchant owes to do now. */
export interface Duty {
  /** What has to be done, as a word to switch on. */
  readonly duty: DutyCode;
  /** Always the same for the same duty; what discharges it. Holds nothing personal. */
  readonly key: string;
  /** For a person: what happened and what to do. */
  readonly why: string;
  /** Where it stands, such as `Spec §6.3`. */
  readonly spec: string;
  /** True: nothing on file can show that it is done, so that a person says it with `loans.dischargeDuty`. False: it goes away when the file says so. */
  readonly isDischargeable: boolean;
  /** Since when, as the file has it: ISO 8601, or a day. */
  readonly since?: string;
  /** The day by which it has to be done, `YYYY-MM-DD`, where the specification or the file gives one; where it is a due date that recurs, the next one. */
  readonly until?: string;
  /** What it is about, where that is one thing of several. */
  readonly subject?: DutySubject;
}

/** A duty before it is decided who can say that it is done; its key is its code where it names none. */
export type Owed = Omit<Duty, 'key' | 'isDischargeable'> & Partial<Pick<Duty, 'key'>>;

type Deadline = Pick<Duty, 'until'>;

/** By the first due date since the loan is here, also once it has passed: no money is sent after it. Spec §1, §1.5. */
export function byFirstDueDate(state: LoanState): Deadline {
  return until(nextDueDate(state, lagosDay(parseInstant(state.openedAt) ?? 0)));
}

/** By the next day on which something falls due, else by the end of the tenure; after that nothing is collected. Spec §1.6, §8. */
export function byNextDueDate(state: LoanState, today: PlainDate): Deadline {
  const { endDate } = state.terms;
  return today > endDate ? {} : until(nextDueDate(state, today) ?? endDate);
}

export function nextDueDate({ terms }: LoanState, from: PlainDate): PlainDate | undefined {
  return scheduleOf(terms).find(({ dueDate }) => dueDate >= from)?.dueDate;
}

export function accountSubject({ account, details }: LoanAccountState): DutySubject {
  const named = details && { accountNumber: details.accountNumber, bankCode: details.bankCode };
  return { account: { account, ...named } };
}

export function until(day: string | undefined): Deadline {
  return day === undefined ? {} : { until: day };
}
