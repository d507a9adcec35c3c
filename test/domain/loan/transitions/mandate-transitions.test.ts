import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { chosenAccounts, type LoanState, primaryAccount } from '../../../../src/domain/loan/state.ts';
import { at, attached, discovered, eventsUpTo, loanAt, placed, read, selected } from '../sample-loan.ts';

const account = (state: LoanState, ref: string) => state.accounts.find((candidate) => candidate.account === ref);
const startedOver = { placement: 'none', attachment: 'none', attachedBy: undefined, mandateStatus: undefined };

describe('discovery', () => {
  test('finds accounts of which nothing is placed, attached or read yet', () => {
    expect(account(loanAt('discovered'), 'a4')).toEqual({
      account: 'a4',
      details: { accountNumber: '0123456784', bankCode: '058', bankName: 'Sample Bank', accountName: 'ADA OBI' },
      usable: false,
      placement: 'none',
      attachment: 'none',
      attachedBy: undefined,
      mandateStatus: undefined,
      statusSince: 0,
      consentId: undefined,
    });
  });

  test('leaves accounts without numbers where the payer’s data were erased since', () => {
    const state = loanAt('consented', [{ ...discovered, personal: undefined } as LoanEvent]);
    expect(state.accounts.map(({ account: ref, details }) => [ref, details])).toEqual([
      ['a1', undefined],
      ['a2', undefined],
      ['a3', undefined],
      ['a4', undefined],
    ]);
  });
});

describe('the choice', () => {
  test('is none before the payer chose', () => {
    expect(primaryAccount(loanAt('discovered'))).toBeUndefined();
    expect(chosenAccounts(loanAt('discovered'))).toEqual([]);
  });

  test('passes over what its file does not name, and is never verified without its primary', () => {
    expect(chosenAccounts(loanAt('discovered', [selected('a9', ['a2'])])).map(({ account: ref }) => ref)).toEqual([
      'a2',
    ]);
    const unknown = loanAt('discovered', [
      selected('a9', []),
      { type: 'mandate.attached', at },
      read('active', { a1: 'active' }),
    ]);
    expect(unknown.stage).toBe('verifying');
  });

  test('is verified by its own primary, whichever account comes first', () => {
    const swapped = [selected('a2', ['a1']), ...placed, ...attached];
    expect(loanAt('discovered', [...swapped, read('active', { a1: 'active', a2: 'pending' })]).stage).toBe('verifying');
    expect(loanAt('discovered', [...swapped, read('active', { a1: 'pending', a2: 'active' })]).stage).toBe('verified');
  });
});

describe('a backup that the payer opts in to', () => {
  const added = (ref: string): LoanEvent => ({
    type: 'backup.added',
    at,
    account: ref,
    chosenAt: '2026-01-06T09:00:00Z',
    personal: { ipAddress: '102.89.23.4' },
  });

  test('starts over where it came to nothing, and no other account does', () => {
    const state = loanAt('verifying', [read('active', { a1: 'pending', a2: 'failed' }), added('a2')]);
    expect(account(state, 'a2')).toMatchObject(startedOver);
    expect(account(state, 'a1')).toMatchObject({
      placement: 'confirmed',
      attachment: 'confirmed',
      mandateStatus: 'pending',
    });
    const other = loanAt('verifying', [read('active', { a1: 'active', a2: 'failed' }), added('a3')]);
    expect(account(other, 'a2')).toMatchObject({ placement: 'confirmed', mandateStatus: 'failed' });
    expect(account(other, 'a3')).toMatchObject(startedOver);
  });

  test('stays as it is where it stands', () => {
    const state = loanAt('verified', [added('a2')]);
    expect(account(state, 'a2')).toMatchObject({
      placement: 'confirmed',
      attachment: 'confirmed',
      mandateStatus: 'active',
    });
  });

  test('is not chosen where no primary was chosen', () => {
    expect(loanAt('discovered', [added('a2')]).selection).toBeUndefined();
  });
});

describe('the words for the payer', () => {
  const words = (ref: string, instructions: string): LoanEvent => ({
    type: 'attachment.confirmed',
    at,
    account: ref,
    by: 'micro-deposit',
    accepted: true,
    personal: { instructions },
    transferDestinations: [],
  });
  const reported = (...events: LoanEvent[]) => loanAt('placed', events).instructions;

  test('are those of the primary, whichever account is answered first', () => {
    expect(reported(words('a1', 'Send ₦50.00 from the first'), words('a2', 'Send ₦50.00 from the second'))).toBe(
      'Send ₦50.00 from the first',
    );
    expect(reported(words('a2', 'Send ₦50.00 from the second'), words('a1', 'Send ₦50.00 from the first'))).toBe(
      'Send ₦50.00 from the first',
    );
  });

  test('are those of a backup as long as there are none of the primary', () => {
    expect(reported(words('a2', 'Send ₦50.00 from the second'))).toBe('Send ₦50.00 from the second');
    expect(reported()).toBeUndefined();
  });

  test('may be reported before the payer’s choice is known', () => {
    expect(loanAt('discovered', [words('a1', 'Send ₦50.00')]).instructions).toBe('Send ₦50.00');
  });

  test('stay as they are when an answer has none', () => {
    const silent: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a1',
      by: 'signature',
      accepted: true,
      transferDestinations: [],
    };
    expect(reported(words('a1', 'Send ₦50.00'), silent)).toBe('Send ₦50.00');
  });
});

test('a choice of another primary has the new one placed again, and every other account stays as it stood', () => {
  const state = loanAt('verifying', [read('failed', { a1: 'pending', a2: 'pending' }), selected('a2', ['a1'])]);
  expect(account(state, 'a2')).toMatchObject({ placement: 'none', attachment: 'confirmed', mandateStatus: 'pending' });
  expect(account(state, 'a1')).toMatchObject({
    placement: 'confirmed',
    attachment: 'confirmed',
    mandateStatus: 'pending',
  });
  expect(eventsUpTo('verifying')).toHaveLength(state.version - 2);
});
