/** The figures of `repaykit/book` against SQL over the raw events, and what must hold between the figures. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFile } from '../../../src/book/entry.ts';
import { endOf } from '../../../src/book/figures/debits.ts';
import { FiguresBuilder } from '../../../src/book/figures/figures.ts';
import { historyOf, historyText } from '../../../src/book/history-text.ts';
import {
  addDays,
  dateFromDayNumber,
  dayNumber,
  formatInstant,
  type PlainDate,
  parseInstant,
} from '../../../src/domain/calendar.ts';
import { loanBalances } from '../../../src/domain/loan/balances.ts';
import { sized } from '../../size.ts';
import { BEGINS, bookPlan, ENDS } from './book-plans.ts';
import { type MadeFile, makeBook } from './made-books.ts';
import { SqlJudge } from './sql-judge.ts';

interface Moment {
  readonly day: number;
  /** Seconds since 1970. */
  readonly known: number;
}

const monthEnds = ['02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) =>
  addDays(`2026-${month}-01` as PlainDate, -1),
);
const day = fc.oneof(
  fc.integer({ min: dayNumber(BEGINS), max: dayNumber(ENDS) + 40 }),
  fc.constantFrom(...monthEnds.map(dayNumber)),
);
/** A day, and the end of that day, of a later or an earlier one, or a time within it. */
const moment: fc.Arbitrary<Moment> = fc
  .record({
    day,
    later: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 60 }),
      fc.constant(400),
      fc.integer({ min: -30, max: -1 }),
    ),
    seconds: fc.oneof(fc.constant(0), fc.nat(86_400)),
  })
  .map((of) => ({ day: of.day, known: endOf(of.day + of.later) - of.seconds }));

type Events = Pick<MadeFile, 'loanId' | 'stored'>;

function figuresOf(files: readonly Events[], at: Moment) {
  const builder = new FiguresBuilder(at);
  for (const { loanId, stored } of files) {
    const { history } = readFile({ loanId, events: stored });
    builder.add(historyOf(historyText(history)));
  }
  return builder.figures();
}

/** The files as they were at a time: the events that they knew by then. */
function filesOf(files: readonly Events[], known: number): readonly Events[] {
  return files.flatMap(({ loanId, stored }) => {
    const later = stored.findIndex(({ body }) => Math.floor((parseInstant(JSON.parse(body).at) ?? 0) / 1_000) > known);
    const before = later < 0 ? stored : stored.slice(0, later);
    return before.length > 0 ? [{ loanId, stored: before }] : [];
  });
}

const kobo = (naira: number) => Math.round(naira * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + kobo(amount), 0);
const count = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);

describe('the figures of random books', () => {
  let judge: SqlJudge;
  beforeAll(async () => {
    judge = await SqlJudge.start();
  });
  afterAll(() => judge.close());

  test('are those of SQL over the raw events, to the kobo', async () => {
    await fc.assert(
      fc.asyncProperty(bookPlan, fc.array(moment, { minLength: 4, maxLength: 4 }), async (plans, moments) => {
        const files = makeBook(plans);
        await judge.load(files);
        for (const at of moments) {
          const asked = { asOf: dateFromDayNumber(at.day), knownAt: formatInstant(at.known * 1_000) };
          expect(figuresOf(files, at), JSON.stringify(asked)).toEqual(await judge.figures(asked));
        }
      }),
      { numRuns: sized(8, 50) },
    );
  });

  test('of a day are the same when they are computed later, as far as things were known then', () => {
    fc.assert(
      fc.property(bookPlan, moment, (plans, at) => {
        const files = makeBook(plans);
        expect(figuresOf(files, at)).toEqual(figuresOf(filesOf(files, at.known), at));
      }),
      { numRuns: sized(100, 1_000) },
    );
  });

  test('add up', () => {
    fc.assert(
      fc.property(bookPlan, moment, (plans, at) => {
        const { summary, buckets, staging, rolls, cureRate, vintages, cascade } = figuresOf(makeBook(plans), at);
        const { loans, collected, repaidElsewhere, reversed, outstanding, due, overpaid } = summary;
        const left = sum([collected, repaidElsewhere, -reversed, outstanding]);
        expect(left, 'what came in and what is left').toBe(sum([due, overpaid]));
        for (const parts of [buckets, staging]) {
          expect(sum(parts.map(({ balance }) => balance))).toBe(kobo(summary.balance));
          expect(count(parts.map((part) => part.loans))).toBe(loans.running);
        }
        expect(sum(buckets.map(({ arrears }) => arrears))).toBe(kobo(summary.arrears));
        for (const { to, ...row } of rolls.rows) {
          expect(sum(Object.values(to).map(({ balance }) => balance))).toBe(kobo(row.balance));
          expect(count(Object.values(to).map((end) => end.loans))).toBe(row.loans);
        }
        expect(count(rolls.rows.slice(2).map((row) => row.loans))).toBe(cureRate.atRisk.loans);
        expect(sum(vintages.map(({ disbursed }) => disbursed))).toBe(kobo(summary.disbursed));
        expect(count(vintages.map(({ disbursedLoans }) => disbursedLoans))).toBe(count(Object.values(loans)));
        expect(count(cascade.map(({ shareOfCollected }) => shareOfCollected))).toBeCloseTo(
          cascade.some((step) => step.collected > 0) ? 1 : 0,
        );
      }),
      { numRuns: sized(100, 1_000) },
    );
  });

  test('end with the balances of the loans', () => {
    const end = dayNumber(ENDS) + 365;
    fc.assert(
      fc.property(bookPlan, (plans) => {
        for (const file of makeBook(plans)) {
          const { summary } = figuresOf([file], { day: end, known: endOf(end) });
          const { collected, repaidOutside, due, outstanding, overpaid } = loanBalances(file.state);
          const isSent = count(Object.values(summary.loans)) > 0;
          expect({
            cameIn: sum([summary.collected, summary.repaidElsewhere, -summary.reversed]),
            due: kobo(summary.due),
            outstanding: kobo(summary.outstanding),
            overpaid: kobo(summary.overpaid),
          }).toEqual(
            isSent
              ? { cameIn: collected + repaidOutside, due, outstanding, overpaid }
              : { cameIn: 0, due: 0, outstanding: 0, overpaid: 0 },
          );
        }
      }),
      { numRuns: sized(100, 1_000) },
    );
  });
});
