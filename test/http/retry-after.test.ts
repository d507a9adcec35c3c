import { describe, expect, test } from 'vitest';
import { parseInstant } from '../../src/domain/calendar.ts';
import { retryAfterMs } from '../../src/http/transport-answer.ts';

const now = parseInstant('2026-01-05T08:00:00Z') as number;

describe('the wait that an answer asks for', () => {
  test.each([
    [{ 'retry-after-ms': '1500' }, 1_500],
    [{ 'retry-after-ms': '0.4' }, 1],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': ' 1.5 ' }, 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'Mon, 05 Jan 2026 08:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Mon, 05 Jan 2026 07:59:00 GMT' }, 0],
    [{ 'retry-after': 'Mon, 05 Jan 2026 12:00:10 GMT', date: 'Mon, 05 Jan 2026 12:00:00 GMT' }, 10_000],
  ])('is read from %o', (headers, expected) => expect(retryAfterMs(headers, now)).toBe(expected));

  test.each([
    {},
    { 'retry-after': 'soon' },
    { 'retry-after': '-5' },
    { 'retry-after': 'Mon, 30 Feb 2026 08:00:00 GMT' },
    { 'retry-after': '2026-01-05T08:00:00Z' },
    { 'retry-after-ms': 'x' },
  ])('is nothing for %o', (headers) => expect(retryAfterMs(headers as Record<string, string>, now)).toBeUndefined());
});
