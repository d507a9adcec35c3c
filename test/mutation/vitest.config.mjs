import { defineConfig } from 'vitest/config';
import { part } from './parts.mjs';

export default defineConfig({
  test: {
    include: part.tests,
    exclude: part.without,
    setupFiles: ['test/mutation/few-runs.ts'],
    isolate: false,
    testTimeout: 120_000,
  },
});
