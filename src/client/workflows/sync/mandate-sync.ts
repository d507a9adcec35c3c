import { HOUR_MS, type Instant, MINUTE_MS } from '../../../domain/calendar.ts';
import { isAskedAbout } from '../../../domain/loan/reconcile-due.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { RateLimitError, StoreError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import { LEASE_MS, planAgain } from '../leases.ts';
import type { LoanContext } from '../loan-context.ts';
import type { InstalmentProof } from './collection-evidence.ts';
import { readMandate } from './read-mandate.ts';
import { type AskBudget, fileTheRest, InstalmentSync } from './sync-instalments.ts';

/** Limits on reading a mandate for notifications. */
export interface ReadingTerms {
  /** Accepts a reading that began at this moment or later. Undefined accepts only one that begins now. */
  readonly since: Instant | undefined;
  /** The limit of readings per mandate and hour. */
  readonly mostAnHour: number;
}

/** A request to read a mandate again, after a notification. */
export interface SyncRequest {
  readonly before: LoanState;
  readonly reference?: string | undefined;
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  readonly terms?: ReadingTerms | undefined;
}

export interface SyncResult {
  readonly state: LoanState;
  readonly mandate: Mandate;
  /** The proof of the named instalment. Undefined if the service does not know it. */
  readonly proof: InstalmentProof | undefined;
}

interface Waiting extends SyncRequest {
  readonly resolve: (synced: SyncResult | undefined) => void;
  readonly reject: (error: unknown) => void;
}

type Batch = readonly [Waiting, ...Waiting[]];

interface Reading {
  readonly beganAt: Instant;
  readonly mandate: Mandate;
  readonly instalments: InstalmentSync;
  state: LoanState;
}

/** How often this process read a mandate within an hour, and the last reading. */
interface ReadingsOfHour {
  readonly hour: number;
  readonly count: number;
  /** What is left for questions about instalments. Undefined until a reading with terms. */
  readonly budget: AskBudget | undefined;
  readonly last: Reading | undefined;
}

const MOST_REMEMBERED = 1_000;
// Reconciliation visits a deferred mandate at most once per this interval.
const DEFERRED_TO_MS = 15 * MINUTE_MS;

/** Reads mandates after notifications, one reading at a time. Requests that come during one wait for the next. */
export class MandateSync {
  readonly #context: LoanContext;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #readings = new Map<string, ReadingsOfHour>();

  constructor(context: LoanContext) {
    this.#context = context;
  }

  /** Applies the service's answer to the loan's file. Undefined if reconciliation will: it was read often enough. */
  sync(request: SyncRequest): Promise<SyncResult | undefined> {
    return new Promise((resolve, reject) => {
      const { mandateId } = request.before;
      const waiting = this.#waiting.get(mandateId);
      if (waiting) waiting.push({ ...request, resolve, reject });
      else {
        this.#waiting.set(mandateId, [{ ...request, resolve, reject }]);
        void this.#serve(mandateId);
      }
    });
  }

  async #serve(mandateId: string): Promise<void> {
    for (let batch = this.#take(mandateId); batch; batch = this.#take(mandateId)) await this.#serveBatch(batch);
  }

  #take(mandateId: string): Batch | undefined {
    const [first, ...others] = this.#waiting.get(mandateId)?.splice(0) ?? [];
    if (!first) this.#waiting.delete(mandateId);
    return first && [first, ...others];
  }

  async #serveBatch(batch: Batch): Promise<void> {
    try {
      const { before } = batch.reduce((one, other) => (other.before.version > one.before.version ? other : one));
      const reading = this.#answering(batch, before) ?? (await this.#read(batch, before));
      if (reading) await this.#answerWithInstalments(batch, reading);
      else await this.#defer(batch, before);
    } catch (error) {
      // This does not affect requests that were answered already.
      for (const { reject } of batch) reject(error);
      this.#forget(batch[0].before.mandateId);
    }
  }

  // A reading that began after all requests came, if the file has not changed since.
  #answering(batch: Batch, { mandateId, version }: LoanState): Reading | undefined {
    const last = this.#readings.get(mandateId)?.last;
    const isAnswered = batch.every(({ terms }) => last && terms?.since !== undefined && last.beganAt >= terms.since);
    return isAnswered && last && version <= last.state.version ? last : undefined;
  }

  // Undefined if the mandate was read often enough. A caller without terms always gets a reading.
  async #read(batch: Batch, before: LoanState): Promise<Reading | undefined> {
    const { mandateId } = before;
    const beganAt = this.#context.engine.settings.clock.now();
    const hour = Math.floor(beganAt / HOUR_MS);
    const known = this.#readings.get(mandateId);
    const mostAnHour = Math.max(...batch.map(({ terms }) => terms?.mostAnHour ?? Number.POSITIVE_INFINITY));
    const { count, budget: left } = known?.hour === hour ? known : { count: 0, budget: undefined };
    if (count >= mostAnHour) return undefined;
    const budget = left ?? (Number.isFinite(mostAnHour) ? { left: mostAnHour } : undefined);
    this.#remember(mandateId, { hour, count: count + 1, budget, last: undefined });
    await batch[0].beforeAsking?.();
    const { state, mandate } = await readMandate(this.#context, before);
    const last: Reading = {
      beganAt,
      mandate,
      instalments: new InstalmentSync(this.#context, mandate, Number.isFinite(mostAnHour) ? budget : undefined),
      state,
    };
    last.instalments.expect(batch.flatMap(({ reference }) => reference ?? []));
    last.state = await last.instalments.syncShown(state);
    this.#remember(mandateId, { hour, count: count + 1, budget, last });
    return last;
  }

  #remember(mandateId: string, readings: ReadingsOfHour): void {
    this.#readings.delete(mandateId);
    this.#readings.set(mandateId, readings);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > MOST_REMEMBERED && oldest !== undefined) this.#readings.delete(oldest);
  }

  #forget(mandateId: string): void {
    const known = this.#readings.get(mandateId);
    if (known) this.#readings.set(mandateId, { ...known, last: undefined });
  }

  async #defer(batch: readonly Waiting[], { loanId, stage }: LoanState): Promise<void> {
    if (!isAskedAbout(stage)) {
      const { clock } = this.#context.engine.settings;
      throw new RateLimitError(
        'The mandate was read often enough this hour: the notification is tried again in the next one',
        HOUR_MS - (clock.now() % HOUR_MS),
      );
    }
    if (!(await this.#bringVisitForward(loanId))) {
      throw new StoreError('The loan is being reconciled just now: the notification is tried again', {
        retryable: true,
      });
    }
    for (const { resolve } of batch) resolve(undefined);
  }

  // Visits the loan soon. False if a visit is in progress, which may have begun before this request.
  async #bringVisitForward(loanId: string): Promise<boolean> {
    const { files, engine } = this.#context;
    const now = engine.settings.clock.now();
    // All requests deferred in the same quarter of an hour share one visit, and cannot postpone it.
    const soon = (Math.floor(now / DEFERRED_TO_MS) + 1) * DEFERRED_TO_MS;
    const [claim] = await files.store.claim({ kinds: ['reconcile'], loanId, limit: 1, now, leaseMs: LEASE_MS });
    if (claim)
      return files.store.settle(claim, {
        kind: 'failed',
        dueAt: Math.min(claim.dueAt, soon),
        reason: 'notifications wait for it',
      });
    // The visit is leased, or none was ever planned. The next try shows which.
    while (!(await planAgain(this.#context, await files.read(loanId), { reconcile: soon })));
    return false;
  }

  async #answerWithInstalments(batch: Batch, reading: Reading): Promise<void> {
    const { instalments, mandate } = reading;
    const found = new Map<string, InstalmentProof | undefined>();
    const unasked = new Set<string | undefined>();
    for (const reference of new Set(batch.flatMap(({ reference: named }) => named ?? []))) {
      try {
        const answer = await instalments.find(reading.state, reference);
        reading.state = answer.state;
        found.set(reference, answer.proof);
        if (answer.isUnasked) unasked.add(reference);
      } catch (error) {
        // A failure about one instalment does not affect the others, but this reading answers no later request.
        this.#forget(batch[0].before.mandateId);
        for (const { reject } of batch.filter((waiting) => waiting.reference === reference)) reject(error);
      }
    }
    reading.state = await fileTheRest(this.#context, await instalments.syncHidden(reading.state), mandate);
    const { state } = reading;
    const deferred = batch.filter(({ reference }) => unasked.has(reference));
    for (const { reference, resolve } of batch.filter((waiting) => !deferred.includes(waiting)))
      resolve({ state, mandate, proof: reference === undefined ? undefined : found.get(reference) });
    if (deferred.length > 0) await this.#defer(deferred, state);
  }
}
