/** Questions about loans: which ones, in which order, a page at a time. */
import { addDays, daysBetween, type PlainDate, parsePlainDate } from '../domain/calendar.ts';
import { loanStages } from '../domain/loan/stages.ts';
import { koboFromNaira } from '../domain/money.ts';
import { balance, day } from '../domain/values.ts';
import type { BookEntry, BookFilter, BookLoanRow, BookOrder, BookUpTo } from '../loan-file/book-tables.ts';
import { anyText, flag, list, oneOf, optional, text, wholeNumber } from '../validation/checks.ts';
import { type Fields, given, record } from '../validation/record.ts';
import { naira } from './amounts.ts';

/** Filters of loans. A loan must match all that are given. Lists match any of their values. */
export interface LoanFilter {
  /** One of these loans. */
  readonly loanIds?: readonly string[];
  /** A loan of this payer. */
  readonly payerId?: string;
  /** Such as `collecting`. */
  readonly stages?: readonly string[];
  /** Such as `active`. Spec §3.1. */
  readonly mandateStatuses?: readonly string[];
  /** One of the chosen accounts has such a status. Spec §3.1. */
  readonly accountStatuses?: readonly string[];
  /** One of the chosen accounts is at such a bank, by its code. */
  readonly banks?: readonly string[];
  /** `auto` or `manual`. */
  readonly collectionMode?: 'auto' | 'manual';
  /** An unpaid instalment is due within these days, inclusive, `YYYY-MM-DD`. */
  readonly due?: { readonly from?: string; readonly to?: string };
  /** Bounds, inclusive. Loans that owe nothing never match. */
  readonly daysPastDue?: { readonly from?: number; readonly to?: number };
  /** Bounds in naira, inclusive. */
  readonly outstanding?: { readonly from?: number; readonly to?: number };
  /** Has a manual debit that is open, of unknown outcome, or parked for a person. */
  readonly debits?: 'open' | 'unknown' | 'parked';
  /** Owes a duty by this day, `YYYY-MM-DD`. */
  readonly dutyUntil?: string;
  /** Owes a duty (true), or none (false). */
  readonly hasDuties?: boolean;
}

/** A question about loans. */
export interface LoanQuery extends LoanFilter {
  /** Default `opened`: in the order in which the loans were opened. */
  readonly orderBy?: 'opened' | 'daysPastDue' | 'outstanding';
  /** Loans on a page, 1 to 1,000. Default 50. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/** A loan of the book. Amounts are in naira. */
export interface BookLoan {
  /** The id of the loan. */
  readonly loanId: string;
  /** Number of events of its file that are in the book. */
  readonly version: number;
  /** Your own id of the payer. */
  readonly payerId: string;
  /** The id of the mandate. */
  readonly mandateId: string;
  /** The stage of the loan. */
  readonly stage: string;
  /** Spec §3.1. Absent before the mandate is read. */
  readonly mandateStatus?: string;
  /** `auto` or `manual`. */
  readonly collectionMode: string;
  /** The day in Lagos, `YYYY-MM-DD`. */
  readonly openedOn: string;
  /** Absent before the disbursement. */
  readonly disbursedOn?: string;
  /** Absent before the closure. */
  readonly closedOn?: string;
  /** Whether the loan began elsewhere. */
  readonly isAdopted: boolean;
  /** As the terms name it, else what was disbursed, else what was approved. */
  readonly principal: number;
  /** What is due in total. */
  readonly due: number;
  /** What the platform collected. */
  readonly collected: number;
  /** What came in outside the platform. */
  readonly repaidOutside: number;
  /** What is still owed. */
  readonly outstanding: number;
  /** What came in beyond the terms. */
  readonly overpaid: number;
  /** Days since the oldest unpaid due date, as of today. */
  readonly daysPastDue: number;
  /** Due date of the oldest instalment that is not fully paid. */
  readonly unpaidSince?: string;
  /** Manual debits that have not ended. Unknown and parked ones are among the open ones. */
  readonly debits: { readonly open: number; readonly unknown: number; readonly parked: number };
  /** Number of duties owed. */
  readonly duties: number;
  /** The earliest day by which one of them is to be done. */
  readonly dutyUntil?: string;
}

/** A loan of the book with its parts. Amounts are in naira. */
export interface BookLoanDetails extends BookLoan {
  /** The instalments of the present terms, in the order of their due dates. */
  readonly instalments: readonly {
    /** `YYYY-MM-DD`. */
    readonly dueDate: string;
    /** What the terms ask for. */
    readonly amount: number;
    /** What is left of it when everything that came in pays the oldest instalments first. */
    readonly unpaid: number;
  }[];
  /** The chosen accounts in cascade order: the bank's code and the status, spec §3.1, as far as they are known. */
  readonly accounts: readonly { readonly bank?: string; readonly status?: string }[];
}

/** A page of loans. */
export interface LoanPage {
  /** The loans of the page. */
  readonly loans: readonly BookLoan[];
  /** Pass as `after` for the next page. Absent on the last one. */
  readonly next?: string;
  /** How far the book is. */
  readonly upTo: BookUpTo;
}

const names = (takes: string) => optional(list(text(takes), { takes: `a list: ${takes}` }));
const bounds = <Value>(fields: Fields<Value & object>) => optional(record<Value & object>(fields));
const days = wholeNumber({ min: 0, max: 100_000, of: 'days' });

export const filterFields: Fields<LoanFilter> = {
  loanIds: names('ids of loans'),
  payerId: optional(text('your own id of the payer')),
  stages: optional(list(oneOf(loanStages))),
  mandateStatuses: names('statuses of mandates'),
  accountStatuses: names('statuses of accounts'),
  banks: names('bank codes'),
  collectionMode: optional(oneOf(['auto', 'manual'])),
  due: bounds<NonNullable<LoanFilter['due']>>({ from: optional(day), to: optional(day) }),
  daysPastDue: bounds<NonNullable<LoanFilter['daysPastDue']>>({ from: optional(days), to: optional(days) }),
  outstanding: bounds<NonNullable<LoanFilter['outstanding']>>({ from: optional(balance), to: optional(balance) }),
  debits: optional(oneOf(['open', 'unknown', 'parked'])),
  dutyUntil: optional(day),
  hasDuties: optional(flag),
};

export const loanQuery = record<LoanQuery>({
  ...filterFields,
  orderBy: optional(oneOf(['opened', 'daysPastDue', 'outstanding'])),
  limit: optional(wholeNumber({ min: 1, max: 1_000 })),
  after: optional(anyText),
});

export const orders: Readonly<Record<NonNullable<LoanQuery['orderBy']>, BookOrder>> = {
  opened: 'opened',
  daysPastDue: 'unpaidSince',
  outstanding: 'outstanding',
};

/** The filter in the terms of the stored rows. */
export function rowFilter(filter: LoanFilter, today: PlainDate): BookFilter {
  const { due, daysPastDue: past, outstanding, ...same } = filter;
  const before = (count: number | undefined) => (count === undefined ? undefined : addDays(today, -count));
  const kobo = (naira: number | undefined) => (naira === undefined ? undefined : koboFromNaira(naira));
  return given({
    loanIds: same.loanIds,
    payerId: same.payerId,
    stages: same.stages,
    mandateStatuses: same.mandateStatuses,
    accountStatuses: same.accountStatuses,
    banks: same.banks,
    collectionMode: same.collectionMode,
    debits: same.debits,
    dutyUntil: same.dutyUntil,
    hasDuties: same.hasDuties,
    dueFrom: due?.from,
    dueTo: due?.to,
    unpaidSinceTo: before(past?.from || undefined),
    unpaidSinceFrom: before(past?.to),
    outstandingFrom: kobo(outstanding?.from),
    outstandingTo: kobo(outstanding?.to),
  });
}

export function bookLoanDetails({ loan, instalments, accounts }: BookEntry, today: PlainDate): BookLoanDetails {
  return {
    ...bookLoan(loan, today),
    instalments: instalments.map(({ dueDate, amount, unpaid }) => {
      return { dueDate, amount: naira(amount), unpaid: naira(unpaid) };
    }),
    accounts: accounts.map(({ bank, status }) => given({ bank: bank ?? undefined, status: status ?? undefined })),
  };
}

export function bookLoan(row: Omit<BookLoanRow, 'history'>, today: PlainDate): BookLoan {
  return given({
    loanId: row.loanId,
    version: row.version,
    payerId: row.payerId,
    mandateId: row.mandateId,
    stage: row.stage,
    mandateStatus: row.mandateStatus ?? undefined,
    collectionMode: row.collectionMode,
    openedOn: row.openedOn,
    disbursedOn: row.disbursedOn ?? undefined,
    closedOn: row.closedOn ?? undefined,
    isAdopted: row.isAdopted,
    principal: naira(row.principal),
    due: naira(row.due),
    collected: naira(row.collected),
    repaidOutside: naira(row.repaidOutside),
    outstanding: naira(row.outstanding),
    overpaid: naira(row.overpaid),
    daysPastDue: daysPastDue(row.unpaidSince, today),
    unpaidSince: row.unpaidSince ?? undefined,
    debits: { open: row.openDebits, unknown: row.unknownDebits, parked: row.parkedDebits },
    duties: row.duties,
    dutyUntil: row.dutyUntil ?? undefined,
  });
}

function daysPastDue(since: string | null, today: PlainDate): number {
  const from = parsePlainDate(since);
  return from === undefined ? 0 : Math.max(0, daysBetween(from, today));
}
