/** What is broken, and the tests that judge it: no types, no packages, no processes, no server of a database, and nothing that takes a second. */
const parts = {
  rules: {
    mutate: ['src/domain/**/*.ts', 'src/loan-file/**/*.ts', 'src/evidence/**/*.ts'],
    tests: [
      'test/{domain,loan-file,evidence}/**/*.test.ts',
      'test/spec/{consent,bureau-reports,decline-*,states-*,calendar-*,collection-rules}.test.ts',
    ],
    without: ['test/evidence/tampering.test.ts'],
  },
  webhooks: {
    // The adapters are left out: their tests listen on ports.
    mutate: ['src/webhooks/**/*.ts', '!src/webhooks/adapters/**'],
    tests: ['test/webhooks/**/*.test.ts'],
    without: ['test/webhooks/{fuzz,forged,parse-hostile,adapters/*}.test.ts'],
  },
  debits: {
    mutate: ['src/client/workflows/debits/*.ts'],
    tests: [
      'test/client/{debit-*,second-debits,decline-advice,failing-clock,failing-store}.test.ts',
      'test/client/workflows/{bears-out,odd-answers,uncommon-refusals}.test.ts',
    ],
    without: ['test/client/debit-simulation.test.ts'],
  },
};

/** The names of the parts, in the order in which they run. */
export const names = Object.keys(parts);

/** The part that this process breaks or judges. */
export const part = { name: process.env.PART ?? 'rules', ...parts[process.env.PART ?? 'rules'] };
