import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ConfigurationError } from '../errors.ts';
import { isPathSegment, NO_PATH_SEGMENT } from '../wire/request-target.ts';
import type { CliIo } from './io.ts';

/** The flags, as they were written. */
interface OpenApiFlags {
  readonly mandateSegment?: string;
  readonly discoverySegment?: string;
  readonly baseUrl: string;
  readonly out?: string;
  readonly json?: true;
}

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
The same flags print the same bytes. Nothing is asked of the service: the examples were played on a reference server when the package was built.

Examples:
  repaykit openapi --out openapi.json
  repaykit openapi --mandate-segment mandates --discovery-segment discovery --base-url https://api.example.com | npx openapi-typescript > service.d.ts`,
    )
    .action((flags: OpenApiFlags) => printOpenApi(flags, io));
}

/** Prints the document of a deployment, or writes it to a file. @throws ConfigurationError */
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
  await writeFile(out, `${JSON.stringify(document, null, 2)}\n`).catch((cause: unknown) => {
    throw problem('--out', 'cannot be written', cause);
  });
  const counts = { operations: operationsIn(document).size, webhooks: Object.keys(document.webhooks).length };
  const written = `wrote ${counts.operations} operations and ${counts.webhooks} webhooks to ${out}\n`;
  io.out(json ? `${JSON.stringify({ file: out, openapi: document.openapi, ...counts })}\n` : written);
}

function checkedSegment(flag: string, text: string): string {
  if (isPathSegment(text)) return text;
  throw problem(flag, NO_PATH_SEGMENT);
}

function checkedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw problem('--base-url', 'must be an absolute http: or https: URL, without credentials, query and fragment');
}

function problem(flag: string, message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit openapi', [{ path: flag, message }], { cause });
}
