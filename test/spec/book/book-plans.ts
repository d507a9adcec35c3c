/** Plans of random books: how each loan begins, and what happens to it. */
import fc from 'fast-check';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { LoanTerms } from '../../../src/domain/terms.ts';

/** The first day of every book. */
export const BEGINS = '2026-01-05' as PlainDate;
/** The last day on which anything happens. */
export const ENDS = '2026-10-31' as PlainDate;

/** One thing that happens: what, how long after the one before, and numbers that decide the rest. */
export interface Step {
  readonly what: (typeof happenings)[number];
  readonly afterHours: number;
  /** How far the clock of the process was behind, in minutes. */
  readonly behind: number;
  readonly pick: number;
  readonly part: number;
  readonly back: number;
}

export interface LoanPlan {
  readonly startsIn: number;
  readonly count: number;
  readonly period: LoanTerms['period'];
  readonly total: number;
  readonly uneven: boolean;
  /** Days until the disbursement. Above 90: never. */
  readonly sentAfter: number;
  /** Days after the first due date on which the loan was adopted. Below -20: it was not. */
  readonly adoptedAfter: number;
  readonly steps: readonly Step[];
}

const happenings = [
  'attempts',
  'attempts',
  'attempts',
  'daily',
  'sync',
  'sync',
  'sync',
  'sync',
  'oldSync',
  'read',
  'debit',
  'debit',
  'answer',
  'answer',
  'answer',
  'repay',
  'repay',
  'reverse',
  'restructure',
  'dispute',
  'close',
  'note',
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...happenings),
  afterHours: fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 6, max: 72 }),
    fc.integer({ min: 73, max: 600 }),
  ),
  behind: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3_000 })),
  pick: fc.nat(999),
  part: fc.integer({ min: 1, max: 100 }),
  back: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
});

const loanPlan: fc.Arbitrary<LoanPlan> = fc.record({
  startsIn: fc.integer({ min: 3, max: 70 }),
  count: fc.integer({ min: 1, max: 6 }),
  period: fc.constantFrom('weekly', 'monthly', 'monthly'),
  total: fc.integer({ min: 100, max: 90_000_00 }),
  uneven: fc.boolean(),
  sentAfter: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 10 }) }, fc.integer({ min: 11, max: 120 })),
  adoptedAfter: fc.oneof({ weight: 4, arbitrary: fc.constant(-99) }, fc.integer({ min: -20, max: 80 })),
  steps: fc.array(step, { minLength: 10, maxLength: 50, size: 'max' }),
});

/** A book of up to eight loans. */
export const bookPlan = fc.array(loanPlan, { minLength: 1, maxLength: 8, size: 'max' });
