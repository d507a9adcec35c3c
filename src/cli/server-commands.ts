import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { isPathSegment, NO_PATH_SEGMENT } from '../wire/request-target.ts';
import type { DriftFlags } from './drift/drift-flags.ts';
import { type CommandFlags, commandErrors } from './in-flags.ts';
import type { ServeFlags } from './serve/serve.ts';
import type { TriggerFlags } from './serve/trigger-draft.ts';
import type { CliIo } from './terminal/io.ts';

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
    .action(async (flags: ServeFlags) => finish(await (await import('./serve/serve.ts')).serve(flags, io)));
}

export function demoCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('demo')
    .description('plays one loan from consent to closure, over real HTTP on loopback, and checks every claim')
    .option('--json', 'prints one JSON object a line')
    .addHelpText('after', '\nExample:\n  repaykit demo')
    .action(async ({ json }: { readonly json?: true }) =>
      finish(await (await import('./demo/demo.ts')).runDemo(io, { json: json === true })),
    );
}

export function triggerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('trigger')
    .description('sends a webhook, good or wrong on purpose, to a receiver; a check for CI')
    .argument('[event]', 'which event; --list shows them all')
    .option('--to <url>', 'where the receiver is')
    .option('--broken <kind>', 'wrong in this way; --list shows them all')
    .option('--secret <text>', 'what the header of the secret carries', 'whsec_repaykit')
    .option('--header <name>', 'the header of the secret', 'x-auth-signature')
    .addOption(
      new Option(
        '--hmac <secret>',
        'signs by the Standard Webhooks scheme with this secret (whsec_…) instead',
      ).conflicts(['secret', 'header']),
    )
    .option('--mandate-id <id>', 'the mandate that the event is about')
    .option('--field <name=value...>', 'other fields of the event: amountCollected=500 instalmentStatus=failed')
    .option('--allow-host <name...>', 'hosts that it may be sent to, beside loopback and private addresses')
    .option('--list', 'shows the events and the ways to be wrong')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Ends with 0 if the receiver answered as it should: 2xx to a good event, 4xx to one that must be refused, 2xx twice to a duplicate; what only
re-reading can find out may be answered either way, but never with 5xx.

Examples:
  repaykit trigger mandate.activated --to http://127.0.0.1:3000/webhooks --mandate-id 650000000000000000000010
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --field instalmentStatus=failed amountCollected=0
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --broken wrong-secret
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --hmac whsec_c2FtcGxlIGtleSBvZiAyNCBieXRlcyE= --broken stale-timestamp`,
    )
    .action(async (event: string | undefined, flags: TriggerFlags) =>
      finish(await (await import('./serve/trigger.ts')).trigger(event, flags, io)),
    );
}

type OpenApiFlags = CommandFlags<'baseUrl', 'mandateSegment' | 'discoverySegment' | 'out', 'json'>;

export function openApiCommand(io: CliIo): Command {
  return new Command('openapi')
    .description(
      'prints the interface as an OpenAPI 3.1 document: operations, webhooks, credentials, examples that really travelled',
    )
    .option(
      '--mandate-segment <text>',
      "your path segment of mandates and collections (default: the reference server's)",
    )
    .option('--discovery-segment <text>', "your path segment of account discovery (default: the reference server's)")
    .option('--base-url <url>', 'where the service is', 'http://127.0.0.1:4010')
    .option('--out <file>', 'writes it to this file (default: standard output)')
    .option('--json', 'prints it on one line; with --out one JSON object about the file')
    .addHelpText(
      'after',
      `
The same flags print the same bytes. Nothing is asked of the service: the examples were played on a reference server when the package was built.

Examples:
  repaykit openapi --out openapi.json
  repaykit openapi --mandate-segment mandates --discovery-segment discovery --base-url https://api.example.com | npx openapi-typescript > service.d.ts`,
    )
    .action((flags: OpenApiFlags) => printOpenApi(flags, io));
}

const { wrong, refuse } = commandErrors('repaykit openapi');

async function printOpenApi({ mandateSegment, discoverySegment, baseUrl, out, json }: OpenApiFlags, io: CliIo) {
  const { segments } = (await import('../server/defaults.ts')).REFERENCE_DEFAULTS;
  const deployment = {
    segments: {
      mandate: checkedSegment('--mandate-segment', mandateSegment ?? segments.mandate),
      discovery: checkedSegment('--discovery-segment', discoverySegment ?? segments.discovery),
    },
    baseUrl: checkedAddress(baseUrl),
  };
  const { readOpenApi, operationsIn } = await import('../wire/openapi.ts');
  const document = await readOpenApi(deployment);
  if (out === undefined) {
    io.out(`${JSON.stringify(document, null, json ? 0 : 2)}\n`);
    return;
  }
  await writeFile(out, `${JSON.stringify(document, null, 2)}\n`).catch(refuse('--out', 'cannot be written'));
  const counts = { operations: operationsIn(document).size, webhooks: Object.keys(document.webhooks).length };
  const written = `wrote ${counts.operations} operations and ${counts.webhooks} webhooks to ${out}\n`;
  io.out(json ? `${JSON.stringify({ file: out, openapi: document.openapi, ...counts })}\n` : written);
}

function checkedSegment(flag: string, text: string): string {
  if (isPathSegment(text)) return text;
  throw wrong(flag, NO_PATH_SEGMENT);
}

function checkedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw wrong('--base-url', 'must be an absolute http: or https: URL, without credentials, query and fragment');
}

const DRIFT_HELP = `
Asks only what changes nothing, each operation once, with REPAYKIT_PUBLIC_KEY and REPAYKIT_SECRET_KEY from the environment. No value of an answer is printed.

Ends with 0 if nothing new differs, with 3 if something does, with 1 if something could not be asked, with 130 after Ctrl-C.

Examples:
  repaykit drift --base-url https://api.example.com --mandate-segment mandates --discovery-segment discovery
  repaykit drift --config ./repaykit.config.js --mandate 650000000000000000000010 --json > known.json
  repaykit drift --config ./repaykit.config.js --accept known.json
  repaykit drift --operation getMandate answer.json
  repaykit drift deliveries/`;

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
    .option('--accept <file>', 'an earlier output of --json: its differences are known')
    .option('--json', 'prints one JSON object')
    .addHelpText('after', DRIFT_HELP)
    .action(async (paths: readonly string[], flags: DriftFlags) =>
      finish(await (await import('./drift/run-drift.ts')).runDrift(paths, flags, io)),
    );
}
