/** The receiver of webhooks, in the order in which things happen: cap, verify, parse, keep, answer, then work. */
import { formatInstant } from '../domain/calendar.ts';
import { readCappedBody } from './capped-body.ts';
import type { Confirmation } from './confirmer.ts';
import { deliveryKey } from './delivery-key.ts';
import { type WorkEnd, workOn } from './inbox-work.ts';
import { parse } from './parse.ts';
import { quietLogger, quietly } from './quiet-logger.ts';
import { checkReceiveOptions, type ReceiveOptions, type ReceiverSettings } from './receive-options.ts';
import { received, refused } from './reply.ts';

/** What draining an inbox did, in deliveries. */
export type DrainReport = Readonly<Record<WorkEnd, number>>;

/** What a host knows about the sender of a request and a `Request` cannot carry; the adapters pass it. */
export interface Sender {
  /** The address at the other end of the socket. */
  readonly remoteAddress?: string;
  /** Keeps the host awake for this request's work, instead of the receiver's own `waitUntil`. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** Takes deliveries. A Web handler: `(Request) => Promise<Response>`. */
export interface Receiver {
  (request: Request, sender?: Sender): Promise<Response>;
  /** Works on what is unfinished: what failed, what is not confirmed yet, and what a process that ended left behind. At most `limit`, default 100. */
  drain(options?: { readonly limit?: number }): Promise<DrainReport>;
  /** Resolves when no work of this receiver is in flight. */
  settled(): Promise<void>;
}

/**
 * Makes a receiver. A delivery is a hint, not a fact: it is answered once it is kept, then confirmed by re-reading, and only then handed to `on`. The same
 * delivery again is answered and changes nothing, unless it was quarantined: then it gets one more look.
 * @throws ConfigurationError when an option is missing, wrong or not known.
 */
export function receive<Result extends Confirmation>(options: ReceiveOptions<Result>): Receiver {
  const checked = checkReceiveOptions(options);
  const settings = { ...checked, logger: quietLogger(checked.logger) };
  const inFlight = new Set<Promise<unknown>>();

  function begin(key: string, waitUntil = settings.waitUntil): void {
    // In a later turn, so that the answer goes out first.
    const work = Promise.resolve().then(() => workOn(key, settings));
    inFlight.add(work);
    void work.then(() => inFlight.delete(work));
    // The delivery is kept and the work has begun: a host that cannot wait changes neither.
    quietly(
      () => waitUntil?.(work),
      (error) => settings.logger.warn?.('repaykit: waitUntil threw', { key, reason: error instanceof Error ? error.name : typeof error }),
    );
  }

  return Object.assign((request: Request, sender: Sender = {}) => take({ request, sender }, settings, begin), {
    drain: ({ limit = 100 }: { readonly limit?: number } = {}) => drainInbox(settings, limit),
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  });
}

interface Incoming {
  readonly request: Request;
  readonly sender: Sender;
}

async function take<Result extends Confirmation>(
  { request, sender }: Incoming,
  settings: ReceiverSettings<Result>,
  begin: (key: string, waitUntil?: Sender['waitUntil']) => void,
): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed');
  if (!mayBeJson(request.headers.get('content-type'))) return refused('not_json');
  if (request.bodyUsed) return refused('body_already_read');
  const body = await readCappedBody(request, settings.maxBytes);
  if (body.kind === 'too-large') return refused('body_too_large');
  if (body.kind === 'broken') return refused('webhook_malformed');
  if (!(await isVerified({ request, sender }, body.bytes, settings))) return refused('webhook_unverified');
  const key = keyOf(body.bytes);
  if (key === undefined) return refused('webhook_malformed');
  const kept = await keep({ key, bytes: body.bytes }, settings);
  if (kept === 'failed') return refused('not_stored');
  if (kept !== 'duplicate') begin(key, sender.waitUntil);
  return received();
}

// A sender that names no type is believed to send what it must; one that names another sends something else.
function mayBeJson(contentType: string | null): boolean {
  return contentType === null || /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);
}

async function isVerified<Result extends Confirmation>(
  { request, sender: { remoteAddress } }: Incoming,
  rawBody: Uint8Array,
  { verify, logger }: ReceiverSettings<Result>,
): Promise<boolean> {
  try {
    const from = remoteAddress === undefined ? {} : { remoteAddress };
    return (await verify.verify({ headers: request.headers, rawBody, url: request.url, ...from })) === true;
  } catch (error) {
    logger.error?.('repaykit: a verifier threw; the delivery was refused', { reason: error instanceof Error ? error.name : typeof error });
    return false;
  }
}

function keyOf(bytes: Uint8Array): string | undefined {
  try {
    return deliveryKey(parse(bytes).raw);
  } catch {
    return undefined;
  }
}

async function keep<Result extends Confirmation>(
  { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
  { inbox, clock, logger }: ReceiverSettings<Result>,
): Promise<'stored' | 'reopened' | 'duplicate' | 'failed'> {
  try {
    return await inbox.store({ key, body: new TextDecoder().decode(bytes), receivedAt: formatInstant(clock.now()) });
  } catch (error) {
    logger.error?.('repaykit: a delivery could not be kept; it was refused', { key, reason: error instanceof Error ? error.name : typeof error });
    return 'failed';
  }
}

async function drainInbox<Result extends Confirmation>(settings: ReceiverSettings<Result>, limit: number): Promise<DrainReport> {
  const report: Record<WorkEnd, number> = { done: 0, failed: 0, quarantined: 0, elsewhere: 0 };
  for (const { key } of await settings.inbox.list({ status: 'unfinished', limit })) report[await workOn(key, settings)] += 1;
  return report;
}
