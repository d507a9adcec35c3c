/** What an entry point's page is grouped by: the area of a symbol is that of the longest path its source file begins with. Areas stand in this order. */
const areas = {
  Client: ['src/client/'],
  'The steps of a loan': ['src/client/resources/', 'src/client/workflows/'],
  'Loans, days and money': ['src/domain/'],
  Errors: ['src/errors.ts', 'src/repaykit-error.ts', 'src/client/workflows/idempotency/'],
  'Credit bureau': ['src/client/bureau-reporters/', 'src/domain/bureau.ts', 'src/loan-file/bureau-reporter.ts'],
  'Stores, keys and evidence': ['src/loan-file/', 'src/evidence/', 'src/stores/'],
  'Transport and time': ['src/http/', 'src/client/call-', 'src/client/hooks.ts', 'src/clock/'],

  Receiving: ['src/webhooks/'],
  Verifiers: ['src/webhooks/verifiers/'],
  Frameworks: ['src/webhooks/adapters/'],
  Events: ['src/wire/webhooks/webhook-events.ts', 'src/wire/webhooks/webhook-types.ts'],
  Inbox: ['src/webhooks/inbox/', 'src/stores/postgres/inbox/', 'src/stores/sqlite/sqlite-inbox.ts'],
  'Test deliveries': ['src/webhooks/test-', 'src/webhooks/broken-'],

  Worker: ['src/worker/'],
  Reconciliation: ['src/worker/reconcile/', 'src/client/workflows/sync/'],
  'Uploaded statements': ['src/worker/statements/'],

  'Questions about loans': ['src/book/', 'src/loan-file/book-tables.ts'],
  'Figures of a portfolio': ['src/book/figures/'],

  'Reading statements': ['src/statements/', 'src/ocr/'],
  'Income insight': ['src/statements/insight/', 'src/domain/income-insight.ts'],

  Server: ['src/server/'],
  Controls: ['src/server/control/', 'src/server/engine/'],
  'Worlds and time': ['src/server/worlds/', 'src/server/scenarios/', 'src/server/instant-like.ts'],
  'Journals, deliveries, faults': [
    'src/server/journal/',
    'src/server/diagnosis/',
    'src/server/webhooks/',
    'src/server/faults/',
  ],
  'Ways into the server': ['src/server/adapters/'],

  Console: ['src/console/'],

  'Test kit': ['src/testing/'],
  'Synthetic statements': ['src/testing/statements/'],
  'Mock Service Worker': ['src/msw/'],

  'On the wire': ['src/wire/'],
};

/** The areas in their order. */
export const areaOrder = Object.keys(areas);

const prefixes = Object.entries(areas)
  .flatMap(([area, paths]) => paths.map((path) => ({ area, path })))
  .sort((a, b) => b.path.length - a.path.length);

/** The area of a source file, such as `src/errors.ts`; undefined for one that no area has. */
export function areaOf(file) {
  return prefixes.find(({ path }) => file.startsWith(path))?.area;
}
