import { describe, expect, test } from 'vitest';
import { isDefiniteDecline, responseCategory, responseMessage } from '../../src/domain/response-codes.ts';

describe('a response code', () => {
  test.each([
    ['approved', ['00']],
    ['unknown-outcome', ['01', '09', '68', '96', '97']],
    ['funds', ['51']],
    ['limits', ['61', '65']],
    ['unusable', ['06', '07', '08', '25', '57']],
    ['refused', ['05', '34', '35', '63']],
    ['already-sent', ['26', '94']],
    ['bank-down', ['91', '92']],
    ['caller-error', ['03', '12', '13', '14', '15', '16', '17', '18', '30']],
    ['unlisted', ['99', '', 'XX']],
  ] as const)('means %s', (category, codes) => {
    for (const code of codes) expect(responseCategory(code), code).toBe(category);
  });

  test('is a definite decline unless the money moved or nobody knows', () => {
    expect(['51', '91', '25', 'XX'].every(isDefiniteDecline)).toBe(true);
    expect(['00', '01', '09', '68', '96', '97'].some(isDefiniteDecline)).toBe(false);
  });

  test('says something to people', () => {
    expect(responseMessage('51')).toBe('Insufficient funds');
    expect(responseMessage('77')).toContain('77');
  });
});
