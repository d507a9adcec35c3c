import { expect, test } from 'vitest';
import { at, loanAt } from '../sample-loan.ts';

test('erasing the payer takes the person out of the loan and leaves what happened', () => {
  const before = loanAt('verifying');
  const after = loanAt('verifying', [{ type: 'payer.erased', at, reason: 'asked for' }]);
  expect(after).toMatchObject({
    isErased: true,
    payer: undefined,
    instructions: undefined,
    stage: 'verifying',
    selection: before.selection,
  });
  expect(
    after.accounts.map(({ account, details, placement, attachment }) => [account, details, placement, attachment]),
  ).toEqual([
    ['a1', undefined, 'confirmed', 'confirmed'],
    ['a2', undefined, 'confirmed', 'confirmed'],
    ['a3', undefined, 'none', 'none'],
    ['a4', undefined, 'none', 'none'],
  ]);
});

test('what the payer took back and what the lender did is written down one after the other', () => {
  const state = loanAt('collecting', [
    { type: 'scope.revoked', at, scope: 'bureauReporting', revokedAt: '2026-02-01T09:00:00Z', channel: 'web' },
    { type: 'scope.revoked', at, scope: 'cascadeDebit', revokedAt: '2026-02-02T09:00:00Z', channel: 'branch' },
    { type: 'duty.discharged', at, duty: 'tell-platform', note: 'by letter' },
    { type: 'duty.discharged', at, duty: 'release-mandate', note: 'by letter' },
  ]);
  expect(state.revocations).toEqual([
    { scope: 'bureauReporting', revokedAt: '2026-02-01T09:00:00Z' },
    { scope: 'cascadeDebit', revokedAt: '2026-02-02T09:00:00Z' },
  ]);
  const before = { taken: 0, collections: [], debits: [] };
  expect(state.discharged).toEqual([
    { duty: 'tell-platform', note: 'by letter', at, before },
    { duty: 'release-mandate', note: 'by letter', at, before },
  ]);
});
