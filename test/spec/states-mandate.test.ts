/** Spec §3.1 and §3.2, typed again by hand: the judge of what client and server share. */
import { describe, expect, test } from 'vitest';
import { compareInstalmentStatus } from '../../src/domain/collection.ts';
import { nextAccountState } from '../../src/domain/mandate.ts';
import { LoanStory, PRIMARY } from '../server/engine/loan-story.ts';

/** State · trigger · next state · what the merchant hears. */
const table = [
  ['pending', 'deposit-accepted', 'active', ['mandate.activated']],
  ['pending', 'deposit-rejected', 'failed', ['mandate.failed']],
  ['pending', 'account-inactive', 'failed', ['mandate.failed']],
  ['pending', 'deposit-disputed', 'disputed', []],
  ['pending', 'timed-out', 'pending_timeout', []],
  ['pending', 'deposit-from-elsewhere', 'pending', []],
] as const;

describe('the mandate table of spec §3.1', () => {
  test.each(table)('%s · %s → %s', (state, event, next) => {
    expect(nextAccountState(state, event)).toBe(next);
  });

  test.each(table)('is lived by the platform: %s · %s → %s', async (_, event, next, heard) => {
    const story = new LoanStory();
    story.place(PRIMARY);
    story.attach(PRIMARY);
    if (event === 'timed-out') await story.until('2026-01-22T09:00:00Z');
    else if (event === 'account-inactive') {
      story.bank(PRIMARY, { active: false });
      story.deposit(PRIMARY);
    } else if (event === 'deposit-from-elsewhere')
      story.deposit(PRIMARY, { from: { accountNumber: '0200000021', bankCode: '033' } });
    else story.deposit(PRIMARY, { outcome: event.slice('deposit-'.length) });
    expect(story.mandate().status).toBe(next);
    expect(story.events()).toEqual(heard);
  });
});

describe('the instalment statuses of spec §3.2', () => {
  test('are exactly these five, spelled so', () => {
    const fromSpec = ['success', 'overdue', 'failed', 'partially paid', 'processing'] as const;
    expect([...fromSpec].sort(compareInstalmentStatus)).toEqual([
      'processing',
      'failed',
      'overdue',
      'partially paid',
      'success',
    ]);
  });
});
