/** The columns of a loan tape, each with its definition. The verifier computes the same ones from the evidence. */
import {
  dateFromDayNumber,
  dayNumber,
  formatInstant,
  lagosDay,
  type PlainDate,
  parseInstant,
  SECOND_MS,
} from '../../domain/calendar.ts';
import { marked } from '../../domain/csv-text.ts';
import { chosenAccounts, type LoanState } from '../../domain/loan/state.ts';
import { decimalFromKobo, koboOf } from '../../domain/money.ts';
import { scheduleOf } from '../../domain/terms.ts';
import type { ChangedFile } from '../../loan-file/book-tables.ts';
import { readFile } from '../entry.ts';
import { endOf } from '../figures/debits.ts';
import { stageOf } from '../figures/risk.ts';
import { type LoanHistory, movements } from '../history.ts';
import { type Moment, type Standing, scheduleAt, standingAt } from '../standing.ts';

/** A loan as the file of a checkpoint shows it on a day. Money counts by its own day, the rest by when it was known. */
interface LoanOnDay {
  readonly loan: LoanState;
  /** Undefined if the file began after the day. */
  readonly then: LoanState | undefined;
  readonly history: LoanHistory;
  readonly standing: Standing;
  readonly at: Moment;
}

const goingBack: readonly number[] = [movements.indexOf('refunded'), movements.indexOf('bounced')];

type Column = readonly [name: string, definition: string, cell: (loan: LoanOnDay) => string];

const columns: readonly Column[] = [
  ['payer_id', "The lender's own id of the payer.", ({ loan }) => marked(loan.payerId)],
  [
    'status',
    'waiting: not disbursed, or adopted later; running; repaid: closed, nothing owed; written_off: closed, something owed; other: the file is not a loan.',
    ({ standing }) => standing.status.replace('-', '_'),
  ],
  [
    'loan_stage',
    'The stage of the loan, such as collecting. Empty if the loan was opened later.',
    ({ then }) => then?.stage ?? '',
  ],
  ['opened_on', 'The day on which the file began.', ({ loan }) => lagosDay(parseInstant(loan.openedAt) ?? 0)],
  ['disbursed_on', 'The day of the disbursement.', ({ history, at }) => dayText(history.disbursed?.on, at)],
  ['closed_on', 'The day of the closure.', ({ history, at }) => dayText(history.closed?.on, at)],
  ['is_adopted', 'Whether the loan began in another system: yes or no.', ({ loan }) => (loan.adopted ? 'yes' : 'no')],
  [
    'approved_amount',
    'The loan amount in the terms that the payer consented to.',
    ({ loan }) => amount(loan.terms.approvedAmount),
  ],
  ['principal', 'The lent part of the total, if the lender named it.', ({ loan }) => amount(loan.terms.principal)],
  ['total_amount', 'The total of these terms, with charges.', ({ loan }) => amount(loan.terms.totalAmountDue)],
  ['instalments', 'Number of instalments of these terms.', ({ loan }) => String(scheduleOf(loan.terms).length)],
  ['first_due_on', 'The first due date of these terms.', ({ loan }) => scheduleOf(loan.terms)[0]?.dueDate ?? ''],
  ['last_due_on', 'The last due date of these terms.', ({ loan }) => scheduleOf(loan.terms).at(-1)?.dueDate ?? ''],
  ['restructurings', 'How often the terms were replaced.', ({ history, at }) => String(replacements(history, at))],
  ['next_due_on', 'The next due date after the day. Empty if the loan is not running.', nextDue],
  [
    'matures_on',
    'The last due date of the terms that count on the day.',
    ({ history, at }) => dateOf(scheduleAt(history, at)?.due.at(-1)?.[0]),
  ],
  [
    'due',
    'What the terms that count ask for in total, with what was paid before them.',
    ({ standing }) => amount(standing.due),
  ],
  ['collected', 'What the platform collected.', moved('collected', 'found', 'unexplained')],
  ['repaid_elsewhere', 'What came in outside the platform.', moved('elsewhere')],
  ['reversed', 'What went back, and repayments elsewhere that did not hold.', moved('refunded', 'bounced')],
  [
    'outstanding',
    'What is still owed: due, less collected and repaid elsewhere, plus reversed.',
    ({ standing }) => amount(standing.outstanding),
  ],
  ['overpaid', 'What came in beyond what is due.', ({ standing }) => amount(standing.overpaid)],
  [
    'arrears',
    'What was due by the day and is not paid. What came in pays the oldest instalments first.',
    ({ standing }) => amount(standing.arrears),
  ],
  [
    'days_past_due',
    'Days since the oldest unpaid due date. 0 on the due date itself.',
    ({ standing }) => String(standing.daysPastDue),
  ],
  ['risk_stage', '1: below 30 days past due; 2: from 30; 3: from 90. Empty if the loan is not running.', riskStage],
  ['last_payment_on', 'The last day on which money came in.', (loan) => dateOf(lastPayment(loan)?.on)],
  ['last_payment', 'What came in on that day.', (loan) => amount(lastPayment(loan)?.kobo)],
  [
    'collection_mode',
    'auto: the platform debits on each due date; manual: the lender requests each debit.',
    ({ loan }) => loan.terms.collectionMode,
  ],
  ['mandate_status', 'The status of the mandate, as last read.', ({ then }) => marked(then?.mandateStatus ?? '')],
  [
    'accounts',
    'Number of accounts that the payer chose, the primary one included.',
    ({ then }) => String(then ? chosenAccounts(then).length : 0),
  ],
  ['banks', 'Their bank codes in cascade order, ? for an unknown one.', ({ then }) => marked(banksOf(then))],
];

const placed = [
  ['loan_id', 'The id of the loan.'],
  ['events', 'Number of events of its file that the checkpoint covers.'],
  ['head', 'SHA-256 of the last of them.'],
  ['salt', 'Random, so that the commitment of the row does not give it away.'],
] as const;

/** The places of the columns that tie a row to the checkpoint. */
export const [LOAN_ID, EVENTS, HEAD, SALT] = [0, columns.length + 1, columns.length + 2, columns.length + 3] as const;

const [loanIdColumn, ...lastColumns] = placed;

/** Names and definitions, in order. */
export const tapeColumns: readonly (readonly [name: string, definition: string])[] = [
  loanIdColumn,
  ...columns.map(([name, definition]) => [name, definition] as const),
  ...lastColumns,
];

/** The row of a file as of a day, without its salt. @throws EvidenceError, StoreError */
export function tapeRow(file: ChangedFile, day: PlainDate): readonly string[] {
  const at = { day: dayNumber(day), known: Number.POSITIVE_INFINITY };
  const { state: loan, then, history } = readFile(file, formatInstant((endOf(at.day) + 1) * SECOND_MS - 1));
  const standing = standingAt(history, at);
  // What came in before is not in the book's figures either.
  const { schedules, attempts, unknown } = history;
  const begun = standing.status === 'waiting' ? { schedules, attempts, unknown, money: [] } : history;
  const own = loan && { loan, then, history: begun, at, standing };
  const cells = columns.map(([name, , cell]) => (own ? cell(own) : name === 'status' ? 'other' : ''));
  return [marked(file.loanId), ...cells, String(file.events.length), file.events.at(-1)?.hash ?? ''];
}

function amount(kobo: number | undefined): string {
  return kobo === undefined ? '' : decimalFromKobo(koboOf(kobo));
}

function dateOf(day: number | undefined): string {
  return day === undefined ? '' : dateFromDayNumber(day);
}

function dayText(on: number | undefined, { day }: Moment): string {
  return on !== undefined && on <= day ? dateFromDayNumber(on) : '';
}

function replacements({ schedules }: LoanHistory, { day }: Moment): number {
  return schedules.slice(1).filter(({ from }) => from <= day).length;
}

function nextDue({ history, standing, at }: LoanOnDay): string {
  if (standing.status !== 'running') return '';
  return dateOf(scheduleAt(history, at)?.due.find(([on]) => on > at.day)?.[0]);
}

function moved(...names: readonly (typeof movements)[number][]): (loan: LoanOnDay) => string {
  const kinds = names.map((name) => movements.indexOf(name));
  return ({ history, at }) => {
    const parts = history.money.filter(([on, , , kind]) => on <= at.day && kinds.includes(kind));
    return amount(parts.reduce((sum, [, , kobo, kind]) => sum + (goingBack.includes(kind) ? -kobo : kobo), 0));
  };
}

function riskStage({ standing: { status, daysPastDue } }: LoanOnDay): string {
  if (status !== 'running') return '';
  return String(stageOf(daysPastDue));
}

function lastPayment({ history, at }: LoanOnDay): { readonly on: number; readonly kobo: number } | undefined {
  const byDay = new Map<number, number>();
  for (const [on, , kobo, kind] of history.money)
    if (on <= at.day && !goingBack.includes(kind)) byDay.set(on, (byDay.get(on) ?? 0) + kobo);
  const days = [...byDay].filter(([, kobo]) => kobo > 0).map(([on]) => on);
  if (days.length === 0) return undefined;
  const on = Math.max(...days);
  return { on, kobo: byDay.get(on) ?? 0 };
}

function banksOf(loan: LoanState | undefined): string {
  return loan
    ? chosenAccounts(loan)
        .map(({ bank }) => bank ?? '?')
        .join(' ')
    : '';
}
