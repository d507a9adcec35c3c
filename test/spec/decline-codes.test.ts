import { expect, test } from 'vitest';
import { adviseOnDecline } from '../../src/domain/decline-advice.ts';

// Typed by hand from the groups of codes that banks are known to answer with; spec §7 shows 00 and 51. Declined on 10 February, nothing before it.
test.each([
  ['00', 'approved', 'never', undefined],
  ['01', 'unknown-outcome', 'ask-the-service', undefined],
  ['09', 'unknown-outcome', 'ask-the-service', undefined],
  ['68', 'unknown-outcome', 'ask-the-service', undefined],
  ['96', 'unknown-outcome', 'ask-the-service', undefined],
  ['97', 'unknown-outcome', 'ask-the-service', undefined],
  ['51', 'funds', 'retry-later', '2026-02-10'],
  ['61', 'limits', 'retry-later', '2026-02-11'],
  ['65', 'limits', 'retry-later', '2026-02-11'],
  ['06', 'unusable', 'ask-the-payer', undefined],
  ['07', 'unusable', 'ask-the-payer', undefined],
  ['08', 'unusable', 'ask-the-payer', undefined],
  ['25', 'unusable', 'ask-the-payer', undefined],
  ['57', 'unusable', 'ask-the-payer', undefined],
  ['05', 'refused', 'ask-the-payer', undefined],
  ['34', 'refused', 'ask-the-payer', undefined],
  ['35', 'refused', 'ask-the-payer', undefined],
  ['63', 'refused', 'ask-the-payer', undefined],
  ['26', 'already-sent', 'ask-the-service', undefined],
  ['94', 'already-sent', 'ask-the-service', undefined],
  ['91', 'bank-down', 'retry-later', '2026-02-10'],
  ['92', 'bank-down', 'retry-later', '2026-02-10'],
  ['03', 'caller-error', 'never', undefined],
  ['12', 'caller-error', 'never', undefined],
  ['13', 'caller-error', 'never', undefined],
  ['14', 'caller-error', 'never', undefined],
  ['15', 'caller-error', 'never', undefined],
  ['16', 'caller-error', 'never', undefined],
  ['17', 'caller-error', 'never', undefined],
  ['18', 'caller-error', 'never', undefined],
  ['30', 'caller-error', 'never', undefined],
  ['77', 'unlisted', 'ask-the-service', undefined],
  ['', 'unlisted', 'ask-the-service', undefined],
])('code %s is of category %s: %s', (code, category, advice, earliestDate) => {
  const given = adviseOnDecline(code, [], { declinedAt: '2026-02-10T07:00:00Z', activeSince: '2026-01-05' });
  expect(given).toMatchObject({ category, advice, why: expect.stringMatching(/.{20}/) });
  expect(given.earliestDate).toBe(earliestDate);
});

test.each(['05', '25'])('code %s on a mandate of a few days may clear in three to five', (code) => {
  const given = adviseOnDecline(code, [], { declinedAt: '2026-02-10', activeSince: '2026-02-07' });
  expect(given).toMatchObject({ advice: 'retry-later', earliestDate: '2026-02-13' });
});
