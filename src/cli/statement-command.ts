import { Command, Option } from 'commander';
import type { CliIo } from './io.ts';
import type { StatementFlags } from './statement/statement-flags.ts';

/** `repaykit statement`: its flags and its help. */
export function statementCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('statement')
    .description(
      'reads a bank statement (PDF) on this machine: its entries, whether they prove themselves, and the income insight',
    )
    .argument('<file>', 'the PDF')
    .option('--password-file <file>', "the file whose first line is the PDF's password; - is standard input")
    .option('--account <number>', 'which account, where the file holds several: its number or its last digits')
    .addOption(new Option('--json', 'prints one JSON object, account numbers in full').conflicts('csv'))
    .option('--csv', 'prints one row for each entry (RFC 4180)')
    .option('--insight', 'adds the income insight of spec §6.4')
    .option('--max-megabytes <n>', 'gives up on larger files', '10')
    .option('--max-pages <n>', 'gives up on longer ones', '300')
    .option('--max-seconds <n>', 'gives up after so long', '20')
    .addHelpText(
      'after',
      `
Nothing leaves this machine. The file is read in a thread of its own, within the limits above.

Ends with 0 if the statement was read and its figures prove it, with 3 if it was read and printed but does not prove itself (a warning says so), with 130
after Ctrl-C, and else with 1.

Examples:
  repaykit statement statement.pdf
  repaykit statement statement.pdf --password-file password.txt --insight
  repaykit statement statement.pdf --json | jq .proof.proved
  repaykit statement statement.pdf --csv > entries.csv`,
    )
    .action(async (path: string, flags: StatementFlags) =>
      finish(await (await import('./statement/run-statement.ts')).runStatement(path, flags, io)),
    );
}
