import { describe, expect, test } from 'vitest';
import {
  attachmentWasRefused,
  hasUnansweredAttachment,
  primaryFailed,
  reselectionFollowsFailure,
  reselectionReplacesChoice,
} from '../../../../src/domain/loan/guards/account-guards.ts';
import type { LoanStage } from '../../../../src/domain/loan/stages.ts';
import type { LoanAccountState, LoanState } from '../../../../src/domain/loan/state.ts';
import { at, loanAt } from '../sample-loan.ts';

type Change = Partial<LoanAccountState>;

/** A loan at a stage, with changes of its accounts by name. */
const loanWith = (stage: LoanStage, changes: Readonly<Record<string, Change>> = {}): LoanState => {
  const state = loanAt(stage);
  return { ...state, accounts: state.accounts.map((each) => ({ ...each, ...changes[each.account] })) };
};
const accountWith = (change: Change) =>
  ({ ...loanAt('selected').accounts[0], mandateStatus: undefined, ...change }) as LoanAccountState;

test.each<[string, boolean, Change]>([
  ['was rejected', true, { attachment: 'rejected' }],
  ['was rejected, but is shown as active', false, { attachment: 'rejected', mandateStatus: 'active' }],
  ['was rejected and is shown as failed', true, { attachment: 'rejected', mandateStatus: 'failed' }],
  ['was refused and chosen again', true, { attachment: 'none', isGivenAgain: true }],
  ['was refused, chosen again and is active', false, { isGivenAgain: true, mandateStatus: 'active' }],
  ['was confirmed', false, { attachment: 'confirmed' }],
  ['was not attached yet', false, { attachment: 'none' }],
])('the attachment of an account that %s counts as refused: %s', (_what, isRefused, change) => {
  expect(attachmentWasRefused(accountWith(change))).toBe(isRefused);
});

describe('the primary account', () => {
  test.each<[string, LoanState, boolean]>([
    ['has not failed where all is well', loanWith('verifying'), false],
    ['has not failed before a choice', loanWith('discovered'), false],
    ['has failed with its mandate', { ...loanWith('verifying'), mandateStatus: 'failed' }, true],
    [
      'has failed where it was not proved in time',
      loanWith('verifying', { a1: { mandateStatus: 'pending_timeout' } }),
      true,
    ],
    ['has failed where its attachment was rejected', loanWith('verifying', { a1: { attachment: 'rejected' } }), true],
    ['has not failed where a backup has', loanWith('verifying', { a2: { mandateStatus: 'failed' } }), false],
  ])('%s', (_what, state, hasFailed) => {
    expect(primaryFailed(state)).toBe(hasFailed);
  });
});

describe('an attachment without an answer', () => {
  test.each<[string, LoanState, boolean]>([
    ['is that of the primary', loanWith('placed', { a1: { attachment: 'intended' } }), true],
    ['is that of a backup', loanWith('placed', { a2: { attachment: 'intended' } }), true],
    ['is not that of an account that was not chosen', loanWith('placed', { a3: { attachment: 'intended' } }), false],
    ['is not there where none was sent', loanWith('placed'), false],
    ['is not there where all were answered', loanWith('placed', { a1: { attachment: 'confirmed' } }), false],
    ['does not count after the mandate was attached', loanWith('verifying', { a1: { attachment: 'intended' } }), false],
  ])('%s', (_what, state, isUnanswered) => {
    expect(hasUnansweredAttachment(state)).toBe(isUnanswered);
  });
});

describe('another choice', () => {
  const refusal = (message: string) => ({
    allowed: false,
    rule: 'reselection-follows-failure',
    spec: 'Spec §3.1',
    message,
  });

  test.each<[string, LoanState]>([
    ['before the mandate was placed', loanWith('selected')],
    ['after an attachment without an answer', loanWith('placed', { a1: { attachment: 'intended' } })],
    ['after a backup failed', loanWith('verifying', { a2: { mandateStatus: 'failed' } })],
    ['after an account was disputed', loanWith('verifying', { a2: { mandateStatus: 'disputed' } })],
    ['after the mandate was disputed', { ...loanWith('verifying'), mandateStatus: 'disputed' }],
  ])('may be made %s', (_when, state) => {
    expect(reselectionFollowsFailure(state)).toEqual({ allowed: true });
  });

  test.each<[string, LoanState, string]>([
    [
      'while the mandate is placed and nothing failed',
      loanWith('placed'),
      'No attachment of the choice is without an answer: attach it, then see whether it is honoured',
    ],
    [
      'while the mandate is not read yet',
      loanWith('verifying'),
      "The mandate is 'pending': the payer can choose again after it failed, timed out or was disputed; refresh the loan first",
    ],
    [
      'while the mandate is active',
      loanWith('verified'),
      "The mandate is 'active': the payer can choose again after it failed, timed out or was disputed; refresh the loan first",
    ],
  ])('is refused %s', (_when, state, message) => {
    expect(reselectionFollowsFailure(state)).toEqual(refusal(message));
  });

  const confirmed = { placement: 'confirmed' } as const;
  const another = { primary: 'a3', chosenAt: at };

  test.each<[string, LoanState]>([
    ['of the first primary is free', loanWith('discovered')],
    ['is free while the placement has no answer', loanWith('selected', { a1: { placement: 'intended' } })],
    ['is free before the placement', loanWith('selected')],
    [
      'is free after an attachment without an answer',
      loanWith('placed', { a1: { ...confirmed, attachment: 'intended' } }),
    ],
    ['is free after the primary failed', loanWith('placed', { a1: { ...confirmed, mandateStatus: 'failed' } })],
    ['is free after the mandate was attached', loanWith('verifying')],
    ['is free where the primary is not listed any more', { ...loanWith('placed'), accounts: [] }],
  ])('with another primary %s', (_when, state) => {
    expect(reselectionReplacesChoice(state, another)).toEqual({ allowed: true });
  });

  test.each<[string, LoanState]>([
    ['while only the primary is placed', loanWith('selected', { a1: confirmed })],
    ['while the mandate is placed', loanWith('placed')],
  ])('with another primary is refused %s, and one with the same is not', (_when, state) => {
    expect(reselectionReplacesChoice(state, another)).toEqual(
      refusal(
        'The mandate stands on the chosen primary account already: keep it and change the backups, or place and attach it and see whether it is honoured',
      ),
    );
    expect(reselectionReplacesChoice(state, { ...another, primary: 'a1' })).toEqual({ allowed: true });
  });
});
