/** The webhook receiver. Its steps in order: limit, verify, parse, store, answer, work. */
import { quietly } from '../clock/mutex.ts';
import { RateLimiter } from '../clock/rate-limiter.ts';
import { formatInstant } from '../domain/calendar.ts';
import { BodySeal, guardOf } from '../loan-file/body-seal.ts';
import { contentHash } from '../loan-file/hashing.ts';
import { type PartProblem, selfProblems, withSelfCheck } from '../validation/self-check.ts';
import type { Confirmation, FoundStateChange } from './confirmer.ts';
import { forgedRequest } from './forged-delivery.ts';
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

/** The result of a drain: the number of deliveries by outcome. */
export type DrainReport = Readonly<Record<WorkEnd, number>>;

/** Options of {@link Receiver.drain}. */
export interface DrainOptions {
  /** The largest number of deliveries to work on; default 100. */
  readonly limit?: number;
  /** Skip failed deliveries whose retry is not due yet. */
  readonly dueOnly?: boolean;
}

/** Facts about the sender that a `Request` does not have. The adapters pass them. */
export interface Sender {
  /** The address at the other end of the socket. */
  readonly remoteAddress?: string | undefined;
  /** Keeps the host awake for the work of this request. Replaces the receiver's own `waitUntil`. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Receives deliveries. A web handler: `(Request) => Promise<Response>`. */
export interface Receiver<Transaction = unknown> {
  (request: Request, sender?: Sender): Promise<Response>;
  /** Works on unfinished deliveries: failed, not confirmed yet, or left behind by a stopped process. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  /**
   * Calls the handlers for state changes that the service reported when asked. Each change is handled once, even if
   * several processes find it or its webhook comes later. Returns the names of the changes that were new to the inbox.
   * With `isBaseline`, the changes are stored as done, and no handler is called. Known changes stay unchanged.
   */
  notify(found: readonly FoundStateChange[], options?: { readonly isBaseline?: boolean }): Promise<readonly string[]>;
  /** Resolves when this receiver has no work in flight, whether a delivery or a drain started it. */
  settled(): Promise<void>;
  /** The inbox that stores its deliveries. */
  readonly inbox: Inbox<Transaction>;
}

// Beyond this number, deliveries stay in the inbox until the next drain.
const MOST_WAITING = 10_000;

/**
 * Creates a receiver. A delivery is a hint, not a fact: it is stored, answered, confirmed with the service, and only
 * then passed to `on`. A repeated delivery calls no handler again, but the service is asked for new changes. A
 * repetition of a quarantined delivery retries it.
 * @throws ConfigurationError if an option is missing, invalid or unknown
 */
export function receive<Result extends Confirmation, Transaction = unknown>(
  options: ReceiveOptions<Result, Transaction>,
): Receiver<Transaction> {
  const { checked, guard, seal, unreadable } = prepare(options);
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
    // In a later microtask, so that the answer is sent first.
    const running = inFlightUntilItEnds(Promise.resolve().then(() => limiter.run(task)));
    // The delivery is stored and the work has begun, so an error from `waitUntil` is ignored.
    const warn = (error: unknown) => work.logger.warn('repaykit: waitUntil threw', { reason: nameOfError(error) });
    quietly(() => waitUntil?.(running), warn);
  };
  const begin: Intake['begin'] = (key, waitUntil) => start(() => workOn(key, work), waitUntil);
  const repeat: Intake['repeat'] = (body, waitUntil) => start(() => askAgain(body, work), waitUntil);

  const receiver = Object.assign(
    (request: Request, sender: Sender = {}) => take(request, sender, { work, begin, repeat, unreadable }),
    {
      // Tracked as in flight too: if a drain claims a delivery, the request that brought it does not work on it again.
      drain: ({ limit = 100, dueOnly = false }: DrainOptions = {}) =>
        inFlightUntilItEnds((dueOnly ? drainDue : drainAll)(work, limiter, limit)),
      notify: (found: readonly FoundStateChange[], { isBaseline = false }: { readonly isBaseline?: boolean } = {}) =>
        storeAll(found, (each) => (isBaseline ? storeAsDone(each, work) : storeFound(each, { work, begin }))),
      async settled() {
        while (inFlight.size > 0) await Promise.all(inFlight);
      },
      inbox: checked.inbox,
    },
  );
  return withSelfCheck(receiver, () => problemsOf(work));
}

const acceptsForged: PartProblem = {
  message: 'the receiver accepts forged deliveries',
  fix: 'give verify a verifier, such as sharedSecret({ secrets })',
};

/** Asks the verifier only, because the receiver would store what it accepts. */
async function problemsOf(work: InboxWork): Promise<readonly PartProblem[]> {
  const request = forgedRequest('https://localhost/webhooks');
  const rawBody = new Uint8Array(await request.arrayBuffer());
  const isAccepted = await isVerified(request, { rawBody, sender: {} }, work);
  return [...(await selfProblems(work.inbox)), ...(isAccepted ? [acceptsForged] : [])];
}

/** Stores what was found, one after another; answers the names of what was new. */
async function storeAll(found: readonly FoundStateChange[], store: (found: FoundStateChange) => Promise<boolean>) {
  const names: string[] = [];
  for (const each of found) if (await store(each)) names.push(each.name);
  return names;
}

function prepare<Result extends Confirmation, Transaction>(options: ReceiveOptions<Result, Transaction>) {
  const given = checkReceiveOptions(options);
  const guard = guardOf(options.confirm);
  const seal = guard?.keys && new BodySeal(guard.keys);
  const inbox = seal ? sealedInbox(given.inbox, seal) : given.inbox;
  const checked = { ...given, inbox, logger: quietLogger(given.logger) };
  const unreadable = new UnreadableDeliveries({ ...checked, seal });
  guard?.onErasure((payer) => forgetPayer(payer, { ...checked, unreadable }));
  return { checked, guard, seal, unreadable };
}

// A logger that never throws or rejects: a failed log line must not undo the work on a delivery.
function quietLogger(logger: ReceiverLogger): Required<ReceiverLogger> {
  const write =
    (level: keyof ReceiverLogger) =>
    (message: string, facts: Readonly<Record<string, unknown>>): void =>
      quietly(() => logger[level]?.(message, facts));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

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
  // The bytes of an oversized body are not verified. It is counted if its headers, address or URL prove its origin.
  const rawBody = body.kind === 'bytes' ? body.bytes : new Uint8Array();
  const isFromSender = await isVerified(request, { rawBody, sender }, work);
  if (body.kind === 'too-large') {
    if (isFromSender) await isStored(unreadable.count('it is longer than maxBytes'), work);
    return refused(announced ?? 'body_too_large');
  }
  if (!isFromSender) return refused(announced ?? 'webhook_unverified');
  if (announced) {
    // The sender may never look at the refusal. A person finds the delivery in the inbox and may replay it.
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
    logger.error(message, { reason: nameOfError(error) });
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
    logger.error('repaykit: a verifier threw; the delivery was refused', { reason: nameOfError(error) });
    return false;
  }
}

/** Stores a delivery under its key. Undefined if it could not be stored. */
async function store(
  delivery: NewDelivery,
  { inbox, seal, logger }: InboxWork,
): Promise<{ readonly key: string; readonly outcome: 'stored' | 'reopened' | 'duplicate' } | undefined> {
  let { key } = delivery;
  try {
    // If there are keys, the plain hash of a body is not stored: it could be guessed by trying bodies.
    if (seal) key = await seal.nameDelivery(key);
  } catch (error) {
    const message = 'repaykit: a delivery could not be sealed; it was refused';
    logger.error(message, { reason: nameOfError(error) });
    return undefined;
  }
  try {
    return { key, outcome: await inbox.store({ ...delivery, key }) };
  } catch (error) {
    logger.error('repaykit: a delivery could not be kept; it was refused', { key, reason: nameOfError(error) });
    return undefined;
  }
}

async function storeFound({ name, kind, body }: FoundStateChange, { work, begin }: Pick<Intake, 'work' | 'begin'>) {
  const key = contentHash({ news: name });
  const receivedAt = formatInstant(work.clock.now());
  const outcome = await work.inbox.store({ key, body, kind, source: 'reconciled', receivedAt, news: name });
  if (outcome !== 'duplicate') begin(key);
  return outcome === 'stored';
}

// Concerns no loan, so that no later drain calls a handler if a process stops before it settles what it stored. Stored
// data holds this text, so do not change it.
const OF_NO_LOAN = JSON.stringify({ event: 'mandate.expired', data: { mandateId: 'told-elsewhere' } });

/** Stores a state change as done, so that no handler is called. False if it is there already. @throws StoreError */
async function storeAsDone({ name, kind }: FoundStateChange, { inbox, clock, leaseMs }: InboxWork): Promise<boolean> {
  // A separate key: under the usual key, this would claim and end a delivery that waits for its handlers.
  const key = contentHash({ toldElsewhere: name });
  const receivedAt = formatInstant(clock.now());
  const outcome = await inbox.store({ key, body: OF_NO_LOAN, kind, source: 'reconciled', receivedAt, news: name });
  // Claim it even if it was already stored: an earlier run may have stopped in between.
  const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
  if (item) await inbox.settle(item, { kind: 'done' });
  return outcome === 'stored';
}
