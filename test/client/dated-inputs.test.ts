/** Every day and time that a caller gives, on both sides of its bounds. It is 2026-01-05T08:00Z: consent was granted at 07:55, the accounts were chosen at 07:58. */
import { expect, test } from 'vitest';
import {
  type AdoptLoanInput,
  type CollectingLoan,
  type ConsentedLoan,
  type DiscoveredLoan,
  type Loan,
  type LoanStage,
  memoryStore,
  type RepayKit,
  type SelectedLoan,
  type VerifiedLoan,
} from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import {
  autoTerms,
  choice,
  chosenBy,
  consent,
  FIRST_BACKUP,
  manualTerms,
  openInput,
  SECOND_BACKUP,
  transfer,
} from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

/** What refuses a value: a rule by its name, or the path of the field. */
type Refusal = readonly [value: string, refusedBy: string];

interface DatedInput {
  readonly input: string;
  readonly at: Exclude<LoanStage, 'consented' | 'abandoned'> | 'nothing';
  readonly early?: Refusal;
  readonly late?: Refusal;
  /** Values at the bounds, each of which is taken. */
  readonly taken: readonly string[];
  readonly give: (kit: RepayKit, loan: never, when: string, nth: number) => Promise<unknown>;
}

const [ALMOST, TOO_LATE] = ['2026-01-05T08:05:00Z', '2026-01-05T08:05:01Z'];
const [TODAY, TOMORROW, YESTERDAY] = ['2026-01-05', '2026-01-06', '2026-01-04'];
const by = (at: string) => ({ ...chosenBy, at });
const grantedAt = (at: string) => ({
  ...consent,
  scopes: consent.scopes.map((grant) => ({ ...grant, grantedAt: at })),
});
const ahead: Refusal = [TOO_LATE, 'evidence-is-past'];
const onePrimary = { ...choice, backupAccounts: [] };

const openings: readonly DatedInput[] = [
  {
    input: 'loans.open consent.scopes.0.grantedAt',
    at: 'nothing',
    late: ahead,
    taken: ['1999-01-01T00:00:00Z', ALMOST],
    give: (kit, _loan: Loan, when, nth) =>
      kit.loans.open({ ...openInput(autoTerms, `loan-${nth}`), consent: grantedAt(when) }),
  },
  {
    input: 'loans.open terms.startDate',
    at: 'nothing',
    early: [YESTERDAY, 'terms-lie-ahead'],
    taken: [TODAY],
    give: (kit, _loan: Loan, startDate, nth) => kit.loans.open(openInput({ ...autoTerms, startDate }, `loan-${nth}`)),
  },
];

const choices: readonly DatedInput[] = [
  {
    input: 'discovery.select chosenBy.at',
    at: 'discovered',
    early: ['2026-01-05T07:54:59Z', 'selection-is-the-payers'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: DiscoveredLoan, when) => kit.discovery.select(loan, { ...choice, chosenBy: by(when) }),
  },
  {
    input: 'discovery.select backupAccounts.0.optedInBy.at',
    at: 'discovered',
    early: ['2026-01-05T07:54:59Z', 'selection-is-the-payers'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: DiscoveredLoan, when) =>
      kit.discovery.select(loan, { ...choice, backupAccounts: [{ ...FIRST_BACKUP, optedInBy: by(when) }] }),
  },
  {
    input: 'discovery.reselect chosenBy.at',
    at: 'selected',
    early: ['2026-01-05T07:57:59Z', 'selection-is-the-payers'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: SelectedLoan, when) => kit.discovery.reselect(loan, { ...onePrimary, chosenBy: by(when) }),
  },
  {
    input: 'mandates.addBackup chosenBy.at',
    at: 'verified',
    early: ['2026-01-05T07:54:59Z', 'selection-is-the-payers'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: VerifiedLoan, when) =>
      kit.mandates.addBackup(loan, { account: SECOND_BACKUP, chosenBy: by(when) }, { by: 'micro-deposit' }),
  },
];

const withdrawals: readonly DatedInput[] = [
  {
    input: 'mandates.revokeScope revokedAt',
    at: 'verified',
    early: ['2026-01-05T07:54:59Z', 'withdrawal-follows-consent'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: VerifiedLoan, revokedAt) =>
      kit.mandates.revokeScope(loan, { scope: 'cascadeDebit', revokedAt, channel: 'web' }),
  },
  {
    input: 'mandates.requestCancellation requestedAt',
    at: 'verified',
    early: ['2026-01-05T07:54:59Z', 'withdrawal-follows-consent'],
    late: ahead,
    taken: [ALMOST],
    give: (kit, loan: VerifiedLoan, requestedAt) =>
      kit.mandates.requestCancellation(loan, { requestedAt, channel: 'web' }),
  },
  {
    // However early: not to record it would be to go on collecting.
    input: 'mandates.openDispute openedAt',
    at: 'verified',
    late: ahead,
    taken: ['1999-01-01T00:00:00Z', ALMOST],
    give: (kit, loan: VerifiedLoan, openedAt, nth) =>
      kit.mandates.openDispute(loan, { reference: `D-${nth}`, reason: 'not mine', openedAt }),
  },
  {
    input: 'mandates.resolveDispute resolvedAt',
    at: 'verified',
    early: ['2026-01-05T07:59:59Z', 'resolvedAt'],
    late: ahead,
    taken: [ALMOST],
    give: async (kit, loan: VerifiedLoan, resolvedAt) => {
      await kit.mandates.openDispute(loan, { reference: 'D-1', reason: 'not mine', openedAt: '2026-01-05T08:00:00Z' });
      return kit.mandates.resolveDispute(loan, {
        reference: 'D-1',
        outcome: 'dismissed',
        reason: 'it was',
        resolvedAt,
      });
    },
  },
];

const payments: readonly DatedInput[] = [
  {
    input: 'bureau.reportDisbursed date',
    at: 'approved',
    early: [YESTERDAY, 'disbursement-date-is-true'],
    late: [TOMORROW, 'disbursement-date-is-true'],
    taken: [TODAY],
    give: (kit, loan: never, date) => kit.bureau.reportDisbursed(loan, { ...transfer, date }),
  },
  {
    input: 'loans.recordRepayment date',
    at: 'collecting',
    early: [YESTERDAY, 'repayment-date-is-true'],
    late: [TOMORROW, 'repayment-date-is-true'],
    taken: [TODAY],
    give: (kit, loan: CollectingLoan, date) =>
      kit.loans.recordRepayment(loan, { amount: 1_000, date, reference: 'CASH-1' }),
  },
  {
    input: 'loans.recordReversal date',
    at: 'collecting',
    early: [YESTERDAY, 'reversal-date-is-true'],
    late: ['2030-01-01', 'reversal-date-is-true'],
    taken: [TODAY],
    give: async (kit, loan: CollectingLoan, date) => {
      await kit.loans.recordRepayment(loan, { amount: 1_000, date: TODAY, reference: 'CASH-1' });
      return kit.loans.recordReversal(loan, {
        of: 'repayment',
        amount: 1_000,
        date,
        reference: 'B-1',
        reason: 'bounced',
      });
    },
  },
  {
    input: 'bureau.close closeDate',
    at: 'collecting',
    early: ['1990-01-01', 'closure-date-is-true'],
    late: [TOMORROW, 'closure-date-is-true'],
    taken: [TODAY],
    give: (kit, loan: CollectingLoan, closeDate) => kit.bureau.close(loan, { finalStatus: 'written_off', closeDate }),
  },
  {
    input: 'bureau.reportRestructured schedule.0.dueDate',
    at: 'collecting',
    early: [YESTERDAY, 'content.schedule.0.dueDate'],
    taken: [TODAY, '2031-01-01'],
    give: (kit, loan: CollectingLoan, dueDate) =>
      kit.bureau.reportRestructured(loan, { reason: 'agreed', schedule: [{ dueDate, amount: 90_000 }] }),
  },
  {
    input: 'collections.collect debitDate',
    at: 'collecting',
    early: [YESTERDAY, 'debit-date-not-past'],
    late: ['2026-04-16', 'debit-within-tenure'],
    taken: [TODAY, manualTerms.endDate],
    give: (kit, loan: CollectingLoan, debitDate) => kit.collections.collect(loan, { amount: 1_000, debitDate }),
  },
];

const refusedBy = (error: { rule?: string; issues?: readonly { path: string }[] }) =>
  error.rule ?? error.issues?.[0]?.path;

test.each([...openings, ...choices, ...withdrawals, ...payments])(
  '$input is held against its bounds',
  async ({ at, early, late, taken, give }) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selection = at === 'verified' ? { ...choice, backupAccounts: [FIRST_BACKUP] } : choice;
    const loan = (at === 'nothing' ? undefined : await walkTo(fixture, at, { terms: manualTerms, selection })) as never;
    for (const [value, wanted] of [early, late].flatMap((refusal) => (refusal ? [refusal] : []))) {
      expect([value, refusedBy(await errorOf(give(fixture.kit, loan, value, 0)))]).toEqual([value, wanted]);
    }
    for (const [index, value] of taken.entries()) await give(fixture.kit, loan, value, index + 1);
  },
);

type Change = (input: AdoptLoanInput, when: string) => Partial<AdoptLoanInput>;

test.each<[string, Change, Refusal | undefined, Refusal, string]>([
  [
    'consent.scopes.0.grantedAt',
    (_input, at) => ({ consent: grantedAt(at), chosenBy: by(at) }),
    undefined,
    ahead,
    ALMOST,
  ],
  [
    'chosenBy.at',
    (_input, at) => ({ chosenBy: by(at) }),
    ['2026-01-05T07:54:59Z', 'selection-is-the-payers'],
    ahead,
    ALMOST,
  ],
  [
    'backupAccounts.0.optedInBy.at',
    ({ backupAccounts }, at) => ({
      backupAccounts: backupAccounts.map((account) => ({ ...account, optedInBy: by(at) })),
    }),
    ['2026-01-05T07:54:59Z', 'selection-is-the-payers'],
    ahead,
    ALMOST,
  ],
  [
    'disbursement.date',
    (_input, date) => ({ disbursement: { ...transfer, date, reported: true } }),
    undefined,
    [TOMORROW, 'disbursement.date'],
    YESTERDAY,
  ],
  [
    'repayments.0.date',
    (_input, date) => ({
      disbursement: { ...transfer, reported: true },
      repayments: [{ amount: 1_000, date, reference: 'CASH-1' }],
    }),
    undefined,
    [TOMORROW, 'repayments.0.date'],
    YESTERDAY,
  ],
])('loans.adopt %s is held against its bounds', async (_input, change, early, late, taken) => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const { mandateId } = await walkTo(fixture, 'verified');
  const kit = fixture.newKit({ store: memoryStore() });
  const input: AdoptLoanInput = {
    ...openInput(autoTerms, 'old-7'),
    ...choice,
    mandateId,
    adoptedBy: 'operations',
    reason: 'moved',
    evidence: [],
  };
  for (const [value, wanted] of [early, late].flatMap((refusal) => (refusal ? [refusal] : []))) {
    expect([value, refusedBy(await errorOf(kit.loans.adopt({ ...input, ...change(input, value) })))]).toEqual([
      value,
      wanted,
    ]);
    expect((await kit.loans.list()).loans).toEqual([]);
  }
  await kit.loans.adopt({ ...input, ...change(input, taken) });
});

test('a consent or choice that a fast clock dated a little ahead delays no following step', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const consented: ConsentedLoan = await fixture.kit.loans.open({
    ...openInput(),
    consent: grantedAt('2026-01-05T08:04:00Z'),
  });
  const discovered = await fixture.kit.discovery.discover(consented);
  const selected = await fixture.kit.discovery.select(discovered, { ...choice, chosenBy: by('2026-01-05T08:01:00Z') });
  const { loan } = await fixture.kit.mandates.revokeScope(selected, {
    scope: 'cascadeDebit',
    revokedAt: '2026-01-05T08:02:00Z',
    channel: 'web',
  });
  expect(loan.revokedScopes).toEqual(['cascadeDebit']);
});
