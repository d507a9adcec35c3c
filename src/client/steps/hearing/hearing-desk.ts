import type { LoanState } from '../../../domain/loan/state.ts';
import { StoreError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { LoanContext } from '../loan-context.ts';
import type { InstalmentProof } from './collection-evidence.ts';
import { Hearing } from './hear-instalments.ts';
import { readMandate } from './read-mandate.ts';
import { type SyncTurn, SyncTurns, type TurnTerms } from './sync-turns.ts';

/** Somebody who was told that there is news of a mandate. */
export interface Ringing {
  readonly before: LoanState;
  /** The instalment that is told of, where it is one. */
  readonly reference?: string | undefined;
  /** Awaited before the service is asked for this one and for all that wait with it. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** How often the mandate may be read, and from when on a reading will do; undefined: it is read now. */
  readonly terms?: TurnTerms | undefined;
}

/** No reading was begun: another one answers, or reconciliation will. */
export interface NotRead {
  readonly notRead: 'answered' | 'deferred';
  readonly state: LoanState;
}

/** What asking showed. */
export interface Heard {
  readonly state: LoanState;
  readonly mandate: Mandate;
  /** Of the instalment that was told of; undefined where the service knows no such instalment. */
  readonly proof: InstalmentProof | undefined;
}

interface Waiting extends Ringing {
  readonly resolve: (heard: Heard | NotRead) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks the service about mandates for which somebody rang: one reading of a mandate at a time, and one for all that were waiting when it began. Whoever rings while
 * it is under way may know of something newer, and waits for the next one.
 */
export class HearingDesk {
  readonly #context: LoanContext;
  readonly #waiting = new Map<string, Waiting[]>();

  readonly #turns: SyncTurns;

  constructor(context: LoanContext) {
    this.#context = context;
    this.#turns = new SyncTurns(context);
  }

  /** Asks, and applies what the service shows to the loan's file. @throws RepayKitError when the service could not be asked */
  hear(ringing: Ringing): Promise<Heard | NotRead> {
    return new Promise((resolve, reject) => {
      const { mandateId } = ringing.before;
      const waiting = this.#waiting.get(mandateId);
      if (waiting) waiting.push({ ...ringing, resolve, reject });
      else {
        this.#waiting.set(mandateId, [{ ...ringing, resolve, reject }]);
        void this.#serve(mandateId);
      }
    });
  }

  async #serve(mandateId: string): Promise<void> {
    for (let batch = this.#take(mandateId); batch; batch = this.#take(mandateId)) await this.#hearAll(batch);
  }

  #take(mandateId: string): readonly [Waiting, ...Waiting[]] | undefined {
    const [first, ...others] = this.#waiting.get(mandateId)?.splice(0) ?? [];
    if (!first) this.#waiting.delete(mandateId);
    return first && [first, ...others];
  }

  async #hearAll(batch: readonly [Waiting, ...Waiting[]]): Promise<void> {
    let end: (isRead: boolean) => Promise<unknown> = async () => undefined;
    try {
      const newest = batch.reduce((one, other) => (other.before.version > one.before.version ? other : one));
      const turn = await this.#takeTurn(batch, newest.before);
      if (turn.kind === 'read') end = turn.end;
      else return await this.#answerUnread(batch, turn.kind);
      await batch[0].beforeAsking?.();
      const { state, mandate } = await readMandate(this.#context, newest.before);
      await this.#hearInstalments(batch, { state, mandate });
      await end(true);
    } catch (error) {
      // Those that were answered already are not touched by it.
      for (const { reject } of batch) reject(error);
      await end(false).catch(() => undefined);
    }
  }

  // Whoever sets no terms wants a reading in any case.
  async #takeTurn(batch: readonly Waiting[], state: LoanState): Promise<SyncTurn> {
    const terms = batch.flatMap((waiting) => waiting.terms ?? []);
    if (terms.length < batch.length || this.#context.files.store.isTransaction) return { kind: 'read', end: async () => undefined };
    const sinces = terms.flatMap(({ since }) => since ?? []);
    return this.#turns.take(state, {
      since: sinces.length < terms.length ? undefined : Math.max(...sinces),
      mostAnHour: Math.max(...terms.map(({ mostAnHour }) => mostAnHour)),
    });
  }

  async #answerUnread(batch: readonly [Waiting, ...Waiting[]], notRead: NotRead['notRead']): Promise<void> {
    const state = await this.#context.files.read(batch[0].before.loanId);
    if (notRead === 'deferred' && !(await this.#turns.bringLookForward(state))) {
      throw new StoreError('The loan is being reconciled just now: the notification is tried again', { retryable: true });
    }
    for (const { resolve } of batch) resolve({ notRead, state });
  }

  async #hearInstalments(batch: readonly Waiting[], { state, mandate }: Pick<Heard, 'state' | 'mandate'>): Promise<void> {
    const hearing = new Hearing(this.#context, mandate);
    let heard = (await hearing.hearShown(state)).state;
    const found = new Map<string, InstalmentProof | undefined>();
    for (const reference of new Set(batch.flatMap(({ reference: told }) => told ?? []))) {
      try {
        const answer = await hearing.find(heard, reference);
        heard = answer.state;
        found.set(reference, answer.proof);
      } catch (error) {
        // What cannot be found out about one instalment keeps nobody else from theirs.
        for (const { reject } of batch.filter((waiting) => waiting.reference === reference)) reject(error);
      }
    }
    heard = (await hearing.hearHidden(heard)).state;
    for (const { reference, resolve } of batch) resolve({ state: heard, mandate, proof: reference === undefined ? undefined : found.get(reference) });
  }
}
