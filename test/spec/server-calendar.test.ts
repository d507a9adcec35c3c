/**
 * The calendar rule of spec §1 on the server: collections run on any calendar day; a date that does not exist in its month is collected on the 1st
 * of the following month. The days are typed by hand.
 */
import { describe, expect, test } from 'vitest';
import { type BlackBox, collectable, start } from './black-box.ts';

interface Case {
  readonly what: string;
  readonly frequency: string;
  readonly endDate: string;
  readonly days: readonly string[];
}

const days = (text: string) => text.trim().split(/\s+/);

const table: readonly Case[] = [
  {
    what: 'the 31st, over two Februaries, one of them in a leap year',
    frequency: 'monthly',
    endDate: '2028-03-31',
    days: days(`2027-01-31 2027-03-01 2027-03-31 2027-05-01 2027-05-31 2027-07-01 2027-07-31 2027-08-31 2027-10-01 2027-10-31 2027-12-01 2027-12-31
      2028-01-31 2028-03-01 2028-03-31`),
  },
  {
    what: 'the 30th, which only February lacks',
    frequency: 'monthly',
    endDate: '2028-04-29',
    days: days(`2027-01-30 2027-03-01 2027-03-30 2027-04-30 2027-05-30 2027-06-30 2027-07-30 2027-08-30 2027-09-30 2027-10-30 2027-11-30 2027-12-30
      2028-01-30 2028-03-01 2028-03-30`),
  },
  {
    what: 'the 29th, which February has in a leap year',
    frequency: 'monthly',
    endDate: '2028-03-29',
    days: days(`2027-01-29 2027-03-01 2027-03-29 2027-04-29 2027-05-29 2027-06-29 2027-07-29 2027-08-29 2027-09-29 2027-10-29 2027-11-29 2027-12-29
      2028-01-29 2028-02-29 2028-03-29`),
  },
  {
    what: 'the 28th, which every month has',
    frequency: 'monthly',
    endDate: '2027-04-01',
    days: days('2027-01-28 2027-02-28 2027-03-28'),
  },
  {
    what: 'the 31st of December',
    frequency: 'monthly',
    endDate: '2027-03-31',
    days: days('2026-12-31 2027-01-31 2027-03-01 2027-03-31'),
  },
  {
    what: 'a month whose 31st would be the day after the end',
    frequency: 'monthly',
    endDate: '2026-09-30',
    days: days('2026-08-31'),
  },
  {
    what: '29 February, over five years',
    frequency: 'Y',
    endDate: '2033-03-01',
    days: days('2028-02-29 2029-03-01 2030-03-01 2031-03-01 2032-02-29 2033-03-01'),
  },
  {
    what: 'the 31st of a month, which every year has',
    frequency: 'Y',
    endDate: '2029-12-31',
    days: days('2026-12-31 2027-12-31 2028-12-31 2029-12-31'),
  },
  {
    what: 'Fridays across the end of a year',
    frequency: 'weekly',
    endDate: '2027-02-05',
    days: days('2026-12-11 2026-12-18 2026-12-25 2027-01-01 2027-01-08 2027-01-15 2027-01-22 2027-01-29 2027-02-05'),
  },
  {
    what: 'Tuesdays over a leap day',
    frequency: 'weekly',
    endDate: '2028-03-13',
    days: days('2028-02-15 2028-02-22 2028-02-29 2028-03-07'),
  },
  {
    what: 'every day, Christmas, Sunday and New Year too',
    frequency: 'daily',
    endDate: '2027-01-03',
    days: days(
      '2026-12-24 2026-12-25 2026-12-26 2026-12-27 2026-12-28 2026-12-29 2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03',
    ),
  },
  {
    what: 'every day over a leap day',
    frequency: 'daily',
    endDate: '2028-03-02',
    days: days('2028-02-27 2028-02-28 2028-02-29 2028-03-01 2028-03-02'),
  },
  {
    what: 'every day over no leap day',
    frequency: 'daily',
    endDate: '2027-03-02',
    days: days('2027-02-27 2027-02-28 2027-03-01 2027-03-02'),
  },
];

const dueDates = async (box: BlackBox) =>
  (await box.mandate()).repaymentDetails.breakdown.map(({ dueDate }: { dueDate: string }) => dueDate);

describe.each(table)('$what ($frequency)', ({ frequency, endDate, days }) => {
  test('falls due and is collected on exactly these days, at 08:00 in Lagos', async () => {
    const box = await start();
    await collectable(box, { startDate: days[0], endDate, frequency, totalAmountDue: days.length * 100 } as object);
    expect(await dueDates(box)).toEqual(days);
    await box.moveTo(`${endDate}T23:30:00Z`);
    const { items } = (await box.control('GET /webhooks')).json;
    const collected = items.flatMap(({ payload }: { payload: Record<string, unknown> }) =>
      payload.instalmentStatus === 'success' ? [payload.collectedOn] : [],
    );
    expect(collected).toEqual(days.map((day) => `${day}T07:00:00.000Z`));
    expect(await box.mandate()).toMatchObject({ status: 'expired', outstandingBalance: 0 });
  });
});
