import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { consolePageFromSource } from './build/console-page.ts';
import { entryPoints } from './entry-points.ts';

/** These limits only end what hangs: a busy machine makes every test slow and none of them wrong. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** What needs the built package, other processes, a browser, PostgreSQL or an installation: `npm run test:all`. */
const whole = [
  'test/cli/{standard-output,statement}.test.ts',
  'test/console/{server,book}-console.test.ts',
  'test/contract/**',
  'test/docs/{evidence,getting-started,site}.test.ts',
  'test/examples/loan-app/**',
  'test/examples/{first-call,statement-counter,webhooks-next}.test.ts',
  'test/processes/**',
  'test/statements/hostile/**',
  'test/stores/*-processes.test.ts',
  'test/worker/reconcile-load.test.ts',
  'test/stores/postgres/{pglite,postgres-*,*-server}.test.ts',
];

/** What takes a minute or more begins first, so that no worker is left alone with it at the end. */
const slow =
  /docs\/(site|code-runs)|package\/|examples\/(loan-app|webhooks-next)|hostile|stores\/postgres|planted|processes|contract\/|cli\/(statement|demo-book)|ocr\/scans/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** What `npm run test:all` adds to the run of CI, which has 15 minutes. */
const fullOnly = ['test/examples/loan-app/{truth,twice}.test.ts', 'test/examples/webhooks-next.test.ts'];

/** What looks at a whole process, which has to be its own. */
const alone = [
  'test/client/call-promise.test.ts',
  'test/server/adapters/{global-dispatcher,listen}.test.ts',
  // msw compares what it throws with the global `Response`, which other tests replace.
  'test/msw/*.test.ts',
];

/** What lenders do, once more with a service that names the mandates itself (spec §4.3). */
const withServiceIds = [
  'test/journeys/{auto-loan,endings,manual-loan,out-of-order,races,terms,unreported,verification}.test.ts',
  'test/client/{backups,idempotent-placement,refused-attachments}.test.ts',
  'test/client/workflows/continued-workflows.test.ts',
];

/** Runs from source what imports the package by its name: the examples, and the code of the guides. */
const fromSource = {
  resolve: {
    alias: Object.entries(entryPoints).map(([entryPoint, source]) => ({
      find: new RegExp(`^repaykit${entryPoint === 'index' ? '' : `/${entryPoint}`}$`),
      replacement: join(import.meta.dirname, source),
    })),
  },
};

/**
 * By `npm run test:all` everything runs, in full size and on the built package. With `--mode whole`, the same runs with
 * fewer cases. Otherwise what one process can prove from source.
 */
export default defineConfig(({ mode }) => {
  const isWhole = mode === 'full' || mode === 'whole';
  const base = { plugins: [consolePageFromSource], ...(isWhole ? {} : fromSource) };
  const shared = { ...limits, provide: { size: isWhole ? mode : ('small' as const) } };
  return {
    test: {
      // Much of the whole run waits for browsers and other processes.
      maxWorkers: isWhole ? 3 : 2,
      sequence: { sequencer: SlowFirst },
      globalSetup: 'test/built-files.ts',
      projects: [
        {
          ...base,
          test: {
            ...shared,
            name: 'unit',
            include: ['test/**/*.test.ts'],
            exclude: [
              ...configDefaults.exclude,
              'test/package/**',
              'test/mutation/**',
              ...alone,
              ...(isWhole ? [] : whole),
              ...(mode === 'full' ? [] : fullOnly),
            ],
            isolate: false,
          },
        },
        { ...base, test: { ...shared, name: 'alone', include: alone } },
        {
          ...base,
          test: {
            ...shared,
            name: 'service-ids',
            include: withServiceIds,
            isolate: false,
            provide: { ...shared.provide, mandateIds: 'service' },
          },
        },
        ...(isWhole
          ? [
              {
                test: {
                  ...shared,
                  name: 'package',
                  include: ['test/package/**/*.test.ts'],
                  testTimeout: 600_000,
                  hookTimeout: 600_000,
                },
              },
            ]
          : []),
      ],
    },
  };
});
