import { describe, expect, test } from 'vitest';
import { DISCLAIMER } from '../../../src/domain/consent/notice.ts';
import { DIGESTS_KEPT, LINES_KEPT, listEmails } from '../../../src/server/engine/collection/digest.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY } from './loan-story.ts';

const emails = (story: LoanStory) => listEmails(story.world);
const dates = (story: LoanStory) => emails(story).map(({ date }) => date);
const only = (story: LoanStory) => {
  const [email, ...rest] = emails(story);
  if (!email || rest.length > 0) expect.fail(`${rest.length + 1} e-mails`);
  return email;
};
/** The cells of the table, row by row. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row = '']) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell));

describe('the daily digest', () => {
  test('goes out at 00:05 in Lagos for the day before', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-01-31T23:04:59Z');
    expect(emails(story)).toEqual([]);
    await story.until('2026-01-31T23:05:00Z');
    expect(dates(story)).toEqual(['2026-01-31']);
  });

  test('comes once for each day with a collection or a miss, and for no other day', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 10_000 });
    await story.until('2026-04-30T00:00:00Z');
    expect(story.reported().map((said) => said.slice(-10))).toEqual([
      '2026-01-31',
      '2026-03-01',
      '2026-03-02',
      '2026-03-31',
      '2026-04-01',
    ]);
    expect(dates(story)).toEqual(['2026-01-31', '2026-03-01', '2026-03-02', '2026-03-31', '2026-04-01']);
  });

  test('says nothing of a day on which an outcome is only unknown', async () => {
    const story = LoanStory.collecting({ terms: { endDate: '2026-02-20' } });
    story.bank(PRIMARY, { declineWith: '97' });
    await story.until('2026-02-01T12:00:00Z');
    expect([story.reported(), emails(story)]).toEqual([['processing 0 2026-01-31'], []]);
  });

  test('adds up what was collected and what was missed, with a line for each, in text and in HTML', async () => {
    const story = LoanStory.collecting({
      terms: { startDate: '2026-01-30', endDate: '2026-02-01', frequency: 'D', totalAmountDue: 30_000 },
    });
    story.bank(PRIMARY, { balance: 2_345.5 });
    await story.until('2026-01-30T23:05:00Z');
    const [first] = story.mandate().repaymentDetails?.breakdown ?? [];
    const email = only(story);
    expect(email).toMatchObject({
      date: '2026-01-30',
      to: 'collections@lender.example',
      subject: 'Collections of 2026-01-30: ₦2,345.50 collected, 0 missed',
    });
    expect(email.id).toMatch(/^[0-9a-f]{24}$/);
    expect(rowsOf(email.html)).toEqual([
      [
        MANDATE_ID,
        first?.instalmentReference,
        'partially paid',
        '₦2,345.50',
        '₦10,000.00',
        'Guaranty Trust Bank',
        '******0011',
      ],
    ]);
    for (const said of [
      email.subject,
      'Collected: ₦2,345.50 in 1 collection\n',
      'Missed: ₦0.00 in 0 missed repayments\n',
      DISCLAIMER,
    ]) {
      expect(email.text).toContain(said);
    }
    expect(email.text).toContain(
      `- partially paid: ₦2,345.50 of ₦10,000.00, Guaranty Trust Bank ******0011\n  mandate ${MANDATE_ID}, instalment ${first?.instalmentReference}`,
    );

    await story.until('2026-01-31T23:05:00Z');
    const second = emails(story)[1];
    expect(second?.subject).toBe('Collections of 2026-01-31: ₦0.00 collected, 1 missed');
    expect(rowsOf(second?.html ?? '').map((row) => row.slice(2, 5))).toEqual([['failed', '₦0.00', '₦10,000.00']]);
    expect(second?.text).toContain('Missed: ₦10,000.00 in 1 missed repayment\n');
  });

  test('names no person and no whole account number, and loads nothing', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-02-01T00:00:00Z');
    const { text, html } = only(story);
    for (const written of [text, html])
      expect(written).not.toMatch(/Ada|Obiora|0100000011|0100000012|22200000001|@example/i);
    expect(html).not.toMatch(/https?:|src=|href=|url\(|<script|<link|<img/i);
    expect(text).not.toContain('<');
  });

  test('is a table that a screen reader can follow', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-02-01T00:00:00Z');
    const { html } = only(story);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>Collections of 2026-01-31[^<]*<\/title>/);
    expect(html).toMatch(
      /<table><caption>[^<]+<\/caption><thead><tr>(<th scope="col">[A-Z][a-z]*<\/th>){7}<\/tr><\/thead>\n<tbody>/,
    );
    expect(html).toContain(`<th scope="row">${MANDATE_ID}</th>`);
    expect(html).toContain(DISCLAIMER);
  });

  test('escapes what stands in the HTML', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-02-01T00:00:00Z');
    story.world.merchant = { ...story.world.merchant, businessId: `<b onclick="x('y')">&` };
    const { text, html } = only(story);
    expect(html).toContain('&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;');
    expect(html).not.toContain('<b ');
    expect(text).toContain(`<b onclick="x('y')">&`);
  });

  test('takes debits on demand too, each with its own line', async () => {
    const story = LoanStory.collecting({ terms: { collectionMode: 'manual' }, now: '2026-01-15T09:00:00Z' });
    dataOf(story.collect(12_000, '2026-01-15'));
    dataOf(story.collect(500, '2026-01-15'));
    await story.until('2026-01-16T00:00:00Z');
    expect(rowsOf(only(story).html).map((row) => row.slice(2, 5))).toEqual([
      ['success', '₦10,000.00', '₦10,000.00'],
      ['partially paid', '₦2,000.00', '₦10,000.00'],
      ['partially paid', '₦500.00', '₦10,000.00'],
    ]);
    expect(only(story).text).toContain('Collected: ₦12,500.00 in 3 collections\n');
  });

  test('writes out the first thousand of a day and counts the rest', async () => {
    const days = LINES_KEPT + 5;
    const story = LoanStory.collecting({
      now: '2026-01-01T09:00:00Z',
      terms: {
        startDate: '2026-01-01',
        endDate: '2028-12-31',
        frequency: 'daily',
        totalAmountDue: 1_096,
        collectionMode: 'manual',
      },
    });
    dataOf(story.collect(days, '2026-01-01'));
    await story.until('2026-01-02T00:00:00Z');
    const { text, html } = only(story);
    expect(rowsOf(html)).toHaveLength(LINES_KEPT);
    expect(text).toContain(`Collected: ₦1,005.00 in ${days} collections\n`);
    expect(text).toContain('5 more that day are in the totals and not in this list.');
    expect(html).toContain('<p>5 more that day are in the totals and not in this list.</p>');
  });

  test('is kept for a year and more; what fell out is counted', async () => {
    const story = LoanStory.collecting({
      now: '2026-01-01T09:00:00Z',
      terms: { startDate: '2026-01-02', endDate: '2027-02-10', frequency: 'daily', totalAmountDue: 405 },
    });
    await story.until('2027-03-01T00:00:00Z');
    expect(emails(story)).toHaveLength(DIGESTS_KEPT);
    expect([dates(story)[0], dates(story).at(-1), story.world.digests.dropped]).toEqual([
      '2026-01-07',
      '2027-02-10',
      5,
    ]);
  });
});
