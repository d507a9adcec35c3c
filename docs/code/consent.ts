// Consent as evidence: capture it, give a receipt, record a revocation and a dispute.
import assert from 'node:assert/strict';
import {
  type Consent,
  type ConsentScope,
  DISCLAIMER,
  type OpenLoanInput,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region notice
const notice = {
  version: '2026-01',
  text: [
    'If you agree, Sample Lender',
    '- uses your BVN to find your bank accounts,',
    '- places a debit mandate on each account that you choose,',
    '- debits your primary account on the due dates shown on this page,',
    '- debits your backup accounts, in your order, if that fails,',
    '- reports this loan to a credit bureau.',
    'We never debit more than the total shown on this page.',
    'You may revoke your consent at any time: privacy@lender.example.com.',
    'You still repay what you owe.',
    DISCLAIMER,
  ].join('\n'),
};
// #endregion notice

// #region capture
/** Each scope that the payer ticked, with the time of the tick. */
type Ticks = Partial<Record<ConsentScope, string>>;

function consentOf(ticks: Ticks, ipAddress: string): Consent {
  const scopes = Object.entries(ticks).map(([scope, grantedAt]) => ({
    scope: scope as ConsentScope,
    grantedAt, // ISO 8601 with a time zone offset
    ipAddress, // of the payer's request
  }));
  return { scopes, channel: 'web', language: 'en', notice };
}
// #endregion capture

const { kit, loanAt, clock, close } = await createTestKit();
const at = '2026-01-05T07:55:00Z';
const ticks = {
  accountDiscovery: at,
  mandatePlacement: at,
  automatedDebit: at,
  bureauReporting: at,
  cascadeDebit: at,
};
const ipAddress = '203.0.113.7';
const application: Omit<OpenLoanInput, 'loanId' | 'consent'> = {
  payer: {
    payerId: 'P-1',
    bvn: '22200000001',
    name: 'Ada Obiora',
    email: 'ada@example.com',
    mobileNumber: '08030000001',
    address: '1 Broad Street, Lagos',
  },
  terms: {
    approvedAmount: 100_000,
    totalAmountDue: 120_000,
    startDate: '2026-02-01',
    endDate: '2026-04-30',
    frequency: 'monthly',
    collectionMode: 'manual',
  },
};

// #region open
const loan = await kit.loans.open({
  ...application, // payer and terms
  loanId: 'L-1',
  consent: consentOf(ticks, ipAddress),
});
// #endregion open
assert.equal(loan.noticeVersion, '2026-01');

const { cascadeDebit: _, ...four } = ticks;
await assert.rejects(
  kit.loans.open({
    ...application,
    loanId: 'L-2',
    consent: consentOf(four, ipAddress),
  }),
  { code: 'rule_refused', rule: 'consent-complete' },
);
const text =
  'Your repayment is a standing instruction, backed by the central bank.';
await assert.rejects(
  kit.loans.open({
    ...application,
    loanId: 'L-3',
    consent: {
      ...consentOf(ticks, ipAddress),
      notice: { text, version: '2026-02' },
    },
  }),
  { rule: 'notice-is-honest' },
);

// #region receipt
const receipt = await kit.loans.receipt('L-1', {
  controller: {
    name: 'Sample Lender',
    contact: 'privacy@lender.example.com',
    jurisdiction: 'NG',
  },
  withdrawalMethod: 'Write to privacy@lender.example.com.',
});
// #endregion receipt
assert.equal(receipt.pii_processing.privacy_notice.text, notice.text);
assert.equal(receipt.events.length, 5); // one act for each scope
assert.equal(receipt.disclaimer, DISCLAIMER);

// #region before
const verified = await loanAt('verified');
const cancelled = await kit.mandates.requestCancellation(verified, {
  requestedAt: clock.iso(),
  channel: 'branch',
});
assert.equal(cancelled.follows.code, 'abandon-and-release');
await kit.loans.abandon(cancelled.loan, { reason: 'the payer cancelled' });
// #endregion before

const other = await loanAt('verified');
const stopped = await kit.mandates.requestCancellation(other, {
  requestedAt: clock.iso(),
  channel: 'branch',
});
await assert.rejects(kit.bureau.reportApproved(stopped.loan), {
  rule: 'consent-stands',
});

const collecting = await loanAt('collecting', { mode: 'manual' });
// #region after
const { loan: revoked, follows } = await kit.mandates.revokeScope(collecting, {
  scope: 'automatedDebit',
  revokedAt: clock.iso(),
  channel: 'phone',
});
assert.equal(follows.code, 'obligation-outstanding');

const debit = { amount: 30_000, debitDate: '2026-02-05' };
await assert.rejects(kit.collections.collect(revoked, debit), {
  rule: 'debit-after-revocation',
});
const owed = await kit.loans.recordObligation(revoked, {
  amount: 30_000,
  basis: 'loan agreement, clause 7',
});
await kit.collections.collect(owed, debit); // at most this amount
// #endregion after
assert.equal((await kit.loans.get(owed.loanId)).revokedScopes.length, 1);
await assert.rejects(
  kit.collections.collect(owed, { amount: 0.01, debitDate: '2026-02-06' }),
  { rule: 'debit-after-revocation' },
);

const repaying = await loanAt('collecting', { mode: 'manual' });
// #region dispute
const disputed = await kit.mandates.openDispute(repaying, {
  reference: 'DIS-9',
  reason: 'the payer says that the first instalment was paid in cash',
  openedAt: clock.iso(),
});
await assert.rejects(kit.collections.collect(disputed, debit), {
  rule: 'debit-is-undisputed',
});
await kit.mandates.resolveDispute(disputed, {
  reference: 'DIS-9',
  outcome: 'dismissed', // 'upheld' ends collection permanently
  reason: 'no receipt was found',
  resolvedAt: clock.iso(),
});
// #endregion dispute
const resolved = await kit.collections.collect(disputed, debit);
assert.equal(resolved.debit.outcome, 'scheduled');

assert.equal(clock.today(), '2026-01-05');
await close();
