/** The calendar rule of spec §1: a date that does not exist in its month is collected on the 1st of the following month. */
import { describe, expect, test } from 'vitest';
import type { PlainDate } from '../../src/domain/calendar.ts';
import { dueDates } from '../../src/domain/terms.ts';
import { LoanStory, PRIMARY } from '../server/engine/loan-story.ts';

const on = (start: string, end: string, period: 'daily' | 'weekly' | 'monthly' | 'yearly') =>
  dueDates(start as PlainDate, end as PlainDate, period);

describe('the calendar rule of spec §1', () => {
  test('the 31st, monthly', () => {
    expect(on('2026-01-31', '2026-12-31', 'monthly')).toEqual([
      '2026-01-31',
      '2026-03-01',
      '2026-03-31',
      '2026-05-01',
      '2026-05-31',
      '2026-07-01',
      '2026-07-31',
      '2026-08-31',
      '2026-10-01',
      '2026-10-31',
      '2026-12-01',
      '2026-12-31',
    ]);
  });

  test('the 30th and the 29th, monthly, over a February', () => {
    expect(on('2026-01-30', '2026-04-30', 'monthly')).toEqual(['2026-01-30', '2026-03-01', '2026-03-30', '2026-04-30']);
    expect(on('2028-01-29', '2028-03-31', 'monthly')).toEqual(['2028-01-29', '2028-02-29', '2028-03-29']);
    expect(on('2027-01-29', '2027-03-31', 'monthly')).toEqual(['2027-01-29', '2027-03-01', '2027-03-29']);
  });

  test('29 February, yearly', () => {
    expect(on('2028-02-29', '2032-12-31', 'yearly')).toEqual([
      '2028-02-29',
      '2029-03-01',
      '2030-03-01',
      '2031-03-01',
      '2032-02-29',
    ]);
  });

  test('any calendar day collects, Sundays and holidays too', async () => {
    const story = LoanStory.collecting({
      terms: { startDate: '2026-04-03', endDate: '2026-04-06', frequency: 'D', totalAmountDue: 400 },
      accounts: [PRIMARY],
    });
    await story.until('2026-04-07T00:00:00Z');
    expect(story.reported()).toEqual([
      'success 100 2026-04-03',
      'success 100 2026-04-04',
      'success 100 2026-04-05',
      'success 100 2026-04-06',
    ]);
  });

  test('the platform collects on the days of the rule', async () => {
    const story = LoanStory.collecting({ terms: { startDate: '2028-02-29', endDate: '2030-03-01', frequency: 'Y' } });
    await story.until('2031-01-01T00:00:00Z');
    expect(story.reported()).toEqual([
      'success 10000 2028-02-29',
      'success 10000 2029-03-01',
      'success 10000 2030-03-01',
    ]);
  });
});
