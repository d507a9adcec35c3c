import { describe, expect, test } from 'vitest';
import type { AdoptLoanInput } from '../../src/client/workflows/adoption/adopted-events.ts';
import type { Transport } from '../../src/http/transport.ts';
import type { CollectingLoan, Loan, RepayKit } from '../../src/index.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import {
  autoTerms,
  choice,
  chosenBy,
  FIRST_BACKUP,
  manualTerms,
  openInput,
  PRIMARY,
  SECOND_BACKUP,
  transfer,
} from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const evidence = ['consent.pdf', 'choice.pdf', 'disbursement.pdf', 'repayments.csv'].map((name) => ({
  name,
  sha256: 'ab'.repeat(32),
}));

/** A loan that another system walked to a stage, and a lender who does not know it yet. */
async function elsewhere(at: 'verifying' | 'verified' | 'collecting', terms = autoTerms, receivesWebhooks = false) {
  const fixture = await createFixture({ receivesWebhooks });
  const before = await walkTo(fixture, at, { terms });
  const store = memoryStore();
  const kit = fixture.newKit({ store });
  const input: AdoptLoanInput = {
    ...openInput(terms, 'old-7'),
    ...choice,
    mandateId: before.mandateId,
    adoptedBy: 'operations',
    reason: 'moved from the old system',
    evidence,
    ...(at === 'collecting' ? { disbursement: { ...transfer, reported: true } } : {}),
  };
  return { fixture, before, kit, store, input };
}

async function refusal(kit: RepayKit, input: AdoptLoanInput) {
  const error = await errorOf(kit.loans.adopt(input));
  expect(await kit.loans.list()).toEqual({ loans: [] });
  return error;
}

const unreported = async ({ server }: Fixture) => (await server.controls.bureauReports()).items.length;

describe('a loan that began elsewhere', () => {
  test.each(['verifying', 'verified', 'collecting'] as const)(
    'and is %s there enters at that stage, in one go, flagged for ever',
    async (at) => {
      const { fixture, before, kit, input } = await elsewhere(at);
      const sent = await fixture.requests();
      const loan = await kit.loans.adopt(input);
      expect(loan).toMatchObject({
        stage: at,
        loanId: 'old-7',
        mandateId: before.mandateId,
        adopted: { adoptedBy: 'operations' },
      });
      expect(loan).toMatchObject({
        primaryAccount: { ...PRIMARY, role: 'primary' },
        backupAccounts: [FIRST_BACKUP, SECOND_BACKUP],
      });
      const { createConsent, attachByMicroDeposit } = await fixture.requests();
      expect({ createConsent, attachByMicroDeposit }).toEqual({
        createConsent: sent.createConsent,
        attachByMicroDeposit: sent.attachByMicroDeposit,
      });
      expect(await kit.loans.get('old-7')).toEqual(loan);
    },
  );

  test('whose disbursement was not reported has it reported, after its approval', async () => {
    const { fixture, kit, input } = await elsewhere('verified');
    const loan = await kit.loans.adopt({ ...input, disbursement: { ...transfer, reported: false } });
    expect(loan).toMatchObject({
      stage: 'disbursed',
      reports: [{ event: 'loan.approved' }, { event: 'loan.disbursed', acknowledged: false }],
    });
    if (loan.stage !== 'disbursed') return;
    expect((await kit.bureau.awaitReported(loan)).stage).toBe('collecting');
    expect((await fixture.server.controls.bureauReports()).items).toMatchObject([
      { event: 'loan.approved' },
      { event: 'loan.disbursed' },
    ]);
  });

  test('brings what was collected and repaid before, and reports none of it again', async () => {
    const { fixture, kit, input } = await elsewhere('collecting', autoTerms, true);
    await fixture.moveTo('2026-02-02T08:00:00Z');
    const filed = await unreported(fixture);
    const cash = { amount: 10_000, date: '2026-02-01', reference: 'CASH-1' };
    const loan = (await kit.loans.adopt({ ...input, repayments: [cash] })) as CollectingLoan;
    expect(loan.balances).toMatchObject({ collected: 30_000, repaidOutside: 10_000, outstanding: 50_000 });
    expect(loan.reports.map(({ acknowledged }) => acknowledged)).toEqual([true, true]);
    const refreshed = await kit.mandates.refresh(loan);
    expect(refreshed.reports).toHaveLength(2);
    expect(await unreported(fixture)).toBe(filed);
  });

  test('may have been paid out and repaid long before its consent was given anew', async () => {
    const { kit, store, input } = await elsewhere('verified');
    const disbursement = { ...transfer, date: '2025-06-02', reported: true };
    const loan = await kit.loans.adopt({
      ...input,
      disbursement,
      repayments: [{ amount: 5_000, date: '2025-07-01', reference: 'C-1', recordedOn: '2025-07-03' }],
    });
    expect(loan).toMatchObject({ stage: 'collecting', balances: { repaidOutside: 5_000 } });
    const events = (await store.load(loan.loanId))?.events.map(({ body }) => JSON.parse(body));
    expect(events?.find(({ type }) => type === 'repayment.recorded')).toMatchObject({ recordedOn: '2025-07-03' });
  });

  test('counts a debit that is under way, whichever process sent it', async () => {
    const { fixture, before, kit, input } = await elsewhere('collecting', manualTerms);
    await fixture.kit.collections.collect(before as CollectingLoan, { amount: 60_000, debitDate: '2026-02-01' });
    const loan = (await kit.loans.adopt(input)) as CollectingLoan;
    expect(loan.balances).toMatchObject({ openDebits: 60_000, collectable: 30_000 });
    const much = { amount: 30_001, debitDate: '2026-02-02' };
    expect(await errorOf(kit.collections.collect(loan, much))).toMatchObject({ rule: 'debit-within-terms' });
  });

  test.each<[string, object, object]>([
    ['another word than pending', { status: 'Processing' }, { balances: { openDebits: 60_000 } }],
    ['no mandate', { mandateId: null }, { name: 'RuleError', message: expect.stringContaining('not whose they are') }],
  ])('hides no debit that is under way and has %s', async (_what, change, expected) => {
    const { fixture, before, kit, input } = await elsewhere('collecting', manualTerms);
    await fixture.kit.collections.collect(before as CollectingLoan, { amount: 60_000, debitDate: '2026-02-01' });
    const data = (await kit.collections.list({ type: 'manual' })).map((record) => ({ ...record, ...change }));
    const body = { status: true, error: false, message: null, data };
    const transport = faulty(fixture.transport, ({ path }) =>
      path.includes('/business/collection?') ? { status: 200, body } : undefined,
    );
    const adopting = fixture.newKit({ store: memoryStore(), transport }).loans.adopt(input);
    expect(await adopting.catch((error: unknown) => error)).toMatchObject(expected);
  });

  test('is not adopted where the service lists only a part of the debits under way', async () => {
    const { fixture, input } = await elsewhere('collecting', manualTerms);
    const body = {
      status: true,
      error: false,
      message: null,
      data: { docs: [], totalDocs: 12, limit: 10, hasNextPage: true },
    };
    const transport = faulty(fixture.transport, ({ path }) =>
      path.includes('/business/collection?') ? { status: 200, body } : undefined,
    );
    const error = await errorOf(fixture.newKit({ store: memoryStore(), transport }).loans.adopt(input));
    expect(error).toMatchObject({ name: 'RuleError', message: expect.stringContaining('only a part') });
  });

  test('waits for the end of a debit that is under way for as long as its day may lie ahead, whatever a person says', async () => {
    const { fixture, before, kit, input } = await elsewhere('collecting', manualTerms);
    await fixture.kit.collections.collect(before as CollectingLoan, { amount: 60_000, debitDate: '2026-02-20' });
    const loan = (await kit.loans.adopt(input)) as CollectingLoan;
    await fixture.moveTo('2026-01-14T08:00:00Z');
    const { debits } = await kit.collections.settle(loan);
    expect(debits).toMatchObject([{ status: 'scheduled' }]);
    const decided = {
      debitId: String(debits[0]?.debitId),
      result: 'not-taken',
      decidedBy: 'ops',
      reason: 'no end was shown',
    } as const;
    expect(await errorOf(kit.collections.settle(loan, decided))).toMatchObject({ rule: 'verdict-needs-doubt' });
    await fixture.moveTo('2026-02-20T08:00:00Z');
    const { loan: after } = await kit.collections.settle(loan);
    expect(after.balances).toMatchObject({ collected: 60_000, openDebits: 0, collectable: 30_000 });
  });

  test('counts a debit that ends while it is being adopted', async () => {
    const { fixture, before, kit, input } = await elsewhere('collecting', manualTerms);
    await fixture.kit.collections.collect(before as CollectingLoan, { amount: 60_000, debitDate: '2026-02-01' });
    const slow: Transport = {
      ...fixture.transport,
      reportsLeaving: true,
      close: async () => {},
      send: async (request) => {
        const answer = await fixture.transport.send(request);
        if (request.path.endsWith('/get-mandate')) await fixture.server.clock.to('2026-02-01T08:00:00Z');
        return answer;
      },
    };
    const loan = (await fixture.newKit({ store: memoryStore(), transport: slow }).loans.adopt(input)) as CollectingLoan;
    expect(loan.balances.collectable).toBe(30_000);
    expect((await kit.loans.adopt(input)) as CollectingLoan).toMatchObject({
      balances: { collectable: 30_000, collected: 60_000 },
    });
  });

  test('may have a first due date that has passed, and is guarded as any other', async () => {
    const { fixture, kit, input } = await elsewhere('collecting', manualTerms);
    await fixture.moveTo('2026-03-05T08:00:00Z');
    const loan = (await kit.loans.adopt(input)) as CollectingLoan;
    expect(await errorOf(kit.collections.collect(loan, { amount: 1, debitDate: '2026-04-16' }))).toMatchObject({
      rule: 'debit-within-tenure',
    });
    const disputed = await kit.mandates.openDispute(loan, {
      reference: 'D',
      reason: 'r',
      openedAt: '2026-03-05T08:00:00Z',
    });
    expect(await errorOf(kit.collections.collect(disputed, { amount: 1, debitDate: '2026-03-06' }))).toMatchObject({
      rule: 'debit-is-undisputed',
    });
  });

  test('owes the documents that it came without', async () => {
    const { kit, input } = await elsewhere('collecting');
    const loan = await kit.loans.adopt({ ...input, evidence: evidence.slice(0, 1) });
    expect((await kit.loans.duties(loan)).map(({ key }) => key)).toEqual([
      'complete-evidence:choice',
      'complete-evidence:disbursement',
    ]);
  });

  test('adopted again is answered as it is, also after it went on', async () => {
    const { kit, input } = await elsewhere('collecting');
    const loan = await kit.loans.adopt(input);
    expect(await kit.loans.adopt(input)).toEqual(loan);
    await kit.loans.recordRepayment(loan as CollectingLoan, { amount: 1, date: '2026-01-05', reference: 'CASH' });
    expect((await kit.loans.adopt(input)).version).toBe(loan.version + 1);
  });
});

describe('an adoption is refused, and nothing is written,', () => {
  test.each<[string, (input: AdoptLoanInput) => Partial<AdoptLoanInput>, string]>([
    [
      'when the BVN is another one',
      ({ payer }) => ({ payer: { ...payer, bvn: '22233300009' } }),
      'the BVN is another one',
    ],
    [
      'when the total differs',
      ({ terms }) => ({ terms: { ...terms, totalAmountDue: 96_000 } }),
      'totalAmountDue differs',
    ],
    ['when the tenure differs', ({ terms }) => ({ terms: { ...terms, endDate: '2026-04-20' } }), 'endDate differs'],
    ['when the mode differs', () => ({ terms: manualTerms }), 'collectionMode differs'],
    [
      'when the primary is a backup there',
      () => ({ primaryAccount: FIRST_BACKUP, backupAccounts: [PRIMARY, SECOND_BACKUP] }),
      'primaryAccount is not its primary',
    ],
    ['when an active account is left out', () => ({ backupAccounts: [FIRST_BACKUP] }), '1 active account(s)'],
    [
      'when an account is not there',
      () => ({ backupAccounts: [FIRST_BACKUP, { ...SECOND_BACKUP, bankCode: '033' }] }),
      'backupAccounts.1',
    ],
  ])('%s', async (_what, change, words) => {
    const { kit, input } = await elsewhere('verified');
    const error = await refusal(kit, { ...input, ...change(input) });
    expect(error).toMatchObject({
      name: 'RuleError',
      rule: 'adoption-agrees',
      spec: 'Spec §1.3, §2.2',
      message: expect.stringContaining(words),
    });
    expect(error.message).not.toMatch(/\d{10}/);
  });

  test.each<[string, (input: AdoptLoanInput) => Partial<AdoptLoanInput>, string]>([
    [
      'without the whole consent',
      ({ consent }) => ({ consent: { ...consent, scopes: consent.scopes.slice(1) } }),
      'consent-complete',
    ],
    [
      'when the choice is older than the consent',
      () => ({ chosenBy: { ...chosenBy, at: '2026-01-05T07:00:00Z' } }),
      'selection-is-the-payers',
    ],
    [
      'when more was sent than approved',
      () => ({ disbursement: { ...transfer, amount: 80_001, reported: true } }),
      'disbursement-within-approval',
    ],
    [
      'when more was repaid than was owed',
      () => ({
        disbursement: { ...transfer, reported: true },
        repayments: [{ amount: 90_001, date: '2026-01-05', reference: 'C' }],
      }),
      'repayment-is-owed',
    ],
  ])('%s', async (_what, change, rule) => {
    const { kit, input } = await elsewhere('verified');
    expect(await refusal(kit, { ...input, ...change(input) })).toMatchObject({ name: 'RuleError', rule });
  });

  test('when money was sent or repaid on a day that lies ahead', async () => {
    const { kit, input } = await elsewhere('verified');
    const on = (sent: string, repaid: string) => ({
      ...input,
      disbursement: { ...transfer, date: sent, reported: true },
      repayments: [{ amount: 5_000, date: repaid, reference: 'C-1' }],
    });
    const error = await refusal(kit, on('2026-01-06', '2026-01-07'));
    expect(error.issues).toMatchObject([
      { path: 'disbursement.date', message: expect.stringContaining('2026-01-05 at the latest') },
      { path: 'repayments.0.date', message: expect.stringContaining('lies ahead') },
    ]);
    expect((await kit.loans.adopt(on('2026-01-05', '2026-01-05'))).stage).toBe('collecting');
  });

  test('when the mandate is another loan’s', async () => {
    const { fixture, before, input } = await elsewhere('verified');
    expect(await errorOf(fixture.kit.loans.adopt(input))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'mandateId' }],
    });
    expect(await fixture.kit.loans.get('loan-1')).toEqual(before);
    expect((await fixture.kit.loans.list()).loans).toHaveLength(1);
  });

  test('when another loan is on file under its name', async () => {
    const { kit, input } = await elsewhere('verified');
    const opened: Loan = await kit.loans.open(openInput(autoTerms, 'old-7'));
    expect(await errorOf(kit.loans.adopt(input))).toMatchObject({ name: 'InputError', issues: [{ path: 'loanId' }] });
    expect(await kit.loans.get('old-7')).toEqual(opened);
  });

  test('when the service does not know the mandate', async () => {
    const { kit, input } = await elsewhere('verified');
    expect(await refusal(kit, { ...input, mandateId: 'f'.repeat(24) })).toMatchObject({
      name: 'ServiceError',
      status: 404,
    });
  });

  test('with everything that is missing from it', async () => {
    const { kit, input } = await elsewhere('verified');
    const bare = { ...openInput(autoTerms, 'old-7'), disbursement: {}, repayments: [{}], evidence: [{}] } as never;
    expect((await refusal(kit, bare)).issues.map(({ path }: { path: string }) => path)).toEqual([
      'primaryAccount.accountNumber',
      'primaryAccount.bankCode',
      'backupAccounts',
      'chosenBy.ipAddress',
      'chosenBy.at',
      'mandateId',
      'adoptedBy',
      'reason',
      'evidence.0.name',
      'evidence.0.sha256',
      'disbursement.amount',
      'disbursement.date',
      'disbursement.reference',
      'disbursement.reported',
      'repayments.0.amount',
      'repayments.0.date',
      'repayments.0.reference',
    ]);
    const repayments = [1, 2].map(() => ({ amount: 1, date: '2026-01-05', reference: 'same' }));
    expect((await refusal(kit, { ...input, repayments })).issues.map(({ path }: { path: string }) => path)).toEqual([
      'repayments.1.reference',
      'repayments',
    ]);
    expect((await refusal(kit, undefined as never)).name).toBe('InputError');
  });
});
