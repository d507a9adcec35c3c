/** Facts about a day that the book learned after it. */
import { dateFromDayNumber, formatInstant, SECOND_MS } from '../domain/calendar.ts';
import { naira } from './amounts.ts';
import { endOf } from './figures/debits.ts';
import { type LoanHistory, movements } from './history.ts';

/** A fact of a day or before it that became known later. */
export interface LateFact {
  /** The id of the loan. */
  readonly loanId: string;
  /** `unexplained`: the mandate shows money that no instalment shows yet. `refunded` and `bounced` went back. */
  readonly kind: (typeof movements)[number] | 'disbursed' | 'restructured' | 'closed';
  /** The Lagos day to which it belongs, `YYYY-MM-DD`. */
  readonly on: string;
  /** When the loan file knew it, ISO 8601 UTC. */
  readonly knownAt: string;
  /** In naira. Below 0 for money that went back. Absent if it is about no amount. */
  readonly amount?: number;
}

export function lateFactsOf(loanId: string, history: LoanHistory, day: number): readonly LateFact[] {
  const { disbursed, closed, schedules, money } = history;
  const late = (on: number, known: number) => on <= day && known > endOf(day);
  const fact = (kind: LateFact['kind'], on: number, known: number): LateFact => {
    return { loanId, kind, on: dateFromDayNumber(on), knownAt: formatInstant(known * SECOND_MS) };
  };
  return [
    ...(disbursed && late(disbursed.on, disbursed.known)
      ? [{ ...fact('disbursed', disbursed.on, disbursed.known), amount: naira(disbursed.kobo) }]
      : []),
    ...(closed && late(closed.on, closed.known) ? [fact('closed', closed.on, closed.known)] : []),
    ...schedules
      .slice(1)
      .filter(({ from, known }) => late(from, known))
      .map(({ from, known }) => fact('restructured', from, known)),
    ...money
      .filter(([on, known]) => late(on, known))
      .map(([on, known, kobo, kind]) => ({ ...fact(movements[kind] ?? 'collected', on, known), amount: naira(kobo) })),
  ];
}
