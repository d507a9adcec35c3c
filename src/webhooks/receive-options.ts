import { type Clock, systemClock } from '../clock/clock.ts';
import { MINUTE_MS } from '../domain/calendar.ts';
import { requireOptions } from '../errors.ts';
import {
  anything,
  func,
  isRecord,
  number,
  optional,
  type Problem,
  pathOf,
  wholeNumber,
  withMethods,
} from '../validation/checks.ts';
import { nearestName } from '../validation/nearest-name.ts';
import { record, unknownFields } from '../validation/record.ts';
import { webhookEventNames } from '../wire/webhooks/webhook-events.ts';
import type { Confirmation, Confirmer, WebhookHandlers } from './confirmer.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { WebhookVerifier } from './verifiers/verifier.ts';

/** The logger of a receiver. `console` fits. The facts hold keys and kinds, never a body. */
export interface ReceiverLogger {
  /** Logs normal work. */
  readonly info?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Logs problems for a person to check. */
  readonly warn?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Logs failures. */
  readonly error?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** Options of `receive`. */
export interface ReceiveOptions<Result extends Confirmation, Transaction = unknown> {
  /** How a delivery proves its origin: `sharedSecret({ secrets })`, or an explicit `unverified()`. */
  readonly verify: WebhookVerifier;
  /** Where deliveries are stored before they are answered. */
  readonly inbox: Inbox<Transaction>;
  /** Confirms deliveries with the service: the `RepayKit` client. */
  readonly confirm: Confirmer<Result>;
  /** The lender's handlers by event name: a kind such as `collection`, or a name such as `collection.success`. */
  readonly on?: WebhookHandlers<Result, Transaction> | undefined;
  /** Keeps a serverless host awake until the work is done. Default: the work continues in this process. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** The longest body that is read, in bytes; default 256 KiB. An income insight takes about 20 KiB. */
  readonly maxBytes?: number | undefined;
  /** How long a claim on a delivery lasts, in milliseconds; default 5 minutes. */
  readonly leaseMs?: number | undefined;
  /**
   * How long an unconfirmed delivery is retried before quarantine, in milliseconds; default 10 minutes, 0 quarantines
   * at once. A true delivery may arrive before the service's reads show the change.
   */
  readonly unconfirmedForMs?: number | undefined;
  /** The number of failed attempts after which a delivery is quarantined; default 20, which takes about four days. */
  readonly maxAttempts?: number | undefined;
  /** How many deliveries are worked on at the same time; default 32. The others wait. */
  readonly concurrency?: number | undefined;
  /**
   * How many deliveries per second may cause reads of the service; default 200, after a burst of one second's worth.
   * Waiting deliveries about the same mandate share one read. Unknown mandates cause none.
   */
  readonly asksPerSecond?: number | undefined;
  /**
   * How many reads of one mandate deliveries may cause per hour and process; default 12. Beyond that, reconciliation
   * visits the loan within 15 minutes. A due day with attempts on several accounts takes a few reads.
   */
  readonly asksPerMandateAndHour?: number | undefined;
  /** The clock that dates deliveries; default the system clock. */
  readonly clock?: Clock | undefined;
  /** The logger; default none. */
  readonly logger?: ReceiverLogger | undefined;
}

export type ReceiverSettings = Pick<ReceiveOptions<Confirmation>, 'waitUntil'> & {
  readonly [Name in Exclude<keyof ReceiveOptions<Confirmation>, 'waitUntil'>]-?: NonNullable<
    ReceiveOptions<Confirmation>[Name]
  >;
};

const atLeastOne = optional(wholeNumber({ min: 1 }));

const receiveOptions = record<ReceiveOptions<Confirmation>>({
  verify: withMethods(
    ['verify'],
    'a verifier: sharedSecret({ secrets }), or unverified() if something before this has checked',
  ),
  inbox: withMethods(
    ['store', 'claim', 'recognise', 'settle', 'decide', 'list'],
    'an inbox: postgresInbox, sqliteInbox, or memoryInbox(), which keeps deliveries as long as the process lives',
  ),
  confirm: withMethods(['confirm'], 'what can confirm an event: the RepayKit'),
  on: optional({ ...func, type: 'handlers', problems: handlerProblems }),
  waitUntil: optional(func),
  maxBytes: atLeastOne,
  leaseMs: atLeastOne,
  unconfirmedForMs: optional(wholeNumber({ min: 0 })),
  maxAttempts: atLeastOne,
  concurrency: atLeastOne,
  asksPerSecond: optional(number({ above: 0 })),
  asksPerMandateAndHour: atLeastOne,
  clock: optional(withMethods(['now'], 'a clock')),
  logger: anything,
});

/** Checks all options at once. @throws ConfigurationError with every problem */
export function checkReceiveOptions<Result extends Confirmation, Transaction>(
  options: ReceiveOptions<Result, Transaction>,
): Omit<ReceiverSettings, 'inbox'> & Pick<ReceiveOptions<Result, Transaction>, 'inbox'> {
  requireOptions('receive', receiveOptions, options);
  return {
    ...options,
    // Safe: handlers receive the result of `confirm` and the transaction of `inbox`, which match their types.
    on: (options.on ?? {}) as WebhookHandlers<Confirmation>,
    maxBytes: options.maxBytes ?? 256 * 1024,
    leaseMs: options.leaseMs ?? 5 * MINUTE_MS,
    unconfirmedForMs: options.unconfirmedForMs ?? 10 * MINUTE_MS,
    maxAttempts: options.maxAttempts ?? 20,
    concurrency: options.concurrency ?? 32,
    asksPerSecond: options.asksPerSecond ?? 200,
    asksPerMandateAndHour: options.asksPerMandateAndHour ?? 12,
    clock: options.clock ?? systemClock,
    logger: options.logger ?? {},
  };
}

function handlerProblems(on: unknown, path: string): readonly Problem[] {
  if (!isRecord(on)) return [{ path, message: 'must hold handlers by name of event' }];
  const given = handlersIn(on);
  const handler = optional(func);
  return [
    ...unknownFields(given, webhookEventNames, { under: path }),
    ...Object.entries(given).flatMap(([name, value]) => handler.problems(value, pathOf(path, name))),
  ];
}

// Methods of a class are handlers too, if they have the name of an event. Other methods are ignored, also those that
// every object has.
function handlersIn(on: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = new Set(Object.keys(on));
  for (let holder = Object.getPrototypeOf(on); holder !== null; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder)) if (isLikeEvent(name)) names.add(name);
  return Object.fromEntries([...names].map((name) => [name, on[name]]));
}

function isLikeEvent(name: string): boolean {
  return name.includes('.') || nearestName(name, webhookEventNames) !== undefined;
}
