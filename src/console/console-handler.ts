import { type ConsoleOptions, consoleContext } from './api/console-options.ts';

/** Answers every request below the prefix that you give the console. */
export type ConsoleHandler = (request: Request) => Promise<Response>;

/**
 * The console over your loans, as a handler of `Request` and `Response`, under any prefix. For `node:http`, Express and
 * Fastify, wrap it in {@link nodeHandler}. It only reads, unless `allow` names actions.
 * @throws ConfigurationError if anyone could read real loans
 */
export function consoleHandler(options: ConsoleOptions): ConsoleHandler {
  const context = consoleContext(options);
  const loaded = import('./api/answer-book.ts').then(({ answerBook, bookReads }) => {
    const reads = bookReads();
    return (request: Request) => answerBook(context, reads, request);
  });
  return async (request) => (await loaded)(request);
}
