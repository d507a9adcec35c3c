import type { RepayKitOptions } from '../client/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { ReferenceServerOptions } from '../server/options.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import { fieldsOf, unknownFields } from '../validation/record.ts';

/** What a test kit is made with; everything is optional. Unknown options are refused. */
export interface TestKitOptions {
  /** A server that several kits share, each in a `world` of its own; it stays open when the kit closes. Default: a server of the kit's own. */
  readonly server?: ReferenceServer;
  /** The world to live in, 1 to 40 small letters, digits and dashes. Default: the server's default world. */
  readonly world?: string;
  /** How the kit's own server begins: `now` (default 2026-01-05T08:00:00Z), `seed`, `policy` and the like. Webhooks go to the kit. */
  readonly serverOptions?: Omit<ReferenceServerOptions, 'webhook'>;
  /** What of the client differs, such as `repaymentReports`, `store` or `transport`. */
  readonly client?: Partial<RepayKitOptions>;
}

const optionNames = fieldsOf<TestKitOptions>({ server: true, world: true, serverOptions: true, client: true });

/** @throws ConfigurationError with everything that is wrong */
export function checkTestKitOptions(options: TestKitOptions): void {
  const issues = unknownFields(options, optionNames);
  if (!isRecord(options)) issues.push({ path: '', message: `must be an object with any of ${optionNames.join(', ')}` });
  const { server, serverOptions, client, world } = (options ?? {}) as Readonly<Record<string, unknown>>;
  if (server !== undefined && !isServer(server)) {
    const message =
      'must be a server that createReferenceServer returned; options for a server of the kit’s own are called serverOptions';
    issues.push({ path: 'server', message });
  }
  for (const [path, value] of Object.entries({ serverOptions, client })) {
    if (value !== undefined && !isRecord(value)) issues.push({ path, message: 'must be an object' });
  }
  if (world !== undefined && typeof world !== 'string')
    issues.push({ path: 'world', message: 'must be text: 1 to 40 small letters, digits and dashes' });
  if (issues.length > 0) throw new ConfigurationError('The test kit', issues);
  if (options.server && options.serverOptions)
    issues.push({ path: 'serverOptions', message: 'are for a server of the kit’s own: leave out one of the two' });
  const { webhook } = (options.serverOptions ?? {}) as ReferenceServerOptions;
  if (webhook) issues.push({ path: 'serverOptions.webhook', message: 'is the kit’s own: webhooks go to kit.webhooks' });
  if (issues.length > 0) throw new ConfigurationError('The test kit', issues);
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// By structure: it may come from another copy of the package.
function isServer(value: unknown): boolean {
  const server = value as Partial<ReferenceServer> | null;
  return (
    [server?.world, server?.listen, server?.close].every((method) => typeof method === 'function') &&
    server?.dispatcher !== undefined
  );
}
