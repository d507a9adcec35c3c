/** What the lender owes to the platform and to its own evidence, word for word. */
import { expect, test } from 'vitest';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { Duty } from '../../../../src/domain/loan/duties/duty.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import {
  acknowledged,
  at,
  cancelled,
  chargedBack,
  closedAsRepaid,
  collection,
  day,
  disputeEnded,
  disputeOpened,
  eventsUpTo,
  filed,
  kobo,
  loanAt,
  opened,
  paidInCash,
  revoked,
} from '../sample-loan.ts';

const auto = { collectionMode: 'auto' } as const;
const repaid = collection('i1', 'success', 120_000);
const debit: LoanEvent = { type: 'debit.intended', at, debitId: 'd1', amount: kobo(120_000), debitDate: '2026-02-10' };
const cancellation = cancelled('2026-01-04T10:00:00Z');
const withdrawal = revoked('automatedDebit', '2026-01-03T10:00:00Z');
const dispute: LoanEvent = { ...disputeOpened('D-1'), openedAt: '2026-01-02T10:00:00Z' } as LoanEvent;
const dismissed = disputeEnded('D-1', 'dismissed');
const upheld = disputeEnded('D-1', 'upheld');
const cash = paidInCash(10_000);
const abandoned: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };
const adopted = reduceLoan([
  { ...opened(), adopted: { adoptedBy: 'ops', reason: 'moved', evidence: [] } },
  ...eventsUpTo('collecting').slice(1),
  cash,
]) as LoanState;

const release = {
  duty: 'release-mandate',
  key: 'release-mandate',
  spec: 'Spec §1, §1.1',
  isDischargeable: true,
  until: '2026-01-31',
} as const;
const platformNotice = { duty: 'tell-platform', isDischargeable: true } as const;
const evidence = { duty: 'complete-evidence', isDischargeable: true } as const;
const released = 'have the mandate released by the platform, which shows no operation for it';

test.each<[string, LoanState, Duty]>([
  [
    'terms that changed',
    loanAt('collecting', [filed('loan.restructured', 'r-1'), acknowledged('r-1')], auto),
    {
      ...platformNotice,
      key: 'tell-platform:r-1',
      why: 'The terms changed, but the platform keeps its old schedule: have it changed there, or ask for a new mandate',
      spec: 'Spec §1, §6.3',
      since: at,
      until: '2026-01-31',
      subject: { reportId: 'r-1' },
    },
  ],
  [
    'a repayment elsewhere',
    loanAt('collecting', [cash], auto),
    {
      ...platformNotice,
      key: 'tell-platform:repayment:CASH-1',
      why: "Repayment 'CASH-1' came outside the platform, which would collect it once more: tell it what is left",
      spec: 'Spec §1',
      since: '2026-02-01',
      until: '2026-01-31',
      subject: { reference: 'CASH-1' },
    },
  ],
  [
    'a debit that is under way for more than is left',
    loanAt('collecting', [debit, cash]),
    {
      ...platformNotice,
      key: 'tell-platform:debits-under-way:1',
      why: 'Debits of ₦1,200.00 are under way, but ₦1,100.00 is left to pay: have the platform stop what is too much',
      spec: 'Spec §1',
      until: '2026-02-10',
    },
  ],
  [
    'money that went back',
    loanAt('collecting', [collection('i1', 'success', 40_000), chargedBack]),
    {
      ...platformNotice,
      key: 'tell-platform:reversal:B-1',
      why: "Reversal 'B-1' is owed again: tell the platform, whose balance is too low, and the bureau, which has no event for it",
      spec: 'Spec §1, §6.3',
      since: '2026-02-02',
      subject: { reference: 'B-1' },
    },
  ],
  [
    'a dispute that the platform does not know',
    loanAt('collecting', [dispute]),
    {
      ...platformNotice,
      key: 'tell-platform:dispute:D-1:open',
      why: "The payer filed dispute 'D-1' with you: have collection paused at the platform too",
      spec: 'Spec §1, §3.4',
      since: '2026-01-02T10:00:00Z',
      subject: { reference: 'D-1' },
    },
  ],
  [
    'a dispute whose end the platform does not know',
    loanAt('collecting', [dispute, dismissed]),
    {
      ...platformNotice,
      key: 'tell-platform:dispute:D-1:dismissed',
      why: "Dispute 'D-1' was dismissed: tell the platform how it ended",
      spec: 'Spec §1, §3.4',
      since: '2026-01-02T10:00:00Z',
      subject: { reference: 'D-1' },
    },
  ],
  [
    'a scope taken back',
    loanAt('verified', [withdrawal]),
    {
      ...platformNotice,
      key: 'tell-platform:revocation:automatedDebit',
      why: 'The payer took automatedDebit back, which the platform does not know: tell it',
      spec: 'Spec §1.1',
      since: '2026-01-03T10:00:00Z',
    },
  ],
  [
    'a request to cancel',
    loanAt('collecting', [cancellation]),
    {
      ...platformNotice,
      key: 'tell-platform:cancellation',
      why: 'The payer asked for the mandate to be cancelled, which the platform does not know: tell it, and what is still owed',
      spec: 'Spec §1.1',
      since: '2026-01-04T10:00:00Z',
    },
  ],
  [
    'a mandate without a loan',
    reduceLoan([...eventsUpTo('placed'), abandoned]) as LoanState,
    { ...release, why: `The loan was abandoned after its mandate was placed: ${released}` },
  ],
  [
    'a mandate that the payer rightly disputed',
    loanAt('collecting', [dispute, upheld]),
    { ...release, why: `The payer’s dispute was upheld: ${released}` },
  ],
  [
    'a mandate of a repaid loan',
    loanAt('collecting', [repaid, closedAsRepaid]),
    { ...release, why: `The loan is fully repaid: ${released}` },
  ],
  [
    'a mandate of a loan that was written off',
    loanAt('closed'),
    { ...release, why: `The loan is closed: ${released}` },
  ],
  [
    'a mandate on consent that was taken back',
    loanAt('placed', [cancellation]),
    { ...release, why: `The payer took consent back before money was sent: ${released}` },
  ],
  [
    'a loan that began elsewhere, without the consent',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:consent',
      why: "The loan began elsewhere and no document named 'consent…' proves the payer’s consent to all five scopes: find it, keep it, and note where",
      spec: 'Spec §1.1',
    },
  ],
  [
    'without the choice',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:choice',
      why: "The loan began elsewhere and no document named 'choice…' proves the payer’s choice of accounts: find it, keep it, and note where",
      spec: 'Spec §1.2',
    },
  ],
  [
    'without the disbursement',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:disbursement',
      why: "The loan began elsewhere and no document named 'disbursement…' proves the disbursement: find it, keep it, and note where",
      spec: 'Spec §1',
    },
  ],
  [
    'without the repayments',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:repayments',
      why: "The loan began elsewhere and no document named 'repayments…' proves what was repaid before: find it, keep it, and note where",
      spec: 'Spec §1, §6.3',
    },
  ],
])('%s is owed in these words', (_what, state, duty) => {
  const owed = dutiesOf(state, { today: day('2026-01-05') });
  expect(owed.filter(({ key }) => key === duty.key)).toEqual([duty]);
});
