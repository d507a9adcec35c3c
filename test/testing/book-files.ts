import { lagosDay, parseInstant } from '../../src/domain/calendar.ts';
import type { LoanEvent } from '../../src/domain/loan/events/events.ts';
import type { PlayedBook } from '../../src/testing/index.ts';

/** The events of a loan's file. */
export async function eventsOf({ store }: PlayedBook, loanId: string): Promise<readonly LoanEvent[]> {
  const file = await store.load(loanId);
  return (file?.events ?? []).map(({ body }) => JSON.parse(body));
}

interface FirstAttempt {
  readonly at: string;
  readonly code: string | undefined;
  readonly amount: number;
}

/** The response code of the first attempt on each instalment that was tried on its due date. */
export async function firstAttempts(book: PlayedBook, loanId: string): Promise<readonly (string | undefined)[]> {
  const dueOn = new Map<string | undefined, string | undefined>();
  const first = new Map<string | undefined, FirstAttempt>();
  for (const event of await eventsOf(book, loanId)) {
    if (event.type === 'mandate.read')
      for (const { breakdownId, dueDate } of event.instalments) dueOn.set(breakdownId, dueDate);
    if (event.type !== 'collection.confirmed') continue;
    for (const { at, code, amount } of event.attempts ?? [])
      for (const time of at) {
        const known = first.get(event.breakdownId);
        // At one moment the platform first tries the whole amount, and then what an account holds.
        const isFirst = !known || time < known.at || (time === known.at && amount > known.amount);
        if (isFirst) first.set(event.breakdownId, { at: time, code, amount });
      }
  }
  return [...first].flatMap(([id, { at, code }]) => (lagosDay(parseInstant(at) ?? 0) === dueOn.get(id) ? [code] : []));
}
