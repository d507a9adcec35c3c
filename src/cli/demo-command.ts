import { Command } from 'commander';
import type { CliIo } from './io.ts';

/** `repaykit demo`: one loan, end to end. */
export function demoCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('demo')
    .description('tells one loan from consent to closure, over real HTTP on loopback, and checks every claim')
    .addHelpText('after', '\nExample:\n  repaykit demo')
    .action(async () => finish(await (await import('./demo/demo.ts')).runDemo(io, { colour: io.showsColour })));
}
