/** The console over a lender's book: the page, what it reads, and the actions that are allowed. */
import { InputError, RepayKitError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { actionNames } from './action-names.ts';
import { listActions, takeAction } from './actions.ts';
import { type Admitted, admit, type Refused, whoAsks } from './admission.ts';
import {
  FiguresCache,
  findLoans,
  loanQueryFrom,
  readDeliveries,
  readHealth,
  readLateFacts,
  readToday,
} from './book-views.ts';
import type { ConsoleContext } from './console-options.ts';
import { eventStream } from './live.ts';
import { readLoan } from './loan-view.ts';
import { answerPage, plainAnswer, streamHeaders } from './page.ts';
import { watchBook } from './watch-book.ts';

interface Asked {
  readonly context: ConsoleContext;
  readonly who: Admitted;
  readonly query: URLSearchParams;
}

type Read = (asked: Asked) => Promise<unknown>;

/** Made once for each console. */
export function bookReads(): ReadonlyMap<string, Read> {
  const figures = new FiguresCache();
  const status = (query: URLSearchParams) => ({
    ...(query.get('status') && { status: query.get('status') as 'done' }),
    ...(query.get('after') && { after: String(query.get('after')) }),
  });
  const reads: Readonly<Record<string, Read>> = {
    session: async ({ who, context }) => ({
      name: who.by,
      actions: listActions(who.allow),
      hasInbox: context.inbox !== undefined,
    }),
    today: ({ context }) => readToday(context),
    loans: ({ context, query }) => context.book.loans(loanQueryFrom(query)),
    count: async ({ context, query }) => {
      const { orderBy: _order, limit: _limit, after: _after, ...filter } = loanQueryFrom(query);
      return context.book.count(filter);
    },
    loan: ({ context, query }) => readLoan(context, query.get('id') ?? ''),
    find: ({ context, query }) => findLoans(context, query.get('id') ?? ''),
    figures: ({ context, query }) => figures.read(context, query.get('asOf') ?? undefined),
    late: ({ context, query }) => readLateFacts(context, query.get('after') ?? ''),
    deliveries: ({ context, query }) => readDeliveries(context, status(query)),
    health: ({ context }) => readHealth(context),
  };
  // A map, because a name from a URL could be one that every object has.
  return new Map(Object.entries(reads));
}

const MOST_BODY_BYTES = 20_000;

/** Answers any request below the console's prefix. Never throws. */
export async function answerBook(
  context: ConsoleContext,
  reads: ReadonlyMap<string, Read>,
  request: Request,
): Promise<Response> {
  try {
    return await route(context, reads, request);
  } catch (error) {
    return refuse(problemOf(error));
  }
}

async function route(context: ConsoleContext, reads: ReadonlyMap<string, Read>, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  // After the prefix of the lender's, which may hold anything else.
  const [, name] = /\/-\/([a-z]+)$/i.exec(pathname) ?? [];
  const isPage = name === undefined;
  const admitted = await (isPage ? whoAsks : admit)(context, request);
  if (admitted instanceof Response) return admitted;
  // The page must come even to someone unknown: it is what exchanges the one-time token of its link.
  if (isPage && (!('status' in admitted) || admitted.status === 401)) return page(request, pathname);
  if ('status' in admitted) return refuse(admitted);
  if (name === 'live' && request.method === 'GET') return live(context, request);
  const asked: Asked = { context, who: admitted, query: searchParams };
  return request.method === 'GET' ? read(reads.get(name ?? ''), asked) : act(name ?? '', asked, request);
}

async function page(request: Request, pathname: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse({ status: 405, message: 'The page takes GET.' });
  const { status, headers, body } = await answerPage('book', pathname);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: { ...headers } });
}

async function read(one: Read | undefined, asked: Asked): Promise<Response> {
  if (!one) return refuse({ status: 404, message: 'The console has no such route.' });
  const found = await one(asked);
  return found === undefined ? refuse({ status: 404, message: 'There is no such loan.' }) : json(200, found);
}

async function act(name: string, { context, who }: Asked, request: Request): Promise<Response> {
  const action = actionNames.find((known) => known === name);
  if (request.method !== 'POST' || !action || !who.allow.includes(action))
    return refuse({ status: 404, message: 'The console has no such route.' });
  if (Number(request.headers.get('content-length')) > MOST_BODY_BYTES)
    return refuse({ status: 413, message: 'The input is too long.' });
  const text = await request.text();
  const reading = readJsonText(text);
  if (text.length > MOST_BODY_BYTES || !reading.ok)
    return refuse({ status: 400, message: 'The input is not JSON, or too long.' });
  return json(200, { answer: (await takeAction(action, { ...context, by: who.by }, reading.value)) ?? null });
}

function live(context: ConsoleContext, request: Request): Response {
  const unwanted = new AbortController();
  const ended = AbortSignal.any([request.signal, unwanted.signal]);
  const feed = watchBook(context, ended);
  const pieces = eventStream(feed, ended);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => unwanted.abort(),
  });
  return new Response(body, { headers: streamHeaders });
}

type Problem = Refused & { readonly fields?: InputError['issues'] };

// What others throw may hold anything.
function problemOf(error: unknown): Problem {
  if (!(error instanceof RepayKitError)) return { status: 500, message: 'The console failed on this request.' };
  const message = redactText(error.message);
  return error instanceof InputError ? { status: 400, message, fields: error.issues } : { status: 422, message };
}

function refuse({ status, message, fields = [] }: Problem): Response {
  return json(status, { message, data: { fields } });
}

function json(status: number, value: unknown): Response {
  const { headers, body } = plainAnswer(status, 'application/json; charset=utf-8', JSON.stringify(value));
  return new Response(body, { status, headers: { ...headers } });
}
