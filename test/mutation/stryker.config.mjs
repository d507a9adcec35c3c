import { part } from './parts.mjs';

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: part.mutate,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 4000,
  ignorePatterns: ['dist', 'docs', 'examples', 'test/bench', '.ci'],
  tempDirName: 'test/mutation/.sandbox',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
  jsonReporter: { fileName: `test/mutation/report/${part.name}.json` },
  thresholds: { high: 95, low: 95, break: 95 },
  allowConsoleColors: false,
  disableTypeChecks: false,
};
