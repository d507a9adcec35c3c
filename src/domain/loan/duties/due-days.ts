/** By which day a duty has to be done, as far as the loan's own schedule gives one. Spec §1, §1.5, §1.6. */
import { lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { scheduleOf } from '../../terms.ts';
import type { LoanState } from '../state.ts';
import type { Duty } from './duty.ts';

/** What says until when. */
export type Deadline = Pick<Duty, 'until'>;

/**
 * By the first due date since the loan is here: no money is sent after it, and nothing is collected on it unless the disbursement is reported. It does not
 * move when it has passed. Spec §1, §1.5.
 */
export function byFirstDueDate(state: LoanState): Deadline {
  return until(nextDueDate(state, lagosDay(parseInstant(state.openedAt) ?? 0)));
}

/** By the next day on which something falls due, else by the end of the tenure; after that nothing is collected. Spec §1.6, §8. */
export function byNextDueDate(state: LoanState, today: PlainDate): Deadline {
  const { endDate } = state.terms;
  return today > endDate ? {} : until(nextDueDate(state, today) ?? endDate);
}

/** The first due date from a day on, that day included. */
export function nextDueDate({ terms }: LoanState, from: PlainDate): PlainDate | undefined {
  return scheduleOf(terms).find(({ dueDate }) => dueDate >= from)?.dueDate;
}

/** The day as a part of a duty. */
export function until(day: string | undefined): Deadline {
  return day === undefined ? {} : { until: day };
}
