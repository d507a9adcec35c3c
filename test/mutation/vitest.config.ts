import { defineConfig } from 'vitest/config';

/** The tests that judge the rules and the loan file alone: no types, no packages, no processes, no server of a database. */
export default defineConfig({
  test: {
    include: [
      'test/domain/**/*.test.ts',
      'test/loans/**/*.test.ts',
      'test/spec/{consent,bureau-reports,decline-*,states-*,calendar-*,collection-rules}.test.ts',
    ],
    testTimeout: 10_000,
  },
});
