import { describe, expect, test } from 'vitest';
import { editDistance, isClose, nearestName } from '../../src/validation/nearest-name.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['amount', 'amuont', 1],
  ['amont', 'amount', 1],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
])('from %s to %s are %i changes', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test.each([
  ['bvn', 'bvm', true],
  ['bvn', 'bmm', false],
  ['accountNumber', 'acountNumbr', true],
  ['a'.repeat(65), 'a'.repeat(65), false],
])('%s and %s are close: %s', (a, b, is) => {
  expect(isClose(a, b)).toBe(is);
});

describe('the nearest name', () => {
  test.each([
    ['BASEURL', ['baseUrl', 'appId'], 'baseUrl'],
    ['timeout', ['timeouts', 'retry'], 'timeouts'],
    ['total', ['approvedAmount', 'totalAmountDue'], 'totalAmountDue'],
    ['mode', ['collectionMode'], 'collectionMode'],
  ])('to %s of %j is %s', (name, fields, nearest) => {
    expect(nearestName(name, fields)).toBe(nearest);
  });

  test.each([
    ['to a name that is part of several', 'date', ['startDate', 'endDate']],
    ['to a name of two other letters', 'id', ['of', 'by']],
    ['to a part that says too little', 'ate', ['debitDate']],
    ['to a name with no letter in its place', 'zzz', ['of', 'at']],
    ['to no name', '', ['of']],
  ])('%s is none', (_what, name, fields) => {
    expect(nearestName(name, fields)).toBeUndefined();
  });
});
