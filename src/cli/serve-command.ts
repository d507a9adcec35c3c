import { Command, Option } from 'commander';
import type { CliIo } from './io.ts';
import type { ServeFlags } from './serve.ts';

/** `repaykit serve`: the flags and their help. */
export function serveCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('serve')
    .description('runs the reference server: the whole platform in memory')
    .option('--port <number>', 'port to listen on, 0 for any free one', '4010')
    .option('--host <address>', 'address to listen on; beyond loopback it needs --control-token', '127.0.0.1')
    .option('--now <instant>', 'where the clock begins, ISO 8601 (default: now)')
    .option('--seed <number>', 'a whole number; with --frozen the same seed, --now and calls give the same bytes', '1')
    .option('--frozen', 'the clock stands still until it is moved (default: it flows)')
    .option('--webhook-url <url>', 'where webhooks go')
    .option('--policy <file>', 'JSON file with terms of the merchant agreement')
    .option('--app-id <id>', 'the appId of the merchant (default: an invented one)')
    .option('--business-id <id>', 'the businessId of the merchant (default: an invented one)')
    .option('--public-key <text>', 'the public key of the merchant (default: pk_test_repaykit)')
    .option(
      '--secret-key-file <file>',
      'the file whose first line is the secret key, - is standard input (default: the key is sk_test_repaykit)',
    )
    .option(
      '--webhook-secret-file <file>',
      'the file whose first line is the webhook secret, - is standard input (default: the secret is whsec_repaykit)',
    )
    .addOption(
      new Option('--mandate-segment <name>', 'path segment of mandates and collections (default: mandates)').env(
        'REPAYKIT_MANDATE_SEGMENT',
      ),
    )
    .addOption(
      new Option('--discovery-segment <name>', 'path segment of discovery (default: discovery)').env(
        'REPAYKIT_DISCOVERY_SEGMENT',
      ),
    )
    .option('--control-token <text>', 'header x-repaykit-control that control calls must carry')
    .option('--allow-host <name...>', 'host names that control calls may be addressed to, beside loopback')
    .option('--allow-webhooks-to <host...>', 'hosts that webhooks may go to, beside loopback and private addresses')
    .option('--quiet', 'prints no line for each request, webhook, clock move and control call')
    .option('--json', 'prints one JSON object with URL and keys, then one object a line for whatever happens')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit serve --port 4010 --frozen --now 2026-01-05T08:00:00Z --webhook-url http://127.0.0.1:3000/webhooks',
    )
    .action(async (flags: ServeFlags) => finish(await (await import('./serve.ts')).serve(flags, io)));
}
