/** A duty: something the lender has to do that no program can do or verify. */
import { lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { scheduleOf } from '../../terms.ts';
import type { LoanAccountState, LoanState } from '../state.ts';

/** The kinds of duties. */
export type DutyCode =
  /** A filed report has not reached the bureau. */
  | 'deliver-report'
  /** The bureau refused a report. A person has to fix it. */
  | 'mend-report'
  /** The credit decision is reported, but the disbursement is not. */
  | 'report-disbursement'
  /** The loan is fully repaid or its tenure is over. */
  | 'report-closure'
  /** The closure that was reported is no longer true. */
  | 'correct-closure'
  /** A mandate failed, timed out or is disputed, or a repayment was missed. */
  | 'notify-payer'
  /** The first choice of accounts failed, or one of its backups. */
  | 'offer-reselection'
  /** The payer withdrew consent before money was sent. */
  | 'abandon-loan'
  /** The payer withdrew the consent to debits while something is owed. */
  | 'record-obligation'
  /** The payer's dispute is open. */
  | 'resolve-dispute'
  /** The service does not show a debit. A person has to find out whether it was taken. */
  | 'settle-debit'
  /** The platform does not know of something that changes what it may collect. */
  | 'tell-platform'
  /** More came in than the terms allow. */
  | 'refund-overpayment'
  /** The mandate has no purpose any more. */
  | 'release-mandate'
  /** A loan that began elsewhere lacks a document. */
  | 'complete-evidence';

/** The subject of a duty. */
export interface DutySubject {
  /** The report to the bureau that waits or was refused. */
  readonly reportId?: string;
  /** The debit that a person has to settle. */
  readonly debitId?: string;
  /** The instalment to notify the payer of. */
  readonly instalmentReference?: string;
  /** The reference of a repayment, a reversal or a dispute. */
  readonly reference?: string;
  /** The account: its name in the file, and its number until the payer is erased. */
  readonly account?: { readonly account: string; readonly accountNumber?: string; readonly bankCode?: string };
}

/** Something that the lender has to do now. */
export interface Duty {
  /** What to do, as a code. */
  readonly duty: DutyCode;
  /** Identifies the duty and stays the same for it. Pass it to discharge the duty. Holds nothing personal. */
  readonly key: string;
  /** For people: what happened and what to do. */
  readonly why: string;
  /** The section that demands it, such as `Spec §6.3`. */
  readonly spec: string;
  /** True: a person records that it is done (`loans.dischargeDuty`). False: it disappears once the file shows that. */
  readonly isDischargeable: boolean;
  /** Since when, ISO 8601 or a day. */
  readonly since?: string;
  /** The day by which to do it, `YYYY-MM-DD`, if one is known. For a recurring due date, the next one. */
  readonly until?: string;
  /** The subject, if there can be several. */
  readonly subject?: DutySubject;
}

/** A duty before {@link Duty.isDischargeable} is decided. Its key defaults to its code. */
export type Owed = Omit<Duty, 'key' | 'isDischargeable'> & Partial<Pick<Duty, 'key'>>;

type Deadline = Pick<Duty, 'until'>;

/** The first due date after the loan is opened here, even if it passed. No money is sent after it. Spec §1, §1.5. */
export function byFirstDueDate(state: LoanState): Deadline {
  return until(nextDueDate(state, lagosDay(parseInstant(state.openedAt) ?? 0)));
}

/** The next due date, else the end of the tenure. Nothing is collected after that. Spec §1.6, §8. */
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
