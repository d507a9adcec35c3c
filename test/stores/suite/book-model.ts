/** A book as simple as possible: rows that follow from the events alone, by which the tests know what a store has to hold. */
import type {
  BookEntry,
  BookFilter,
  BookHistoryRow,
  BookLoanRow,
  BookOrder,
  BookTables,
  ChangedFile,
  ProjectFile,
} from '../../../src/loan-file/book-tables.ts';
import type { LoanStore, StoredEvent } from '../../../src/loan-file/store.ts';
import { sampleEvent } from '../sample-events.ts';

export const TODAY = '2026-03-10';
const stages = ['placed', 'collecting', 'overdue', 'closed'];
const statuses = ['pending', 'active', 'disputed'];
const banks = ['058', '044', '033', '011'];

/** Whole numbers that follow from a text, one after the other. */
function numbersOf(text: string): (below: number) => number {
  let state = 2_166_136_261;
  const mix = (code: number) => {
    state = Math.imul(state ^ code, 16_777_619) >>> 0;
  };
  for (const char of text) mix(char.codePointAt(0) ?? 0);
  return (below) => {
    mix(7);
    return (state >>> 8) % below;
  };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Projects on this day. Files of requests are no loans. Rows that depend on the day are outdated on the next one. */
export function projectOn(today = TODAY): ProjectFile {
  return ({ loanId, events }) => {
    const last = events.at(-1);
    const at = events.map(({ body }) => atOf(body)).reduce((one, other) => (one > other ? one : other), '');
    return { at, entry: loanId.startsWith('request') || !last ? undefined : entryOf({ loanId, events }, today) };
  };
}

function atOf(body: string): string {
  return new Date(Date.UTC(2026, 0, 1) + Number.parseInt(JSON.parse(body).note, 10) * 1_000).toISOString();
}

function entryOf({ loanId, events }: ChangedFile, today: string): BookEntry {
  const below = numbersOf(`${loanId} ${events.map(({ hash }) => hash).join()}`);
  const maybe = <Value>(value: Value) => (below(3) === 0 ? null : value);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? '';
  const instalments = Array.from({ length: below(4) }, (_, index) => ({
    number: index + 1,
    dueDate: dayAfter('2026-01-31', below(90) + index * 10),
    amount: 500_000,
    unpaid: below(2) * below(500_000),
  }));
  const accounts = Array.from({ length: below(3) }, (_, position) => {
    return { position, bank: maybe(pick(banks)), status: maybe(pick(statuses)) };
  });
  const openDebits = below(2) * below(4);
  const duties = below(2);
  const isOutdated = below(2) === 0;
  const loan: BookLoanRow = {
    loanId,
    version: events.length,
    payerId: `payer ${below(5)} – 'é'`,
    mandateId: `mandate of ${loanId}`,
    stage: pick(stages),
    mandateStatus: maybe(pick(statuses)),
    collectionMode: pick(['auto', 'manual']),
    openedOn: '2026-01-05',
    disbursedOn: maybe('2026-01-06'),
    closedOn: maybe('2026-09-06'),
    isAdopted: below(2) === 0,
    principal: 9_000_000_000_000_00,
    due: below(1_000),
    collected: below(1_000),
    repaidOutside: below(1_000),
    // Often the same, so that pages are divided among equals.
    outstanding: below(4) * 1_000,
    overpaid: below(1_000),
    unpaidSince: maybe(dayAfter('2026-02-01', below(6))),
    openDebits,
    unknownDebits: below(2) * openDebits,
    parkedDebits: below(2) * openDebits,
    duties,
    dutyUntil: duties === 0 ? null : maybe(dayAfter('2026-03-01', below(20))),
    refreshOn: isOutdated ? dayAfter(today, 1) : null,
    history: `${isOutdated ? today : 'any day'} ${'history '.repeat(below(3) * 150)}`,
  };
  return { loan, instalments, accounts };
}

/** What was appended, in this order: a book up to an event holds what follows from the events up to there. */
export class WrittenLog {
  readonly events: { readonly loanId: string; readonly event: StoredEvent }[] = [];
  readonly #settled: () => Promise<void>;

  constructor(settled = async () => {}) {
    this.#settled = settled;
  }

  async append(store: LoanStore, loanId: string, count = 1): Promise<void> {
    const version = this.#versionOf(loanId);
    const events = Array.from({ length: count }, (_, index) =>
      sampleEvent(loanId, version + index + 1, { note: String(this.events.length + index), personal: 'sealed' }),
    );
    await store.append(loanId, version, events);
    this.events.push(...events.map((event) => ({ loanId, event })));
    await this.#settled();
  }

  #versionOf(loanId: string): number {
    return this.events.filter((each) => each.loanId === loanId).length;
  }

  /** The entries that a book up to the event of this number has to hold, in the order of the files. */
  entries(upTo = this.events.length, project = projectOn()): readonly BookEntry[] {
    const files = new Map<string, StoredEvent[]>();
    for (const { loanId, event } of this.events.slice(0, upTo))
      files.set(loanId, [...(files.get(loanId) ?? []), event]);
    return [...files].flatMap(([loanId, events]) => project({ loanId, events }).entry ?? []);
  }

  upTo(events = this.events.length) {
    const last = this.events.slice(0, events).at(-1);
    return { events, ...(last && { at: atOf(last.event.body) }), behind: this.events.length - events };
  }
}

/** All entries of the book, as its scan and its single reads give them. */
export async function entriesIn(book: BookTables) {
  const histories: BookHistoryRow[] = [];
  const upTo = await book.scan((row) => histories.push(row));
  const entries: BookEntry[] = [];
  for (const { loanId } of histories) {
    const { entry } = await book.find(loanId);
    if (entry) entries.push(entry);
  }
  return { upTo, histories, entries };
}

/** Steps until nothing is left to do. */
export async function advanceAll(book: BookTables, { today = TODAY, limit = 10 } = {}): Promise<void> {
  while ((await book.advance({ project: projectOn(today), today, limit })).hasMore);
}

export const withoutHistory = ({ history: _history, ...loan }: BookLoanRow) => loan;

/** Whether a filter matches, said once more in other words than those of the stores. */
export function isMatch({ loan, instalments, accounts }: BookEntry, filter: BookFilter): boolean {
  const checks: Record<keyof BookFilter, () => boolean> = {
    loanIds: () => new Set(filter.loanIds).has(loan.loanId),
    stages: () => new Set(filter.stages).has(loan.stage),
    mandateStatuses: () => new Set<string | null>(filter.mandateStatuses).has(loan.mandateStatus),
    accountStatuses: () => accounts.some(({ status }) => new Set<string | null>(filter.accountStatuses).has(status)),
    banks: () => accounts.some(({ bank }) => new Set<string | null>(filter.banks).has(bank)),
    payerId: () => loan.payerId === filter.payerId,
    collectionMode: () => loan.collectionMode === filter.collectionMode,
    dueFrom: () => isDue(),
    dueTo: () => isDue(),
    unpaidSinceFrom: () => loan.unpaidSince !== null && !(loan.unpaidSince < (filter.unpaidSinceFrom ?? '')),
    unpaidSinceTo: () => loan.unpaidSince !== null && !(loan.unpaidSince > (filter.unpaidSinceTo ?? '')),
    outstandingFrom: () => !(loan.outstanding < (filter.outstandingFrom ?? 0)),
    outstandingTo: () => !(loan.outstanding > (filter.outstandingTo ?? 0)),
    debits: () =>
      ({ open: loan.openDebits, unknown: loan.unknownDebits, parked: loan.parkedDebits })[filter.debits ?? 'open'] > 0,
    dutyUntil: () => loan.dutyUntil !== null && !(loan.dutyUntil > (filter.dutyUntil ?? '')),
    hasDuties: () => filter.hasDuties === loan.duties > 0,
  };
  const isDue = () =>
    instalments.some(
      ({ dueDate, unpaid }) =>
        unpaid !== 0 && !(dueDate < (filter.dueFrom ?? '')) && !(dueDate > (filter.dueTo ?? '9999')),
    );
  return Object.keys(filter).every((name) => checks[name as keyof BookFilter]());
}

/** All pages, each with at most this many loans. */
export async function pagesOfBook(
  book: BookTables,
  { filter = {}, orderBy = 'opened' as BookOrder, limit = 3, between = async () => {} } = {},
): Promise<readonly Omit<BookLoanRow, 'history'>[]> {
  const loans: Omit<BookLoanRow, 'history'>[] = [];
  let after: string | undefined;
  do {
    const page = await book.page({ filter, orderBy, limit, ...(after !== undefined && { after }) });
    loans.push(...page.loans);
    after = page.next;
    await between();
  } while (after !== undefined);
  return loans;
}
