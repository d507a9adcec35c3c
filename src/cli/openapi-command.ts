import { Command } from 'commander';
import type { CliIo } from './io.ts';
import type { OpenApiFlags } from './openapi/print-openapi.ts';

/** `repaykit openapi`: its flags and its help. */
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
The same flags print the same bytes. Nothing is asked of the service: the examples are played on a reference server inside this command.

Examples:
  repaykit openapi --out openapi.json
  repaykit openapi --mandate-segment mandates --discovery-segment discovery --base-url https://api.example.com | npx openapi-typescript > service.d.ts`,
    )
    .action(async (flags: OpenApiFlags) => (await import('./openapi/print-openapi.ts')).printOpenApi(flags, io));
}
