import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviceProblems, adviseOnDecline, type EarlierAnswer } from '../../src/domain/decline-advice.ts';

const DAY = '2026-02-10';
const declinedAt = `${DAY}T12:00:00Z`;
const answers = (count: number, responseCode: string, at = `${DAY}T08:00:00Z`): EarlierAnswer[] =>
  Array.from({ length: count }, () => ({ responseCode, at }));

describe('the lock of a day', () => {
  test.each([
    [3, '2026-02-10'],
    [4, '2026-02-11'],
    [9, '2026-02-11'],
  ])('after %i insufficient funds before this one, the next try is on %s', (before, earliestDate) => {
    expect(adviseOnDecline('51', answers(before, '51'), { declinedAt })).toMatchObject({
      advice: 'retry-later',
      earliestDate,
    });
  });

  test.each([
    [8, '2026-02-10'],
    [9, '2026-02-11'],
  ])('after %i other failures before this one, the next try is on %s', (before, earliestDate) => {
    expect(adviseOnDecline('91', answers(before, '91'), { declinedAt })).toMatchObject({ earliestDate });
  });

  test('counts funds and other failures apart', () => {
    expect(adviseOnDecline('51', answers(9, '91'), { declinedAt })).toMatchObject({ earliestDate: DAY });
    expect(adviseOnDecline('91', answers(4, '51'), { declinedAt })).toMatchObject({ earliestDate: DAY });
    expect(adviseOnDecline('51', answers(10, '57'), { declinedAt })).toMatchObject({ earliestDate: '2026-02-11' });
  });

  test('begins anew with a success, whatever the order of the list', () => {
    const day = [
      ...answers(4, '51', `${DAY}T08:00:00Z`),
      ...answers(1, '00', `${DAY}T09:00:00Z`),
      ...answers(3, '51', `${DAY}T10:00:00Z`),
    ];
    expect(adviseOnDecline('51', day, { declinedAt })).toMatchObject({ earliestDate: DAY });
    expect(adviseOnDecline('51', [...day].reverse(), { declinedAt })).toMatchObject({ earliestDate: DAY });
    expect(adviseOnDecline('51', [...day, ...answers(1, '51', `${DAY}T11:00:00Z`)], { declinedAt })).toMatchObject({
      earliestDate: '2026-02-11',
    });
  });

  test('does not count unknown outcomes, nor another day in Lagos', () => {
    expect(adviseOnDecline('91', answers(20, '97'), { declinedAt })).toMatchObject({ earliestDate: DAY });
    expect(adviseOnDecline('51', answers(8, '51', '2026-02-09T22:59:59Z'), { declinedAt })).toMatchObject({
      earliestDate: DAY,
    });
    expect(adviseOnDecline('51', answers(8, '51', '2026-02-09T23:00:00Z'), { declinedAt })).toMatchObject({
      earliestDate: '2026-02-11',
    });
    expect(adviseOnDecline('51', answers(8, '51', DAY), { declinedAt })).toMatchObject({ earliestDate: '2026-02-11' });
  });

  test('says so', () => {
    expect(adviseOnDecline('51', answers(4, '51'), { declinedAt }).why).toContain('lock');
    expect(adviseOnDecline('51', [], { declinedAt }).why).not.toContain('lock');
  });
});

describe('a fresh mandate', () => {
  test.each([
    ['2026-02-05', 'retry-later'],
    ['2026-02-04', 'ask-the-payer'],
  ])('that is active since %s gets: %s', (activeSince, advice) => {
    expect(adviseOnDecline('25', [], { declinedAt, activeSince })).toMatchObject({ advice });
  });

  test('is one that was debited first a few days ago, where nothing else is known', () => {
    expect(adviseOnDecline('05', answers(1, '05', '2026-02-06'), { declinedAt })).toMatchObject({
      advice: 'retry-later',
      earliestDate: '2026-02-13',
    });
    expect(adviseOnDecline('05', answers(1, '05', '2026-02-04'), { declinedAt })).toMatchObject({
      advice: 'ask-the-payer',
    });
    const twice = [...answers(1, '05', '2026-02-04'), ...answers(1, '05', '2026-02-06')];
    for (const history of [twice, [...twice].reverse()])
      expect(adviseOnDecline('05', history, { declinedAt })).toMatchObject({ advice: 'ask-the-payer' });
    expect(adviseOnDecline('05')).toMatchObject({ advice: 'retry-later' });
  });

  test('may clear by itself where the time of the decline is unknown', () => {
    const advice = adviseOnDecline('05', [], { activeSince: '2026-02-01' });
    expect(advice).toEqual({
      category: 'refused',
      advice: 'retry-later',
      why: 'Do not honour: on a fresh mandate this clears in three to five days, once the bank knows it',
    });
  });

  test('is none once a debit succeeded on it', () => {
    expect(
      adviseOnDecline('05', answers(1, '00', '2026-02-09'), { declinedAt, activeSince: '2026-02-08' }),
    ).toMatchObject({ advice: 'ask-the-payer' });
  });

  test('says nothing about other codes of the same groups', () => {
    for (const code of ['57', '63'])
      expect(adviseOnDecline(code, [], { declinedAt, activeSince: DAY })).toMatchObject({ advice: 'ask-the-payer' });
  });
});

describe('asked later', () => {
  test.each([
    ['51', '2026-02-10', 'retry-later'],
    ['51', '2026-02-11', 'retry-now'],
    ['61', '2026-02-10', 'retry-later'],
    ['61', '2026-02-10T23:00:00Z', 'retry-now'],
    ['97', '2026-03-01', 'ask-the-service'],
    ['30', '2026-03-01', 'never'],
  ])('about a decline with %s on %s: %s', (code, today, advice) => {
    expect(adviseOnDecline(code, [], { declinedAt, today, activeSince: '2026-01-01' })).toMatchObject({ advice });
  });

  test('a fresh mandate has to wait its three days', () => {
    const asked = (today: string) => adviseOnDecline('25', [], { declinedAt, activeSince: '2026-02-09', today }).advice;
    expect([asked('2026-02-12'), asked('2026-02-13')]).toEqual(['retry-later', 'retry-now']);
  });
});

describe('without a day', () => {
  test('the newest earlier answer stands for it, then today', () => {
    expect(adviseOnDecline('61', [...answers(1, '51', '2026-02-08'), ...answers(1, '51', '2026-02-01')])).toMatchObject(
      { earliestDate: '2026-02-09' },
    );
    expect(adviseOnDecline('61', [...answers(1, '51', '2026-02-08'), ...answers(1, '51', 'yesterday')])).toMatchObject({
      earliestDate: '2026-02-09',
    });
    expect(adviseOnDecline('61', [], { today: '2026-02-08' })).toMatchObject({
      earliestDate: '2026-02-09',
      advice: 'retry-later',
    });
  });

  test('a retry has no earliest date', () => {
    expect(adviseOnDecline('61', answers(3, '51', 'yesterday'))).not.toHaveProperty('earliestDate');
  });
});

test('an unknown outcome is never to be debited again before asking, whatever came before', () => {
  const code = fc.constantFrom('00', '51', '61', '91', '97', '25', '05', '26', 'XX');
  const when = fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`);
  const history = fc.array(fc.record({ responseCode: code, at: when }));
  fc.assert(
    fc.property(
      fc.constantFrom('01', '09', '68', '96', '97', '26', '94'),
      history,
      when,
      when,
      (unknown, past, declined, today) => {
        expect(adviseOnDecline(unknown, past, { declinedAt: declined, today })).toMatchObject({
          advice: 'ask-the-service',
        });
      },
    ),
  );
  fc.assert(
    fc.property(code, history, when, when, (any, past, declined, today) => {
      const { advice, earliestDate } = adviseOnDecline(any, past, { declinedAt: declined, today });
      expect(earliestDate !== undefined).toBe(advice === 'retry-now' || advice === 'retry-later');
      if (earliestDate !== undefined) expect(earliestDate >= declined).toBe(true);
      if (advice === 'retry-now') expect(today >= (earliestDate as string)).toBe(true);
    }),
  );
});

describe('a question for advice', () => {
  test('is right with a code, a list of answers and a record of context, whatever these hold', () => {
    expect(adviceProblems('51', [{ responseCode: '51', at: DAY }, {}], { today: 5 })).toEqual([]);
    expect(adviceProblems('', [], {})).toEqual([]);
  });

  test('reports everything that is wrong with it', () => {
    const [code, history, context] = [
      { path: 'code', message: 'give the response code as text' },
      { path: 'history', message: 'list the earlier answers, or [] for none' },
      { path: 'context', message: 'must be { declinedAt, activeSince, today }, or {} for none' },
    ];
    expect(adviceProblems(undefined, null, null)).toEqual([code, history, context]);
    expect(adviceProblems(51, {}, 'today')).toEqual([code, history, context]);
    expect(adviceProblems('51', [{}, null, 'x'], {})).toEqual(
      [1, 2].map((place) => ({ path: `history.${place}`, message: 'must be { responseCode, at }' })),
    );
  });
});
