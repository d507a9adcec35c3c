/** What the console reads over a lender's book. Nothing in it is personal. */
import type { BookFigures } from '../../book/figures/figures.ts';
import type { LateFact } from '../../book/late-facts.ts';
import type { LoanQuery } from '../../book/loan-query.ts';
import { formatInstant } from '../../domain/calendar.ts';
import type { Duty } from '../../domain/loan/duties/duty.ts';
import type { LoanDebit } from '../../domain/loan/loan.ts';
import { redactText } from '../../redact/redact.ts';
import type { InboxItem, InboxStatus } from '../../webhooks/inbox/inbox.ts';
import type { WorkerHealth } from '../../worker/start-worker.ts';
import type { ConsoleContext } from './console-options.ts';

/** Loans that are read for the list of what needs a person. */
const MOST_LOANS = 200;
const MOST_DELIVERIES = 200;

export type OpenDebit = Pick<LoanDebit, 'debitId' | 'amount' | 'debitDate' | 'status' | 'parkedFor'> & {
  readonly loanId: string;
};

export type OwedDuty = Omit<Duty, 'subject'> & { readonly loanId: string; readonly reportId?: string };

export type ShownDelivery = Pick<
  InboxItem,
  'key' | 'kind' | 'source' | 'status' | 'attempts' | 'receivedAt' | 'reason'
>;

/** What needs a person. `more` counts the loans, and the webhooks, that are not in the lists. */
export interface Today {
  readonly today: string;
  readonly debits: readonly OpenDebit[];
  readonly duties: readonly OwedDuty[];
  readonly quarantined: readonly ShownDelivery[];
  readonly more: { readonly debits: number; readonly duties: number; readonly quarantined: boolean };
}

export async function readToday(context: ConsoleContext): Promise<Today> {
  const { book, kit, loans } = context;
  const today = loans.engine.settings.clock.today();
  const pages = await Promise.all([
    book.loans({ debits: 'unknown', limit: MOST_LOANS }),
    book.loans({ debits: 'parked', limit: MOST_LOANS }),
    book.loans({ hasDuties: true, limit: MOST_LOANS }),
  ]);
  const counts = await Promise.all([
    book.count({ debits: 'unknown' }),
    book.count({ debits: 'parked' }),
    book.count({ hasDuties: true }),
  ]);
  const [unknown, parked, owing] = counts.map(({ count }) => Math.max(0, count - MOST_LOANS));
  const quarantined = await readDeliveries(context, { status: 'quarantined' });
  const ids = [...new Set(pages.flatMap((page) => page.loans.map(({ loanId }) => loanId)))];
  const debits: OpenDebit[] = [];
  const duties: OwedDuty[] = [];
  for (const loanId of ids) {
    const loan = await kit.loans.get(loanId);
    if ('debits' in loan) debits.push(...loan.debits.filter(isOpen).map((debit) => openDebit(loanId, debit)));
    duties.push(...(await kit.loans.duties(loan)).map((duty) => owedDuty(loanId, duty)));
  }
  return {
    today,
    debits,
    duties: duties.sort((a, b) => (a.until ?? '9999').localeCompare(b.until ?? '9999')),
    quarantined,
    more: {
      debits: (unknown ?? 0) + (parked ?? 0),
      duties: owing ?? 0,
      quarantined: quarantined.length >= MOST_DELIVERIES,
    },
  };
}

const isOpen = ({ status }: LoanDebit) => status === 'unknown' || status === 'parked';

function openDebit(loanId: string, { debitId, amount, debitDate, status, parkedFor }: LoanDebit): OpenDebit {
  return { loanId, debitId, amount, debitDate, status, ...(parkedFor !== undefined && { parkedFor }) };
}

// Without the account of its subject.
export function owedDuty(loanId: string, { subject, ...duty }: Duty): OwedDuty {
  const reportId = subject?.reportId;
  return { loanId, ...duty, ...(reportId !== undefined && { reportId }) };
}

/** Deliveries without their bodies. */
export async function readDeliveries(
  { inbox }: ConsoleContext,
  { status, after }: { readonly status?: InboxStatus; readonly after?: string },
): Promise<readonly ShownDelivery[]> {
  const items = await inbox?.list({
    limit: MOST_DELIVERIES,
    newestFirst: true,
    ...(status && { status }),
    ...(after && { after }),
  });
  return (items ?? []).map(({ key, kind, source, status: now, attempts, receivedAt, reason }) => ({
    key,
    kind,
    source,
    status: now,
    attempts,
    receivedAt,
    ...(reason !== undefined && { reason: redactText(reason) }),
  }));
}

/** The loans that an id leads to: their own, the payer's, the mandate's, or that of an instalment. */
export async function findLoans({ loans: { files } }: ConsoleContext, id: string): Promise<readonly string[]> {
  if (id === '') return [];
  const [own, ofMandate, ofInstalment, ofPayer] = await Promise.all([
    files.find(id),
    files.findByMandate(id),
    files.findByInstalment(id),
    files.findByPayer(id, { limit: MOST_LOANS }),
  ]);
  const found = [own, ofMandate, ofInstalment].flatMap((state) => state?.loanId ?? []);
  return [...new Set([...found, ...ofPayer.loanIds])];
}

/** Figures by day and length of the log: a page of charts asks for the same ones again and again. */
export class FiguresCache {
  readonly #kept = new Map<string, Promise<BookFigures>>();

  async read({ book, loans }: ConsoleContext, asOf: string | undefined): Promise<BookFigures> {
    const { upTo } = await book.state();
    const key = `${asOf ?? loans.engine.settings.clock.today()} ${upTo?.events}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const figures = book.figures(asOf === undefined ? {} : { asOf });
    if (this.#kept.size >= 100) this.#kept.clear();
    this.#kept.set(key, figures);
    figures.catch(() => this.#kept.delete(key));
    return figures;
  }
}

const MOST_FACTS = 500;

/** What became known after a day about it or about days before it, the latest day first. */
export interface LateFacts {
  readonly facts: readonly LateFact[];
  readonly more: number;
}

export async function readLateFacts({ book }: ConsoleContext, day: string): Promise<LateFacts> {
  const { facts } = await book.lateFacts(day);
  const newest = [...facts].sort((a, b) => b.on.localeCompare(a.on));
  return { facts: newest.slice(0, MOST_FACTS), more: Math.max(0, newest.length - MOST_FACTS) };
}

/** How the parts of the system are. */
export interface Health {
  readonly now: string;
  readonly book: { readonly events: number; readonly at: string | null; readonly behind: number } | null;
  readonly isBuilding: boolean;
  readonly inbox: { readonly unfinished: number; readonly quarantined: number; readonly oldest: string | null } | null;
  /** Null if it runs in another process. */
  readonly worker: Omit<WorkerHealth, 'lastReport'> | null;
  readonly checkpoint: { readonly number: number; readonly at: string; readonly files: number } | null;
  readonly keepsCheckpoints: boolean;
  readonly sealsPersonalData: boolean;
}

export async function readHealth(context: ConsoleContext): Promise<Health> {
  const { loans, book, inbox } = context;
  const { checkpoints, clock } = loans.engine.settings;
  const [{ upTo, build }, latest] = await Promise.all([book.state(), checkpoints?.sink.latest()]);
  const waiting = await inbox?.list({ status: 'unfinished', limit: MOST_DELIVERIES });
  const aside = await inbox?.list({ status: 'quarantined', limit: MOST_DELIVERIES });
  return {
    now: formatInstant(clock.now()),
    book: upTo ? { events: upTo.events, at: upTo.at ?? null, behind: upTo.behind } : null,
    isBuilding: build !== undefined,
    inbox:
      waiting && aside
        ? { unfinished: waiting.length, quarantined: aside.length, oldest: waiting[0]?.receivedAt ?? null }
        : null,
    worker: workerHealth(context),
    checkpoint: latest ? { number: latest.number, at: latest.at, files: latest.count } : null,
    keepsCheckpoints: checkpoints !== undefined,
    sealsPersonalData: loans.files.keys !== undefined,
  };
}

function workerHealth({ worker }: ConsoleContext): Health['worker'] {
  if (!worker) return null;
  const { lastReport: _report, ...health } = worker.health();
  return health;
}

const lists = ['loanIds', 'stages', 'mandateStatuses', 'accountStatuses', 'banks'] as const;
const ranges = ['due', 'daysPastDue', 'outstanding'] as const;
const texts = ['payerId', 'collectionMode', 'debits', 'dutyUntil', 'orderBy', 'after'] as const;

/** A query of loans from a URL: lists with commas, ranges as `30..59` or `30..`. The book itself checks it. */
export function loanQueryFrom(given: URLSearchParams): LoanQuery {
  const query: Record<string, unknown> = {};
  for (const name of texts) if (given.get(name)) query[name] = given.get(name);
  for (const name of lists) if (given.get(name)) query[name] = given.get(name)?.split(',');
  for (const name of ranges) {
    const [from = '', to = from] = given.get(name)?.split('..') ?? [];
    const bound = (text: string) => (name === 'due' ? text : Number(text));
    if (from || to) query[name] = { ...(from && { from: bound(from) }), ...(to && { to: bound(to) }) };
  }
  const duties = given.get('hasDuties');
  // The book refuses anything else.
  if (duties) query.hasDuties = { true: true, false: false }[duties] ?? duties;
  if (given.get('limit')) query.limit = Number(given.get('limit'));
  return query as LoanQuery;
}
