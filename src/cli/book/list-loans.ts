import type { Book } from '../../book/book.ts';
import type { BookLoan, LoanPage, LoanQuery } from '../../book/loan-query.ts';
import { csvText, harmless } from '../../domain/csv-text.ts';
import { given } from '../../validation/record.ts';
import { nairaCell } from '../control/shown-values.ts';
import { commandErrors } from '../in-flags.ts';
import { writeNewFile } from '../new-file.ts';
import type { CliIo } from '../terminal/io.ts';
import {
  type Cell,
  columnsThatFit,
  counted,
  fitText,
  type Paint,
  paintWith,
  printable,
  right,
  textTable,
} from '../terminal/terminal-text.ts';
import { command, type LoanFlags, loanFlagNames, loanQueryOf } from './loan-flags.ts';
import { askInFlags, bringForward, STOPPED, upToText, withBook } from './open-book.ts';

const { wrong } = commandErrors(command);

/**
 * Lists the loans that match, or writes them to a file. Returns the exit code.
 * @throws ConfigurationError, InputError, StoreError, EvidenceError
 */
export async function listLoans(flags: LoanFlags, io: CliIo): Promise<number> {
  const query = loanQueryOf(flags);
  return withBook(command, flags, async (book) => {
    if (!(await bringForward(book, { command, flags, io }))) return STOPPED;
    return askInFlags(command, loanFlagNames, async () => {
      if (flags.csv !== undefined) return writeLoans(book, { query, file: flags.csv }, io);
      const page = await book.loans(query);
      if (flags.json) io.out(`${JSON.stringify(page)}\n`);
      else io.out(await pageText(book, { page, query }, io));
      return 0;
    });
  });
}

interface ShownPage {
  readonly page: LoanPage;
  readonly query: LoanQuery;
}

async function pageText(book: Book, { page, query }: ShownPage, io: CliIo): Promise<string> {
  const paint = paintWith(io.showsColour);
  const { loans, next, upTo } = page;
  const table = loans.length === 0 ? 'no loan matches\n' : loanTable(loans, io, paint);
  const more =
    next === undefined ? '' : `${await countText(book, { page, query })}: --after ${next} shows the next ones\n`;
  return `${table}${more}${upToText(upTo, paint)}`;
}

async function countText(book: Book, { page, query }: ShownPage): Promise<string> {
  const { orderBy: _order, limit: _limit, after: _after, ...filter } = query;
  const { count } = await book.count(filter);
  return `${page.loans.length} of ${counted(count, 'loan')} that match`;
}

const LONGEST_NAME = 40;

/** The most important columns come first. The last ones are left out where the terminal is too narrow. */
function loanTable(loans: readonly BookLoan[], { columns, drawsBlocks }: CliIo, paint: Paint): string {
  const mark = drawsBlocks === false ? '...' : '…';
  const name = (text: string) => fitText(printable(text), { width: LONGEST_NAME, lines: 1, mark })[0] ?? '';
  const rows = loans.map((loan): readonly Cell[] => [
    name(loan.loanId),
    { ...right(String(loan.daysPastDue)), colour: loan.daysPastDue > 0 ? 'red' : undefined },
    nairaCell(loan.outstanding),
    loan.stage,
    loan.unpaidSince ?? '',
    name(loan.payerId),
    loan.mandateStatus ?? '',
    nairaCell(loan.principal),
    loan.openedOn,
    right(loan.debits.open === 0 ? '' : String(loan.debits.open)),
    right(loan.duties === 0 ? '' : String(loan.duties)),
    loan.dutyUntil ?? '',
  ]);
  const head = [
    ...['loan', right('days late'), right('outstanding'), 'stage', 'unpaid since', 'payer', 'mandate'],
    ...[right('principal'), 'opened', right('open debits'), right('duties'), 'duty until'],
  ];
  const shown = columns === undefined ? head.length : columnsThatFit([head, ...rows], columns);
  const first = (row: readonly Cell[]) => row.slice(0, shown);
  return textTable(rows.map(first), paint, first(head));
}

const PAGE = 1_000;

/** All loans that match, or with `--limit` one page of them. */
async function writeLoans(
  book: Book,
  { query, file }: { readonly query: LoanQuery; readonly file: string },
  io: CliIo,
): Promise<number> {
  let written = 0;
  let last: LoanPage | undefined;
  async function* rows() {
    yield csvText([csvColumns.map(([name]) => name)]);
    for (let { after } = query; ; after = last?.next) {
      last = await book.loans({ ...query, limit: query.limit ?? PAGE, ...given({ after }) });
      written += last.loans.length;
      yield csvText(last.loans.map((loan) => csvColumns.map(([, cell]) => cell(loan))));
      io.stop.throwIfAborted();
      if (query.limit !== undefined || last.next === undefined) return;
    }
  }
  try {
    await writeNewFile(file, rows(), ([message, cause]) => wrong('--csv', message, cause));
  } catch (error) {
    if (io.stop.aborted) return STOPPED;
    throw error;
  }
  const more = last?.next === undefined ? '' : `: --after ${last.next} writes the next ones`;
  io.out(`wrote ${counted(written, 'loan')} to ${file}${more}\n`);
  if (last) io.out(upToText(last.upTo, paintWith(io.showsColour)));
  return 0;
}

type Column = readonly [name: string, cell: (loan: BookLoan) => string];

const text =
  (field: 'loanId' | 'payerId' | 'mandateId' | 'stage' | 'mandateStatus' | 'collectionMode') =>
  (loan: BookLoan): string =>
    harmless(loan[field] ?? '');
const plain =
  (field: Exclude<keyof BookLoan, 'debits'>) =>
  (loan: BookLoan): string =>
    String(loan[field] ?? '');

const csvColumns: readonly Column[] = [
  ...(['loanId', 'payerId', 'mandateId', 'stage', 'mandateStatus', 'collectionMode'] as const).map(
    (field): Column => [field, text(field)],
  ),
  ...(
    ['openedOn', 'disbursedOn', 'closedOn', 'isAdopted', 'principal', 'due', 'collected', 'repaidOutside'] as const
  ).map((field): Column => [field, plain(field)]),
  ...(['outstanding', 'overpaid', 'daysPastDue', 'unpaidSince', 'duties', 'dutyUntil', 'version'] as const).map(
    (field): Column => [field, plain(field)],
  ),
  ...(['open', 'unknown', 'parked'] as const).map(
    (kind): Column => [`debits.${kind}`, ({ debits }) => String(debits[kind])],
  ),
];
