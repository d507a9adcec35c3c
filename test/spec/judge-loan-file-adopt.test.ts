import { describe, expect, it } from 'vitest';
import {
  type AdoptLoanInput,
  type CollectingLoan,
  memoryStore,
  type RepayKit,
  verifyEvidence,
} from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import {
  BACKUP,
  booksHold,
  CHOSEN_BY,
  collecting,
  consent,
  DISBURSED,
  type Lender,
  lender,
  opening,
  PRIMARY,
  refusal,
  SCOPES,
  SPARE,
  selected,
  today,
  verified,
} from './judge-loan-file.ts';

const SHA = 'a'.repeat(64);
const DOCUMENTS = ['consent.pdf', 'choice.pdf', 'disbursement.pdf', 'repayments.csv'].map((name) => ({
  name,
  sha256: SHA,
}));

/** A loan that another system of the lender began: a mandate at the service, and a client whose store knows nothing of it. */
async function elsewhere(
  collectedFirst = 0,
): Promise<{ of: Lender; fresh: RepayKit; mandateId: string; input: AdoptLoanInput }> {
  const of = await lender();
  const loan = await collecting(of, { backups: [BACKUP] });
  if (collectedFirst) {
    await of.kit.collections.collect(loan, today(collectedFirst));
    await of.kit.mandates.refresh(loan);
    await runDue(of.kit);
  }
  const input = {
    ...opening({ loanId: `taken-over-${loan.loanId}` }),
    mandateId: loan.mandateId,
    primaryAccount: PRIMARY,
    backupAccounts: [BACKUP],
    chosenBy: CHOSEN_BY,
    adoptedBy: 'ops-17',
    reason: 'migration',
    evidence: DOCUMENTS,
    disbursement: { ...DISBURSED, reported: true },
  };
  return { of, fresh: of.another({ store: memoryStore() }), mandateId: loan.mandateId, input };
}

describe('a loan that began elsewhere', () => {
  it('enters at the stage that the facts support, flagged for ever, and is collected under the same guards', async () => {
    const { of, fresh, input } = await elsewhere(1_000);
    const loan = (await fresh.loans.adopt(input)) as CollectingLoan;
    expect(loan).toMatchObject({
      stage: 'collecting',
      mandateId: input.mandateId,
      adopted: { adoptedBy: 'ops-17', reason: 'migration' },
    });
    expect(loan.balances).toMatchObject({ collected: 1_000, outstanding: 29_000 });
    expect(await fresh.loans.duties(loan)).toEqual([]);
    expect(await refusal(fresh.collections.collect(loan, today(29_000.01)))).toBe('debit-within-terms');
    await fresh.collections.collect(loan, today(29_000));
    const paid = (await fresh.mandates.refresh(loan)) as CollectingLoan;
    expect(booksHold(paid)).toBe(true);
    const closed = await fresh.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    expect(closed.adopted).toEqual({ adoptedBy: 'ops-17', reason: 'migration' });
    expect(await fresh.loans.get(input.loanId)).toMatchObject({ adopted: { adoptedBy: 'ops-17' } });
    const evidence = await fresh.loans.evidence(input.loanId);
    expect((await verifyEvidence(evidence)).ok).toBe(true);
    expect(evidence).toContain(SHA);
    await runDue(fresh);
    const ids = (await of.atBureau()).map(({ reportId }) => reportId);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await of.server.controls.violations()).items).toEqual([]);
  });

  it.each<readonly [string, (input: AdoptLoanInput) => AdoptLoanInput]>([
    ['another BVN', (input) => ({ ...input, payer: { ...input.payer, bvn: '29900000077' } })],
    ['another total', (input) => ({ ...input, terms: { ...input.terms, totalAmountDue: 30_000.01 } })],
    ['another first day', (input) => ({ ...input, terms: { ...input.terms, startDate: '2026-01-30' } })],
    ['another end', (input) => ({ ...input, terms: { ...input.terms, endDate: '2026-04-30' } })],
    ['another mode', (input) => ({ ...input, terms: { ...input.terms, collectionMode: 'auto' } })],
    [
      'another schedule',
      (input) => ({ ...input, terms: { ...input.terms, breakdown: [{ dueDate: '2026-01-31', amount: 30_000 }] } }),
    ],
    ['another primary', (input) => ({ ...input, primaryAccount: BACKUP, backupAccounts: [PRIMARY] })],
    ['an account that the mandate does not have', (input) => ({ ...input, backupAccounts: [BACKUP, SPARE] })],
    ['no backup where the mandate has one', (input) => ({ ...input, backupAccounts: [] })],
  ])('is refused where the service knows %s, and leaves nothing', async (name, change) => {
    const { fresh, input } = await elsewhere();
    expect(await refusal(fresh.loans.adopt(change(input)))).toMatch(/^adoption-agrees$|^selection-is-/);
    expect((await fresh.loans.list()).loans, name).toEqual([]);
    expect(await refusal(fresh.loans.adopt(input))).toBe('allowed');
  });

  it('asks for the same consent, choice and honesty as any other', async () => {
    const { fresh, input } = await elsewhere();
    const scopes = SCOPES.slice(1).map((scope) => ({
      scope,
      grantedAt: '2026-01-05T08:55:00+01:00',
      ipAddress: '102.89.1.2',
    }));
    expect(await refusal(fresh.loans.adopt({ ...input, consent: consent({ scopes }) }))).toBe('consent-complete');
    expect(
      await refusal(
        fresh.loans.adopt({ ...input, consent: consent({ notice: { text: 'A GSI mandate.', version: '1' } }) }),
      ),
    ).toBe('notice-is-honest');
    expect(
      await refusal(fresh.loans.adopt({ ...input, chosenBy: { ...CHOSEN_BY, at: '2026-01-04T08:55:00+01:00' } })),
    ).toBe('selection-is-the-payers');
    expect(
      await refusal(fresh.loans.adopt({ ...input, disbursement: { ...DISBURSED, amount: 28_000.01, reported: true } })),
    ).toBe('disbursement-within-approval');
    for (const wrong of [
      { adoptedBy: '' },
      { reason: ' ' },
      { mandateId: 'short' },
      { evidence: [{ name: 'consent', sha256: 'no hash' }] },
      { evidence: undefined },
    ])
      expect(
        await refusal(fresh.loans.adopt({ ...input, ...wrong } as AdoptLoanInput)),
        JSON.stringify(wrong),
      ).toContain('InputError');
    expect((await fresh.loans.list()).loans).toEqual([]);
  });

  it('lacking documents is a duty for each; repayments elsewhere count, and not more than is owed', async () => {
    const { fresh, input } = await elsewhere(10_000);
    const repayments = [
      { amount: 5_000, date: '2026-01-04', reference: 'old-1' },
      { amount: 0.5, date: '2026-01-04', reference: 'old-2' },
    ];
    expect(
      await refusal(fresh.loans.adopt({ ...input, repayments: [{ ...repayments[0], amount: 20_000.01 } as never] })),
    ).toBe('repayment-is-owed');
    const loan = (await fresh.loans.adopt({
      ...input,
      repayments,
      evidence: [{ name: 'consent form 7', sha256: SHA }],
    })) as CollectingLoan;
    expect(loan.balances).toMatchObject({ collected: 10_000, repaidOutside: 5_000.5, outstanding: 14_999.5 });
    const lacking = (await fresh.loans.duties(loan)).filter(({ duty }) => duty === 'complete-evidence');
    expect(lacking.length).toBe(3);
    for (const { isDischargeable } of lacking) expect(isDischargeable).toBe(true);
  });

  it('twice is once; the mandate of another file is refused', async () => {
    const { of, fresh, input } = await elsewhere();
    const one = await fresh.loans.adopt(input);
    expect(await fresh.loans.adopt(input)).toEqual(one);
    expect(await refusal(fresh.loans.adopt({ ...input, loanId: 'another-name' }))).toContain('InputError');
    expect(await refusal(of.kit.loans.adopt(input))).toContain('InputError'); // this store began the loan itself
    const [left, right] = await Promise.all(
      [of.another({ store: memoryStore() }), of.another({ store: memoryStore() })].map((kit) => kit.loans.adopt(input)),
    );
    expect(left?.stage).toBe(right?.stage);
  });

  it('before money was sent it goes on where it stood, and the guards stand', async () => {
    const of = await lender();
    const began = await verified(of);
    const input = {
      ...opening({ loanId: 'half-way' }),
      mandateId: began.mandateId,
      primaryAccount: PRIMARY,
      backupAccounts: [],
      chosenBy: CHOSEN_BY,
      adoptedBy: 'ops',
      reason: 'moved',
      evidence: DOCUMENTS,
    };
    const fresh = of.another({ store: memoryStore() });
    const loan = await fresh.loans.adopt(input);
    expect(loan.stage).toBe('verified');
    expect(await refusal(fresh.collections.collect(loan as never, today(1)))).toBe('debit-needs-disbursement');
    const approved = await fresh.bureau.reportApproved(loan as never);
    expect(await fresh.loans.mayDisburse(approved)).toMatchObject({ allowed: true });
    const open = await fresh.bureau.awaitReported(await fresh.bureau.reportDisbursed(approved, DISBURSED));
    expect(open).toMatchObject({ stage: 'collecting', adopted: { adoptedBy: 'ops' } });
  });

  it('an unreported disbursement is reported first, and until then nothing is debited', async () => {
    const of = await lender();
    const began = await verified(of);
    const base = {
      ...opening({ loanId: 'unreported' }),
      mandateId: began.mandateId,
      primaryAccount: PRIMARY,
      backupAccounts: [],
      chosenBy: CHOSEN_BY,
    };
    const fresh = of.another({ store: memoryStore() });
    const loan = await fresh.loans.adopt({
      ...base,
      adoptedBy: 'ops',
      reason: 'moved',
      evidence: DOCUMENTS,
      disbursement: { ...DISBURSED, reported: false },
    });
    expect(loan.stage).toBe('disbursed');
    expect(await refusal(fresh.collections.collect(loan as never, today(1)))).toBe('debit-needs-disbursement');
    await runDue(fresh);
    expect((await fresh.loans.get('unreported')).stage).toBe('collecting');
    expect((await of.atBureau()).map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
  });

  it('of a mandate that nobody knows nothing is taken over', async () => {
    const of = await lender();
    await selected(of);
    const { fresh, input } = await elsewhere();
    await expect(fresh.loans.adopt({ ...input, mandateId: 'f'.repeat(24) })).rejects.toMatchObject({
      name: 'ServiceError',
    });
    expect((await fresh.loans.list()).loans).toEqual([]);
  });
});
