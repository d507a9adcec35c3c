import { Book, openBook } from '../../book/book.ts';
import type { RepayKit } from '../../client/repay-kit.ts';
import { contextOf, type LoanContext } from '../../client/workflows/loan-context.ts';
import { shortText } from '../../domain/values.ts';
import { ConfigurationError, requireOptions } from '../../errors.ts';
import { anything, check, func, list, looseFields, oneOf, optional, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Inbox } from '../../webhooks/inbox/inbox.ts';
import type { Worker } from '../../worker/start-worker.ts';
import { actionNames, type ConsoleActionName } from './action-names.ts';

/** The person who uses the console, as your application knows them. */
export interface ConsoleUser {
  /** Goes on file with every action, as it is: 1 to 200 characters. */
  readonly name: string;
  /** The part of `allow` that this person has. Default: all of it. */
  readonly allow?: readonly ConsoleActionName[];
}

/** Options of {@link consoleHandler}. */
export interface ConsoleOptions {
  /** Your client. Its store keeps the loan files. */
  readonly kit: RepayKit;
  /** Default: the book of the client's store. */
  readonly book?: Book;
  /** Your receiver or its inbox. Without one, the console shows no webhooks. */
  readonly inbox?: ConsoleInbox | { readonly inbox: ConsoleInbox };
  /** Your worker, if it runs in this process. The console shows how it is. */
  readonly worker?: Pick<Worker, 'health'>;
  /**
   * Who makes the request. Return nothing to refuse it, or your own answer, such as a redirect to your log-in. Required
   * unless the client's service is on loopback. Then anyone on this machine may read.
   */
  readonly authorize?: (
    request: Request,
  ) => ConsoleUser | Response | null | undefined | Promise<ConsoleUser | Response | null | undefined>;
  /** What may be done, beyond reading. Default: nothing. The routes of other actions do not exist. */
  readonly allow?: readonly ConsoleActionName[];
}

/** The part of an inbox that the console uses. */
export type ConsoleInbox = Pick<Inbox, 'list' | 'decide'>;

/** The console over one lender's book. */
export interface ConsoleContext {
  readonly kit: RepayKit;
  readonly loans: LoanContext;
  readonly book: Book;
  readonly inbox: ConsoleInbox | undefined;
  readonly worker: ConsoleOptions['worker'];
  readonly authorize: ConsoleOptions['authorize'];
  readonly allow: readonly ConsoleActionName[];
}

/** The check of what `authorize` returns. Other fields of it are the lender's. */
export const consoleUser = record<ConsoleUser>(
  { name: shortText('the name of the person', 200), allow: optional(list(oneOf(actionNames))) },
  { others: 'ignored' },
);

const consoleOptions = record<ConsoleOptions>({
  kit: anything as never,
  book: optional(
    check({ type: 'object', takes: 'a book, as openBook makes it', test: (value) => value instanceof Book }),
  ),
  inbox: optional(
    check({
      type: 'object',
      takes: 'a receiver, as receive(…) makes it, or an inbox',
      test: (value) => typeof (looseFields(value).list ?? looseFields(looseFields(value).inbox).list) === 'function',
    }),
  ),
  worker: optional(withMethods(['health'], 'a worker, as startWorker makes it')),
  authorize: optional(func),
  allow: optional(list(oneOf(actionNames))),
});

/** @throws ConfigurationError also if anyone could read real loans */
export function consoleContext(options: ConsoleOptions): ConsoleContext {
  const { kit, book, inbox, worker, authorize, allow = [] } = requireOptions('consoleHandler', consoleOptions, options);
  const loans = contextOf(kit);
  const { isLoopback, clock } = loans.engine.settings;
  if (!authorize && !isLoopback)
    throw new ConfigurationError('consoleHandler', [
      {
        path: 'authorize',
        message: 'is needed, because the loans of this client are real: return who makes a request, or nothing',
      },
    ]);
  return {
    kit,
    loans,
    book: book ?? openBook({ store: loans.files.store, clock }),
    inbox: inbox && ('list' in inbox ? inbox : inbox.inbox),
    worker,
    authorize,
    allow,
  };
}
