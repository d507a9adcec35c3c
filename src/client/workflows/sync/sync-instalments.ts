import { unreportedMoney } from '../../../domain/loan/balances.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { hasUnreadChanges } from '../../../domain/loan/state-changes.ts';
import { AnswerError } from '../../../errors.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { askAttempts } from './ask-mandate.ts';
import { collectionEvents, type InstalmentProof, proofOf } from './collection-evidence.ts';
import {
  changesOfReading,
  type ListedInstalment,
  type LoanReading,
  listInstalments,
  mayHideAttempts,
  mayHideChange,
  moneyOf,
  namesOf,
  readingOf,
  searchOrder,
  showsChange,
} from './listed-instalments.ts';
import { readMandate } from './read-mandate.ts';

/** Files what a reading shows and the file lacks, with the reports that follow. Spec §4.9, §6.3. */
export async function syncInstalments(context: LoanContext, state: LoanState, mandate: Mandate): Promise<LoanState> {
  const instalments = new InstalmentSync(context, mandate);
  const synced = await fileTheRest(context, await instalments.syncHidden(await instalments.syncShown(state)), mandate);
  if (instalments.contradiction) throw instalments.contradiction;
  return synced;
}

/** Files the money that a reading shows and the collections on file do not explain. */
export async function fileTheRest(context: LoanContext, state: LoanState, mandate: Mandate): Promise<LoanState> {
  const restFor = (now: LoanState) => changesOfReading(now, moneyOf(readingOf(mandate, now), now), nowText(context));
  return restFor(state).length === 0 ? state : context.files.decide(state.loanId, restFor);
}

// Each search without a hint costs a call. The next sync continues from here, because it skips what was found.
const LONGEST_SEARCH = 12;

/** How many more silent instalments may be asked about, because a notification may name any of them. */
export interface AskBudget {
  left: number;
}

// Nothing is collected before the disbursement, and nothing is reported after the closure.
function isSynced({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

/** A loan after one of its instalments was asked about, and what is certain about it, if the service knows it. */
export interface Found {
  readonly state: LoanState;
  readonly proof?: InstalmentProof;
  /** Not asked about, because the budget was used up. */
  readonly isUnasked?: true;
}

/** One sync of a loan's instalments. It asks about each instalment once, one at a time. */
export class InstalmentSync {
  readonly #context: LoanContext;
  readonly #mandate: Mandate;
  readonly #budget: AskBudget;
  readonly #asked = new Map<string, InstalmentProof | undefined>();
  /** The instalments that notifications named. */
  readonly #named = new Set<string>();
  readonly #contradictions = new Map<string, AnswerError>();

  constructor(context: LoanContext, mandate: Mandate, budget: AskBudget = { left: Number.POSITIVE_INFINITY }) {
    this.#context = context;
    this.#mandate = mandate;
    this.#budget = budget;
  }

  get contradiction(): AnswerError | undefined {
    return this.#contradictions.values().next().value;
  }

  /** Says which instalments a notification named. All others count as found by asking. */
  expect(references: readonly string[]): void {
    for (const reference of references) this.#named.add(reference);
  }

  /** In the order of the instalments: the balance in a report must not depend on the order of notifications. */
  async syncShown(before: LoanState): Promise<LoanState> {
    let state = before;
    if (!isSynced(state)) return state;
    const listed = listInstalments(this.#mandate, state);
    for (const instalment of listed.filter((candidate) => showsChange(candidate, this.#reading(before))))
      state = await this.#askUnlessContradicted(state, instalment);
    return state;
  }

  /** Asks about instalments for which the mandate shows too little to see a change, or new attempts. */
  async syncHidden(before: LoanState): Promise<LoanState> {
    if (!isSynced(before)) return before;
    const state = await this.#askWhile(mayHideChange, before);
    return this.#askWhile(mayHideAttempts, state);
  }

  async #askWhile(isHidden: typeof mayHideChange, before: LoanState): Promise<LoanState> {
    let state = before;
    const hidden = listInstalments(this.#mandate, state).filter((each) => isHidden(each, this.#reading(state)));
    for (const instalment of this.#search(hidden, state)) {
      // An earlier result may have explained everything.
      if (isHidden(instalment, this.#reading(state)) && this.#spend(instalment))
        state = await this.#askUnlessContradicted(state, instalment);
    }
    return state;
  }

  async find(before: LoanState, reference: string): Promise<Found> {
    let state = before;
    this.expect([reference]);
    const listed = listInstalments(this.#mandate, state);
    const named = listed.find((candidate) => namesOf(candidate, state).includes(reference));
    if (named) return this.#spend(named) ? this.#ask(state, named) : { state, isUnasked: true };
    // No listed instalment has this reference, so the attempts are searched. Other changes are filed on the way.
    const nameless = listed.filter((candidate) => namesOf(candidate, before).length === 0);
    for (const instalment of this.#search(nameless, state)) {
      if (!this.#spend(instalment)) return { state, isUnasked: true };
      const synced = await this.#ask(state, instalment, reference);
      if (synced.proof?.facts.instalmentReference === reference) return synced;
      state = synced.state;
    }
    return { state };
  }

  #spend({ item }: ListedInstalment): boolean {
    if (this.#asked.has(item._id)) return true;
    this.#budget.left -= 1;
    return this.#budget.left >= 0;
  }

  #search(silent: readonly ListedInstalment[], state: LoanState): readonly ListedInstalment[] {
    const unasked = silent.filter(({ item }) => !this.#asked.has(item._id));
    const most = Math.max(0, LONGEST_SEARCH - this.#asked.size);
    return searchOrder(unasked, state, this.#reading(state).today).slice(0, most);
  }

  async #askUnlessContradicted(state: LoanState, listed: ListedInstalment): Promise<LoanState> {
    try {
      return (await this.#ask(state, listed)).state;
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      this.#contradictions.set(listed.item._id, error);
      return state;
    }
  }

  async #ask(state: LoanState, listed: ListedInstalment, wanted?: string): Promise<Found> {
    const contradiction = this.#contradictions.get(listed.item._id);
    if (contradiction) throw contradiction;
    const known = this.#asked.get(listed.item._id);
    if (known || this.#asked.has(listed.item._id)) return { state, ...(known ? { proof: known } : {}) };
    this.#asked.set(listed.item._id, undefined);
    const attempts = await askAttempts(this.#context, { state, mandate: this.#mandate, listed }).catch(
      async (error: unknown) => {
        // What was read counts, even if its attempts cannot be read.
        await fileTheRest(this.#context, state, this.#mandate).catch(() => undefined);
        throw error;
      },
    );
    const proof = proofOf({ listed, attempts }, this.#reading(state), wanted);
    if (!proof) return { state };
    this.#asked.set(listed.item._id, proof);
    const isFound = ![wanted, ...namesOf(listed, state)].some((name) => name !== undefined && this.#named.has(name));
    const merchantReports = this.#context.engine.settings.repaymentReports === 'merchant';
    const synced = await this.#context.files.decide(state.loanId, (now) =>
      collectionEvents(now, proof, { at: nowText(this.#context), merchantReports, isFound }),
    );
    return { state: synced, proof };
  }

  #reading(state: LoanState): LoanReading {
    return { state, mandate: this.#mandate, today: this.#context.engine.settings.clock.today() };
  }
}

/** Files, before a closure, missing reports of money and misses: a process may have ended right after reading them. */
export async function syncUnreported(context: LoanContext, before: LoanState): Promise<LoanState> {
  if (
    context.engine.settings.repaymentReports !== 'merchant' ||
    !(hasUnreadChanges(before) || unreportedMoney(before) > 0)
  )
    return before;
  const { state, mandate } = await readMandate(context, before);
  return syncInstalments(context, state, mandate);
}
