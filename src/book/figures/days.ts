/** What was due and what came in, day by day. Amounts are in naira. */
import { dateFromDayNumber } from '../../domain/calendar.ts';
import { naira } from '../amounts.ts';
import type { LoanHistory } from '../history.ts';
import { instalmentsAt, type Moment, paidBy, type Standing } from '../standing.ts';

/** A day in Lagos, `YYYY-MM-DD`. */
export interface DayFigures {
  /** The day. */
  readonly on: string;
  /** What fell due on a past day, or is still unpaid of what falls due on a coming one. */
  readonly due: number;
  /** What came in on that day, less what went back. */
  readonly paid: number;
}

/** Days before and after the day of the figures. */
const SPAN = 90;

export class DailyFigures {
  readonly #at: Moment;
  readonly #due = new Float64Array(2 * SPAN);
  readonly #paid = new Float64Array(2 * SPAN);

  constructor(at: Moment) {
    this.#at = at;
  }

  add(history: LoanHistory, { status }: Standing): void {
    if (status === 'waiting') return;
    const first = this.#at.day - SPAN + 1;
    const paid = paidBy(history, this.#at);
    for (const { day, kobo, before } of instalmentsAt(history, this.#at)) {
      const place = day - first;
      if (place < 0 || place >= 2 * SPAN) continue;
      const unpaid = Math.max(0, Math.min(kobo, before + kobo - paid));
      const counts = day <= this.#at.day ? kobo : status === 'running' ? unpaid : 0;
      this.#due[place] = (this.#due[place] ?? 0) + counts;
    }
    for (const [on, known, kobo] of history.money) {
      const place = on - first;
      if (place >= 0 && on <= this.#at.day && known <= this.#at.known)
        this.#paid[place] = (this.#paid[place] ?? 0) + kobo;
    }
  }

  days(): readonly DayFigures[] {
    return Array.from(this.#due, (due, place) => ({
      on: dateFromDayNumber(this.#at.day - SPAN + 1 + place),
      due: naira(due),
      paid: naira(this.#paid[place] ?? 0),
    }));
  }
}
