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
  webhooks: 'Webhooks',
  statements: 'Statements',
} as const;

/** One of {@link parts}. */
export type PartName = keyof typeof parts;
