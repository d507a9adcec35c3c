import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { actionNames } from '../console/api/action-names.ts';
import { isPathSegment, NO_PATH_SEGMENT } from '../wire/request-target.ts';
import type { DriftFlags } from './drift/drift-flags.ts';
import { type CommandFlags, commandErrors } from './in-flags.ts';
import { CONFIG } from './lender-commands.ts';
import type { ConsoleFlags } from './serve/open-console.ts';
import type { ServeFlags } from './serve/serve.ts';
import type { TriggerFlags } from './serve/trigger-draft.ts';
import type { CliIo } from './terminal/io.ts';

export function serveCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('serve')
    .description('runs the reference server: the whole service in memory')
    .option('--port <number>', 'port to listen on; 0 takes a free one', '4010')
    .option('--host <address>', 'address to listen on; beyond loopback this needs --control-token', '127.0.0.1')
    .option('--now <instant>', 'start time of the clock, ISO 8601 (default: now)')
    .option('--seed <number>', 'whole number; with --frozen, the same seed, --now and calls give the same bytes', '1')
    .option('--frozen', 'stops the clock until you move it (default: real time)')
    .option('--webhook-url <url>', 'URL of your webhook receiver')
    .option('--policy <file>', 'JSON file with terms of the merchant agreement')
    .option('--app-id <id>', 'appId of the merchant (default: an invented one)')
    .option('--business-id <id>', 'businessId of the merchant (default: an invented one)')
    .option('--public-key <text>', 'public key of the merchant (default: pk_test_repaykit)')
    .option(
      '--secret-key-file <file>',
      'file whose first line is the secret key; - is standard input (default key: sk_test_repaykit)',
    )
    .option(
      '--webhook-secret-file <file>',
      'file whose first line is the webhook secret; - is standard input (default secret: whsec_repaykit)',
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
    .option('--control-token <text>', 'required value of the header x-repaykit-control on control calls')
    .option('--allow-host <name...>', 'allowed host names of control calls, besides loopback')
    .option('--allow-webhooks-to <host...>', 'allowed hosts of webhooks, besides loopback and private addresses')
    .option('--quiet', 'prints no log lines')
    .option('--json', 'prints one JSON object with the URL and the keys, then one per log line')
    .addHelpText(
      'after',
      `
The log has a line for each request, webhook, clock move and control call.

Example:
  repaykit serve --port 4010 --frozen --now 2026-01-05T08:00:00Z \\
    --webhook-url http://127.0.0.1:3000/webhooks`,
    )
    .action(async (flags: ServeFlags) => finish(await (await import('./serve/serve.ts')).serve(flags, io)));
}

export function demoCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('demo')
    .description('plays one loan from consent to closure over local HTTP, and checks every step')
    .option('--book', 'plays a book of 60 loans over 6 months in memory instead, and prints how its loans stand')
    .option('--json', 'prints one JSON object per line')
    .addHelpText('after', '\nExamples:\n  repaykit demo\n  repaykit demo --book')
    .action(async ({ book, json = false }: { readonly book?: true; readonly json?: boolean }) => {
      if (book) finish(await (await import('./demo/demo-book.ts')).runBookDemo(io, { json }));
      else finish(await (await import('./demo/demo.ts')).runDemo(io, { json }));
    });
}

export function triggerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('trigger')
    .description('sends a valid or broken webhook to your receiver, and checks the answer')
    .argument('[event]', 'name of the event; --list shows all')
    .option('--to <url>', 'URL of the receiver')
    .option('--broken <kind>', 'kind of defect; --list shows all')
    .option('--secret <text>', 'value of the secret header', 'whsec_repaykit')
    .option('--header <name>', 'name of the secret header', 'x-auth-signature')
    .addOption(
      new Option('--hmac <secret>', 'signs with this secret (whsec_…) by Standard Webhooks instead').conflicts([
        'secret',
        'header',
      ]),
    )
    .option('--mandate-id <id>', 'mandate of the event')
    .option('--field <name=value...>', 'other fields of the event: amountCollected=500 instalmentStatus=failed')
    .option('--allow-host <name...>', 'allowed receiver hosts, besides loopback and private addresses')
    .option('--list', 'lists the events and the kinds of defects')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
The exit code is 0 if the receiver gives the right answer:
- 2xx to a valid event
- 4xx to an event that it must refuse
- 2xx to both copies of a duplicate
- 2xx or 4xx to a defect that only a request to the service can detect

Examples:
  repaykit trigger mandate.activated --to http://127.0.0.1:3000/webhooks \\
    --mandate-id 650000000000000000000010
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks \\
    --field instalmentStatus=failed amountCollected=0
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks \\
    --broken wrong-secret
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks \\
    --hmac whsec_c2FtcGxlIGtleSBvZiAyNCBieXRlcyE= --broken stale-timestamp`,
    )
    .action(async (event: string | undefined, flags: TriggerFlags) =>
      finish(await (await import('./serve/trigger.ts')).trigger(event, flags, io)),
    );
}

type OpenApiFlags = CommandFlags<'baseUrl', 'mandateSegment' | 'discoverySegment' | 'out', 'json'>;

export function openApiCommand(io: CliIo): Command {
  return new Command('openapi')
    .description('prints the OpenAPI 3.1 document of the service')
    .option('--mandate-segment <text>', 'path segment of mandates and collections (default: mandates)')
    .option('--discovery-segment <text>', 'path segment of account discovery (default: discovery)')
    .option('--base-url <url>', 'URL of the service', 'http://127.0.0.1:4010')
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--json', 'prints the document on one line; with --out, one JSON object about the file')
    .addHelpText(
      'after',
      `
The document has operations, webhooks, credentials and examples. The examples
are real exchanges with the reference server. The same flags always print the
same bytes. The command sends no request.

Examples:
  repaykit openapi --out openapi.json
  repaykit openapi --base-url https://api.example.com \\
    --mandate-segment mandates --discovery-segment discovery \\
    | npx openapi-typescript > service.d.ts`,
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
Finds unknown, missing and changed fields. It never prints their values.

With a URL, the command calls each read operation once. The keys come from
REPAYKIT_PUBLIC_KEY and REPAYKIT_SECRET_KEY. It calls nothing that changes data.

Exit codes: 0 without new differences, 3 with new differences, 1 if a call
failed, 130 after Ctrl-C.

Examples:
  repaykit drift --base-url https://api.example.com \\
    --mandate-segment mandates --discovery-segment discovery
  repaykit drift --config ./repaykit.config.js \\
    --mandate 650000000000000000000010 --json > known.json
  repaykit drift --config ./repaykit.config.js --accept known.json
  repaykit drift --operation getMandate answer.json
  repaykit drift deliveries/`;

export function driftCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('drift')
    .description('compares the answers of a service, or recorded ones, with the specification')
    .argument(
      '[files...]',
      'recorded answers or deliveries: JSON files, files with one JSON per line, folders, or - for standard input',
    )
    .option('--base-url <url>', 'URL of the service to call')
    .addOption(
      new Option('--mandate-segment <name>', 'path segment of mandates and collections').env(
        'REPAYKIT_MANDATE_SEGMENT',
      ),
    )
    .addOption(new Option('--discovery-segment <name>', 'path segment of discovery').env('REPAYKIT_DISCOVERY_SEGMENT'))
    .option(
      '--config <file>',
      'instead of a URL: JavaScript module that exports your RepayKit, { kit, close }, or a function that returns either',
    )
    .option('--mandate <id>', 'mandate to read (default: one from the list of collections)')
    .option('--breakdown <id>', 'instalment of --mandate to read (default: one from the mandate)')
    .option('--product-type <slug>', 'insurance products to read (default: those of a policy)')
    .option('--collection-type <type>', 'collections to read: auto or manual', 'auto')
    .option(
      '--bvn-file <file>',
      'file whose first line is a BVN for discovery; - is standard input (default: REPAYKIT_BVN; without a BVN, no discovery)',
    )
    .option('--skip <operations...>', 'operations to leave out')
    .option('--operation <id>', 'operation of the files (default: the start of the file name, as in getMandate.json)')
    .option('--event <name>', 'event of the files (default: the event in the delivery)')
    .option('--accept <file>', 'earlier output of --json; its differences are not new')
    .option('--json', 'prints one JSON object')
    .addHelpText('after', DRIFT_HELP)
    .action(async (paths: readonly string[], flags: DriftFlags) =>
      finish(await (await import('./drift/run-drift.ts')).runDrift(paths, flags, io)),
    );
}

export function consoleCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('console')
    .description('opens a page over your loans on this machine: what needs you today, every loan, the figures')
    .requiredOption(...CONFIG)
    .option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .addOption(new Option('--allow <action...>', 'what the page may do, beyond reading').choices([...actionNames]))
    .option('--as <name>', 'your name, for the loan file; needed with --allow')
    .option('--json', 'prints the link as one JSON object')
    .addHelpText(
      'after',
      `
The link works once. Without --allow, the page only reads. Every action asks
for a reason.

Example:
  repaykit console --config ./repaykit.config.js`,
    )
    .action(async (flags: ConsoleFlags) =>
      finish(await (await import('./serve/open-console.ts')).openConsole(flags, io)),
    );
}
