import { describe, expect, test } from 'vitest';
import {
  isDefiniteDecline,
  isListedDecline,
  leavesOutcomeOpen,
  responseCategory,
  responseMessage,
} from '../../src/domain/response-codes.ts';

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

  test('is a definite decline unless the money moved or that is unknown', () => {
    expect(['51', '91', '25', 'XX'].every(isDefiniteDecline)).toBe(true);
    expect(['00', '01', '09', '68', '96', '97'].some(isDefiniteDecline)).toBe(false);
  });

  test('leaves open whether the money moved in whatever form it comes', () => {
    for (const code of ['01', '96', '00', '26', '94', ' 68', '96 ', '096', '9', 'E97', 0, 96])
      expect(leavesOutcomeOpen(code), String(code)).toBe(true);
    for (const code of ['51', '91', '05', '', undefined, 'XX', '99'])
      expect(leavesOutcomeOpen(code), String(code)).toBe(false);
  });

  test('is a listed decline in whatever form it comes', () => {
    expect(['51', 51, '5', ' 91', '025'].every(isListedDecline)).toBe(true);
    expect(['00', '96', '94', '99', 'XX', '', null, {}].some(isListedDecline)).toBe(false);
  });

  test('says something to people', () => {
    expect(responseMessage('51')).toBe('Insufficient funds');
    expect(responseMessage('77')).toContain('77');
  });
});
