import { Command, Option } from 'commander';
import type { DriftFlags } from './drift/drift-flags.ts';
import type { CliIo } from './io.ts';

/** `repaykit drift`: its flags and its help. */
export function driftCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('drift')
    .description(
      'compares what a service answers with the specification and the shapes: unknown, missing and changed fields, never their values',
    )
    .argument(
      '[files...]',
      'recorded answers or webhook deliveries: JSON, one a line, folders of them, - for standard input; without any, a service is asked',
    )
    .option('--base-url <url>', 'the service to ask')
    .addOption(
      new Option('--mandate-segment <name>', 'its path segment of mandates and collections').env(
        'REPAYKIT_MANDATE_SEGMENT',
      ),
    )
    .addOption(
      new Option('--discovery-segment <name>', 'its path segment of discovery').env('REPAYKIT_DISCOVERY_SEGMENT'),
    )
    .option(
      '--config <file>',
      'instead: a JavaScript module that exports your RepayKit, or { kit, close }, or a function that makes one',
    )
    .option('--mandate <id>', 'the mandate to ask about; else one of the list of collections')
    .option('--breakdown <id>', 'the instalment of --mandate to ask about; else one that the mandate lists')
    .option('--product-type <slug>', 'the insurance products to ask for; else those of a policy')
    .option('--collection-type <type>', 'which collections to ask for: auto or manual', 'auto')
    .option(
      '--bvn-file <file>',
      'the file whose first line is a BVN to discover accounts by, - is standard input; else REPAYKIT_BVN; without one discovery is not asked',
    )
    .option('--skip <operations...>', 'operations that are not asked')
    .option(
      '--operation <id>',
      'the files are answers of this operation; else the name of a file may begin with it, as in getMandate.json',
    )
    .option('--event <name>', 'the files are deliveries of this event; else they say it themselves')
    .option('--accept <file>', 'what --json printed earlier: those differences are no news')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Asks only what changes nothing, each operation once, with REPAYKIT_PUBLIC_KEY and REPAYKIT_SECRET_KEY from the environment. No value of an answer is printed.

Ends with 0 without news, with 3 if something differs, with 1 if something could not be asked, with 130 after Ctrl-C.

Examples:
  repaykit drift --base-url https://api.example.com --mandate-segment mandates --discovery-segment discovery
  repaykit drift --config ./repaykit.config.js --mandate 650000000000000000000010 --json > known.json
  repaykit drift --config ./repaykit.config.js --accept known.json
  repaykit drift --operation getMandate answer.json
  repaykit drift deliveries/`,
    )
    .action(async (paths: readonly string[], flags: DriftFlags) =>
      finish(await (await import('./drift/run-drift.ts')).runDrift(paths, flags, io)),
    );
}
