import { Command } from 'commander';
import type { CliIo } from './io.ts';
import type { ReconcileFlags } from './reconcile/run-reconcile.ts';

/** `repaykit reconcile`: the flags and their help. */
export function reconcileCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('reconcile')
    .description(
      'asks the service about loans, hands your handlers what no webhook told of, and prints what was missing and what differed',
    )
    .requiredOption(
      '--config <file>',
      'a JavaScript module that exports your RepayKit, or { kit, inbox, close }, or a function that makes one',
    )
    .option('--all', 'asks about every loan, not only about those that are due')
    .option(
      '--baseline',
      'with a new inbox, once and before its first worker: asks about every loan and marks what it shows as told, without calling a handler',
    )
    .option('--after <cursor>', 'with --all or --baseline: goes on where an interrupted run ended')
    .option('--rate <number>', 'how many requests a second go out at most', '12')
    .option('--concurrency <number>', 'how many loans are asked about at a time', '4')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      '\nExit code 1 when a loan could not be asked about, or the run was interrupted; with --baseline also when somebody else held a loan.\n\nExample:\n  repaykit reconcile --config ./repaykit.config.js --all',
    )
    .action(async (flags: ReconcileFlags) =>
      finish(await (await import('./reconcile/run-reconcile.ts')).runReconcile(flags, io)),
    );
}
