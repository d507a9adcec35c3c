import { Command } from 'commander';
import type { CliIo } from './io.ts';
import type { WorkerFlags } from './worker/worker.ts';

/** `repaykit worker`: the flags and their help. */
export function workerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('worker')
    .description(
      'delivers reports to the bureau, asks how open debits ended, drains the inbox and takes checkpoints, again and again; run as many as you like',
    )
    .requiredOption(
      '--config <file>',
      'a JavaScript module that exports your RepayKit, or { kit, inbox, close }, or a function that makes one',
    )
    .option('--once', 'does what is due and ends; exit code 1 when something failed')
    .option('--every <duration>', 'the pause between two runs, such as 500ms, 30s or 5m', '30s')
    .option('--concurrency <number>', 'how many loans are worked on at a time', '4')
    .option('--json', 'prints one JSON object a line for each run')
    .addHelpText('after', '\nExample:\n  repaykit worker --config ./repaykit.config.js --every 30s')
    .action(async (flags: WorkerFlags) => finish(await (await import('./worker/worker.ts')).work(flags, io)));
}
