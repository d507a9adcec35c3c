import type { RepayKitOptions } from '../client/options.ts';
import { requireOptions } from '../errors.ts';
import type { ReferenceServerOptions } from '../server/options.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import { anyText, optional, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';

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

// The client and the server check theirs themselves.
const theirs = optional(record<object>({}, { others: 'ignored' }));

const testKitOptions = record<TestKitOptions>(
  {
    // By structure: it may come from another copy of the package.
    server: optional(
      withMethods(
        ['world', 'listen', 'close'],
        'a server that createReferenceServer returned; options for a server of the kit’s own are called serverOptions',
      ),
    ),
    world: optional(anyText),
    serverOptions: theirs,
    client: theirs,
  },
  {
    rules: ({ server, serverOptions }) => [
      ...(server && serverOptions
        ? [{ path: 'serverOptions', message: 'are for a server of the kit’s own: leave out one of the two' }]
        : []),
      ...(serverOptions && 'webhook' in serverOptions && serverOptions.webhook
        ? [{ path: 'serverOptions.webhook', message: 'is the kit’s own: webhooks go to kit.webhooks' }]
        : []),
    ],
  },
);

/** @throws ConfigurationError with everything that is wrong */
export function checkTestKitOptions(options: TestKitOptions): void {
  requireOptions('The test kit', testKitOptions, options);
}
