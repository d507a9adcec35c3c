import { describe, expect, test } from 'vitest';
import {
  type DisputeInput,
  type DisputeResolution,
  disputeInput,
  disputeResolution,
  standingDispute,
} from '../../../src/domain/loan/disputes.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { Problem } from '../../../src/validation/checks.ts';
import { disputeEnded, disputeOpened, loanAt } from './sample-loan.ts';

const disputeProblems = (dispute: unknown) => disputeInput.problems(dispute, '');
const resolutionProblems = (resolution: unknown) => disputeResolution.problems(resolution, '');

const reference = 'give the dispute’s own reference';
const reason = 'give the reason, without anything personal';
const time = 'give the time as ISO 8601 with its offset';
const outcome = 'give one of "dismissed" or "upheld"';

describe('a dispute as it is recorded', () => {
  const dispute: DisputeInput = { reference: 'D-1', reason: 'not mine', openedAt: '2026-02-03T10:00:00+01:00' };

  test('has a reference, a reason and a time', () => {
    expect(disputeProblems(dispute)).toEqual([]);
  });

  test.each<[object, Problem]>([
    [{ reference: ' ' }, { path: 'reference', message: `is empty: ${reference}` }],
    [{ reference: 7 }, { path: 'reference', message: 'is a number, but must be the dispute’s own reference, as text' }],
    [{ reason: '' }, { path: 'reason', message: `is empty: ${reason}` }],
    [{ reason: undefined }, { path: 'reason', message: `is missing: ${reason}` }],
    [
      { openedAt: '2026-02-03T10:00:00' },
      {
        path: 'openedAt',
        message: 'has no offset: give the time as ISO 8601 with its offset, such as Z or +01:00 at its end',
      },
    ],
    [{ opendAt: '2026-02-03T10:00:00Z' }, { path: 'opendAt', message: 'is unknown; did you mean openedAt?' }],
    [{ openedAt: undefined }, { path: 'openedAt', message: `is missing: ${time}` }],
  ])('with %j gets the cause and the fix', (change, problem) => {
    expect(disputeProblems({ ...dispute, ...change } as DisputeInput)).toEqual([problem]);
  });

  test('may be the one that a loan lists', () => {
    expect(disputeProblems({ ...dispute, outcome: 'dismissed' } as DisputeInput)).toEqual([]);
  });

  test('that is nothing at all lacks everything', () => {
    expect(disputeProblems(undefined as never)).toEqual([
      { path: 'reference', message: `is missing: ${reference}` },
      { path: 'reason', message: `is missing: ${reason}` },
      { path: 'openedAt', message: `is missing: ${time}` },
    ]);
  });
});

describe('the resolution of a dispute', () => {
  const resolution: DisputeResolution = {
    reference: 'D-1',
    outcome: 'dismissed',
    reason: 'it was the payer',
    resolvedAt: '2026-02-10T09:00:00Z',
  };

  test.each(['dismissed', 'upheld'] as const)('may be that it was %s', (outcome) => {
    expect(resolutionProblems({ ...resolution, outcome })).toEqual([]);
  });

  test.each<[object, Problem]>([
    [{ outcome: 'withdrawn' }, { path: 'outcome', message: 'must be one of "dismissed" or "upheld"' }],
    [{ outcome: '' }, { path: 'outcome', message: `is empty: ${outcome}` }],
    [{ reference: '' }, { path: 'reference', message: `is empty: ${reference}` }],
    [{ reason: ' ' }, { path: 'reason', message: `is empty: ${reason}` }],
    [{ resolvedAt: '10/02/2026' }, { path: 'resolvedAt', message: 'must be the time as ISO 8601 with its offset' }],
    [{ outcom: 'upheld' }, { path: 'outcom', message: 'is unknown; did you mean outcome?' }],
  ])('with %j gets the cause and the fix', (change, problem) => {
    expect(resolutionProblems({ ...resolution, ...change } as DisputeResolution)).toEqual([problem]);
  });

  test('that is nothing at all lacks everything', () => {
    expect(resolutionProblems(undefined as never)).toEqual([
      { path: 'reference', message: `is missing: ${reference}` },
      { path: 'reason', message: `is missing: ${reason}` },
      { path: 'resolvedAt', message: `is missing: ${time}` },
      { path: 'outcome', message: `is missing: ${outcome}` },
    ]);
  });
});

describe('the dispute that stands in the way', () => {
  const standing = (...events: LoanEvent[]) => standingDispute(loanAt('collecting', events))?.reference;

  test('is the first that is open, and none once all are dismissed', () => {
    expect(standing()).toBeUndefined();
    expect(standing(disputeOpened('D-1'), disputeOpened('D-2'))).toBe('D-1');
    expect(standing(disputeOpened('D-1'), disputeEnded('D-1', 'dismissed'), disputeOpened('D-2'))).toBe('D-2');
    expect(standing(disputeOpened('D-1'), disputeEnded('D-1', 'dismissed'))).toBeUndefined();
  });

  test('is the one that was upheld before any that is open', () => {
    expect(standing(disputeOpened('D-1'), disputeOpened('D-2'), disputeEnded('D-2', 'upheld'))).toBe('D-2');
  });
});
