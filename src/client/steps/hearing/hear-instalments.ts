import type { CollectionFacts } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { CallOptions } from '../../engine/call-options.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { askAttempts } from './ask-attempts.ts';
import { proofOf } from './collection-evidence.ts';
import { eventsOfCollection } from './hear-collection.ts';
import { type LoanReading, mayHideNews, showsNews } from './instalment-news.ts';
import { type ListedInstalment, listInstalments, namesOf, searchOrder } from './listed-instalments.ts';

/**
 * Hears what a reading of the mandate shows and the loan's file does not hold, whoever rang: reads the attempts of each instalment with news, writes the news
 * down and files the reports that follow from it, as a webhook about it would. Asks nothing when nothing is news. Spec §4.9, §6.3.
 */
export async function hearInstalments(context: LoanContext, state: LoanState, mandate: Mandate, options?: CallOptions): Promise<LoanState> {
  return (await new Hearing(context, mandate, options).hear(state)).state;
}

// What is looked for without a hint costs a call each, and anybody can ring. The next hearing goes on from here, because it passes over what was found.
const LONGEST_SEARCH = 12;

// Before money was sent nothing is collected, and after the closure nothing is reported.
function isHeard({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

/** One hearing of a loan: no instalment is asked about twice. One thing at a time. */
export class Hearing {
  readonly #context: LoanContext;
  readonly #mandate: Mandate;
  readonly #options: CallOptions | undefined;
  readonly #asked = new Map<string, CollectionFacts | undefined>();

  constructor(context: LoanContext, mandate: Mandate, options?: CallOptions) {
    this.#context = context;
    this.#mandate = mandate;
    this.#options = options;
  }

  async hear(before: LoanState): Promise<{ readonly state: LoanState }> {
    return this.hearHidden((await this.hearShown(before)).state);
  }

  /** Hears what the mandate shows and the file does not hold, in the order of the instalments: what a report says is owed must not depend on who rang first. */
  async hearShown(before: LoanState): Promise<{ readonly state: LoanState }> {
    let state = before;
    if (!isHeard(state)) return { state };
    const listed = listInstalments(this.#mandate, state);
    for (const instalment of listed.filter((candidate) => showsNews(candidate, this.#reading(state)))) {
      state = (await this.#ask(state, instalment)).state;
    }
    return { state };
  }

  /** Asks about instalments of which the mandate shows too little to tell whether there is news. */
  async hearHidden(before: LoanState): Promise<{ readonly state: LoanState }> {
    let state = before;
    if (!isHeard(state)) return { state };
    const listed = listInstalments(this.#mandate, state);
    const hidden = listed.filter((candidate) => mayHideNews(candidate, this.#reading(state)));
    for (const instalment of this.#search(hidden, state)) {
      // What was found on another one may have explained it all.
      if (mayHideNews(instalment, this.#reading(state))) state = (await this.#ask(state, instalment)).state;
    }
    return { state };
  }

  /** Asks about an instalment in any case, because a webhook rang for it. Without facts, the service knows no such instalment. */
  async find(before: LoanState, reference: string): Promise<{ readonly state: LoanState; readonly facts?: CollectionFacts }> {
    let state = before;
    const listed = listInstalments(this.#mandate, state);
    const named = listed.find((candidate) => namesOf(candidate, state).includes(reference));
    if (named) return this.#ask(state, named);
    // The interface shows no more of an instalment than its id, so where the reference stands nowhere else it is looked for among the attempts. What else is
    // met there is heard as well, so that it is not asked about again.
    const nameless = listed.filter((candidate) => namesOf(candidate, before).length === 0);
    for (const instalment of this.#search(nameless, state)) {
      const heard = await this.#ask(state, instalment, reference);
      if (heard.facts?.instalmentReference === reference) return heard;
      state = heard.state;
    }
    return { state };
  }

  #search(silent: readonly ListedInstalment[], state: LoanState): readonly ListedInstalment[] {
    const unasked = silent.filter(({ item }) => !this.#asked.has(item._id));
    return searchOrder(unasked, state, this.#reading(state).today).slice(0, Math.max(0, LONGEST_SEARCH - this.#asked.size));
  }

  async #ask(state: LoanState, listed: ListedInstalment, wanted?: string): Promise<{ readonly state: LoanState; readonly facts?: CollectionFacts }> {
    const known = this.#asked.get(listed.item._id);
    if (known || this.#asked.has(listed.item._id)) return { state, ...(known ? { facts: known } : {}) };
    this.#asked.set(listed.item._id, undefined);
    const attempts = await askAttempts(this.#context, { state, mandate: this.#mandate, listed }, this.#options);
    const proof = proofOf({ listed, attempts }, this.#reading(state), wanted);
    if (!proof) return { state };
    this.#asked.set(listed.item._id, proof.facts);
    const merchantReports = this.#context.engine.settings.repaymentReports === 'merchant';
    const heard = await this.#context.files.decide(state.loanId, (now) => eventsOfCollection(now, proof, { at: nowText(this.#context), merchantReports }));
    return { state: heard, facts: proof.facts };
  }

  #reading(state: LoanState): LoanReading {
    return { state, mandate: this.#mandate, today: this.#context.engine.settings.clock.today() };
  }
}
