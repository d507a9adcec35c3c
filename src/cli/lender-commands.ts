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

export const CONFIG = [
  '--config <file>',
  'JavaScript module that exports your RepayKit, { kit, inbox, close }, or a function that returns either',
] as const;

export function workerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('worker')
    .description('delivers bureau reports, settles open debits, drains the inbox and takes checkpoints, in a loop')
    .requiredOption(...CONFIG)
    .option('--once', 'does the due work and ends; exit code 1 if something failed')
    .option('--every <duration>', 'pause between two runs: 500ms, 30s, 5m', '30s')
    .option('--concurrency <number>', 'loans in progress at a time', '4')
    .option('--json', 'prints one JSON object per run, each on a line')
    .addHelpText(
      'after',
      '\nYou can run several workers at once.\n\nExample:\n  repaykit worker --config ./repaykit.config.js --every 30s',
    )
    .action(async (flags: WorkerFlags) => finish(await (await import('./worker/worker.ts')).work(flags, io)));
}

export function doctorCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('doctor')
    .description('checks your config before the first real loan')
    .requiredOption(...CONFIG)
    .option('--webhook <url>', 'public URL of your receiver; it gets one forged delivery and must refuse it')
    .option('--json', 'prints the findings as one JSON object')
    .addHelpText(
      'after',
      `
Each finding is ok, a warning or a problem. The exit code is 1 if there is a
problem, and 0 if there are only warnings.

The command reads the list of banks, creates one key for the invented payer
repaykit-doctor, and takes one checkpoint. It changes nothing at the service
and sends no report to the bureau.

Example:
  repaykit doctor --config ./repaykit.config.js \\
    --webhook https://lender.example.com/webhooks`,
    )
    .action(async (flags: DoctorFlags) => finish(await (await import('./doctor/doctor.ts')).examine(flags, io)));
}

export function reconcileCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('reconcile')
    .description('compares loans with the service, and calls your handlers for changes that no webhook reported')
    .requiredOption(...CONFIG)
    .option('--all', 'checks every loan, not only those that are due')
    .option(
      '--baseline',
      'for a new inbox, once, before its first worker: checks every loan and marks its changes as notified, without calling handlers',
    )
    .option('--after <cursor>', 'with --all or --baseline: continues an interrupted run')
    .option('--rate <number>', 'requests per second, at most', '12')
    .option('--concurrency <number>', 'loans in progress at a time', '4')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      `
Prints the missing state changes and the differences.

The exit code is 1 if a loan failed or the run was interrupted. With --baseline
it is also 1 if another process held a loan.

Example:
  repaykit reconcile --config ./repaykit.config.js --all`,
    )
    .action(async (flags: ReconcileFlags) =>
      finish(await (await import('./worker/reconcile.ts')).runReconcile(flags, io)),
    );
}

export function migrateCommand(io: CliIo): Command {
  return new Command('migrate')
    .description('updates the PostgreSQL schema of the loan files')
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'schema of the tables', 'repaykit')
    .option('--dry-run', 'prints the SQL and changes nothing')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Several machines can run it at once.

Example:
  repaykit migrate --dry-run \\
    --database-url postgres://owner@db.example.com/lender`,
    )
    .action(async (flags: MigrateFlags) => (await import('./stores/migrate.ts')).migrate(flags, io));
}

export function webhooksCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const webhooks = new Command('webhooks')
    .description('lists, replays and quarantines webhook deliveries in the inbox')
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
    new Command('list').description('lists deliveries, newest first, without bodies or personal data'),
  )
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices([
        'unfinished',
        'done',
        'quarantined',
      ]),
    )
    .option('--kind <kind>', 'only events of this kind')
    .addOption(
      new Option('--source <source>', 'only deliveries from the service, or only changes from reconciliation').choices([
        'webhook',
        'reconciled',
      ]),
    )
    .option('--limit <number>', 'deliveries to list, at most', '50')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Example:
  repaykit webhooks list --status quarantined \\
    --database-url postgres://owner@db.example.com/lender`,
    )
    .action(async (flags: ListFlags) => (await import('./stores/webhooks-list.ts')).list(flags, io));
}

function replayCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(new Command('replay').description('makes deliveries due now'))
    .argument('[key...]', 'start of a delivery key, as list shows it')
    .option('--all', 'replays all quarantined deliveries')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
The worker or the next delivery handles them. A delivery that is done cannot be
replayed, because its body is deleted. The exit code is 0 only if all are
replayed.

Example:
  repaykit webhooks replay 3f2a9c1b77aa \\
    --database-url postgres://owner@db.example.com/lender`,
    )
    .action(async (keys: readonly string[], flags: ReplayFlags) =>
      finish(await (await import('./stores/webhooks-decide.ts')).replay(keys, flags, io)),
    );
}

function quarantineCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(
    new Command('quarantine').description('stops work on deliveries until you replay them or they arrive again'),
  )
    .argument('<key...>', 'start of a delivery key, as list shows it')
    .requiredOption('--reason <text>', 'reason, for the person who reviews them; no personal data')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
The exit code is 0 only if all are quarantined.

Example:
  repaykit webhooks quarantine 3f2a9c1b77aa --sqlite loans.db \\
    --reason 'handler fails, ticket 31'`,
    )
    .action(async (keys: readonly string[], flags: QuarantineFlags) =>
      finish(await (await import('./stores/webhooks-decide.ts')).quarantine(keys, flags, io)),
    );
}

export function evidenceCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const evidence = new Command('evidence')
    .description('exports loans as evidence, and checks evidence offline')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit evidence export loan-17 --sqlite loans.db --out loan-17.ndjson\n  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem',
    );
  return withCommands(evidence, [exportCommand(io), verifyCommand(io, finish)]);
}

function exportCommand(io: CliIo): Command {
  return takingStorePlace(
    new Command('export').description('writes the events of loans, byte for byte, with their checkpoints'),
  )
    .argument('[loan...]', 'ids of the loans')
    .option('--all', 'exports every loan of the store')
    .option('--checkpoints <directory>', 'directory of fileCheckpoints')
    .option('--show-personal', "includes the payer's personal data, if the key still exists")
    .option('--keys <directory>', 'directory of localKeys')
    .option('--master-key-file <file>', 'file with the master key of --keys')
    .option('--out <file>', 'new file (default: standard output)')
    .option('--json', 'prints one JSON object about the written file')
    .addHelpText(
      'after',
      `
Example:
  repaykit evidence export loan-17 --out loan-17.ndjson \\
    --database-url postgres://auditor@db.example.com/lender \\
    --checkpoints /mnt/checkpoints`,
    )
    .action(async (loanIds: readonly string[], flags: ExportFlags) =>
      (await import('./stores/evidence-export.ts')).exportLoans(loanIds, flags, io),
    );
}

function verifyCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('verify')
    .description('checks an evidence file offline')
    .argument('<file>', 'the evidence file')
    .option('--public-key <file...>', 'PEM file with the public key of the checkpoints; name all if it was replaced')
    .option('--checkpoints <directory>', 'directory of the checkpoints; also finds events that the file omits')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      `
The exit code is 0 only if the chain of events is complete and all personal
data matches its hash. With a public key, each loan also needs a checkpoint
that proves it.

Example:
  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem`,
    )
    .action(async (path: string, flags: VerifyFlags) =>
      finish(await (await import('./stores/evidence-verify.ts')).verifyFile(path, flags, io)),
    );
}

export function statementCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('statement')
    .description('reads a bank statement (PDF), checks its figures, and computes the income insight')
    .argument('<file>', 'the PDF')
    .option('--password-file <file>', "file whose first line is the PDF's password; - is standard input")
    .option('--account <number>', 'account to read if the file has several: its number or last digits')
    .addOption(new Option('--json', 'prints one JSON object, with full account numbers').conflicts('csv'))
    .option('--csv', 'prints one row per entry (RFC 4180)')
    .option('--insight', 'adds the income insight of spec §6.4')
    .option('--naira-per-unit <rate>', 'naira for one unit, for the insight of a statement in another currency')
    .option('--ocr', 'reads scans, with tesseract.js and @tesseract.js-data/eng installed')
    .option('--max-megabytes <n>', 'size limit of the file', '10')
    .option('--max-pages <n>', 'page limit of the file', '300')
    .option('--max-seconds <n>', 'time limit, by default 20, or 600 with --ocr')
    .addHelpText(
      'after',
      `
The file stays on this machine.

Exit codes: 0 if the figures prove the statement, 3 if they do not or the
file contradicts itself (with a warning), 130 after Ctrl-C, 1 for any other
failure.

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
