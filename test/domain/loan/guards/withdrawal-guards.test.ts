import { describe, expect, test } from 'vitest';
import { type ConsentScope, consentScopes } from '../../../../src/domain/consent/consent.ts';
import { withdrawalIsTimely } from '../../../../src/domain/consent/withdrawal.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { debitAfterRevocation } from '../../../../src/domain/loan/guards/debit-guards.ts';
import { consentStands, obligationIsOwed } from '../../../../src/domain/loan/guards/standing-guards.ts';
import { at, collection, kobo, loanAt } from '../sample-loan.ts';

const revoked = (scope: ConsentScope): LoanEvent => ({
  type: 'scope.revoked',
  at,
  scope,
  revokedAt: at,
  channel: 'web',
});
const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(120_000),
};
const obligation = (amount: number): LoanEvent => ({
  type: 'obligation.recorded',
  at,
  amount: kobo(amount),
  basis: 'clause 7',
});
const intended = (debitId: string, amount: number): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId,
  amount: kobo(amount),
  debitDate: '2026-02-01',
});
const settled = (debitId: string, collected: number): LoanEvent => ({
  type: 'debit.settled',
  at,
  debitId,
  result: 'successful',
  collected: kobo(collected),
});
const scopes = Object.keys(consentScopes) as ConsentScope[];

describe('a consent', () => {
  test('stands as long as nothing of it was taken back', () => {
    expect(consentStands(loanAt('consented'))).toEqual({ allowed: true });
  });

  test.each(scopes)('does not stand any more once %s was taken back', (scope) => {
    expect(consentStands(loanAt('selected', [revoked(scope)]))).toMatchObject({
      allowed: false,
      rule: 'consent-stands',
      spec: 'Spec §1.1',
      message: expect.stringContaining(scope),
    });
  });

  test('does not stand any more once the payer asked to cancel', () => {
    expect(consentStands(loanAt('verified', [cancelled]))).toMatchObject({ allowed: false, rule: 'consent-stands' });
    expect(consentStands(loanAt('verified', [cancelled]), ['bureauReporting'])).toMatchObject({
      allowed: false,
      rule: 'consent-stands',
    });
  });

  test('stands for what does not need the scope that was taken back', () => {
    const state = loanAt('collecting', [revoked('bureauReporting')]);
    expect(consentStands(state, ['mandatePlacement', 'cascadeDebit'])).toEqual({ allowed: true });
    expect(consentStands(state, ['mandatePlacement', 'bureauReporting'])).toMatchObject({ allowed: false });
  });
});

describe('a debit after a withdrawal', () => {
  test.each(['accountDiscovery', 'mandatePlacement', 'bureauReporting'] as const)('does not rest on %s', (scope) => {
    expect(debitAfterRevocation(loanAt('collecting', [revoked(scope)]), kobo(1))).toEqual({ allowed: true });
  });

  test.each([
    ['automated debits', revoked('automatedDebit')],
    ['cascade debits', revoked('cascadeDebit')],
    ['the whole mandate', cancelled],
  ])('of %s is refused until the obligation is recorded, and stays within it', (_what, withdrawal) => {
    expect(debitAfterRevocation(loanAt('collecting'), kobo(1))).toEqual({ allowed: true });
    expect(debitAfterRevocation(loanAt('collecting', [withdrawal]), kobo(1))).toMatchObject({
      allowed: false,
      rule: 'debit-after-revocation',
      spec: 'Spec §1.1',
      message: expect.stringContaining('recordObligation'),
    });
    const state = loanAt('collecting', [withdrawal, obligation(50_000)]);
    expect(debitAfterRevocation(state, kobo(50_000))).toEqual({ allowed: true });
    expect(debitAfterRevocation(state, kobo(50_001))).toMatchObject({
      rule: 'debit-after-revocation',
      message: expect.stringContaining('₦500.00 at most'),
    });
  });

  test('counts what was debited since the record and what is under way, and nothing from before', () => {
    const before = [collection('i1', 'success', 40_000), intended('d0', 5_000), settled('d0', 5_000)];
    const state = loanAt('collecting', [
      ...before,
      revoked('automatedDebit'),
      obligation(50_000),
      intended('d1', 20_000),
    ]);
    expect(debitAfterRevocation(state, kobo(30_000))).toEqual({ allowed: true });
    expect(debitAfterRevocation(state, kobo(30_001)).allowed).toBe(false);
    const later = loanAt('collecting', [
      revoked('automatedDebit'),
      obligation(50_000),
      intended('d1', 20_000),
      settled('d1', 20_000),
      intended('d2', 10_000),
    ]);
    expect(debitAfterRevocation(later, kobo(20_000))).toEqual({ allowed: true });
    expect(debitAfterRevocation(later, kobo(20_001)).allowed).toBe(false);
  });

  test('counts a debit that was under way when the obligation was recorded, whether it has ended or not', () => {
    const withdrawn = [intended('d0', 20_000), revoked('automatedDebit'), obligation(50_000)];
    expect(debitAfterRevocation(loanAt('collecting', withdrawn), kobo(30_001)).allowed).toBe(false);
    expect(
      debitAfterRevocation(loanAt('collecting', [...withdrawn, settled('d0', 20_000)]), kobo(30_001)).allowed,
    ).toBe(false);
    expect(
      debitAfterRevocation(loanAt('collecting', [...withdrawn, settled('d0', 20_000)]), kobo(30_000)).allowed,
    ).toBe(true);
  });

  test('needs the obligation anew when the payer takes back more', () => {
    const again = loanAt('collecting', [revoked('cascadeDebit'), obligation(50_000), revoked('automatedDebit')]);
    expect(debitAfterRevocation(again, kobo(1))).toMatchObject({ rule: 'debit-after-revocation' });
    const other = loanAt('collecting', [revoked('cascadeDebit'), obligation(50_000), revoked('accountDiscovery')]);
    expect(debitAfterRevocation(other, kobo(50_000))).toEqual({ allowed: true });
  });
});

describe('an obligation', () => {
  test('of what is outstanding is recorded after a withdrawal, and of more is refused', () => {
    const state = loanAt('collecting', [collection('i1', 'success', 40_000), cancelled]);
    expect(obligationIsOwed(state, kobo(80_000))).toEqual({ allowed: true });
    expect(obligationIsOwed(state, kobo(80_001))).toMatchObject({
      allowed: false,
      rule: 'obligation-is-owed',
      spec: 'Spec §1.1',
    });
  });

  test.each([
    ['nothing was taken back', []],
    ['only reports to the bureau were', [revoked('bureauReporting')]],
  ])('is not recorded while %s', (_what, events) => {
    expect(obligationIsOwed(loanAt('collecting', events), kobo(1))).toMatchObject({
      allowed: false,
      rule: 'obligation-follows-withdrawal',
    });
  });
});

describe('the time of a withdrawal', () => {
  const grantedAt = [Date.parse('2026-01-05T09:00:00.000Z')];
  const now = Date.parse('2026-01-06T09:00:00.000Z');
  const decide = (time: string) => withdrawalIsTimely('The revocation', time, { grantedAt, now });

  test.each(['2026-01-05T10:00:00+01:00', '2026-01-06T09:00:00Z', '2026-01-06T09:05:00Z'])(
    'at %s is between the consent and now',
    (time) => {
      expect(decide(time)).toEqual({ allowed: true });
    },
  );

  test.each([
    ['2026-01-05T08:59:59Z', 'withdrawal-follows-consent'],
    ['2026-01-06T09:05:01Z', 'evidence-is-past'],
  ])('at %s is refused: nothing is taken back before it was given, or ahead', (time, rule) => {
    expect(decide(time)).toMatchObject({ allowed: false, rule, spec: 'Spec §1.1' });
  });
});
