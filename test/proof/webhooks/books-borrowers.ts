/** How the borrowers of the books' proof behave: what is on their accounts around a due date, and what their banks and the lender do then. */
import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { LoanTermsInput } from '../../../src/domain/terms.ts';
import type { Lending } from './borrowers.ts';

/** What happens to a loan around a due date. */
export interface Habit {
  readonly name: string;
  /** Naira on the primary, on the morning of the due date and of the two days after it; undefined: what is there stays. */
  readonly primary: readonly [number, number | undefined, number | undefined];
  /** Naira on the backup, on the morning of the due date. */
  readonly backup?: number;
  /** What the primary's bank answers on the due date; on the second day after it, it is itself again. */
  readonly code?: string;
}

const habits: readonly Habit[] = [
  { name: 'pays', primary: [100_000, undefined, undefined] },
  { name: 'pays from the backup', primary: [0, undefined, undefined], backup: 100_000 },
  { name: 'pays in three parts', primary: [12_345.67, 10_000.5, 30_000] },
  { name: 'pays two days late', primary: [0, undefined, 30_000] },
  { name: 'does not pay', primary: [0, 0, 0] },
  { name: 'has a part on each account', primary: [7_000.25, 0, 20_000], backup: 5_000.5 },
  { name: 'is declined', primary: [100_000, undefined, undefined], code: '57' },
  { name: 'has a bank that answers with a code of its own', primary: [100_000, undefined, undefined], code: 'Z7' },
  { name: 'has a bank that does not know', primary: [100_000, undefined, undefined], code: '09' },
  { name: 'pays a part and no more', primary: [11_111.11, 0, 0] },
];

/** Of a loan, at its first, second and third due date. */
export function habitOf(number: number, due: number): Habit {
  // Each loan meets three habits, and all of them in all places.
  return habits[(number * 3 + due * 7 + Math.floor(number / 10)) % habits.length] as Habit;
}

/** Is it debited on demand? */
export const isManual = (number: number) => number % 4 === 3;

/** The due dates. */
export const dueDates = ['2026-02-01' as PlainDate, '2026-03-01' as PlainDate, '2026-04-01' as PlainDate] as const;

/** Everything is over then. */
export const TENURE_ENDS = '2026-04-15';

const terms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: TENURE_ENDS,
  frequency: 'monthly',
  collectionMode: 'auto',
};

/** What is lent to a borrower. */
export function lendingOf(number: number): Lending {
  return { number, terms: isManual(number) ? { ...terms, collectionMode: 'manual' } : terms, balances: [0, 0] };
}
