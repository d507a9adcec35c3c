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
import { webhookEventNames } from '../wire/webhook-events.ts';
import type { Confirmation, Confirmer, WebhookHandlers } from './confirmer.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { WebhookVerifier } from './verifiers/verifier.ts';

/** Where a receiver writes its log lines; `console` fits. Facts hold keys and kinds, never a body. */
export interface ReceiverLogger {
  /** What was done. */
  readonly info?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** What somebody should look at. */
  readonly warn?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** What failed. */
  readonly error?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** What `receive` takes. */
export interface ReceiveOptions<Result extends Confirmation, Transaction = unknown> {
  /** How a delivery proves where it comes from: `sharedSecret({ secrets })`, or `unverified()` written out. */
  readonly verify: WebhookVerifier;
  /** Where deliveries are stored before they are answered. */
  readonly inbox: Inbox<Transaction>;
  /** Who says whether a delivery is so: the `RepayKit`. */
  readonly confirm: Confirmer<Result>;
  /** The lender's handlers by name of event: its kind, or for a collection its outcome. */
  readonly on?: WebhookHandlers<Result, Transaction> | undefined;
  /** Keeps a serverless host awake until the work is done. Without it the work runs on in this process. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Longest body that is read, in bytes; default 256 KiB. An income insight takes about 20. */
  readonly maxBytes?: number | undefined;
  /** How long a claim on a delivery holds, in milliseconds; default 5 minutes. */
  readonly leaseMs?: number | undefined;
  /**
   * How long a delivery that the service does not confirm stays unfinished before it is quarantined, in milliseconds; default 10 minutes, 0 quarantines at once. A true
   * delivery may come before the service's own reads show what it reports.
   */
  readonly unconfirmedForMs?: number | undefined;
  /** After how many failed attempts a delivery is quarantined; default 20, which take about four days. */
  readonly maxAttempts?: number | undefined;
  /** How many deliveries are worked on at a time; default 32. The others wait. */
  readonly concurrency?: number | undefined;
  /**
   * How many deliveries a second may lead to reads of the service, after a second's worth at once; default 200. Deliveries about one mandate that wait together
   * lead to one read, those about unknown mandates to none.
   */
  readonly asksPerSecond?: number | undefined;
  /**
   * How often one mandate may be read in an hour because of deliveries, in each process; default 12. Beyond that deliveries are done, and reconciliation visits the
   * loan within a quarter of an hour. A due day with its attempts on several accounts takes a few.
   */
  readonly asksPerMandateAndHour?: number | undefined;
  /** The clock that dates deliveries; default the machine's. */
  readonly clock?: Clock | undefined;
  /** Where log lines go; default nowhere. */
  readonly logger?: ReceiverLogger | undefined;
}

/** The options, checked and with their defaults. */
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

/** Checks all options at once. @throws ConfigurationError with every mistake */
export function checkReceiveOptions<Result extends Confirmation, Transaction>(
  options: ReceiveOptions<Result, Transaction>,
): Omit<ReceiverSettings, 'inbox'> & Pick<ReceiveOptions<Result, Transaction>, 'inbox'> {
  requireOptions('receive', receiveOptions, options);
  return {
    ...options,
    // Handlers get what `confirm` answers and the transaction that `inbox` lends, which have the types that they take.
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

// Methods of a class are handlers too: those that are named like an event, for others may be its own business.
function handlersIn(on: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = new Set(Object.keys(on));
  const isRoot = (holder: object) => Object.getPrototypeOf(holder) === null && Object.hasOwn(holder, 'hasOwnProperty');
  // Object.prototype may be that of another realm.
  for (
    let holder = Object.getPrototypeOf(on);
    holder !== null && !isRoot(holder);
    holder = Object.getPrototypeOf(holder)
  )
    for (const name of Object.getOwnPropertyNames(holder)) if (isLikeEvent(name)) names.add(name);
  return Object.fromEntries([...names].map((name) => [name, on[name]]));
}

function isLikeEvent(name: string): boolean {
  return name.includes('.') || nearestName(name, webhookEventNames) !== undefined;
}
