import { writeFile } from 'node:fs/promises';
import { ConfigurationError } from '../../errors.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { type Deployment, openApiDocument } from '../../wire/openapi/document.ts';
import { isPathSegment, NO_PATH_SEGMENT } from '../../wire/request-target.ts';
import type { CliIo } from '../io.ts';
import { playedExamples } from './played-examples.ts';

/** The flags of `repaykit openapi`, as they were written. */
export interface OpenApiFlags {
  readonly mandateSegment?: string;
  readonly discoverySegment?: string;
  readonly baseUrl: string;
  readonly out?: string;
  readonly json?: true;
}

/** Prints the contract of a deployment, or writes it to a file. @throws ConfigurationError */
export async function printOpenApi(flags: OpenApiFlags, io: CliIo): Promise<void> {
  const deployment = deploymentOf(flags);
  const document = openApiDocument(deployment, await playedExamples(deployment.baseUrl));
  const { out, json } = flags;
  if (out === undefined) {
    io.out(`${JSON.stringify(document, null, json ? 0 : 2)}\n`);
    return;
  }
  await writeFile(out, `${JSON.stringify(document, null, 2)}\n`).catch((cause: unknown) => {
    throw wrong('--out', 'cannot be written', cause);
  });
  const counts = { operations: operationsOf(document.paths), webhooks: Object.keys(document.webhooks).length };
  const told = `wrote ${counts.operations} operations and ${counts.webhooks} webhooks to ${out}\n`;
  io.out(json ? `${JSON.stringify({ file: out, openapi: document.openapi, ...counts })}\n` : told);
}

function operationsOf(paths: Readonly<Record<string, object>>): number {
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
}

function deploymentOf({ mandateSegment, discoverySegment, baseUrl }: OpenApiFlags): Deployment {
  const { segments } = REFERENCE_DEFAULTS;
  return {
    segments: {
      mandate: segmentOf('--mandate-segment', mandateSegment ?? segments.mandate),
      discovery: segmentOf('--discovery-segment', discoverySegment ?? segments.discovery),
    },
    baseUrl: addressOf(baseUrl),
  };
}

function segmentOf(flag: string, text: string): string {
  if (isPathSegment(text)) return text;
  throw wrong(flag, NO_PATH_SEGMENT);
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text);
  if (!isPlain)
    throw wrong('--base-url', 'must be an absolute http: or https: URL, without credentials, query and fragment');
  return url.href.replace(/\/+$/, '');
}

function wrong(flag: string, message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit openapi', [{ path: flag, message }], { cause });
}
