import { defineConfig } from 'vitest/config';

/** The tests that judge the rules and the loan file alone: no types, no packages, no processes, no server of a database, and nothing that takes a second. */
export default defineConfig({
  test: {
    include: [
      'test/domain/**/*.test.ts',
      'test/loan-file/**/*.test.ts',
      'test/evidence/**/*.test.ts',
      'test/spec/{consent,bureau-*,loan-sequence,decline-*,states-*,calendar-*,collection-rules}.test.ts',
    ],
    exclude: ['test/evidence/tampering.test.ts'],
    setupFiles: ['test/mutation/few-runs.ts'],
    testTimeout: 120_000,
  },
});
