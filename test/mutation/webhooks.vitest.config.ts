import { defineConfig } from 'vitest/config';

/** The tests that judge webhooks and debits alone: no packages, no processes, and nothing that takes a second. */
export default defineConfig({
  test: {
    include: ['test/webhooks/**/*.test.ts', 'test/client/{debit-*,second-debits}.test.ts'],
    exclude: ['test/webhooks/{fuzz,forged}.test.ts', 'test/client/debit-simulation.test.ts'],
    setupFiles: ['test/mutation/few-runs.ts'],
    testTimeout: 120_000,
  },
});
