/** The receiver of webhooks, in the order in which things happen: cap, verify, parse, keep, answer, then work. */
import { quietly } from '../clock/mutex.ts';
import { RateLimiter } from '../clock/rate-limiter.ts';
import { formatInstant } from '../domain/calendar.ts';
import { BodySeal, guardOf } from '../loan-file/body-seal.ts';
import { contentHash } from '../loan-file/content-hash.ts';
import type { Confirmation, FoundNews } from './confirmer.ts';
import { headerRefusal, readCappedBody, received, refused } from './http-exchange.ts';
import { drainAll, drainDue, Lanes } from './inbox/drain.ts';
import type { Inbox, NewDelivery } from './inbox/inbox.ts';
import { askAgain, type InboxWork, type WorkEnd, workOn } from './inbox/inbox-work.ts';
import { markTold } from './inbox/mark-told.ts';
import { forgetPayer, sealedInbox } from './inbox/sealed-inbox.ts';
import { UnreadableDeliveries } from './inbox/unreadable-deliveries.ts';
import { readDeliveries } from './parse.ts';
import { quietLogger } from './quiet-logger.ts';
import { checkReceiveOptions, type ReceiveOptions, type ReceiverSettings } from './receive-options.ts';

/** What draining an inbox did, in deliveries. */
export type DrainReport = Readonly<Record<WorkEnd, number>>;

/** How an inbox is drained. */
export interface DrainOptions {
  /** At most so many; default 100. */
  readonly limit?: number;
  /** Leave alone what failed and is to be tried again later only. */
  readonly dueOnly?: boolean;
}

/** What a host knows about the sender of a request and a `Request` cannot carry; the adapters pass it. */
export interface Sender {
  /** The address at the other end of the socket. */
  readonly remoteAddress?: string | undefined;
  /** Keeps the host awake for this request's work, instead of the receiver's own `waitUntil`. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Takes deliveries. A Web handler: `(Request) => Promise<Response>`. */
export interface Receiver<Transaction = unknown> {
  (request: Request, sender?: Sender): Promise<Response>;
  /** Works on what is unfinished: what failed, what is not confirmed yet, and what a process that ended left behind. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  /**
   * Tells the handlers what was found out by asking, as if a webhook had brought it: once, however often and by whomever it is found, and also if its webhook comes later.
   * Answers the names of what nobody had told. As a baseline, what was told elsewhere is kept as done and no handler is called; what the inbox has already stays as it is.
   */
  tell(news: readonly FoundNews[], options?: { readonly isBaseline?: boolean }): Promise<readonly string[]>;
  /** Resolves when no work of this receiver is in flight, whether a delivery or a drain began it. */
  settled(): Promise<void>;
  /** Where its deliveries are kept. */
  readonly inbox: Inbox<Transaction>;
}

// What waits beyond this is left in the inbox, for whoever drains it.
const MOST_WAITING = 10_000;

/**
 * Makes a receiver. A delivery is a hint, not a fact: it is answered once it is kept, then confirmed by re-reading, and only then handed to `on`. The same
 * delivery again is answered and calls no handler a second time; the service is asked whether something new is behind it. One that was quarantined gets one more look.
 * @throws ConfigurationError when an option is missing, wrong or not known.
 */
export function receive<Result extends Confirmation, Transaction = unknown>(
  options: ReceiveOptions<Result, Transaction>,
): Receiver<Transaction> {
  const given = checkReceiveOptions(options);
  const guard = guardOf(options.confirm);
  const seal = guard?.keys && new BodySeal(guard.keys);
  const checked = seal ? { ...given, inbox: sealedInbox(given.inbox, seal) } : given;
  const unreadable = new UnreadableDeliveries({ ...checked, logger: quietLogger(checked.logger), seal });
  guard?.onErasure((payer) => forgetPayer(payer, { ...checked, unreadable }));
  const limiter = new RateLimiter(checked.asksPerSecond);
  const settings: InboxWork<Result, Transaction> = {
    ...checked,
    logger: quietLogger(checked.logger),
    guard,
    seal,
    beforeAsking: () => limiter.wait(),
    keepFound: (found) => keepFound(found, { settings, begin }),
  };
  const lanes = new Lanes(settings.concurrency);
  const inFlight = new Set<Promise<unknown>>();

  function inFlightUntilItEnds<Result>(work: Promise<Result>): Promise<Result> {
    const ended: Promise<unknown> = work.catch(() => undefined).then(() => inFlight.delete(ended));
    inFlight.add(ended);
    return work;
  }

  const start = (task: () => Promise<unknown>, waitUntil = settings.waitUntil): void => {
    if (lanes.waiting >= MOST_WAITING) return;
    // In a later turn, so that the answer goes out first.
    const work = inFlightUntilItEnds(Promise.resolve().then(() => lanes.run(task)));
    // The delivery is kept and the work has begun: a host that cannot wait changes neither.
    const warn = (error: unknown) =>
      settings.logger.warn?.('repaykit: waitUntil threw', {
        reason: error instanceof Error ? error.name : typeof error,
      });
    quietly(() => waitUntil?.(work), warn);
  };
  const begin = (key: string, waitUntil?: Sender['waitUntil']) => start(() => workOn(key, settings), waitUntil);
  const repeat = (body: string, waitUntil?: Sender['waitUntil']) => start(() => askAgain(body, settings), waitUntil);

  return Object.assign(
    (request: Request, sender: Sender = {}) => take(request, sender, { settings, begin, repeat, unreadable }),
    {
      // In flight as well: a delivery that a drain took is not worked on a second time by whoever brought it.
      drain: ({ limit = 100, dueOnly = false }: DrainOptions = {}) =>
        inFlightUntilItEnds((dueOnly ? drainDue : drainAll)(settings, lanes, limit)),
      async tell(news: readonly FoundNews[], { isBaseline = false }: { readonly isBaseline?: boolean } = {}) {
        const names: string[] = [];
        for (const found of news)
          if (await (isBaseline ? markTold(found, settings) : keepFound(found, { settings, begin })))
            names.push(found.name);
        return names;
      },
      async settled() {
        while (inFlight.size > 0) await Promise.all(inFlight);
      },
      inbox: settings.inbox,
    },
  );
}

/** What taking a delivery needs. */
interface Desk<Result extends Confirmation, Transaction> {
  readonly settings: InboxWork<Result, Transaction>;
  readonly unreadable: UnreadableDeliveries;
  readonly begin: (key: string, waitUntil?: Sender['waitUntil']) => void;
  readonly repeat: (body: string, waitUntil?: Sender['waitUntil']) => void;
}

async function take<Result extends Confirmation, Transaction>(
  request: Request,
  sender: Sender,
  desk: Desk<Result, Transaction>,
): Promise<Response> {
  const { settings, unreadable } = desk;
  if (request.method !== 'POST') return refused('method_not_allowed');
  const announced = headerRefusal(request.headers);
  if (request.bodyUsed) return refused(announced ?? 'body_already_read');
  const body = await readCappedBody(request, settings.maxBytes);
  if (body.kind === 'broken') return refused(announced ?? 'webhook_malformed');
  // Of a body that is too long no bytes are verified: it is counted where its headers, its address or its URL are proof enough.
  const rawBody = body.kind === 'bytes' ? body.bytes : new Uint8Array();
  const isFromSender = await isVerified(request, { rawBody, sender }, settings);
  if (body.kind === 'too-large') {
    if (isFromSender) await quietlyKept(unreadable.count('it is longer than maxBytes'), settings);
    return refused(announced ?? 'body_too_large');
  }
  if (!isFromSender) return refused(announced ?? 'webhook_unverified');
  if (announced) {
    // The sender sees that it is refused, and may never look: a person finds it, and may have it worked on.
    await quietlyKept(unreadable.keep(body.bytes, `it was refused as ${announced}`), settings);
    return refused(announced);
  }
  const read = readDeliveries(body.bytes);
  const receivedAt = formatInstant(settings.clock.now());
  for (const delivery of read.deliveries) {
    const key = await nameOf(delivery.key, settings);
    if (key === undefined) return refused('not_stored');
    const kept = await keep({ ...delivery, key, source: 'webhook', receivedAt }, settings);
    if (kept === 'failed') return refused('not_stored');
    if (kept === 'duplicate') desk.repeat(delivery.body, sender.waitUntil);
    else desk.begin(key, sender.waitUntil);
  }
  if (read.problem === undefined) return received();
  const isKept = read.deliveries.length > 0 || (await quietlyKept(unreadable.keep(body.bytes, read.problem), settings));
  return refused(isKept ? 'webhook_malformed' : 'not_stored');
}

async function quietlyKept<Result extends Confirmation, Transaction>(
  keeping: Promise<void>,
  { logger }: ReceiverSettings<Result, Transaction>,
): Promise<boolean> {
  try {
    await keeping;
    return true;
  } catch (error) {
    logger.error?.('repaykit: a delivery that cannot be read could not be kept', {
      reason: error instanceof Error ? error.name : typeof error,
    });
    return false;
  }
}

async function isVerified<Result extends Confirmation, Transaction>(
  request: Request,
  { rawBody, sender }: { readonly rawBody: Uint8Array; readonly sender: Sender },
  { verify, logger }: ReceiverSettings<Result, Transaction>,
): Promise<boolean> {
  const { remoteAddress } = sender;
  try {
    const delivery = {
      headers: request.headers,
      rawBody,
      url: request.url,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    };
    return (await verify.verify(delivery)) === true;
  } catch (error) {
    logger.error?.('repaykit: a verifier threw; the delivery was refused', {
      reason: error instanceof Error ? error.name : typeof error,
    });
    return false;
  }
}

// With keys, no plain hash of a body is kept: it could be tried out.
async function nameOf<Result extends Confirmation, Transaction>(
  hash: string,
  { seal, logger }: InboxWork<Result, Transaction>,
): Promise<string | undefined> {
  try {
    return seal ? await seal.nameDelivery(hash) : hash;
  } catch (error) {
    logger.error?.('repaykit: a delivery could not be sealed; it was refused', {
      reason: error instanceof Error ? error.name : typeof error,
    });
    return undefined;
  }
}

async function keep<Result extends Confirmation, Transaction>(
  delivery: NewDelivery,
  { inbox, logger }: ReceiverSettings<Result, Transaction>,
): Promise<'stored' | 'reopened' | 'duplicate' | 'failed'> {
  try {
    return await inbox.store(delivery);
  } catch (error) {
    const reason = error instanceof Error ? error.name : typeof error;
    logger.error?.('repaykit: a delivery could not be kept; it was refused', { key: delivery.key, reason });
    return 'failed';
  }
}

async function keepFound<Result extends Confirmation, Transaction>(
  { name, kind, body }: FoundNews,
  { settings, begin }: Pick<Desk<Result, Transaction>, 'settings' | 'begin'>,
): Promise<boolean> {
  const key = contentHash({ news: name });
  const kept = await settings.inbox.store({
    key,
    body,
    kind,
    source: 'reconciled',
    receivedAt: formatInstant(settings.clock.now()),
    news: name,
  });
  if (kept !== 'duplicate') begin(key);
  return kept === 'stored';
}
