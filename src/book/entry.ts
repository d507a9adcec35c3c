/** The entry of a loan in the book, derived from its file. Nothing in it is personal. */
import {
  addDays,
  dateFromDayNumber,
  lagosDay,
  type PlainDate,
  parseInstant,
  parsePlainDate,
} from '../domain/calendar.ts';
import { isOpenDebit, loanBalances } from '../domain/loan/balances.ts';
import { dutiesOf } from '../domain/loan/duties/duties.ts';
import type { LoanEvent } from '../domain/loan/events/events.ts';
import { chosenAccounts, type LoanState } from '../domain/loan/state.ts';
import { applyEvent, isKnownEvent } from '../domain/loan/transitions/reduce.ts';
import { StoreError } from '../errors.ts';
import type {
  AdvanceInput,
  BookEntry,
  BookInstalmentRow,
  BookLoanRow,
  ChangedFile,
  ProjectFile,
} from '../loan-file/book-tables.ts';
import { openEvent } from '../loan-file/event-seal.ts';
import { NO_HASH } from '../loan-file/store.ts';
import { HistoryBuilder, type LoanHistory } from './history.ts';
import { historyText } from './history-text.ts';
import { paidBy, scheduleAt } from './standing.ts';

const FILES_PER_STEP = 500;

/**
 * A step that brings a book forward, for its tables. It throws EvidenceError if a file was altered, and StoreError if
 * one is of a later version. The book then stays where it is, because figures without that loan would be wrong.
 */
export function bookStep(today: PlainDate): AdvanceInput {
  const project: ProjectFile = (file) => {
    const { at, state, history } = readFile(file);
    return { at, entry: state && entryOf(state, history, today) };
  };
  return { project, today, limit: FILES_PER_STEP };
}

interface ReadFile {
  /** Undefined if the file is not that of a loan. */
  readonly state: LoanState | undefined;
  /** The state with what was known by the time that was asked for: the last event of that time included. */
  readonly then: LoanState | undefined;
  readonly history: LoanHistory;
  /** The latest time in the file. */
  readonly at: string;
}

// After every time.
const ENDLESS = '~';

/** Verifies the chain of a file and follows its events. `until`: a time, ISO 8601 UTC. @throws EvidenceError, StoreError */
export function readFile({ loanId, events }: ChangedFile, until = ENDLESS): ReadFile {
  const builder = new HistoryBuilder();
  let [state, then]: (LoanState | undefined)[] = [];
  let previous = NO_HASH;
  let at = '';
  for (const [index, stored] of events.entries()) {
    // Without a key, the personal part stays closed. The type is checked below.
    const event = openEvent(stored, { fileId: loanId, seq: index + 1, previous }, undefined) as LoanEvent;
    previous = stored.hash;
    if (event.at > at) at = event.at;
    if (index === 0 && event.type !== 'loan.opened') return { state, then, history: builder.history, at };
    if (!isKnownEvent(event.type))
      throw new StoreError(
        `The file '${loanId}' holds an event '${event.type}' that this version does not know: upgrade repaykit`,
      );
    const before: LoanState | undefined = state;
    state = applyEvent(before, event);
    if (state) builder.add(event, before, state);
    if (at <= until) then = state;
  }
  return { state, then, history: builder.history, at };
}

function entryOf(state: LoanState, history: LoanHistory, today: PlainDate): BookEntry {
  const { due, collected, repaidOutside, outstanding, overpaid } = loanBalances(state);
  const { loanId, version, payerId, mandateId, stage, terms } = state;
  const instalments = instalmentRows(history);
  const loan: BookLoanRow = {
    loanId,
    version,
    payerId,
    mandateId,
    stage,
    mandateStatus: state.mandateStatus ?? null,
    collectionMode: terms.collectionMode,
    openedOn: lagosDay(parseInstant(state.openedAt) ?? 0),
    disbursedOn: dayText(history.disbursed?.on),
    closedOn: dayText(history.closed?.on),
    isAdopted: state.adopted !== undefined,
    principal: terms.principal ?? history.disbursed?.kobo ?? terms.approvedAmount,
    due,
    collected,
    repaidOutside,
    outstanding,
    overpaid,
    unpaidSince: isOwed(state) ? (instalments.find(({ unpaid }) => unpaid > 0)?.dueDate ?? null) : null,
    ...debitCounts(state),
    ...dutyColumns(state, today),
    history: historyText(history),
  };
  return { loan, instalments, accounts: accountRows(state) };
}

// Before the disbursement nothing is owed, and a closed loan is no longer collected.
function isOwed({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

function dayText(day: number | undefined): PlainDate | null {
  return day === undefined ? null : dateFromDayNumber(day);
}

const ALWAYS = Number.POSITIVE_INFINITY;

function instalmentRows(history: LoanHistory): readonly BookInstalmentRow[] {
  const everything = { day: ALWAYS, known: ALWAYS };
  const schedule = scheduleAt(history, everything);
  let left = paidBy(history, everything) - (schedule?.settled ?? 0);
  return (schedule?.due ?? []).map(([day, amount], index) => {
    const paid = Math.max(0, Math.min(left, amount));
    left -= paid;
    return { number: index + 1, dueDate: dateFromDayNumber(day), amount, unpaid: amount - paid };
  });
}

function accountRows(state: LoanState): BookEntry['accounts'] {
  return chosenAccounts(state).map(({ bank, mandateStatus }, position) => {
    return { position, bank: bank ?? null, status: mandateStatus ?? null };
  });
}

function debitCounts({ debits }: LoanState): Pick<BookLoanRow, 'openDebits' | 'unknownDebits' | 'parkedDebits'> {
  const count = (status: string) => debits.filter((debit) => debit.status === status).length;
  return {
    openDebits: debits.filter(isOpenDebit).length,
    unknownDebits: count('unknown'),
    parkedDebits: count('parked'),
  };
}

function dutyColumns(state: LoanState, today: PlainDate): Pick<BookLoanRow, 'duties' | 'dutyUntil' | 'refreshOn'> {
  const duties = dutiesOf(state, { today });
  const days = duties.flatMap(({ until }) => until ?? []).sort();
  const isLive = state.stage !== 'closed' && state.stage !== 'abandoned';
  const { endDate } = state.terms;
  // The deadline of a duty moves with the due dates. The end of the tenure brings duties of its own.
  const next = duties.length > 0 ? days.find((day) => day >= today) : undefined;
  const refresh = [next, isLive || duties.length > 0 ? endDate : undefined]
    .flatMap((day) => parsePlainDate(day) ?? [])
    .map((day) => addDays(day, 1))
    .filter((day) => day > today);
  return { duties: duties.length, dutyUntil: days[0] ?? null, refreshOn: refresh.sort()[0] ?? null };
}
