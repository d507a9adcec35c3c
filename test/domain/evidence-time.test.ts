import { describe, expect, test } from 'vitest';
import { type Instant, parseInstant } from '../../src/domain/calendar.ts';
import { evidenceInstant, evidenceIsPast } from '../../src/domain/consent/consent.ts';

const now = parseInstant('2026-01-05T09:00:00Z') as Instant;

describe('evidence', () => {
  test.each(['2025-12-31T23:59:59Z', '2026-01-05T09:00:00Z', '2026-01-05T10:05:00+01:00'])(
    'dated %s is past, give or take five minutes',
    (at) => {
      expect(evidenceIsPast('The choice', at, now)).toEqual({ allowed: true });
    },
  );

  test('dated a millisecond more than five minutes ahead is refused', () => {
    expect(evidenceIsPast('The choice', '2026-01-05T09:05:00.001Z', now)).toEqual({
      allowed: false,
      rule: 'evidence-is-past',
      spec: 'Spec §1.1',
      message:
        'The choice is dated 2026-01-05T09:05:00.001Z, but it is 2026-01-05T09:00:00.000Z: record what the payer did when it has happened',
    });
  });

  test('without a time that can be read is for another rule to refuse', () => {
    expect(evidenceIsPast('The choice', 'yesterday', now)).toEqual({ allowed: true });
  });
});

test('what was dated ahead counts from when it was written down, so that what follows need not wait for it', () => {
  const written = '2026-01-05T09:00:00.000Z';
  expect(evidenceInstant('2026-01-05T09:04:00Z', written)).toBe(Date.parse(written));
  expect(evidenceInstant('2026-01-05T08:59:59Z', written)).toBe(Date.parse('2026-01-05T08:59:59Z'));
});
