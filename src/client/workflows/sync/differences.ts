import type { RateLimiter } from '../../../clock/rate-limiter.ts';
import { isSameAccount } from '../../../domain/identifiers.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, nairaFromKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/terms.ts';
import { RateLimitError, RepayKitError, ServiceError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import type { OperationId } from '../../../wire/types/operation-types.ts';
import type { CallOptions } from '../../call-options.ts';
import { CallPromise, type CallResult } from '../../call-promise.ts';
import type { Engine, OperationCall } from '../../engine.ts';
import type { LoanContext } from '../loan-context.ts';
import { EventTimes } from './notification-body.ts';
import { readMandate } from './read-mandate.ts';
import { syncInstalments } from './sync-instalments.ts';

/** A difference between a loan's file and the service. */
export type Difference =
  /** Fixed by the visit: the file now has the service's status. */
  | { readonly what: 'mandate-status'; readonly onFile: string; readonly atService: string }
  /** Fixed by the visit. `account` is the name of one of the loan's accounts within the file. */
  | { readonly what: 'account-status'; readonly account: string; readonly onFile: string; readonly atService: string }
  /** Fixed by the visit: what was collected, in naira. */
  | { readonly what: 'collected'; readonly onFile: number; readonly atService: number }
  /** Remains: the file has more collected than the service, in naira. Record money that went back as a reversal. */
  | { readonly what: 'collected-less'; readonly onFile: number; readonly atService: number }
  /** Remains: the mandate's collected total against the sum of its instalments on file, in naira. */
  | { readonly what: 'instalments-synced'; readonly onFile: number; readonly atService: number }
  /** Remains, within the service: the mandate's collected total against the sum of its instalments, in naira. */
  | { readonly what: 'instalments-sum'; readonly ofInstalments: number; readonly atService: number }
  /** Remains, within the service: the outstanding balance against total less collected (`expected`), in naira. */
  | { readonly what: 'outstanding'; readonly expected: number; readonly atService: number }
  /** Remains: what the mandate was placed with against what the service holds. Naira, a day, or a word. */
  | { readonly what: 'total-due' | 'instalment-count'; readonly onFile: number; readonly atService: number }
  | {
      readonly what: 'start-date' | 'end-date' | 'collection-mode';
      readonly onFile: string;
      readonly atService: string;
    }
  /** Remains: accounts on the mandate that the file does not know. Not reported for an erased payer. */
  | { readonly what: 'unknown-accounts'; readonly onFile: 0; readonly atService: number };

/** How a file differed from the service, and how it still does. Nothing in it is personal. */
export function differencesOf(before: LoanState, after: LoanState, mandate: Mandate): readonly Difference[] {
  return [
    ...putRight(before, after),
    ...booksApart(after, mandate),
    ...termsApart(after, mandate),
    ...unknownAccounts(after, mandate),
  ];
}

// The first reading of a mandate differs from nothing.
function putRight(before: LoanState, after: LoanState): readonly Difference[] {
  const { mandateStatus: onFile } = before;
  return [
    ...(onFile !== undefined && after.mandateStatus !== undefined && onFile !== after.mandateStatus
      ? [{ what: 'mandate-status' as const, onFile, atService: after.mandateStatus }]
      : []),
    ...before.accounts.flatMap(({ account, mandateStatus }) => {
      const now = after.accounts.find((candidate) => candidate.account === account)?.mandateStatus;
      return mandateStatus === undefined || now === undefined || mandateStatus === now
        ? []
        : [{ what: 'account-status' as const, account, onFile: mandateStatus, atService: now }];
    }),
    ...apart(before.collected, after.collected, onFileAs('collected')),
  ];
}

function booksApart(after: LoanState, mandate: Mandate): readonly Difference[] {
  const collected = koboFromAnswer(mandate.collectedAmount);
  const synced = sumKobo(after.collections.map((collection) => collection.collected));
  const items = (mandate.repaymentDetails?.breakdown ?? []).map((item) => koboFromAnswer(item.amountCollected));
  const known = items.filter((item) => item !== undefined);
  const isItemised = items.length > 0 && items.length === known.length;
  const total = koboFromAnswer(mandate.totalAmountDue);
  const due = total === undefined || collected === undefined ? undefined : subtractKobo(total, collected);
  return [
    ...(collected !== undefined && collected < after.collected
      ? apart(after.collected, collected, onFileAs('collected-less'))
      : apart(synced, collected, onFileAs('instalments-synced'))),
    ...apart(isItemised ? sumKobo(known) : undefined, collected, (ofInstalments, atService) => {
      return { what: 'instalments-sum', ofInstalments, atService };
    }),
    ...apart(due, koboFromAnswer(mandate.outstandingBalance), (expected, atService) => {
      return { what: 'outstanding', expected, atService };
    }),
  ];
}

function termsApart({ terms }: LoanState, mandate: Mandate): readonly Difference[] {
  const count = mandate.repaymentDetails?.breakdown.length ?? 0;
  const words = [
    ['start-date', terms.startDate, mandate.startDate],
    ['end-date', terms.endDate, mandate.endDate],
    ['collection-mode', terms.collectionMode, mandate.collectionMode],
  ] as const;
  return [
    ...apart(terms.totalAmountDue, koboFromAnswer(mandate.totalAmountDue), onFileAs('total-due')),
    ...words.flatMap(([what, onFile, atService]) =>
      atService === null || atService === onFile ? [] : [{ what, onFile, atService }],
    ),
    ...(count > 0 && count !== scheduleOf(terms).length
      ? [{ what: 'instalment-count' as const, onFile: scheduleOf(terms).length, atService: count }]
      : []),
  ];
}

function unknownAccounts({ accounts, isErased }: LoanState, { consents }: Mandate): readonly Difference[] {
  if (isErased) return [];
  const known = accounts.flatMap(({ details }) => details ?? []);
  const unknown = consents.filter((consent) => !known.some((details) => isSameAccount(details, consent)));
  return unknown.length > 0 ? [{ what: 'unknown-accounts', onFile: 0, atService: unknown.length }] : [];
}

type Amounts = (one: number, other: number) => Difference;

function apart(one: Kobo | undefined, other: Kobo | undefined, describe: Amounts): readonly Difference[] {
  if (one === undefined || other === undefined || one === other) return [];
  return [describe(nairaFromKobo(one), nairaFromKobo(other))];
}

function onFileAs(what: 'collected' | 'collected-less' | 'instalments-synced' | 'total-due'): Amounts {
  return (onFile, atService) => ({ what, onFile, atService });
}

/** Asks the service about a loan and files changes as after a webhook. A single request if nothing happened. */
export async function visitLoan(
  context: LoanContext,
  before: LoanState,
  { limiter, ...options }: CallOptions & { readonly limiter: RateLimiter },
) {
  const times = new EventTimes();
  const engine = pacedEngine(context.engine, limiter, (operation, data) => times.take(operation, data));
  const paced: LoanContext = { ...context, engine, options };
  const { state: read, mandate } = await readMandate(paced, before);
  const state = await syncInstalments(paced, read, mandate);
  return { state, differed: differencesOf(before, state, mandate), times };
}

const MOST_TRIES = 3;

/** The same engine. Each request waits for the rate limiter. */
function pacedEngine(engine: Engine, limiter: RateLimiter, onAnswer: (operation: OperationId, data: unknown) => void) {
  const call: OperationCall = (id, input, options) => {
    const send = () => engine.call(id, input, { ...options, retries: 0 }).withResponse();
    const answer = callLimited(send, limiter, options?.signal);
    const taken = answer.then((result) => {
      onAnswer(id, result.data);
      return result;
    });
    return new CallPromise(taken);
  };
  const { settings, skew, transport } = engine;
  return { settings, skew, transport, call };
}

async function callLimited<Data>(
  send: () => Promise<CallResult<Data>>,
  limiter: RateLimiter,
  signal: AbortSignal | undefined,
): Promise<CallResult<Data>> {
  for (let tries = 1; ; tries++) {
    await limiter.wait(signal);
    try {
      return await send();
    } catch (error) {
      if (asksToPause(error)) limiter.pause(error.retryAfterMs);
      if (tries >= MOST_TRIES || !(error instanceof RepayKitError) || !error.retryable) throw error;
    }
  }
}

function asksToPause(error: unknown): error is RateLimitError | ServiceError {
  return error instanceof RateLimitError || (error instanceof ServiceError && error.retryAfterMs !== undefined);
}
