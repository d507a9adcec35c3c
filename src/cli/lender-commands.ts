import { Command, Option } from 'commander';
import type { DoctorFlags } from './doctor/doctor.ts';
import type { StatementFlags } from './statement/run-statement.ts';
import type { ExportFlags } from './stores/evidence-export.ts';
import type { VerifyFlags } from './stores/evidence-verify.ts';
import type { MigrateFlags } from './stores/migrate.ts';
import { takingStorePlace } from './stores/store-place.ts';
import type { QuarantineFlags, ReplayFlags } from './stores/webhooks-decide.ts';
import type { ListFlags } from './stores/webhooks-list.ts';
import type { CliIo } from './terminal/io.ts';
import type { ReconcileFlags } from './worker/reconcile.ts';
import type { WorkerFlags } from './worker/worker.ts';

const CONFIG = [
  '--config <file>',
  'a JavaScript module that exports your RepayKit, or { kit, inbox, close }, or a function that makes one',
] as const;

export function workerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('worker')
    .description(
      'delivers reports to the bureau, asks how open debits ended, drains the inbox and takes checkpoints, again and again; run as many as you like',
    )
    .requiredOption(...CONFIG)
    .option('--once', 'does what is due and ends; exit code 1 when something failed')
    .option('--every <duration>', 'the pause between two runs, such as 500ms, 30s or 5m', '30s')
    .option('--concurrency <number>', 'how many loans are worked on at a time', '4')
    .option('--json', 'prints one JSON object a line for each run')
    .addHelpText('after', '\nExample:\n  repaykit worker --config ./repaykit.config.js --every 30s')
    .action(async (flags: WorkerFlags) => finish(await (await import('./worker/worker.ts')).work(flags, io)));
}

export function doctorCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('doctor')
    .description('checks a config before the first real loan: every finding is ok, a warning or a problem')
    .requiredOption(...CONFIG)
    .option('--webhook <url>', 'the public address of your receiver: gets one forged delivery, which it must refuse')
    .option('--json', 'prints the findings as one JSON object')
    .addHelpText(
      'after',
      `
It reads the service's list of banks, makes one key for the invented payer repaykit-doctor, and takes one checkpoint. It changes nothing at the service
and reports nothing to the bureau. Exit code 1 with a problem; warnings alone end with 0.

Example:
  repaykit doctor --config ./repaykit.config.js --webhook https://lender.example.com/webhooks`,
    )
    .action(async (flags: DoctorFlags) => finish(await (await import('./doctor/doctor.ts')).examine(flags, io)));
}

export function reconcileCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('reconcile')
    .description(
      'asks the service about loans, notifies your handlers of what no webhook reported, and prints what was missing and what differed',
    )
    .requiredOption(...CONFIG)
    .option('--all', 'asks about every loan, not only about those that are due')
    .option(
      '--baseline',
      'with a new inbox, once and before its first worker: asks about every loan and marks its state changes as notified, without calling a handler',
    )
    .option('--after <cursor>', 'with --all or --baseline: goes on where an interrupted run ended')
    .option('--rate <number>', 'how many requests a second go out at most', '12')
    .option('--concurrency <number>', 'how many loans are asked about at a time', '4')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      '\nExit code 1 when a loan could not be asked about, or the run was interrupted; with --baseline also when another process held a loan.\n\nExample:\n  repaykit reconcile --config ./repaykit.config.js --all',
    )
    .action(async (flags: ReconcileFlags) =>
      finish(await (await import('./worker/reconcile.ts')).runReconcile(flags, io)),
    );
}

export function migrateCommand(io: CliIo): Command {
  return new Command('migrate')
    .description(
      'brings the PostgreSQL schema of the loan files up to date; may be run by any number of machines at once',
    )
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'where the tables are', 'repaykit')
    .option('--dry-run', 'prints the SQL and changes nothing')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit migrate --database-url postgres://owner@db.example.com/lender --dry-run',
    )
    .action(async (flags: MigrateFlags) => (await import('./stores/migrate.ts')).migrate(flags, io));
}

export function webhooksCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const webhooks = new Command('webhooks')
    .description('shows the inbox of webhooks, has deliveries worked on again, and keeps them aside')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit webhooks list --status quarantined --sqlite loans.db\n  repaykit webhooks replay 3f2a9c1b77aa --sqlite loans.db',
    );
  return withCommands(webhooks, [listCommand(io), replayCommand(io, finish), quarantineCommand(io, finish)]);
}

// Subcommands print through the outputs of the program, which passes its settings only to its direct commands.
function withCommands(group: Command, commands: readonly Command[]): Command {
  for (const command of commands) group.addCommand(command);
  return group.hook('preSubcommand', (parent, command) => void command.copyInheritedSettings(parent));
}

function listCommand(io: CliIo): Command {
  return takingStorePlace(
    new Command('list').description('shows deliveries, the newest first; never a body or anything personal'),
  )
    .addOption(new Option('--status <status>', 'only these').choices(['unfinished', 'done', 'quarantined']))
    .option('--kind <kind>', 'only events of this kind')
    .addOption(
      new Option('--source <source>', 'only what the service sent, or only what reconciliation found').choices([
        'webhook',
        'reconciled',
      ]),
    )
    .option('--limit <number>', 'at most so many', '50')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit webhooks list --status quarantined --database-url postgres://owner@db.example.com/lender',
    )
    .action(async (flags: ListFlags) => (await import('./stores/webhooks-list.ts')).list(flags, io));
}

function replayCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(
    new Command('replay').description('makes deliveries due at once: the worker, or the next delivery, works on them'),
  )
    .argument('[key...]', 'the beginnings of their keys, as list shows them')
    .option('--all', 'everything that is quarantined')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nWhat is done cannot be replayed: its body is gone. Ends with 0 only if all of them are replayed.\n\nExample:\n  repaykit webhooks replay 3f2a9c1b77aa --database-url postgres://owner@db.example.com/lender',
    )
    .action(async (keys: readonly string[], flags: ReplayFlags) =>
      finish(await (await import('./stores/webhooks-decide.ts')).replay(keys, flags, io)),
    );
}

function quarantineCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(
    new Command('quarantine').description(
      'keeps deliveries aside until they are replayed or delivered again; the worker, or the next delivery, works on them then',
    ),
  )
    .argument('<key...>', 'the beginnings of their keys, as list shows them')
    .requiredOption('--reason <text>', 'why, for the person who finds them; nothing personal')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      "\nEnds with 0 only if all of them are kept aside.\n\nExample:\n  repaykit webhooks quarantine 3f2a9c1b77aa --reason 'handler fails on it, ticket 31' --sqlite loans.db",
    )
    .action(async (keys: readonly string[], flags: QuarantineFlags) =>
      finish(await (await import('./stores/webhooks-decide.ts')).quarantine(keys, flags, io)),
    );
}

export function evidenceCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const evidence = new Command('evidence')
    .description('takes loans out of a store as evidence, and checks evidence offline')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit evidence export loan-17 --sqlite loans.db --out loan-17.ndjson\n  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem',
    );
  return withCommands(evidence, [exportCommand(io), verifyCommand(io, finish)]);
}

function exportCommand(io: CliIo): Command {
  return takingStorePlace(
    new Command('export').description(
      'writes the events of loans, byte for byte, with the checkpoints that vouch for them',
    ),
  )
    .argument('<loan...>', 'ids of the loans')
    .option('--checkpoints <directory>', 'where fileCheckpoints keeps them')
    .option('--show-personal', 'shows what is about the payer too, as far as the key still exists')
    .option('--keys <directory>', 'where localKeys keeps the keys of payers')
    .option('--master-key-file <file>', 'the file with the master key of --keys')
    .option('--out <file>', 'a new file (default: standard output)')
    .option('--json', 'prints one JSON object about the file that was written')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit evidence export loan-17 --database-url postgres://auditor@db.example.com/lender --checkpoints /mnt/checkpoints --out loan-17.ndjson',
    )
    .action(async (loanIds: readonly string[], flags: ExportFlags) =>
      (await import('./stores/evidence-export.ts')).exportLoans(loanIds, flags, io),
    );
}

function verifyCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('verify')
    .description('checks an evidence file; nothing else is needed but the public key of the checkpoints')
    .argument('<file>', 'the evidence file')
    .option('--public-key <file...>', 'PEM file with the public key, or several where it was replaced')
    .option('--checkpoints <directory>', 'the checkpoints themselves: finds what was left out of the file too')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      `
Ends with 0 only if all of it holds: every event follows the one before, every personal part is what was committed to and, with a public key, a
checkpoint vouches for each loan.

Example:
  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem`,
    )
    .action(async (path: string, flags: VerifyFlags) =>
      finish(await (await import('./stores/evidence-verify.ts')).verifyFile(path, flags, io)),
    );
}

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
