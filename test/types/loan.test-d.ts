/** The order of a loan's steps is in the types: what follows is the table of the design, typed again by hand. */
import { describe, expectTypeOf, test } from 'vitest';
import type { Bureau } from '../../src/client/resources/bureau.ts';
import type { Collections } from '../../src/client/resources/collections.ts';
import type { Discovery } from '../../src/client/resources/discovery.ts';
import type { Loans } from '../../src/client/resources/loans.ts';
import type { Mandates } from '../../src/client/resources/mandates.ts';
import type { AccountSelection } from '../../src/domain/consent/selection.ts';
import type { Loan, LoanAt } from '../../src/domain/loan/loan.ts';
import type { LoanStage } from '../../src/domain/loan/stages.ts';

declare const loans: Loans;
declare const discovery: Discovery;
declare const mandates: Mandates;
declare const bureau: Bureau;
declare const collections: Collections;
declare const choice: AccountSelection;

/** One loan at each stage. */
declare const at: { readonly [Stage in LoanStage]: LoanAt<Stage> };

/** A step, whatever else it takes. */
type Step<Given extends Loan> = (loan: Given, ...rest: never[]) => unknown;

/** Every stage whose loan a step takes: each of the eleven is tried, the others do not compile. */
type Takes<Given extends Loan> = { [Stage in LoanStage]: LoanAt<Stage> extends Given ? Stage : never }[LoanStage];

/** The stages that a step takes, for `expectTypeOf(…).toEqualTypeOf<…>()`. */
declare function stagesOf<Given extends Loan>(step: Step<Given>): Takes<Given>;

type BeforeMoney = 'consented' | 'discovered' | 'selected' | 'placed' | 'verifying' | 'verified' | 'approved';
type Live = 'verifying' | 'verified' | 'approved' | 'disbursed' | 'collecting';

describe('each step takes a loan at its own stages and at no other', () => {
  test('discovery and choice', () => {
    expectTypeOf(stagesOf(discovery.discover)).toEqualTypeOf<'consented' | 'discovered'>();
    expectTypeOf(stagesOf(discovery.select)).toEqualTypeOf<'discovered'>();
    expectTypeOf(stagesOf(discovery.reselect)).toEqualTypeOf<'selected' | 'placed' | 'verifying'>();
  });

  test('placement, attachment and verification', () => {
    expectTypeOf(stagesOf(mandates.place)).toEqualTypeOf<'selected'>();
    expectTypeOf(stagesOf(mandates.attach)).toEqualTypeOf<'placed'>();
    expectTypeOf(stagesOf(mandates.attachByMicroDeposit)).toEqualTypeOf<'placed'>();
    expectTypeOf(stagesOf(mandates.attachBySignature)).toEqualTypeOf<'placed'>();
    expectTypeOf(stagesOf(mandates.awaitActive)).toEqualTypeOf<'verifying'>();
    expectTypeOf<Takes<Parameters<typeof mandates.refresh>[0]>>().toEqualTypeOf<Live>();
  });

  test('reports', () => {
    expectTypeOf(stagesOf(bureau.reportApproved)).toEqualTypeOf<'verified'>();
    expectTypeOf(stagesOf(loans.mayDisburse)).toEqualTypeOf<'approved'>();
    expectTypeOf(stagesOf(bureau.reportDisbursed)).toEqualTypeOf<'approved'>();
    expectTypeOf(stagesOf(bureau.reportRestructured)).toEqualTypeOf<'collecting'>();
    expectTypeOf(stagesOf(bureau.close)).toEqualTypeOf<'collecting'>();
  });

  test('what the payer takes back, disputes and adds', () => {
    expectTypeOf<Takes<Parameters<typeof mandates.addBackup>[0]>>().toEqualTypeOf<Live>();
    expectTypeOf<Takes<Parameters<typeof mandates.revokeScope>[0]>>().toEqualTypeOf<
      Exclude<LoanStage, 'closed' | 'abandoned'>
    >();
    expectTypeOf<Takes<Parameters<typeof mandates.requestCancellation>[0]>>().toEqualTypeOf<
      Exclude<LoanStage, 'closed' | 'abandoned'>
    >();
    expectTypeOf<Takes<Parameters<typeof mandates.openDispute>[0]>>().toEqualTypeOf<Live | 'closed'>();
    expectTypeOf<Takes<Parameters<typeof mandates.resolveDispute>[0]>>().toEqualTypeOf<Live | 'closed'>();
    expectTypeOf<Takes<Parameters<typeof loans.recordReversal>[0]>>().toEqualTypeOf<'collecting' | 'closed'>();
    expectTypeOf<Takes<Parameters<typeof loans.recordObligation>[0]>>().toEqualTypeOf<'disbursed' | 'collecting'>();
    expectTypeOf<Takes<Parameters<typeof loans.duties>[0]>>().toEqualTypeOf<LoanStage>();
    expectTypeOf<Takes<Parameters<typeof loans.dischargeDuty>[0]>>().toEqualTypeOf<LoanStage>();
  });

  test('money and the end', () => {
    expectTypeOf(stagesOf(collections.collect)).toEqualTypeOf<'collecting'>();
    expectTypeOf(stagesOf(loans.recordRepayment)).toEqualTypeOf<'collecting'>();
    expectTypeOf(stagesOf(loans.abandon)).toEqualTypeOf<BeforeMoney>();
  });
});

test('the right order compiles from the opening to the closure', async () => {
  const consented = await loans.open({} as Parameters<typeof loans.open>[0]);
  const discovered = await discovery.discover(consented);
  const selected = await discovery.select(discovered, {
    ...choice,
    primaryAccount: discovered.accounts[0] as AccountSelection['primaryAccount'],
  });
  const placed = await mandates.place(selected);
  const verifying = await mandates.attach(placed, { by: 'micro-deposit' });
  expectTypeOf(verifying.transferDestinations[0]?.bankName).toEqualTypeOf<string | undefined>();
  const verified = await mandates.awaitActive(verifying, { timeoutMs: 1_000 });
  const approved = await bureau.reportApproved(verified);
  const decision = await loans.mayDisburse(approved);
  const disbursed = await bureau.reportDisbursed(decision.loan, { amount: 1, date: '2026-01-05', reference: 'tx' });
  const collecting = await bureau.awaitReported(disbursed);
  const { loan, debit } = await collections.collect(collecting, { amount: 1, debitDate: '2026-02-01' });
  expectTypeOf(debit.outcome).toEqualTypeOf<'scheduled' | 'refused' | 'unknown'>();
  const repaid = await loans.recordRepayment(loan, { amount: 1, date: '2026-02-01', reference: 'cash' });
  const restructured = await bureau.reportRestructured(repaid, { schedule: [], reason: 'hardship' });
  const closed = await bureau.close(restructured, { finalStatus: 'repaid', closeDate: '2026-03-31' });
  expectTypeOf(await bureau.awaitReported(closed)).toEqualTypeOf<LoanAt<'closed'>>();
  expectTypeOf(closed).toEqualTypeOf<LoanAt<'closed'>>();
});

test('the side roads lead where they should', () => {
  expectTypeOf(discovery.reselect(at.verifying, choice)).resolves.toEqualTypeOf<LoanAt<'selected'>>();
  expectTypeOf(discovery.reselect(at.selected, choice)).resolves.toEqualTypeOf<LoanAt<'selected'>>();
  expectTypeOf(loans.abandon(at.approved, { reason: 'declined' })).resolves.toEqualTypeOf<LoanAt<'abandoned'>>();
  expectTypeOf(mandates.refresh(at.verifying)).resolves.toEqualTypeOf<LoanAt<'verifying'> | LoanAt<'verified'>>();
  expectTypeOf(mandates.refresh(at.collecting)).resolves.toEqualTypeOf<LoanAt<'collecting'>>();
  expectTypeOf(bureau.awaitReported(at.collecting)).resolves.toEqualTypeOf<LoanAt<'collecting'>>();
});

test('a step beside the road keeps the loan’s stage', () => {
  const backup = { account: choice.primaryAccount, chosenBy: choice.chosenBy };
  const revocation = { scope: 'cascadeDebit', revokedAt: '', channel: 'web' } as const;
  const dispute = { reference: '', reason: '', openedAt: '' };
  expectTypeOf(mandates.addBackup(at.collecting, backup, { by: 'micro-deposit' })).resolves.toEqualTypeOf<
    LoanAt<'collecting'>
  >();
  expectTypeOf(mandates.addBackup(at.verifying, backup, { by: 'micro-deposit' })).resolves.toEqualTypeOf<
    LoanAt<'verifying'> | LoanAt<'verified'>
  >();
  expectTypeOf(mandates.revokeScope(at.placed, revocation))
    .resolves.toHaveProperty('loan')
    .toEqualTypeOf<LoanAt<'placed'>>();
  expectTypeOf(mandates.openDispute(at.approved, dispute)).resolves.toEqualTypeOf<LoanAt<'approved'>>();
  expectTypeOf(loans.recordObligation(at.disbursed, { amount: 1, basis: '' })).resolves.toEqualTypeOf<
    LoanAt<'disbursed'>
  >();
  expectTypeOf(loans.adopt).returns.resolves.toEqualTypeOf<Loan>();
  const adopted = loans.adopt({} as Parameters<typeof loans.adopt>[0]);
  // @ts-expect-error an adopted loan has to be asked for its stage
  adopted.then((loan) => collections.collect(loan, { amount: 1, debitDate: '' }));
});

describe('the wrong order does not compile', () => {
  const debit = { amount: 1, debitDate: '2026-02-01' };
  const transfer = { amount: 1, date: '2026-01-05', reference: 'tx' };
  const end = { finalStatus: 'repaid', closeDate: '2026-03-31' };

  test('nothing is discovered after the choice, chosen before discovery or placed before the choice', () => {
    // @ts-expect-error chosen already
    discovery.discover(at.selected);
    // @ts-expect-error nothing is discovered yet
    discovery.select(at.consented, choice);
    // @ts-expect-error chosen already
    discovery.select(at.selected, choice);
    // @ts-expect-error nothing is chosen yet
    mandates.place(at.discovered);
    // @ts-expect-error nothing was chosen yet
    discovery.reselect(at.discovered, choice);
  });

  test('nothing is attached before placement or awaited before attachment', () => {
    // @ts-expect-error not placed
    mandates.attach(at.selected, { by: 'micro-deposit' });
    // @ts-expect-error not placed
    mandates.attachByMicroDeposit(at.consented);
    // @ts-expect-error attached already
    mandates.attachBySignature(at.verifying, { file: '', bankAddress: '' });
    // @ts-expect-error not attached
    mandates.awaitActive(at.placed);
    // @ts-expect-error there is no mandate to read
    mandates.refresh(at.placed);
    // @ts-expect-error the loan has ended
    mandates.refresh(at.closed);
  });

  test('no money is sent before the primary is active and the approval reported', () => {
    // @ts-expect-error not verified
    bureau.reportApproved(at.verifying);
    // @ts-expect-error a re-read loan may still be verifying
    mandates.refresh(at.verifying).then((loan) => bureau.reportApproved(loan));
    // @ts-expect-error not approved
    loans.mayDisburse(at.verified);
    // @ts-expect-error not approved
    bureau.reportDisbursed(at.verified, transfer);
    // @ts-expect-error disbursed already
    bureau.reportDisbursed(at.disbursed, transfer);
    // @ts-expect-error not disbursed
    bureau.awaitReported(at.approved);
    // @ts-expect-error ended before money was sent
    bureau.awaitReported(at.abandoned);
  });

  test('nothing is debited, recorded or closed before the bureau has confirmed the disbursement', () => {
    // @ts-expect-error not disbursed
    collections.collect(at.approved, debit);
    // @ts-expect-error not confirmed
    collections.collect(at.disbursed, debit);
    // @ts-expect-error closed
    collections.collect(at.closed, debit);
    // @ts-expect-error not confirmed
    loans.recordRepayment(at.disbursed, transfer);
    // @ts-expect-error not confirmed
    bureau.reportRestructured(at.disbursed, { schedule: [], reason: '' });
    // @ts-expect-error not confirmed
    bureau.close(at.disbursed, end);
    // @ts-expect-error closed already
    bureau.close(at.closed, end);
  });

  test('nothing is taken back from an ended loan, disputed before an account was touched, or owed before money was sent', () => {
    // @ts-expect-error the loan has ended
    mandates.revokeScope(at.closed, { scope: 'cascadeDebit', revokedAt: '', channel: '' });
    // @ts-expect-error the loan has ended
    mandates.requestCancellation(at.abandoned, { requestedAt: '', channel: '' });
    // @ts-expect-error no such scope
    mandates.revokeScope(at.placed, { scope: 'everything', revokedAt: '', channel: '' });
    // @ts-expect-error no account was touched
    mandates.openDispute(at.placed, { reference: '', reason: '', openedAt: '' });
    const backup = { account: choice.primaryAccount, chosenBy: choice.chosenBy };
    // @ts-expect-error the first choice is not attached
    mandates.addBackup(at.placed, backup, { by: 'micro-deposit' });
    // @ts-expect-error no opt-in without its evidence
    mandates.addBackup(at.verified, { account: choice.primaryAccount }, { by: 'micro-deposit' });
    // @ts-expect-error nothing was sent
    loans.recordObligation(at.approved, { amount: 1, basis: '' });
    // @ts-expect-error nothing came in
    loans.recordReversal(at.disbursed, { of: 'collection', amount: 1, date: '', reference: '', reason: '' });
  });

  test('nothing is abandoned once money was sent', () => {
    // @ts-expect-error money was sent
    loans.abandon(at.disbursed, { reason: '' });
    // @ts-expect-error money was sent
    loans.abandon(at.collecting, { reason: '' });
    // @ts-expect-error ended already
    loans.abandon(at.abandoned, { reason: '' });
  });

  test('a loan that came from the file has to be asked for its stage, and a step has to be awaited', async () => {
    const loan = await loans.get('loan-1');
    // @ts-expect-error its stage is not known
    collections.collect(loan, debit);
    if (loan.stage === 'collecting') collections.collect(loan, debit);
    // @ts-expect-error a promise is no loan
    mandates.place(discovery.select(at.discovered, choice));
  });
});

describe('a loan', () => {
  test('is a union over all stages, which a switch can exhaust', () => {
    expectTypeOf<Loan['stage']>().toEqualTypeOf<LoanStage>();
    const nextOf = (loan: Loan): string => {
      switch (loan.stage) {
        case 'consented':
        case 'discovered':
        case 'selected':
        case 'placed':
        case 'verifying':
        case 'verified':
        case 'approved':
        case 'disbursed':
          return loan.loanId;
        case 'collecting':
        case 'closed':
          return String(loan.balances.outstanding);
        case 'abandoned':
          return loan.reason;
        default:
          return loan satisfies never;
      }
    };
    expectTypeOf(nextOf).returns.toEqualTypeOf<string>();
  });

  test('that misses a stage in a switch is noticed', () => {
    const forgetful = (loan: LoanAt<'collecting' | 'closed'>) => {
      if (loan.stage === 'collecting') return 1;
      // @ts-expect-error closed was forgotten
      return loan satisfies never;
    };
    expectTypeOf(forgetful).toBeFunction();
  });

  test('carries what is known at its stage, and nothing earlier', () => {
    // @ts-expect-error nothing is discovered yet
    at.consented.accounts;
    // @ts-expect-error nothing is chosen yet
    at.discovered.primaryAccount;
    // @ts-expect-error nothing is attached yet
    at.placed.transferDestinations;
    // @ts-expect-error nothing is reported yet
    at.verified.reports;
    // @ts-expect-error nothing is owed yet
    at.disbursed.balances;
    expectTypeOf(at.collecting.balances.collectable).toBeNumber();
  });

  test('cannot be changed by its holder', () => {
    // @ts-expect-error the stage follows from the file
    at.consented.stage = 'consented';
    // @ts-expect-error balances follow from the file
    at.collecting.balances.outstanding = 0;
  });
});
