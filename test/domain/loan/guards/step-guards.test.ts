import { describe, expect, test } from 'vitest';
import type { ConsentScope } from '../../../../src/domain/consent/consent.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { mayAddBackup } from '../../../../src/domain/loan/guards/step-guards.ts';
import { at, day, loanAt } from '../sample-loan.ts';

const revoked = (scope: ConsentScope): LoanEvent => ({
  type: 'scope.revoked',
  at,
  scope,
  revokedAt: at,
  channel: 'web',
});
const afterRevocation = (scope: ConsentScope) =>
  mayAddBackup(loanAt('collecting', [revoked(scope)]), day('2026-01-05'));

describe('a further backup account', () => {
  test.each<ConsentScope>(['mandatePlacement', 'automatedDebit', 'cascadeDebit'])(
    'is not added once %s was taken back: it would be placed and debited',
    (scope) => {
      expect(afterRevocation(scope)).toEqual({
        allowed: false,
        rule: 'consent-stands',
        spec: 'Spec §1.1',
        message: `The payer took ${scope} back: stop here. Before money was sent, abandon the loan and release the mandate`,
      });
    },
  );

  test.each<ConsentScope>(['accountDiscovery', 'bureauReporting'])('is added although %s was taken back', (scope) => {
    expect(afterRevocation(scope)).toEqual({ allowed: true });
  });
});
