import type { LateFact } from '../../book/late-facts.ts';
import { day as dayCheck } from '../../domain/values.ts';
import { instant, nairaCell } from '../control/shown-values.ts';
import { checkFlags } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Cell, columnsThatFit, counted, paintWith, printable, textTable } from '../terminal/terminal-text.ts';
import { askInFlags, type BookPlace, bringForward, STOPPED, upToText, withBook } from './open-book.ts';

const command = 'repaykit book late-facts';
const DAY = '<day>';

/**
 * Lists what became known after a day about it. Returns the exit code.
 * @throws ConfigurationError, InputError, StoreError, EvidenceError
 */
export async function showLateFacts(day: string, flags: BookPlace, io: CliIo): Promise<number> {
  checkFlags(command, { [DAY]: [dayCheck, day] });
  return withBook(command, flags, async (book) => {
    if (!(await bringForward(book, { command, flags, io }))) return STOPPED;
    const answer = await askInFlags(command, { asOf: DAY }, () => book.lateFacts(day));
    if (flags.json) io.out(`${JSON.stringify(answer)}\n`);
    else io.out(`${factsText(answer.facts, day, io)}${upToText(answer.upTo, paintWith(io.showsColour))}`);
    return 0;
  });
}

function factsText(facts: readonly LateFact[], day: string, { columns, showsColour }: CliIo): string {
  if (facts.length === 0) return `nothing of ${day} or before became known after it\n`;
  const head = ['known at', 'of', 'what', 'loan', { text: 'amount', isRight: true }];
  const rows = facts.map(({ loanId, kind, on, knownAt, amount }): readonly Cell[] => [
    instant(knownAt),
    on,
    kind,
    printable(loanId),
    amount === undefined ? '' : nairaCell(amount),
  ]);
  const shown = columns === undefined ? head.length : columnsThatFit([head, ...rows], columns);
  const first = (row: readonly Cell[]) => row.slice(0, shown);
  const table = textTable(rows.map(first), paintWith(showsColour), first(head));
  return `${counted(facts.length, 'fact')} of ${day} or before became known after it\n${table}`;
}
