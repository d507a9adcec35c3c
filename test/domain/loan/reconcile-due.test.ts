import { describe, expect, test } from 'vitest';
import { LIVE_VISIT_EVERY_MS, notificationDueAt, reconcileDueAt } from '../../../src/domain/loan/reconcile-due.ts';
import type { LoanStage } from '../../../src/domain/loan/stages.ts';
import type { LoanAccountState, LoanState } from '../../../src/domain/loan/state.ts';
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

/** The state with other facts about some accounts. */
function withAccounts(state: LoanState, changes: Readonly<Record<string, Partial<LoanAccountState>>>): LoanState {
  return { ...state, accounts: state.accounts.map((account) => ({ ...account, ...changes[account.account] })) };
}

const pending = { attachment: 'confirmed', mandateStatus: 'pending' } as const;
const active = { attachment: 'confirmed', mandateStatus: 'active' } as const;
const verifying = loanAt('verifying');
const slot = reconcileDueAt(live, now) as number;

describe('the stages at which a loan is asked about', () => {
  const settled: LoanState = { ...withAccounts(live, { a1: active, a2: active }), mandateStatus: 'active' };
  const stages: readonly (readonly [LoanStage, number])[] = [
    ['verifying', slot],
    ['verified', now + HOUR],
    ['approved', now + HOUR],
    ['disbursed', slot],
    ['collecting', slot],
  ];

  test.each(stages)('at stage %s it has its next visit and learns of the end of its tenure', (stage, visit) => {
    expect(reconcileDueAt({ ...settled, stage }, now)).toBe(visit);
    expect(notificationDueAt({ ...settled, stage }, now)).toBe(Date.parse('2026-04-01T00:00:00+01:00'));
  });
});

describe('what a visit waits for', () => {
  const third = { ...live, selection: { ...live.selection, primary: 'a1', backups: ['a2', 'a3'] } } as LoanState;
  const alone = { ...live, selection: { ...live.selection, primary: 'a1', backups: [] } } as unknown as LoanState;

  test.each([
    ['the primary, if only its proof is missing', withAccounts(verifying, { a1: pending, a2: active }), 15 * SECOND],
    ['the backup, if only its proof is missing', withAccounts(verifying, { a1: active, a2: pending }), MINUTE],
    ['a proof of which nothing was read yet', withAccounts(verifying, { a1: active }), MINUTE],
    ['one backup of several', withAccounts(third, { a2: active, a3: pending }), MINUTE],
    ['the first backup of several', withAccounts(third, { a2: pending, a3: active }), MINUTE],
  ])('is %s', (_title, state, pause) => {
    expect(reconcileDueAt(state, now)).toBe(now + pause);
  });

  test.each([
    ['no account at all', { ...verifying, selection: undefined }],
    ['a primary alone whose money is out', withAccounts(alone, { a1: active, a2: pending })],
    ['a primary once the money is out', withAccounts(live, { a1: pending, a2: active })],
    [
      'a backup that was not attached',
      withAccounts(live, { a2: { attachment: 'rejected', mandateStatus: 'pending' } }),
    ],
    ['a backup that failed', withAccounts(live, { a2: { attachment: 'confirmed', mandateStatus: 'failed' } })],
  ])('is never %s', (_title, state) => {
    expect(reconcileDueAt(state, now)).toBe(slot);
  });

  test('lasts one pause longer than the proof may take', () => {
    const state = withAccounts(verifying, { a1: pending, a2: pending });
    const last = now + 171 * HOUR;
    expect(reconcileDueAt(state, last)).toBe(last + 15 * MINUTE);
    expect(reconcileDueAt(state, last + 1)).toBe(reconcileDueAt(live, last + 1));
  });

  test.each([
    [0, 15 * SECOND],
    [MINUTE, 15 * SECOND],
    [2 * MINUTE, 30 * SECOND],
    [20 * MINUTE, 5 * MINUTE],
    [HOUR, 15 * MINUTE],
    [2 * HOUR, 15 * MINUTE],
  ])('pauses for a quarter of its age: after %i ms for %i ms', (age, pause) => {
    const state = withAccounts(verifying, { a1: pending, a2: active });
    expect(reconcileDueAt(state, now + age)).toBe(now + age + pause);
  });

  test('counts its age from the last attachment, or else from the opening of the loan', () => {
    const state = withAccounts(verifying, { a1: pending, a2: active });
    const later = now + DAY;
    const attachedLater = { ...state, attachedAt: new Date(later).toISOString() };
    expect(reconcileDueAt(attachedLater, later + 20 * MINUTE)).toBe(later + 25 * MINUTE);
    const unattached = { ...state, attachedAt: undefined };
    expect(reconcileDueAt(unattached, now + 20 * MINUTE)).toBe(now + 25 * MINUTE);
  });
});

describe('the time of a loan’s own', () => {
  test.each([
    ['loan-1', '2026-01-05T09:39:52.895Z'],
    ['loan-2', '2026-01-06T01:47:28.106Z'],
    ['loan-9', '2026-01-05T18:35:29.721Z'],
  ])('follows from its id alone, so that every process finds the same: %s at %s', (loanId, visit) => {
    expect(reconcileDueAt({ ...live, loanId }, now)).toBe(Date.parse(visit));
  });

  test('is never further off than a day and an hour', () => {
    for (let loan = 1; loan <= 50; loan++) {
      const pause = (reconcileDueAt({ ...live, loanId: `loan-${loan}` }, now) as number) - now;
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(LIVE_VISIT_EVERY_MS);
    }
  });
});

describe('an instalment without a webhook', () => {
  const dueDay = Date.parse('2026-01-31T00:00:00+01:00');
  const instalment = { breakdownId: 'b1', instalmentReference: 'i1', dueDate: '2026-01-31', amount: kobo(40_000) };
  const visitFor = (change: Partial<LoanState>, from = dueDay) =>
    reconcileDueAt(automatic({ loanId: 'loan-9', instalments: [instalment], ...change }), from);
  const regular = (from = dueDay) => reconcileDueAt({ ...live, loanId: 'loan-9' }, from) as number;
  const onDueDate = visitFor({}) as number;

  test('brings the visit forward to the afternoon of its due date, also from the evening before', () => {
    expect(onDueDate).toBeLessThan(regular());
    expect(onDueDate).toBeGreaterThan(dueDay + 12 * HOUR);
    expect(visitFor({}, dueDay - 2 * HOUR)).toBe(onDueDate);
    expect(visitFor({}, onDueDate)).toBe(regular(onDueDate));
  });

  test('has a visit at another time for each loan', () => {
    const loans = Array.from({ length: 50 }, (_, index) => `loan-${index}`);
    const visits = loans.map((loanId) => reconcileDueAt(automatic({ loanId, instalments: [instalment] }), dueDay));
    expect(new Set(visits).size).toBe(loans.length);
  });

  test.each([
    ['has no due date', { dueDate: undefined }],
    ['fell due the day before', { dueDate: '2026-01-30' }],
    ['falls due the day after the regular visit', { dueDate: '2026-02-02' }],
  ])('does not bring the visit forward if it %s', (_title, change) => {
    const { dueDate: _dueDate, ...rest } = instalment;
    const dated = change.dueDate === undefined ? rest : { ...rest, dueDate: change.dueDate };
    expect(visitFor({ instalments: [dated] })).toBe(regular());
  });

  test.each([
    ['its reference', instalment, collection('i1', 'success', 40_000), true],
    ['its id', instalment, collection('other', 'success', 40_000, { breakdownId: 'b1' }), true],
    ['its id, although it failed', instalment, collection('other', 'failed', 0, { breakdownId: 'b1' }), true],
    ['its reference, while it is under way', instalment, collection('i1', 'processing', 0), false],
    ['another reference', instalment, collection('i2', 'success', 40_000), false],
    ['another id', instalment, collection('i2', 'success', 40_000, { breakdownId: 'b2' }), false],
    [
      'a reference where it has none',
      { breakdownId: 'b1', dueDate: '2026-01-31' },
      collection('i1', 'success', 40_000, { breakdownId: 'b2' }),
      false,
    ],
  ])('and a collection under %s', (_title, shown, facts, isReported) => {
    expect(visitFor({ instalments: [shown], collections: [facts] })).toBe(isReported ? regular() : onDueDate);
  });
});
