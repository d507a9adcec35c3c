import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideGate, type GateFacts, nextCascadeStep } from '../../src/domain/collection.ts';

const open: GateFacts = { status: 'active', disbursed: true, closed: false, merchantApproved: true };

describe('the gate', () => {
  test('is open for an active mandate with its disbursement reported', () => {
    expect(decideGate(open)).toEqual({ open: true });
  });

  test.each([
    [{ disbursed: false }, 'debit-needs-disbursement', 'Spec §3.4'],
    [{ status: 'disputed' }, 'debit-is-undisputed', 'Spec §3.4'],
    [{ status: 'pending' }, 'debit-needs-active-mandate', 'Spec §3.4'],
    [{ status: 'expired' }, 'debit-within-tenure', 'Spec §6.1'],
    [{ closed: true }, 'debit-before-closure', 'Spec §6.3'],
    [{ merchantApproved: false }, 'merchant-is-approved', 'Spec §1'],
  ] as const)('is shut for %j by its own rule', (fact, rule, spec) => {
    expect(decideGate({ ...open, ...fact })).toEqual({ open: false, rule, spec, reason: expect.stringMatching(/\.$/) });
  });
});

describe('the cascade', () => {
  const step = (accounts: number, answers: readonly string[], maySweep = false) =>
    nextCascadeStep({ accounts, answers, maySweep });

  test('stops at an unknown outcome, with accounts left', () => {
    for (const code of ['01', '09', '68', '96', '97']) expect(step(3, ['51', code])).toEqual({ step: 'ask-later' });
  });

  test('sweeps accounts short of funds only, and only where it may', () => {
    expect(step(4, ['51', '91', '61', '51'], true)).toEqual({ step: 'sweep', accounts: [0, 3] });
    expect(step(4, ['51', '91', '61', '51'])).toEqual({ step: 'missed' });
    expect(step(2, ['91', '05'], true)).toEqual({ step: 'missed' });
    expect(step(2, ['51'], true)).toEqual({ step: 'debit', account: 1 });
  });

  test('misses at once without accounts', () => {
    expect(step(0, [], true)).toEqual({ step: 'missed' });
  });

  test('tries every account once, in order, until one pays, however many there are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('51', '91', '05', '61'), { maxLength: 60 }),
        fc.boolean(),
        (declines, pays) => {
          const banks = pays ? [...declines, '00'] : declines;
          const tried: string[] = [];
          for (;;) {
            const next = step(banks.length, tried);
            if (next.step !== 'debit') {
              expect(next.step).toBe(pays ? 'collected' : 'missed');
              break;
            }
            expect(next.account).toBe(tried.length);
            tried.push(banks[next.account] as string);
          }
          expect(tried).toEqual(banks);
        },
      ),
    );
  });
});
