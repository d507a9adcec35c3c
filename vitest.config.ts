import { configDefaults, defineConfig } from 'vitest/config';

/** These limits only end what hangs: a busy machine makes every test slow and none of them wrong. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/openapi-file.ts',
          exclude: [...configDefaults.exclude, 'test/package/**', 'test/mutation/**'],
          ...limits,
        },
      },
      {
        // What lenders do, once more with a service that names the mandates itself (spec §4.3).
        test: {
          name: 'service-ids',
          include: [
            'test/journeys/{auto-loan,endings,manual-loan,out-of-order,races,terms,unheard,verification}.test.ts',
            'test/client/{backups,once-placement}.test.ts',
            'test/client/workflows/continued-steps.test.ts',
          ],
          provide: { mandateIds: 'service' },
          ...limits,
        },
      },
      {
        // Packs, installs and uses the built package, so it wants `npm run build` first (`npm test` does that).
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          ...limits,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'test/types/tsconfig.json',
          },
        },
      },
    ],
  },
});
