import type { Loan } from '../../domain/loan/loan.ts';
import { createBook, type PlayedBook } from '../../testing/book/create-book.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { paintWith, right, textTable } from '../terminal/terminal-text.ts';

/** How the loans of one kind stand at the end. Amounts in naira. */
type Standing = Record<(typeof columns)[number], number>;

const columns = ['loans', 'collecting', 'repaid', 'writtenOff', 'abandoned', 'collected', 'elsewhere', 'owed'] as const;
const heads = [
  'loans',
  'collecting',
  'repaid',
  'written off',
  'abandoned',
  'collected ₦',
  'paid elsewhere ₦',
  'owed ₦',
];

const BOOK = { loans: 60, months: 6 };

/** Plays a small book of loans in memory, and prints how its loans stand at the end. */
export async function runBookDemo(io: CliIo, { json = false }: { readonly json?: boolean } = {}): Promise<number> {
  const bar = shownBar(io);
  const book = await createBook({
    ...BOOK,
    signal: io.stop,
    onProgress: ({ month, day }) => bar.update(month, BOOK.months, `months played, ${day}`),
  }).finally(() => bar.end());
  try {
    const stories = await standingsOf(book);
    const lines = json ? jsonLines(stories) : tableLines(io, stories, book.clock.today());
    for (const line of lines) io.out(line);
    return 0;
  } finally {
    await book.close();
  }
}

async function standingsOf({ loans, loanIds, kit }: PlayedBook): Promise<ReadonlyMap<string, Standing>> {
  const onFile = new Set(loanIds);
  const standings = new Map<string, Standing>();
  for (const { loanId, story } of loans) {
    if (!onFile.has(loanId)) continue;
    const standing = standings.get(story) ?? none();
    standings.set(story, standing);
    add(standing, await kit.loans.get(loanId));
  }
  return new Map([...standings].sort(([, a], [, b]) => b.loans - a.loans));
}

function none(): Standing {
  return { loans: 0, collecting: 0, repaid: 0, writtenOff: 0, abandoned: 0, collected: 0, elsewhere: 0, owed: 0 };
}

function add(standing: Standing, loan: Loan): void {
  standing.loans += 1;
  if (loan.stage === 'abandoned') standing.abandoned += 1;
  if (loan.stage !== 'collecting' && loan.stage !== 'closed') return;
  const { collected, repaidOutside, outstanding } = loan.balances;
  if (loan.stage === 'collecting') standing.collecting += 1;
  else if (outstanding === 0) standing.repaid += 1;
  else standing.writtenOff += 1;
  standing.collected += collected;
  standing.elsewhere += repaidOutside;
  standing.owed += outstanding;
}

function totalOf(stories: ReadonlyMap<string, Standing>): Standing {
  const total = none();
  for (const standing of stories.values()) for (const column of columns) total[column] += standing[column];
  return total;
}

function jsonLines(stories: ReadonlyMap<string, Standing>): readonly string[] {
  const rows = [...stories].map(([story, standing]) => ({ type: 'story', story, ...standing }));
  return [...rows, { type: 'total', ...totalOf(stories) }].map((row) => `${JSON.stringify(row)}\n`);
}

function tableLines(io: CliIo, stories: ReadonlyMap<string, Standing>, today: string): readonly string[] {
  const cells = (standing: Standing) => columns.map((column) => right(standing[column].toLocaleString('en')));
  const rows = [...stories].map(([story, standing]) => [story, ...cells(standing)]);
  const all = [...rows, ['all', ...cells(totalOf(stories))]];
  return [
    `${BOOK.loans} loans over ${BOOK.months} months, in memory. Time is virtual, and people are invented. On ${today}:\n\n`,
    textTable(all, paintWith(io.showsColour), ['', ...heads.map(right)]),
    '\nThe same portfolio in your tests: createBook of repaykit/testing.\n',
  ];
}
