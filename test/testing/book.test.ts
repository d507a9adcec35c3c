import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvidence } from '../../src/index.ts';
import { type BookProgress, createBook, type PlayedBook } from '../../src/testing/index.ts';
import { sized } from '../size.ts';
import { eventsOf, firstAttempts } from './book-files.ts';

const options = { loans: sized(40, 1_000), months: sized(4, 12), seed: 7 };

const rareEvents = [
  'loan.abandoned',
  'debit.settled',
  'repayment.recorded',
  'cancellation.requested',
  'obligation.recorded',
  'dispute.resolved',
] as const;

describe('a played book', () => {
  const progress: BookProgress[] = [];
  let book: PlayedBook;
  beforeAll(
    async () => {
      book = await createBook({ ...options, onProgress: (each) => progress.push(each) });
    },
    sized(60_000, 600_000),
  );
  afterAll(() => book.close());

  test('finds too little money at 29 to 45 % of the first attempts on a due date', async () => {
    const codes = (await Promise.all(book.loanIds.map((loanId) => firstAttempts(book, loanId)))).flat();
    const share = codes.filter((code) => code === '51').length / codes.length;
    expect(codes.length).toBeGreaterThan(options.loans * 2);
    expect(share).toBeGreaterThan(0.29);
    expect(share).toBeLessThan(0.45);
  });

  test('has every type of payer and every kind of story', async () => {
    expect(new Set(book.loans.map(({ payer }) => payer))).toEqual(new Set(['salary', 'trader', 'gig']));
    expect(new Set(book.loans.map(({ story }) => story)).size).toBe(9);
    const events = (await Promise.all(book.loanIds.map((loanId) => eventsOf(book, loanId)))).flat();
    const types = new Set(events.map(({ type }) => type));
    for (const type of rareEvents) expect(types).toContain(type);
  });

  test('has files whose balances are those of the service', async () => {
    for (const loanId of book.loanIds) {
      const loan = await book.kit.loans.get(loanId);
      if (loan.stage !== 'collecting' && loan.stage !== 'closed') continue;
      const { mandate } = await book.controls.readMandate(loan.mandateId);
      const returned = loan.reversals.reduce((sum, { of, amount }) => (of === 'collection' ? sum + amount : sum), 0);
      expect([loanId, loan.balances.collected + returned]).toEqual([loanId, mandate.collectedAmount]);
    }
  });

  test('has evidence that verifies', async () => {
    for (const loanId of book.loanIds.slice(0, 100))
      expect((await verifyEvidence(await book.kit.loans.evidence(loanId))).ok).toBe(true);
  });

  test('says how far it is, without personal data', () => {
    expect(progress).toHaveLength(options.months);
    expect(progress.at(-1)).toMatchObject({ month: options.months, loans: options.loans });
    expect(Object.keys(progress[0] ?? {})).toEqual(['month', 'day', 'loans', 'ended']);
  });
});
