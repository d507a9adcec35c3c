import type { RepayKitOptions } from '../client/options/options.ts';
import { fieldsOf, unknownFields } from '../domain/unknown-fields.ts';
import { ConfigurationError } from '../errors.ts';
import type { ReferenceServerOptions } from '../server/options.ts';
import type { ReferenceServer } from '../server/reference-server.ts';

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
  if (options.server && options.serverOptions) issues.push({ path: 'serverOptions', message: 'are for a server of the kit’s own: leave out one of the two' });
  const { webhook } = (options.serverOptions ?? {}) as ReferenceServerOptions;
  if (webhook) issues.push({ path: 'serverOptions.webhook', message: 'is the kit’s own: webhooks go to kit.webhooks' });
  if (issues.length > 0) throw new ConfigurationError('The test kit', issues);
}
