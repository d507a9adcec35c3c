import { Command } from 'commander';
import type { CliIo } from './io.ts';

/** `repaykit demo`: one loan, end to end. */
export function demoCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('demo')
    .description('tells one loan from consent to closure, over real HTTP on loopback, and checks every claim')
    .option('--json', 'prints one JSON object a line')
    .addHelpText('after', '\nExample:\n  repaykit demo')
    .action(async ({ json }: { readonly json?: true }) =>
      finish(await (await import('./demo/demo.ts')).runDemo(io, { json: json === true })),
    );
}
