import { describe, expect, test } from 'vitest';
import type { Decision } from '../../../../src/domain/decision.ts';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import {
  backupIsNew,
  mandateIsNeeded,
  reselectionFollowsFailure,
  reselectionReplacesChoice,
  tenureIsOpen,
} from '../../../../src/domain/loan/guards/account-guards.ts';
import {
  debitAfterRevocation,
  debitDateIsInTerm,
  debitIsManual,
  debitIsOwed,
  debitIsSingle,
  debitIsUndisputed,
  debitNeedsOpenGate,
} from '../../../../src/domain/loan/guards/debit-guards.ts';
import {
  closureIsNotified,
  closureIsTrue,
  disbursementNeedsActivePrimary,
  disbursementWithinApproval,
} from '../../../../src/domain/loan/guards/report-guards.ts';
import {
  adoptionAgrees,
  consentStands,
  disputeIsOpen,
  dutyIsDischargeable,
  loanIsUndisputed,
  obligationIsOwed,
  repaymentIsOwed,
  reversalIsCovered,
} from '../../../../src/domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import {
  at,
  cancelled,
  collection,
  day,
  disputeEnded,
  disputeOpened,
  kobo,
  loanAt,
  paidInCash,
  placed,
  read,
  restructured,
  revoked,
} from '../sample-loan.ts';

const collecting = (...events: readonly LoanEvent[]) => loanAt('collecting', events);
const disputed = disputeOpened('D-1');
const upheld = disputeEnded('D-1', 'upheld');
const dismissed = disputeEnded('D-1', 'dismissed');
const obligation: LoanEvent = { type: 'obligation.recorded', at, amount: kobo(50_000), basis: 'clause 7' };
const debitOf = (amount: number): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId: 'd1',
  amount: kobo(amount),
  debitDate: '2026-02-01',
});
const cash = paidInCash(30_000);
const collected = collection('i1', 'success', 40_000);
const repaid = collection('i1', 'success', 120_000);
const toMore = restructured({ '2026-02-15': 150_000 });
const addBackup = (account: string) => {
  const state = loanAt('verifying');
  return backupIsNew(state, state.accounts.find((each) => each.account === account) ?? expect.fail('no such account'));
};
const discharge = (state: LoanState, key: string) =>
  dutyIsDischargeable(dutiesOf(state, { today: day('2026-01-05') }), key);

type Refusal = readonly [what: string, decide: () => Decision, rule: string, spec: string, message: string];

const beforeMoney: readonly Refusal[] = [
  [
    'an adoption that disagrees',
    () => adoptionAgrees(['the BVN is another one', 'endDate differs']),
    'adoption-agrees',
    'Spec §1.3, §2.2',
    'The service knows another loan under this mandate: the BVN is another one; endDate differs. Adopt it as it really is',
  ],
  [
    'a step after two scopes were taken back',
    () => consentStands(loanAt('selected', [revoked('automatedDebit'), revoked('cascadeDebit')])),
    'consent-stands',
    'Spec §1.1',
    'The payer took automatedDebit, cascadeDebit back: stop here. Before money was sent, abandon the loan and release the mandate',
  ],
  [
    'a step after a request to cancel',
    () => consentStands(loanAt('selected', [cancelled()])),
    'consent-stands',
    'Spec §1.1',
    'The payer asked for the mandate to be cancelled: stop here. Before money was sent, abandon the loan and release the mandate',
  ],
  [
    'the primary as one more backup',
    () => addBackup('a1'),
    'selection-is-distinct',
    'Spec §1.2',
    'This account is the primary already: each account has one place in the cascade',
  ],
  [
    'a backup as one more backup',
    () => addBackup('a2'),
    'selection-is-distinct',
    'Spec §1.2',
    'This account is a backup already: each account has one place in the cascade',
  ],
  [
    'another choice while the mandate was not read',
    () => reselectionFollowsFailure(loanAt('verifying')),
    'reselection-follows-failure',
    'Spec §3.1',
    "The mandate is 'pending': the payer can choose again after it failed, timed out or was disputed; refresh the loan first",
  ],
  [
    'another choice while the mandate stands',
    () => reselectionFollowsFailure(loanAt('verifying', [read('active')])),
    'reselection-follows-failure',
    'Spec §3.1',
    "The mandate is 'active': the payer can choose again after it failed, timed out or was disputed; refresh the loan first",
  ],
  [
    'an older choice',
    () => reselectionReplacesChoice(loanAt('selected'), { primary: 'a3', chosenAt: '2026-01-05T09:59:59+01:00' }),
    'selection-is-the-payers',
    'Spec §1.2',
    "The choice is older than the payer's last one of 2026-01-05T09:00:00.000Z: it was replaced by that, let the payer choose anew",
  ],
  [
    'another primary while the mandate stands on the first',
    () => reselectionReplacesChoice(loanAt('selected', placed.slice(0, 2)), { primary: 'a3', chosenAt: at }),
    'reselection-follows-failure',
    'Spec §3.1',
    'The mandate stands on the chosen primary account already: keep it and change the backups, or place and attach it and see whether it is honoured',
  ],
  [
    'a mandate after the tenure',
    () => tenureIsOpen(loanAt('placed'), day('2026-04-01')),
    'mandate-within-tenure',
    'Spec §8',
    'The tenure ended on 2026-03-31: open another loan with terms that lie ahead',
  ],
  [
    'money while the mandate was not read',
    () => disbursementNeedsActivePrimary(loanAt('verifying')),
    'disbursement-needs-active-primary',
    'Spec §1.4, §8',
    "The mandate is 'unread': at least the primary account has to be active before money is sent",
  ],
  [
    'money while only a backup is active',
    () => disbursementNeedsActivePrimary(loanAt('verifying', [read('active', { a2: 'active' })])),
    'disbursement-needs-active-primary',
    'Spec §1.4, §8',
    "The mandate is 'active': at least the primary account has to be active before money is sent",
  ],
  [
    'more money than was approved',
    () => disbursementWithinApproval(loanAt('approved'), kobo(100_001)),
    'disbursement-within-approval',
    'Spec §1, §6.3',
    'A disbursement of ₦1,000.01 does not fit the approved ₦1,000.00: report what was really sent, at most the approved amount',
  ],
];

const debits: readonly Refusal[] = [
  [
    'a debit in mode auto',
    () => debitIsManual(loanAt('collecting', [], { collectionMode: 'auto' })),
    'debit-is-manual',
    'Spec §4.7',
    "This loan's collectionMode is 'auto': the platform debits it on each due date, a debit on demand is not possible",
  ],
  [
    'a debit before the bureau knows of the disbursement',
    () => debitNeedsOpenGate(loanAt('disbursed')),
    'debit-needs-disbursement',
    'Spec §3.4',
    'loan.disbursed has not been reported to the bureau: report it first.',
  ],
  [
    'a debit in a dispute',
    () => debitIsUndisputed(collecting(disputed)),
    'debit-is-undisputed',
    'Spec §1, §3.4',
    "Dispute 'D-1' is open: you debit nothing until mandates.resolveDispute records how it ended",
  ],
  [
    'a debit after a dispute that was upheld',
    () => debitIsUndisputed(collecting(disputed, upheld)),
    'debit-is-undisputed',
    'Spec §1, §3.4',
    "Dispute 'D-1' was upheld: nothing is collected on this loan any more, release the mandate",
  ],
  [
    'a debit of more than is owed',
    () => debitIsOwed(collecting(collected), kobo(80_001)),
    'debit-within-terms',
    'Spec §1',
    '₦800.01 is more than the approved terms leave: ₦800.00 outstanding; ask for ₦800.00 at most',
  ],
  [
    'a debit of more than is owed beside one under way',
    () => debitIsOwed(collecting(collected, debitOf(30_000)), kobo(50_001)),
    'debit-within-terms',
    'Spec §1',
    '₦500.01 is more than the approved terms leave: ₦800.00 outstanding, of which ₦300.00 are under way; ask for ₦500.00 at most',
  ],
  [
    'a debit beyond what the payer consented to, after new terms that ask for more',
    () => debitIsOwed(collecting(toMore, debitOf(30_000)), kobo(90_001)),
    'debit-within-terms',
    'Spec §1',
    '₦900.01 is more than the approved terms leave: ₦1,500.00 outstanding, of which ₦300.00 are under way, with ₦300.00 that the payer never consented to; ask for ₦900.00 at most',
  ],
  [
    'a debit after full repayment',
    () => debitIsOwed(collecting(repaid), kobo(1)),
    'debit-after-repayment',
    'Spec §1',
    'The loan is fully repaid: report its closure and release the mandate, nothing more may be collected',
  ],
  [
    'a debit after the consent to debits was taken back',
    () => debitAfterRevocation(collecting(revoked('automatedDebit')), kobo(1)),
    'debit-after-revocation',
    'Spec §1.1',
    'The payer took the consent to debits back: end the collection, or record what is still owed, and on which ground, with loans.recordObligation first',
  ],
  [
    'a debit of more than the recorded obligation',
    () => debitAfterRevocation(collecting(revoked('automatedDebit'), obligation, debitOf(20_000)), kobo(30_001)),
    'debit-after-revocation',
    'Spec §1.1',
    '₦300.01 is more than the recorded obligation of ₦500.00 leaves: ask for ₦300.00 at most',
  ],
  [
    'a debit on a day that has passed',
    () => debitDateIsInTerm(collecting(), day('2026-02-09'), day('2026-02-10')),
    'debit-date-not-past',
    'Spec §4.7',
    'The debit date 2026-02-09 has passed: choose 2026-02-10 or later',
  ],
  [
    'a debit after the tenure',
    () => debitDateIsInTerm(collecting(), day('2026-04-01'), day('2026-02-10')),
    'debit-within-tenure',
    'Spec §1, §8',
    '2026-04-01 is after the end of the tenure, 2026-03-31: the mandate is valid for the tenure only, it is no means of recovery',
  ],
  [
    'a second debit for a day',
    () => debitIsSingle(collecting(debitOf(100)), day('2026-02-01')),
    'debit-is-single',
    'Spec §4.7',
    'A debit for 2026-02-01 is already intended: the money may have been taken. Wait until collections.settle finds that out, or a person decides it; despiteUnknown permits no second debit for one day',
  ],
];

const whatComesAfter: readonly Refusal[] = [
  [
    'one more backup in a dispute',
    () => loanIsUndisputed(collecting(disputed)),
    'loan-is-undisputed',
    'Spec §1, §3.4',
    "Dispute 'D-1' is open: resolve it first",
  ],
  [
    'one more backup after a dispute that was upheld',
    () => loanIsUndisputed(collecting(disputed, upheld)),
    'loan-is-undisputed',
    'Spec §1, §3.4',
    "Dispute 'D-1' was upheld: this loan ends here",
  ],
  [
    'one more backup in a dispute at the service',
    () => loanIsUndisputed(collecting(read('disputed'))),
    'loan-is-undisputed',
    'Spec §1, §3.4',
    'The mandate is disputed at the service: resolve the dispute there first, then refresh the loan',
  ],
  [
    'one more backup after full repayment',
    () => mandateIsNeeded(collecting(repaid)),
    'mandate-after-repayment',
    'Spec §1',
    'The loan is fully repaid: report its closure and release the mandate, nothing is added to it',
  ],
  [
    'a backup on a mandate that is good for nothing more',
    () => mandateIsNeeded(collecting(toMore, repaid)),
    'mandate-after-repayment',
    'Spec §1',
    'All that the payer consented to has come in: release the mandate, nothing is added to it',
  ],
  [
    'the end of a dispute that was never opened',
    () => disputeIsOpen(collecting(disputed), 'D-2'),
    'dispute-is-open',
    'Spec §3.4',
    "No dispute 'D-2' is on file for this loan: open it first with mandates.openDispute",
  ],
  [
    'another end of a dispute',
    () => disputeIsOpen(collecting(disputed, dismissed), 'D-1'),
    'dispute-is-open',
    'Spec §3.4',
    "Dispute 'D-1' was dismissed, and that is final: open another one with a reference of its own",
  ],
  [
    'an obligation while the consent stands',
    () => obligationIsOwed(collecting(), kobo(1)),
    'obligation-follows-withdrawal',
    'Spec §1.1',
    'The payer’s consent to debits stands: there is nothing to record before it is taken back',
  ],
  [
    'an obligation of more than is owed',
    () => obligationIsOwed(collecting(collected, cancelled()), kobo(80_001)),
    'obligation-is-owed',
    'Spec §1.1',
    '₦800.01 is more than the ₦800.00 outstanding: record what is really owed',
  ],
  [
    'a repayment of more than is owed',
    () => repaymentIsOwed(collecting(collected), kobo(80_001)),
    'repayment-is-owed',
    'Spec §1',
    '₦800.01 is more than the ₦800.00 outstanding: record what belongs to this loan and refund the rest',
  ],
  [
    'a reversal of more than was collected',
    () => reversalIsCovered(collecting(collected, cash), 'collection', kobo(40_001)),
    'reversal-is-covered',
    'Spec §1',
    '₦400.01 is more than the ₦400.00 that was collected: refresh the loan, or fix the amount',
  ],
  [
    'a reversal of more than was repaid elsewhere',
    () => reversalIsCovered(collecting(collected, cash), 'repayment', kobo(30_001)),
    'reversal-is-covered',
    'Spec §1',
    '₦300.01 is more than the ₦300.00 that was repaid outside the platform: refresh the loan, or fix the amount',
  ],
  [
    'a closure as repaid while something is outstanding',
    () => closureIsTrue(collecting(collected), 'repaid'),
    'closure-is-true',
    'Spec §6.3',
    "₦800.00 is outstanding: close as 'written_off', or collect or record the rest first",
  ],
  [
    'a closure while a debit is under way',
    () => closureIsTrue(collecting(collected, debitOf(80_000)), 'written_off'),
    'closure-is-settled',
    'Spec §6.3',
    'Debits of ₦800.00 are still under way: wait for their end before closing',
  ],
  [
    'a closure while more comes in',
    () => closureIsNotified({ ...collecting(), collected: kobo(40_000) }, collecting()),
    'closure-is-told',
    'Spec §6.3',
    'More was collected while the loan was being closed: close it again, so that it is reported first',
  ],
  [
    'a word on a duty that is not owed',
    () => discharge(collecting(), 'notify-payer:missed:i2'),
    'duty-is-owed',
    'Spec §1',
    "No duty 'notify-payer:missed:i2' is owed now: take its key from loans.duties",
  ],
];

describe('what is refused is named, with its rule, its section and what to do next:', () => {
  test.each([...beforeMoney, ...debits, ...whatComesAfter])('%s', (_what, decide, rule, spec, message) => {
    expect(decide()).toEqual({ allowed: false, rule, spec, message });
  });

  test('a duty that goes away by its deed, with why it is owed', () => {
    const [duty] = dutiesOf(loanAt('approved'), { today: day('2026-01-05') });
    expect(discharge(loanAt('approved'), 'report-disbursement')).toEqual({
      allowed: false,
      rule: 'duty-needs-its-deed',
      spec: 'Spec §1.5, §6.3',
      message: `'report-disbursement' is not discharged by a note, it goes away when it is done. ${duty?.why}`,
    });
  });
});
