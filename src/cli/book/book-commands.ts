import { Command, Option } from 'commander';
import { loanStages } from '../../domain/loan/stages.ts';
import { refuseUnknownSubcommand } from '../control/add-control-commands.ts';
import { takingStorePlace } from '../stores/store-place.ts';
import type { CliIo } from '../terminal/io.ts';
import type { LoanFlags } from './loan-flags.ts';
import type { BookPlace } from './open-book.ts';
import type { ShowFlags } from './show-book.ts';

type Finish = (exitCode: number) => void;

export function bookCommand(io: CliIo, finish: Finish): Command {
  const book = new Command('book')
    .description('questions about all loans: portfolio figures as of any day, and which loans are late')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit book --sqlite loans.db\n  repaykit book loans --days-past-due 30+ --sqlite loans.db',
    )
    .addCommand(showCommand(io, finish), { isDefault: true });
  for (const command of [loansCommand, rebuildCommand, lateFactsCommand]) book.addCommand(command(io, finish));
  // Subcommands print through the outputs of the program, which passes its settings only to its direct commands.
  return book
    .hook('preSubcommand', (parent, command) => void command.copyInheritedSettings(parent))
    .hook('preSubcommand', refuseUnknownSubcommand);
}

const CURRENT = `
The command first brings the book up to the end of the loan files, and says
how far it is. That needs a role that may write. --no-advance only reads.`;

function asking(command: Command): Command {
  return takingStorePlace(command).option('--no-advance', 'asks the book as it is, without bringing it up to date');
}

function showCommand(io: CliIo, finish: Finish): Command {
  return asking(new Command('show').description('shows summary, portfolio at risk, the next 30 days and the cascade'))
    .option('--as-of <day>', 'last day that counts, YYYY-MM-DD (default: today)')
    .option('--known-at <day>', 'what was known by the end of a day, or at a time, ISO 8601 (default: now)')
    .option('--watch', 'draws the figures again and again, until Ctrl-C')
    .option('--every <duration>', 'pause between two drawings: 500ms, 30s, 5m', '10s')
    .addOption(new Option('--json', 'prints all figures as one JSON object').conflicts('csv'))
    .option('--csv <directory>', 'writes all figures to new files of this directory, one for each figure')
    .addHelpText(
      'after',
      `${CURRENT}

docs/book.md defines each figure.

Examples:
  repaykit book --database-url postgres://owner@db.example.com/lender
  repaykit book --as-of 2026-03-31 --known-at 2026-03-31 --sqlite loans.db
  repaykit book --csv figures-2026-03 --as-of 2026-03-31 --sqlite loans.db`,
    )
    .action(async (flags: ShowFlags) => finish(await (await import('./show-book.ts')).showBook(flags, io)));
}

function loansCommand(io: CliIo, finish: Finish): Command {
  return withFilters(asking(new Command('loans').description('lists the loans that match all filters')))
    .addOption(
      new Option(
        '--order-by <order>',
        'order of the loans: as they were opened, the longest past due first, or the largest first',
      ).choices(['opened', 'days-past-due', 'outstanding']),
    )
    .option('--limit <number>', 'loans to list, 1 to 1000 (default: 50; with --csv: all)')
    .option('--after <cursor>', 'goes on after a page, which names its cursor')
    .addOption(new Option('--json', 'prints one JSON object').conflicts('csv'))
    .option('--csv <file>', 'writes the loans to this new file')
    .addHelpText(
      'after',
      `${CURRENT}

A range is 30+, 30-59, -29 or one number. A filter with several values
matches any of them.

Examples:
  repaykit book loans --days-past-due 30+ --sqlite loans.db
  repaykit book loans --stage collecting --outstanding 100000+ \\
    --order-by outstanding --csv large.csv --sqlite loans.db`,
    )
    .action(async (flags: LoanFlags) => finish(await (await import('./list-loans.ts')).listLoans(flags, io)));
}

function withFilters(command: Command): Command {
  return command
    .option('--days-past-due <range>', 'days since the oldest unpaid due date')
    .option('--outstanding <range>', 'outstanding amount in naira')
    .addOption(new Option('--stage <stage...>', 'stages of loans').choices([...loanStages]))
    .option('--due-from <day>', 'an unpaid instalment is due on this day or later, YYYY-MM-DD')
    .option('--due-to <day>', 'an unpaid instalment is due on this day or before, YYYY-MM-DD')
    .option('--loan-id <id...>', 'ids of loans')
    .option('--payer <id>', 'your id of the payer')
    .option('--mandate-status <status...>', 'statuses of the mandate')
    .option('--account-status <status...>', 'one of the chosen accounts has such a status')
    .option('--bank <code...>', 'one of the chosen accounts is at such a bank')
    .addOption(new Option('--collection-mode <mode>', 'how instalments are collected').choices(['auto', 'manual']))
    .addOption(
      new Option('--debits <status>', 'has a manual debit that is open, of unknown outcome, or parked').choices([
        'open',
        'unknown',
        'parked',
      ]),
    )
    .option('--duties', 'owes a duty')
    .option('--no-duties', 'owes no duty')
    .option('--duty-until <day>', 'owes a duty by this day, YYYY-MM-DD');
}

function rebuildCommand(io: CliIo, finish: Finish): Command {
  return takingStorePlace(new Command('rebuild').description('builds the whole book anew from the loan files'))
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Questions are answered from the old book until the new one is done. After
Ctrl-C or a crash, the next run goes on where this one stopped.

Example:
  repaykit book rebuild --database-url postgres://owner@db.example.com/lender`,
    )
    .action(async (flags: BookPlace) => finish(await (await import('./rebuild-book.ts')).rebuildBook(flags, io)));
}

function lateFactsCommand(io: CliIo, finish: Finish): Command {
  return asking(
    new Command('late-facts').description('lists what became known after a day about it, or about days before it'),
  )
    .argument('<day>', 'the day, YYYY-MM-DD')
    .option('--json', 'prints one JSON object')
    .addHelpText('after', `${CURRENT}\n\nExample:\n  repaykit book late-facts 2026-03-31 --sqlite loans.db`)
    .action(async (day: string, flags: BookPlace) =>
      finish(await (await import('./show-late-facts.ts')).showLateFacts(day, flags, io)),
    );
}
