import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  depositDeadline,
  isReplaceable,
  MICRO_DEPOSIT,
  mandateStatus,
  nextAccountState,
} from '../../src/domain/mandate.ts';

const status = (accounts: readonly [boolean, AccountState][], more: { disputed?: boolean; expired?: boolean } = {}) =>
  mandateStatus({
    accounts: accounts.map(([primary, state]) => ({ primary, state })),
    disputed: false,
    expired: false,
    ...more,
  });

describe('a mandate', () => {
  test('is what its primary is, wherever that stands', () => {
    expect(status([])).toBe('pending');
    expect(
      status([
        [true, 'active'],
        [false, 'failed'],
      ]),
    ).toBe('active');
    expect(
      status([
        [false, 'active'],
        [true, 'pending_timeout'],
      ]),
    ).toBe('pending_timeout');
    expect(status([[false, 'active']])).toBe('pending');
  });

  test('is disputed if any account is, or a dispute was opened', () => {
    expect(
      status([
        [true, 'active'],
        [false, 'disputed'],
      ]),
    ).toBe('disputed');
    expect(status([[true, 'active']], { disputed: true })).toBe('disputed');
  });

  test('is expired after its tenure, whatever else', () => {
    expect(status([[true, 'disputed']], { disputed: true, expired: true })).toBe('expired');
  });
});

describe('an account', () => {
  test('that is settled by a deposit is not moved by another one', () => {
    for (const state of ['active', 'failed', 'pending_timeout', 'disputed'] as const) {
      for (const event of ['deposit-accepted', 'deposit-rejected', 'deposit-disputed', 'timed-out'] as const) {
        expect(nextAccountState(state, event)).toBeUndefined();
      }
    }
  });

  test('fails by an upheld dispute from every state but failed', () => {
    const states = ['pending', 'active', 'disputed', 'pending_timeout', 'failed'] as const;
    expect(states.map((state) => nextAccountState(state, 'dispute-failed'))).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
      undefined,
    ]);
  });

  test('can be judged anew by the bank where a signature was submitted', () => {
    expect(nextAccountState('active', 'signature-mismatched')).toBe('failed');
    expect(nextAccountState('failed', 'signature-matched')).toBe('active');
  });

  test('can be replaced as the primary once it failed or timed out', () => {
    expect((['pending', 'active', 'disputed', 'failed', 'pending_timeout'] as const).filter(isReplaceable)).toEqual([
      'failed',
      'pending_timeout',
    ]);
  });

  test('has its ₦50 due a number of hours after the attachment', () => {
    expect(MICRO_DEPOSIT).toBe(50_00);
    expect(depositDeadline(1_000, 168)).toBe(1_000 + 168 * 3_600_000);
  });
});
