// A rule refuses a debit, a loan has duties, and a payer revokes consent.
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit();
const { kit, loanAt, clock } = platform;
const collecting = await loanAt('collecting', { mode: 'manual' });
const said: string[] = [];
const print = (text: string) => void said.push(text);
const today = clock.today();

// #region refusal
import { RuleError } from 'repaykit';

try {
  await kit.collections.collect(collecting, {
    amount: 100_000,
    debitDate: today,
  });
} catch (error) {
  if (!(error instanceof RuleError)) throw error;
  // debit-within-terms (Spec §1): …
  print(`${error.rule} (${error.spec}): ${error.message}`);
}
// #endregion refusal

assert.match(said.join(), /^debit-within-terms \(Spec §1\): /);

const closing = await kit.loans.recordRepayment(collecting, {
  amount: 90_000,
  date: today,
  reference: 'COUNTER-7',
});
// #region duties
for (const { duty, why, until } of await kit.loans.duties(closing)) {
  print(`${duty} by ${until ?? 'now'}: ${why}`);
}
// report-closure by now: The loan is fully repaid …
// release-mandate by 2026-02-05: …
// #endregion duties

const duties = said.slice(1).map((text) => text.replace(/:.*/, ''));
assert.ok(
  duties.includes('report-closure by now') &&
    duties.includes('release-mandate by 2026-02-05'),
  duties.join(),
);
const other = await loanAt('collecting');

// #region revocation
const revocation = {
  scope: 'automatedDebit',
  revokedAt: '2026-01-05T08:00:00Z',
  channel: 'web',
  ipAddress: '203.0.113.7',
} as const;
const { follows } = await kit.mandates.revokeScope(other, revocation);
print(follows.code); // obligation-outstanding
// #endregion revocation

assert.equal(said.at(-1), 'obligation-outstanding');
await platform.close();
