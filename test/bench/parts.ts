/** The parts of the bench by name, in the order in which they run; `npm run bench -- NAME …` runs some of them. */
export const parts = {
  client: 'A call of the client',
  start: 'A new process and its first call',
  imports: 'Importing an entry point',
  retries: 'Sockets while retrying',
  types: "A consumer's type-check",
  server: 'The reference server',
  scale: 'Portfolios',
  stores: 'Stores',
  book: 'The book',
  webhooks: 'Webhooks',
  statements: 'Statements',
} as const;

/** What each part measures, as the guide says it above the part's table. */
export const measures: Readonly<Record<keyof typeof parts, string>> = {
  client: 'CPU time of `mandates.get`, one at a time and 50 in flight, and of an upload.',
  start: 'A new process loads the package and constructs a client, without and with a first call.',
  imports: "Time and memory of an import, minus an empty module's. Second table: ESM/CJS.",
  retries: 'Sockets that one call opens when the service refuses it eight times. More than one is a leak.',
  types: 'Time of `tsc` for a file with the import, minus an empty file, with `skipLibCheck`.',
  server: 'The [reference server](reference-server.md) on loopback, in process, and from its start.',
  scale: 'Loans in the reference server: up to 100,000, a million with `--full`, N with `--loans N`.',
  stores: 'Loan files in [stores](stores.md), compared with plain inserts of the same rows.',
  book: 'The [book](book.md) of 3,000 loans with 11 instalments, of 100,000 with `--full`, of N with `--loans N`.',
  webhooks: 'Verifying and parsing on one core, the whole receiver, and the time until it is stored.',
  statements: 'Reading synthetic statements.',
};

/** One of {@link parts}. */
export type PartName = keyof typeof parts;
