import { describe, expect, test } from 'vitest';
import { bearsOut, type InstalmentProof, proofOf } from '../../../src/client/workflows/sync/collection-evidence.ts';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import type { Kobo } from '../../../src/domain/money.ts';
import type { CollectionAttempt } from '../../../src/wire/types/collection-types.ts';
import type { CollectionPayload } from '../../../src/wire/webhooks/webhook-types.ts';

const kobo = (amount: number) => amount as Kobo;

/** An instalment of ₦300 that failed, then took ₦100, then the rest. */
function proof(change: Partial<InstalmentProof['facts']> = {}, past: Partial<InstalmentProof> = {}): InstalmentProof {
  const facts = {
    instalmentReference: 'r1',
    status: 'success',
    due: kobo(30_000),
    collected: kobo(30_000),
    date: '2026-02-03',
    ...change,
  };
  return {
    facts,
    paidOn: '2026-02-03',
    amounts: [kobo(0), kobo(10_000), kobo(30_000)],
    hasFailed: true,
    wasOverdue: true,
    ...past,
  };
}

const claim = (instalmentStatus: string, amountCollected: number) =>
  ({ instalmentStatus, amountCollected }) as CollectionPayload;

describe('what was on an instalment', () => {
  const attempt = (amount: number, createdAt: string, status = 'successful') =>
    ({ status, amount, createdAt, instalmentReference: 'r1', responseMessage: 'no' }) as CollectionAttempt;
  const listed = {
    item: { _id: 'b1', instalmentReference: 'r1', amountCollected: 100 },
    due: kobo(10_000),
    dueDate: '2026-02-01',
  };
  const proven = (attempts: readonly CollectionAttempt[]) =>
    proofOf(
      { listed, attempts },
      {
        state: { collections: [], accounts: [], isErased: true } as unknown as LoanState,
        today: '2026-02-05' as PlainDate,
      },
    );

  test('is added up in the order of the attempts, which come newest first, also within one moment', () => {
    const at = '2026-02-02T09:00:00.000Z';
    expect(proven([attempt(40, at), attempt(60, at)])?.amounts).toEqual([0, 6_000, 10_000, 10_000]);
  });

  test('was missed where an attempt failed on a day before any money came', () => {
    const money = attempt(100, '2026-02-02T09:00:00.000Z');
    expect(proven([money, attempt(100, '2026-02-01T09:00:00.000Z', 'failed')])).toMatchObject({
      hasFailed: true,
      wasOverdue: true,
    });
    expect(proven([money, attempt(100, '2026-02-02T07:00:00.000Z', 'failed')])).toMatchObject({
      hasFailed: false,
      wasOverdue: false,
    });
    expect(proven([attempt(100, '2026-02-03T09:00:00.000Z', 'failed'), money])).toMatchObject({ hasFailed: false });
  });
});

describe('a webhook about an instalment', () => {
  test.each([
    ['success', 300],
    [' Success ', 300],
    ['partially paid', 100],
    ['overdue', 0],
    ['failed', 0],
    ['processing', 0],
    ['processing', 100],
  ])('is borne out where it stands so, or stood so before: %s with ₦%d', (status, naira) => {
    expect(bearsOut(proof(), claim(status, naira))).toBe(true);
  });

  test.each([
    ['success', 100],
    ['success', 0],
    ['success', 300.01],
    ['partially paid', 99.99],
    ['partially paid', 300],
    ['partially paid', 0],
    ['failed', -1],
    ['failed', 300],
    ['overdue', 300],
    ['processing', 300],
    ['processing', 50],
    ['reversed', 100],
    ['', 0],
    ['scheduled', 300],
    ['partially paid', Number.NaN],
  ])('is not where it never stood so: %s with ₦%d', (status, naira) => {
    expect(bearsOut(proof(), claim(status, naira))).toBe(false);
  });

  test('is not ahead of what the service shows', () => {
    const failed = proof({ status: 'failed', collected: kobo(0) }, { amounts: [kobo(0)] });
    expect(bearsOut(failed, claim('failed', 0))).toBe(true);
    expect(bearsOut(failed, claim('processing', 0))).toBe(true);
    for (const status of ['overdue', 'partially paid', 'success'])
      expect(bearsOut(failed, claim(status, 0))).toBe(false);
  });

  test('is not a miss where no attempt failed before money came, nor overdue where it came on the due date', () => {
    const paidOnTheDay = proof({}, { hasFailed: false, wasOverdue: false });
    for (const status of ['failed', 'overdue']) expect(bearsOut(paidOnTheDay, claim(status, 0))).toBe(false);
    const paidOnTheDayAfterAFailure = proof({}, { wasOverdue: false });
    expect(bearsOut(paidOnTheDayAfterAFailure, claim('failed', 0))).toBe(true);
    expect(bearsOut(paidOnTheDayAfterAFailure, claim('overdue', 0))).toBe(false);
  });

  test.each(['failed', 'overdue'])('is not %s with money on it, unless the service shows it so', (status) => {
    expect(bearsOut(proof(), claim(status, 100))).toBe(false);
    expect(bearsOut(proof({ status, collected: kobo(10_000) }), claim(status, 100))).toBe(true);
  });

  test('may use a word of the service’s own, where the service shows the same word', () => {
    const paused = proof({ status: 'Paused', collected: kobo(10_000) });
    expect(bearsOut(paused, claim('paused', 100))).toBe(true);
    expect(bearsOut(paused, claim('paused', 0))).toBe(false);
    expect(bearsOut(paused, claim('resumed', 100))).toBe(false);
  });
});
