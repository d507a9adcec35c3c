/** The receiver of webhooks, in the order in which things happen: limit, verify, parse, store, answer, then work. */
import { quietly } from '../clock/mutex.ts';
import { RateLimiter } from '../clock/rate-limiter.ts';
import { formatInstant } from '../domain/calendar.ts';
import { BodySeal, guardOf } from '../loan-file/body-seal.ts';
import { contentHash } from '../loan-file/content-hash.ts';
import type { Confirmation, FoundStateChange } from './confirmer.ts';
import { headerRefusal, readCappedBody, received, refused } from './http-exchange.ts';
import type { InboxWork } from './inbox/delivery-handlers.ts';
import { nameOfError } from './inbox/delivery-reason.ts';
import { ConcurrencyLimiter, drainAll, drainDue } from './inbox/drain.ts';
import type { Inbox, NewDelivery } from './inbox/inbox.ts';
import { askAgain, type WorkEnd, workOn } from './inbox/inbox-work.ts';
import { forgetPayer, sealedInbox } from './inbox/sealed-inbox.ts';
import { UnreadableDeliveries } from './inbox/unreadable-deliveries.ts';
import { readDeliveries } from './parse.ts';
import { checkReceiveOptions, type ReceiveOptions, type ReceiverLogger } from './receive-options.ts';

/** What draining an inbox did, in deliveries. */
export type DrainReport = Readonly<Record<WorkEnd, number>>;

/** How an inbox is drained. */
export interface DrainOptions {
  /** Default 100. */
  readonly limit?: number;
  /** Skip what failed and is to be tried again later only. */
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
   * Hands the handlers what asking the service found, as if a webhook had reported it: once, however often and by whichever process it is found, and also if its
   * webhook comes later. Answers the names of what was new to the inbox. As a baseline, it is stored as done and no handler is called; what the inbox has
   * already stays as it is.
   */
  notify(found: readonly FoundStateChange[], options?: { readonly isBaseline?: boolean }): Promise<readonly string[]>;
  /** Resolves when no work of this receiver is in flight, whether a delivery or a drain began it. */
  settled(): Promise<void>;
  /** Where its deliveries are stored. */
  readonly inbox: Inbox<Transaction>;
}

// What waits beyond this is left in the inbox for the next drain.
const MOST_WAITING = 10_000;

/**
 * Makes a receiver. A delivery is a hint, not a fact: it is answered once it is stored, then confirmed by asking the service, and only then handed to `on`. The
 * same delivery again is answered and calls no handler a second time; the service is asked whether something new is behind it. A quarantined one is tried once
 * more.
 * @throws ConfigurationError when an option is missing, wrong or unknown.
 */
export function receive<Result extends Confirmation, Transaction = unknown>(
  options: ReceiveOptions<Result, Transaction>,
): Receiver<Transaction> {
  const given = checkReceiveOptions(options);
  const guard = guardOf(options.confirm);
  const seal = guard?.keys && new BodySeal(guard.keys);
  const inbox = seal ? sealedInbox(given.inbox, seal) : given.inbox;
  const checked = { ...given, inbox, logger: quietLogger(given.logger) };
  const unreadable = new UnreadableDeliveries({ ...checked, seal });
  guard?.onErasure((payer) => forgetPayer(payer, { ...checked, unreadable }));
  const askLimiter = new RateLimiter(checked.asksPerSecond);
  const work: InboxWork = {
    ...checked,
    guard,
    seal,
    beforeAsking: () => askLimiter.wait(),
    storeFound: (found) => storeFound(found, { work, begin }),
  };
  const limiter = new ConcurrencyLimiter(work.concurrency);
  const inFlight = new Set<Promise<unknown>>();

  function inFlightUntilItEnds<Result>(task: Promise<Result>): Promise<Result> {
    const ended: Promise<unknown> = task.catch(() => undefined).then(() => inFlight.delete(ended));
    inFlight.add(ended);
    return task;
  }

  const start = (task: () => Promise<unknown>, waitUntil = work.waitUntil): void => {
    if (limiter.waiting >= MOST_WAITING) return;
    // In a later microtask, so that the answer goes out first.
    const running = inFlightUntilItEnds(Promise.resolve().then(() => limiter.run(task)));
    // The delivery is stored and the work has begun: a host that cannot wait changes neither.
    quietly(
      () => waitUntil?.(running),
      (error) => work.logger.warn?.('repaykit: waitUntil threw', { reason: nameOfError(error) }),
    );
  };
  const begin: Intake['begin'] = (key, waitUntil) => start(() => workOn(key, work), waitUntil);
  const repeat: Intake['repeat'] = (body, waitUntil) => start(() => askAgain(body, work), waitUntil);

  return Object.assign(
    (request: Request, sender: Sender = {}) => take(request, sender, { work, begin, repeat, unreadable }),
    {
      // In flight as well: a delivery that a drain claimed is not worked on a second time by the request that brought it.
      drain: ({ limit = 100, dueOnly = false }: DrainOptions = {}) =>
        inFlightUntilItEnds((dueOnly ? drainDue : drainAll)(work, limiter, limit)),
      async notify(found: readonly FoundStateChange[], { isBaseline = false }: { readonly isBaseline?: boolean } = {}) {
        const names: string[] = [];
        for (const each of found)
          if (await (isBaseline ? storeAsDone(each, work) : storeFound(each, { work, begin }))) names.push(each.name);
        return names;
      },
      async settled() {
        while (inFlight.size > 0) await Promise.all(inFlight);
      },
      inbox,
    },
  );
}

// A logger that never throws and leaves no rejection behind: a line that cannot be written must not undo what was done with a delivery.
function quietLogger(logger: ReceiverLogger): ReceiverLogger {
  const write =
    (level: keyof ReceiverLogger) =>
    (message: string, facts: Readonly<Record<string, unknown>>): void =>
      quietly(() => logger[level]?.(message, facts));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** What taking a delivery needs. */
interface Intake {
  readonly work: InboxWork;
  readonly unreadable: UnreadableDeliveries;
  readonly begin: (key: string, waitUntil?: Sender['waitUntil']) => void;
  readonly repeat: (body: string, waitUntil?: Sender['waitUntil']) => void;
}

async function take(request: Request, sender: Sender, intake: Intake): Promise<Response> {
  const { work, unreadable } = intake;
  if (request.method !== 'POST') return refused('method_not_allowed');
  const announced = headerRefusal(request.headers);
  if (request.bodyUsed) return refused(announced ?? 'body_already_read');
  const body = await readCappedBody(request, work.maxBytes);
  if (body.kind === 'broken') return refused(announced ?? 'webhook_malformed');
  // Of a body that is too long no bytes are verified: it is counted where its headers, its address or its URL are proof enough.
  const rawBody = body.kind === 'bytes' ? body.bytes : new Uint8Array();
  const isFromSender = await isVerified(request, { rawBody, sender }, work);
  if (body.kind === 'too-large') {
    if (isFromSender) await isStored(unreadable.count('it is longer than maxBytes'), work);
    return refused(announced ?? 'body_too_large');
  }
  if (!isFromSender) return refused(announced ?? 'webhook_unverified');
  if (announced) {
    // The sender may never look at the refusal: a person finds the delivery in the inbox, and may have it worked on.
    await isStored(unreadable.keep(body.bytes, `it was refused as ${announced}`), work);
    return refused(announced);
  }
  const read = readDeliveries(body.bytes);
  const receivedAt = formatInstant(work.clock.now());
  for (const delivery of read.deliveries) {
    const stored = await store({ ...delivery, source: 'webhook', receivedAt }, work);
    if (!stored) return refused('not_stored');
    if (stored.outcome === 'duplicate') intake.repeat(delivery.body, sender.waitUntil);
    else intake.begin(stored.key, sender.waitUntil);
  }
  if (read.problem === undefined) return received();
  const isKept = read.deliveries.length > 0 || (await isStored(unreadable.keep(body.bytes, read.problem), work));
  return refused(isKept ? 'webhook_malformed' : 'not_stored');
}

async function isStored(storing: Promise<void>, { logger }: InboxWork): Promise<boolean> {
  try {
    await storing;
    return true;
  } catch (error) {
    const message = 'repaykit: a delivery that cannot be read could not be kept';
    logger.error?.(message, { reason: nameOfError(error) });
    return false;
  }
}

async function isVerified(
  { headers, url }: Request,
  { rawBody, sender }: { readonly rawBody: Uint8Array; readonly sender: Sender },
  { verify, logger }: InboxWork,
): Promise<boolean> {
  const { remoteAddress } = sender;
  try {
    const delivery = { headers, rawBody, url, ...(remoteAddress === undefined ? {} : { remoteAddress }) };
    return (await verify.verify(delivery)) === true;
  } catch (error) {
    logger.error?.('repaykit: a verifier threw; the delivery was refused', { reason: nameOfError(error) });
    return false;
  }
}

/** Stores a delivery under its name; undefined where it could not be. */
async function store(
  delivery: NewDelivery,
  { inbox, seal, logger }: InboxWork,
): Promise<{ readonly key: string; readonly outcome: 'stored' | 'reopened' | 'duplicate' } | undefined> {
  let { key } = delivery;
  try {
    // With keys, no plain hash of a body is stored: it could be found by trial.
    if (seal) key = await seal.nameDelivery(key);
  } catch (error) {
    const message = 'repaykit: a delivery could not be sealed; it was refused';
    logger.error?.(message, { reason: nameOfError(error) });
    return undefined;
  }
  try {
    return { key, outcome: await inbox.store({ ...delivery, key }) };
  } catch (error) {
    logger.error?.('repaykit: a delivery could not be kept; it was refused', { key, reason: nameOfError(error) });
    return undefined;
  }
}

async function storeFound(
  { name, kind, body }: FoundStateChange,
  { work, begin }: Pick<Intake, 'work' | 'begin'>,
): Promise<boolean> {
  const key = contentHash({ news: name });
  const receivedAt = formatInstant(work.clock.now());
  const outcome = await work.inbox.store({ key, body, kind, source: 'reconciled', receivedAt, news: name });
  if (outcome !== 'duplicate') begin(key);
  return outcome === 'stored';
}

// Concerns no loan: should a process end before it has settled what it stored, no later drain calls a handler for it. Stored as it always was.
const OF_NO_LOAN = JSON.stringify({ event: 'mandate.expired', data: { mandateId: 'told-elsewhere' } });

/** Stores a state change as done, so that no handler is called for it; false, and no change, where the inbox has it already. @throws StoreError */
async function storeAsDone(
  { name, kind }: Pick<FoundStateChange, 'name' | 'kind'>,
  { inbox, clock, leaseMs }: InboxWork,
): Promise<boolean> {
  // A key of its own: under its usual key, a delivery that waits for its handlers would be claimed and ended here.
  const key = contentHash({ toldElsewhere: name });
  const receivedAt = formatInstant(clock.now());
  const outcome = await inbox.store({ key, body: OF_NO_LOAN, kind, source: 'reconciled', receivedAt, news: name });
  // Also where it was there: an earlier run may have ended in between.
  const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
  if (item) await inbox.settle(item, { kind: 'done' });
  return outcome === 'stored';
}
