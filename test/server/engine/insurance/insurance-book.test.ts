import { expect, test } from 'vitest';
import type { Instant } from '../../../../src/domain/calendar.ts';
import {
  createClaim,
  createInsuranceBook,
  SEEDED_POLICY_NUMBER,
  yearAfter,
} from '../../../../src/server/engine/insurance/policies.ts';

test('a cover lasts a year, and is open where the year would end beyond what a timestamp can say', () => {
  expect(yearAfter(Date.parse('2026-01-05T08:00:00Z') as Instant)).toBe('2027-01-04T23:00:00.000Z');
  expect(yearAfter(Date.parse('9998-12-30T08:00:00Z') as Instant)).toBe('9999-12-29T23:00:00.000Z');
  expect(yearAfter(Date.parse('9999-06-01T08:00:00Z') as Instant)).toBeNull();
});

test('claims are numbered, however often the book is copied in between', () => {
  const book = createInsuranceBook(0);
  const claim = (within: typeof book) => {
    const made = createClaim(within, { amount: 1, policy_number: SEEDED_POLICY_NUMBER, payment_details: {} } as never, {
      now: 0,
      filesUrl: '',
    });
    return made.ok ? made.data.claim.id : undefined;
  };
  expect([claim(book), claim(book), claim(structuredClone(book))]).toEqual([9001, 9002, 9003]);
});
