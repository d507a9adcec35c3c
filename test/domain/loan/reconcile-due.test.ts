import { describe, expect, test } from 'vitest';
import { LIVE_VISIT_EVERY_MS, notificationDueAt, reconcileDueAt } from '../../../src/domain/loan/reconcile-due.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { at, attached, collection, day, kobo, loanAt, read } from './sample-loan.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const now = Date.parse(at);

/** The looks of a while, each a pause after the one before. */
function looksOf(state: LoanState, from: number, to: number): readonly number[] {
  const looks: number[] = [];
  for (let look = reconcileDueAt(state, from); look !== undefined && look <= to; look = reconcileDueAt(state, look))
    looks.push(look);
  return looks;
}

function pausesOf(looks: readonly number[]): readonly number[] {
  return looks.slice(1).map((look, index) => look - (looks[index] as number));
}

const live = loanAt('collecting');
const automatic = (change: Partial<LoanState>): LoanState => ({
  ...live,
  terms: { ...live.terms, collectionMode: 'auto' },
  ...change,
});

describe('a loan is not asked about', () => {
  test.each(['consented', 'discovered', 'selected', 'placed', 'closed', 'abandoned'] as const)(
    'at stage %s',
    (stage) => {
      expect(reconcileDueAt({ ...live, stage }, now)).toBeUndefined();
    },
  );
});

describe('a loan that waits for the payer’s proof', () => {
  const verifying = { ...loanAt('verifying'), mandateStatus: 'pending' };
  const looks = looksOf(verifying, now, now + 168 * HOUR);

  test('is looked at within seconds at first, and every quarter of an hour at last', () => {
    expect((looks[0] as number) - now).toBe(15 * SECOND);
    const pauses = pausesOf(looks);
    expect(Math.max(...pauses)).toBe(15 * MINUTE);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(looks.filter((look) => look <= now + HOUR).length).toBeLessThan(25);
    expect(looks.length).toBeLessThan(700);
  });

  test('is looked at once more after the proof’s time, which shows its time-out, and by the day from then on', () => {
    const timedOut = {
      ...verifying,
      accounts: verifying.accounts.map((account) => ({ ...account, mandateStatus: 'pending_timeout' })),
    };
    const later = looksOf(verifying, now + 168 * HOUR, now + 230 * HOUR);
    expect((later[0] as number) - now).toBeLessThanOrEqual(168 * HOUR + 15 * MINUTE);
    expect(pausesOf(later).at(-1)).toBe(LIVE_VISIT_EVERY_MS);
    expect(new Set(pausesOf(looksOf(timedOut, now, now + 9 * DAY)))).toEqual(new Set([LIVE_VISIT_EVERY_MS]));
  });
});

describe('a loan whose money is not out', () => {
  test('is looked at within hours, then by the day: a disbursement reads the mandate first', () => {
    const looks = looksOf(loanAt('verified', [read('active', { a1: 'active', a2: 'active' })]), now, now + 5 * DAY);
    expect((looks[0] as number) - now).toBe(HOUR);
    expect(pausesOf(looks).every((pause) => pause >= HOUR && pause <= DAY)).toBe(true);
    expect(looks.length).toBeLessThan(25);
  });
});

describe('a backup that waits for its proof', () => {
  test('is looked for at the primary’s stage and later, and for as long as its proof may take', () => {
    const pending = {
      ...live,
      accounts: live.accounts.map((account) =>
        account.account === 'a2' ? { ...account, mandateStatus: 'pending' } : account,
      ),
    };
    const looks = looksOf(pending, now, now + 168 * HOUR);
    expect((looks[0] as number) - now).toBe(MINUTE);
    expect(looks.length).toBeGreaterThan(56);
    expect(looks.length).toBeLessThan(100);
    expect(looksOf(pending, now + 172 * HOUR, now + 250 * HOUR).length).toBeLessThanOrEqual(4);
  });
});

describe('a loan whose money is out', () => {
  test('is looked at once in a day and an hour, at a time of its own', () => {
    const looks = looksOf(live, now, now + 30 * DAY);
    expect(new Set(pausesOf(looks))).toEqual(new Set([LIVE_VISIT_EVERY_MS]));
    const other = looksOf({ ...live, loanId: 'loan-2' }, now, now + 30 * DAY);
    expect(Math.abs((other[0] as number) - (looks[0] as number))).toBeGreaterThan(MINUTE);
  });

  const instalments = [{ breakdownId: 'b1', dueDate: '2026-01-31', amount: kobo(40_000) }];
  const dueDay = Date.parse('2026-01-31T00:00:00+01:00');

  test('is read on the evening of a due date without a webhook, and not once a webhook came', () => {
    const before = reconcileDueAt(automatic({ instalments }), dueDay + 8 * HOUR) as number;
    expect(before).toBeGreaterThanOrEqual(Math.min(dueDay + 12 * HOUR, before));
    const looks = looksOf(automatic({ instalments }), dueDay, dueDay + DAY);
    const regular = looksOf(live, dueDay, dueDay + DAY);
    const sooner = looks.filter((look) => !regular.includes(look));
    expect(sooner).toHaveLength(1);
    expect(sooner[0]).toBeGreaterThanOrEqual(dueDay + 12 * HOUR);
    expect(sooner[0]).toBeLessThan(dueDay + 21 * HOUR);
    const received = automatic({
      instalments,
      collections: [collection('i1', 'success', 40_000, { breakdownId: 'b1' })],
    });
    expect(looksOf(received, dueDay, dueDay + DAY)).toEqual(regular);
    const processing = automatic({
      instalments,
      collections: [collection('i1', 'processing', 0, { breakdownId: 'b1' })],
    });
    expect(looksOf(processing, dueDay, dueDay + DAY)).toEqual(looks);
  });

  test('and is collected on demand is never due for a reconciliation', () => {
    expect(looksOf({ ...live, instalments }, dueDay, dueDay + DAY)).toEqual(looksOf(live, dueDay, dueDay + DAY));
  });
});

describe('a million loans whose money is out', () => {
  const LOANS = 1_000_000;

  test('cost 12 requests a second at most in every ten minutes', { timeout: 600_000 }, () => {
    const from = Date.parse('2026-02-01T00:00:00Z');
    const minutes = new Uint32Array(LIVE_VISIT_EVERY_MS / MINUTE);
    for (let loan = 0; loan < LOANS; loan++) {
      const due = reconcileDueAt({ ...live, loanId: `loan-${loan}` }, from) as number;
      const minute = Math.floor((due - from) / MINUTE) % minutes.length;
      minutes[minute] = (minutes[minute] ?? 0) + 1;
    }
    expect(minutes.reduce((sum, count) => sum + count, 0)).toBe(LOANS);
    expect(mostInTenMinutes(minutes) / 600).toBeLessThanOrEqual(12);
  });

  test('stay below it in a month in which every hundredth webhook is lost: the looks for those and the attempts they ask for', () => {
    // Every loan falls due once a month, all on the same day, and one webhook in a hundred is lost: one more visit for it, and one reading of attempts.
    const lostOnOneDay = (LOANS / 100) * 2;
    const daily = LOANS * (DAY / LIVE_VISIT_EVERY_MS) + lostOnOneDay;
    expect(daily / (DAY / SECOND)).toBeLessThanOrEqual(12);
  });
});

function mostInTenMinutes(minutes: Uint32Array): number {
  let [most, sum] = [0, 0];
  for (let minute = 0; minute < minutes.length + 10; minute++) {
    sum += minutes[minute % minutes.length] ?? 0;
    if (minute >= 10) sum -= minutes[(minute - 10) % minutes.length] ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

describe('what a file shows is reported because time passes', () => {
  test('when the last day of the tenure is over, and then not again', () => {
    const over = Date.parse('2026-04-01T00:00:00+01:00');
    const standing = { ...live, mandateStatus: 'active', terms: { ...live.terms, endDate: day('2026-03-31') } };
    expect(notificationDueAt(standing, now)).toBe(over);
    expect(notificationDueAt(standing, over)).toBeUndefined();
    expect(notificationDueAt({ ...standing, stage: 'closed' }, now)).toBeUndefined();
    expect(notificationDueAt({ ...standing, mandateStatus: undefined }, now)).toBeUndefined();
  });
});

test('a loan that was attached carries the time of it', () => {
  expect(loanAt('verifying').attachedAt).toBe(at);
  expect(loanAt('placed').attachedAt).toBeUndefined();
  expect(attached.length).toBeGreaterThan(0);
});
