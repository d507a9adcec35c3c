import type { LoanEvent } from '../domain/loan/events.ts';
import { applyEvent, isKnownEvent, reduceLoan } from '../domain/loan/reduce.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { ConflictError, InputError, StoreError } from '../errors.ts';
import type { LoanStore } from './store.ts';

// Whoever loses this many races in a row is told, rather than kept waiting.
const MAX_RACES = 8;

/** Loan files as states: reads them, and writes what was decided on the newest state. */
export class LoanFiles {
  readonly #store: LoanStore;

  constructor(store: LoanStore) {
    this.#store = store;
  }

  /** The loan as its file says now, or undefined if it is unknown. */
  async find(loanId: string): Promise<LoanState | undefined> {
    const file = await this.#store.load(loanId);
    return file && reduceLoan(readable(loanId, file.events));
  }

  /** The loan as its file says now. @throws InputError if it is unknown. */
  async read(loanId: string): Promise<LoanState> {
    const state = await this.find(loanId);
    if (!state)
      throw new InputError('Unknown loan', [
        { path: 'loanId', message: `no file in this store is named '${loanId}': open the loan first, or check the store` },
      ]);
    return state;
  }

  /** The loan that owns a mandate, or undefined. */
  async findByMandate(mandateId: string): Promise<LoanState | undefined> {
    const loanId = await this.#store.findByMandate(mandateId);
    return loanId === undefined ? undefined : this.find(loanId);
  }

  /** Begins a file. @throws ConflictError if it exists. */
  async begin(loanId: string, event: LoanEvent): Promise<LoanState> {
    await this.#store.append(loanId, 0, [event]);
    return this.read(loanId);
  }

  /**
   * Decides on the newest state and appends what follows from it. When another process was first, the decision is made again on what it left;
   * `decide` therefore only looks and answers, it does nothing. Its refusals (throws) end the call with nothing written.
   */
  decide(loanId: string, decide: (state: LoanState) => readonly LoanEvent[]): Promise<LoanState> {
    return this.#append(loanId, decide, MAX_RACES);
  }

  /** Writes down what has happened already. It is not given up for lost races: somebody else made progress each time, and a fact has to get onto the file. */
  record(loanId: string, events: readonly LoanEvent[]): Promise<LoanState> {
    return this.#append(loanId, () => events, Number.POSITIVE_INFINITY);
  }

  async #append(loanId: string, decide: (state: LoanState) => readonly LoanEvent[], maxRaces: number): Promise<LoanState> {
    for (let race = 1; ; race++) {
      const state = await this.read(loanId);
      const events = decide(state);
      if (events.length === 0) return state;
      try {
        await this.#store.append(loanId, state.version, events);
        return after(state, events);
      } catch (error) {
        if (!(error instanceof ConflictError) || race >= maxRaces) throw error;
      }
    }
  }

  /** Loan ids in the order in which the files were begun. */
  list(page: { readonly after?: string; readonly limit: number }) {
    return this.#store.list(page);
  }
}

// Passing over what is not understood would show a loan that is not the one on file.
function readable(loanId: string, events: readonly LoanEvent[]): readonly LoanEvent[] {
  const unknown = events.find((event) => !isKnownEvent(event.type));
  if (!unknown) return events;
  throw new StoreError(`The file of loan '${loanId}' holds an event '${unknown.type}' that this version does not know: upgrade repaykit`);
}

function after(state: LoanState, events: readonly LoanEvent[]): LoanState {
  let next: LoanState | undefined = state;
  for (const event of events) next = applyEvent(next, event);
  if (!next) throw new StoreError('A loan file lost its beginning: restore it from a backup');
  return next;
}
