// Consent as evidence: captured, chosen on, receipted, taken back, disputed.
import assert from 'node:assert/strict';
import {
  type Consent,
  type ConsentScope,
  DISCLAIMER,
  type DiscoveredLoan,
  type OpenLoanInput,
  RuleError,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region capture
const noticeOf = (
  lender: string,
) => `${lender} uses your BVN to find your bank accounts, places a debit mandate on those you choose, debits them on your due dates,
debits your backup accounts where the first one fails, and reports the loan to a credit bureau. You may take this back at any time; what you owe stays owed.
${DISCLAIMER}`;

/** What the payer ticked, each box by itself, and when: from your form, not from your head. */
interface ConsentForm {
  readonly ticked: Readonly<Partial<Record<ConsentScope, string>>>; // scope → ISO time of the tick
  readonly noticeShown: {
    readonly text: string;
    readonly version: string;
    readonly language: string;
  };
}

function consentOf(
  { ticked, noticeShown }: ConsentForm,
  ipAddress: string,
): Consent {
  const { language, ...notice } = noticeShown;
  const scopes = Object.entries(ticked).map(([scope, grantedAt]) => ({
    scope: scope as ConsentScope,
    grantedAt,
    ipAddress,
  }));
  return { scopes, channel: 'web', language, notice };
}
// #endregion capture

const { kit, loanAt, clock, close } = await createTestKit();
const at = '2026-01-05T07:55:00Z';
const ticked = {
  accountDiscovery: at,
  mandatePlacement: at,
  automatedDebit: at,
  bureauReporting: at,
  cascadeDebit: at,
};
const form: ConsentForm = {
  ticked,
  noticeShown: {
    text: noticeOf('Sample Lender'),
    version: '2026-01',
    language: 'en',
  },
};
const application: Omit<OpenLoanInput, 'consent'> = {
  loanId: 'L-1',
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
const loan = await kit.loans.open({
  ...application,
  consent: consentOf(form, '203.0.113.7'),
});

// #region refused
const { cascadeDebit: _, ...four } = ticked;
await assert.rejects(
  kit.loans.open({
    ...application,
    loanId: 'L-2',
    consent: consentOf({ ...form, ticked: four }, '203.0.113.7'),
  }),
  {
    code: 'rule_refused',
    rule: 'consent-complete',
  },
);
const boast = {
  ...form.noticeShown,
  text: 'Your repayment is a standing instruction, backed by the central bank.',
};
await assert.rejects(
  kit.loans.open({
    ...application,
    loanId: 'L-3',
    consent: consentOf({ ...form, noticeShown: boast }, '203.0.113.7'),
  }),
  {
    rule: 'notice-is-honest',
  },
);
// #endregion refused

// #region choice
/** What your page lists: every account, none of them ticked; the inactive ones cannot be chosen. */
function choicesFor({ accounts }: DiscoveredLoan) {
  return accounts.map(({ accountNumber, bankCode, bankName, active }) => ({
    accountNumber,
    bankCode,
    bankName,
    canBeChosen: active,
    ticked: false,
  }));
}

const discovered = await kit.discovery.discover(loan);
const [first, second] = choicesFor(discovered).filter(
  ({ canBeChosen }) => canBeChosen,
);
assert.ok(first && second);
const ipAddress = '203.0.113.7'; // of the request in which the payer chose
const selected = await kit.discovery.select(discovered, {
  primaryAccount: first,
  backupAccounts: [
    { ...second, optedInBy: { ipAddress, at: '2026-01-05T07:58:40Z' } },
  ], // where each tick is an act of its own; [] for none
  chosenBy: { ipAddress, at: '2026-01-05T07:59:00Z' },
});
// #endregion choice
assert.equal(selected.backupAccounts.length, 1);

// #region receipt
const receipt = await kit.loans.receipt('L-1', {
  controller: {
    name: 'Sample Lender',
    contact: 'privacy@lender.example.com',
    jurisdiction: 'NG',
  },
  withdrawalMethod: 'Write to privacy@lender.example.com or come to a branch.',
});
assert.equal(receipt.pii_processing.privacy_notice.text, form.noticeShown.text);
assert.equal(receipt.events.length, 5); // one act for each scope
assert.equal(receipt.disclaimer, DISCLAIMER);
// #endregion receipt

// #region withdrawal
const collecting = await loanAt('collecting', { mode: 'manual' });
const said = { channel: 'phone', reason: 'changed bank' };
const { loan: withdrawn, follows } = await kit.mandates.revokeScope(
  collecting,
  {
    scope: 'automatedDebit',
    revokedAt: '2026-01-05T08:00:00Z',
    ...said,
  },
);
assert.equal(follows.code, 'obligation-outstanding');
const debit = { amount: 30_000, debitDate: '2026-02-05' };
await assert.rejects(kit.collections.collect(withdrawn, debit), {
  rule: 'debit-after-revocation',
});

const owed = await kit.loans.recordObligation(withdrawn, {
  amount: 30_000,
  basis: 'loan agreement, clause 7',
});
assert.equal(
  (await kit.collections.collect(owed, debit)).debit.outcome,
  'scheduled',
); // and not a kobo more
// #endregion withdrawal

// #region cancellation
const early = await loanAt('verified');
const cancelled = await kit.mandates.requestCancellation(early, {
  requestedAt: '2026-01-05T08:00:00Z',
  channel: 'branch',
});
assert.equal(cancelled.follows.code, 'abandon-and-release');
await assert.rejects(
  kit.bureau.reportApproved(cancelled.loan),
  (error) => error instanceof RuleError && error.rule === 'consent-stands',
);
await kit.loans.abandon(cancelled.loan, { reason: 'the payer cancelled' });
// #endregion cancellation

// #region dispute
const disputed = await kit.mandates.openDispute(
  await loanAt('collecting', { mode: 'manual' }),
  {
    reference: 'DIS-9',
    reason: 'says that the first instalment was paid in cash',
    openedAt: '2026-01-05T08:00:00Z',
  },
);
await assert.rejects(kit.collections.collect(disputed, debit), {
  rule: 'debit-is-undisputed',
});
const outcome = {
  reference: 'DIS-9',
  outcome: 'dismissed',
  reason: 'no receipt was found',
  resolvedAt: '2026-01-05T08:00:00Z',
} as const;
const resolved = await kit.mandates.resolveDispute(disputed, outcome); // 'upheld' would end collection for good
assert.equal(
  (await kit.collections.collect(resolved, debit)).debit.outcome,
  'scheduled',
);
// #endregion dispute

assert.equal(clock.today(), '2026-01-05');
await close();
