import { describe, expect, it } from 'vitest';
import { DISCLAIMER, InputError, RuleError } from '../../src/index.ts';
import {
  BACKUP,
  CHOSEN_BY,
  consent,
  DORMANT,
  GRANTED_AT,
  lender,
  opening,
  PRIMARY,
  refusal,
  SCOPES,
  SPARE,
  selected,
} from './judge-loan-file.ts';

const grant = (scope: (typeof SCOPES)[number]) => ({ scope, grantedAt: GRANTED_AT, ipAddress: '102.89.1.2' });

describe('consent at the beginning of a loan, spec §1.1', () => {
  it.each(SCOPES)(
    'a loan is not opened without the scope %s, and nothing is on file or on the wire',
    async (missing) => {
      const of = await lender();
      const input = opening({ consent: consent({ scopes: SCOPES.filter((scope) => scope !== missing).map(grant) }) });
      expect(await refusal(of.kit.loans.open(input))).toBe('consent-complete');
      expect((await of.kit.loans.list()).loans).toEqual([]);
      expect((await of.server.controls.requests()).items).toEqual([]);
    },
  );

  it('a scope granted twice in place of another is no consent', async () => {
    const of = await lender();
    const scopes = [...SCOPES.slice(0, 4), SCOPES[0]].map(grant);
    expect(await refusal(of.kit.loans.open(opening({ consent: consent({ scopes }) })))).toBe('consent-complete');
  });

  it('five scopes in any order and at different times are a consent', async () => {
    const of = await lender();
    const scopes = [...SCOPES]
      .reverse()
      .map((scope, index) => ({ ...grant(scope), grantedAt: `2026-01-05T07:5${index}:00Z`, ipAddress: '2001:db8::7' }));
    await expect(of.kit.loans.open(opening({ consent: consent({ scopes }) }))).resolves.toMatchObject({
      stage: 'consented',
      revokedScopes: [],
    });
  });

  it.each([
    ['no time', { grantedAt: '' }],
    ['a time without its offset', { grantedAt: '2026-01-05T08:55:00' }],
    ['a day that does not exist', { grantedAt: '2026-02-30T08:55:00Z' }],
    ['no address', { ipAddress: '' }],
    ['no address of the internet', { ipAddress: 'office' }],
  ])('a grant with %s is refused as no evidence', async (_, change) => {
    const of = await lender();
    const scopes = SCOPES.map((scope, index) => (index === 3 ? { ...grant(scope), ...change } : grant(scope)));
    await expect(of.kit.loans.open(opening({ consent: consent({ scopes }) }))).rejects.toSatisfy(
      (error) => error instanceof InputError || error instanceof RuleError,
    );
  });

  it.each(['payerId', 'bvn', 'name', 'email', 'mobileNumber', 'address'] as const)(
    'a payer without %s is refused',
    async (field) => {
      const of = await lender();
      await expect(of.kit.loans.open(opening({ payer: { [field]: '' } }))).rejects.toBeInstanceOf(InputError);
    },
  );

  it.each([
    'This is a standing instruction under the rules of the regulator.',
    'Your repayments run over the Global Standing Instruction (GSI).',
    'THE ARRANGEMENT IS BACKED BY THE CENTRAL BANK.',
    'A regulated direct debit protects you.',
    'Standing\u00a0order with your bank.',
  ])('a notice that claims to be regulated is refused: %s', async (text) => {
    const of = await lender();
    expect(await refusal(of.kit.loans.open(opening({ consent: consent({ notice: { text, version: '1' } }) })))).toBe(
      'notice-is-honest',
    );
  });

  it('the disclaimer itself is an honest notice, alone and within other words', async () => {
    const of = await lender();
    for (const text of [DISCLAIMER, `Read this. ${DISCLAIMER} Thank you.`])
      await expect(
        of.kit.loans.open(opening({ consent: consent({ notice: { text, version: '1' } }) })),
      ).resolves.toBeDefined();
  });

  it('the same loan opened again is the same file; another payer, other terms or another consent under its id are refused', async () => {
    const of = await lender();
    const input = opening({ loanId: 'twice' });
    const first = await of.kit.loans.open(input);
    expect(await of.another().loans.open(input)).toEqual(first);
    for (const change of [
      { payer: { bvn: '29900000099' } },
      { terms: { totalAmountDue: 30_000.01 } },
      { consent: consent({ notice: { text: DISCLAIMER, version: '2' } }) },
    ])
      expect(await refusal(of.kit.loans.open(opening({ loanId: 'twice', ...change })))).not.toBe('allowed');
    expect((await of.kit.loans.get('twice')).version).toBe(first.version);
  });

  it('the first due date may be today and not yesterday, by the day in Lagos', async () => {
    const of = await lender({ server: { now: '2026-01-05T23:30:00Z' } }); // already the 6th in Lagos
    const from = (startDate: string) => refusal(of.kit.loans.open(opening({ terms: { startDate } })));
    expect(await from('2026-01-05')).toBe('terms-lie-ahead');
    expect(await from('2026-01-06')).toBe('allowed');
  });
});

describe('the choice of accounts, spec §1.2', () => {
  const choose = async (primaryAccount: unknown, backupAccounts: unknown, chosenBy: unknown = CHOSEN_BY) => {
    const of = await lender();
    const found = await of.kit.discovery.discover(await of.kit.loans.open(opening()));
    return refusal(
      of.kit.discovery.select(found, { primaryAccount, backupAccounts, chosenBy } as Parameters<
        typeof of.kit.discovery.select
      >[1]),
    );
  };

  it('is taken when every account was discovered and is active', async () => {
    expect(await choose(PRIMARY, [])).toBe('allowed');
    expect(await choose(SPARE, [PRIMARY, BACKUP])).toBe('allowed');
  });

  it.each([
    [
      'an account that was not discovered',
      { accountNumber: '7000000999', bankCode: '011' },
      [],
      'selection-is-discovered',
    ],
    ['a discovered number at another bank', { ...PRIMARY, bankCode: '033' }, [], 'selection-is-discovered'],
    ['an undiscovered backup', PRIMARY, [{ accountNumber: '7000000999', bankCode: '011' }], 'selection-is-discovered'],
    ['an inactive primary', DORMANT, [], 'selection-is-active'],
    ['an inactive backup', PRIMARY, [BACKUP, DORMANT], 'selection-is-active'],
    ['the primary as its own backup', PRIMARY, [PRIMARY], 'selection-is-distinct'],
    ['a backup twice', PRIMARY, [BACKUP, SPARE, BACKUP], 'selection-is-distinct'],
  ])('%s is refused', async (_, primary, backups, rule) => {
    expect(await choose(primary, backups)).toBe(rule);
  });

  it('a choice, or a single opt-in, that is older than the consent was pre-selected', async () => {
    const before = { ...CHOSEN_BY, at: '2026-01-05T08:54:59+01:00' };
    expect(await choose(PRIMARY, [], before)).toBe('selection-is-the-payers');
    expect(await choose(PRIMARY, [{ ...BACKUP, optedInBy: before }])).toBe('selection-is-the-payers');
    expect(await choose(PRIMARY, [{ ...BACKUP, optedInBy: { ...CHOSEN_BY, at: '2026-01-05T09:00:00+01:00' } }])).toBe(
      'allowed',
    );
  });

  it('nothing is pre-selected: discovery gives no account a role, and a choice without whoever chose is refused', async () => {
    const of = await lender();
    const found = await of.kit.discovery.discover(await of.kit.loans.open(opening()));
    expect(found.accounts.map(({ role }) => role)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await choose(PRIMARY, [], null)).not.toBe('allowed');
    expect(await choose(PRIMARY, undefined)).not.toBe('allowed');
    expect(await choose(undefined, [BACKUP])).not.toBe('allowed');
  });

  it('twelve backups are placed in the order of the choice under one mandate, one e-mail and one BVN', async () => {
    const of = await lender();
    const many = Array.from({ length: 12 }, (_, index) => ({
      accountNumber: `71000000${String(index).padStart(2, '0')}`,
      bankCode: '044',
    }));
    const bvn = '29900000077';
    const accounts = [PRIMARY, ...many].map((account) => ({
      ...account,
      accountNumber: `8${account.accountNumber.slice(1)}`,
      accountName: 'A B',
      balance: 1,
    }));
    await of.server.controls.addPayer({ bvn, name: 'A B', accounts });
    const [first, ...backups] = accounts.map(({ accountNumber, bankCode }) => ({ accountNumber, bankCode }));
    const found = await of.kit.discovery.discover(await of.kit.loans.open(opening({ payer: { bvn } })));
    const chosen = await of.kit.discovery.select(found, {
      primaryAccount: first ?? PRIMARY,
      backupAccounts: backups.toReversed(),
      chosenBy: CHOSEN_BY,
    });
    const loan = await of.kit.mandates.attachByMicroDeposit(await of.kit.mandates.place(chosen));
    expect(loan.backupAccounts.map(({ accountNumber }) => accountNumber)).toEqual(
      backups.toReversed().map(({ accountNumber }) => accountNumber),
    );
    const { mandate } = await of.server.controls.readMandate(loan.mandateId);
    expect(mandate.consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual(
      [first, ...backups.toReversed()].map((account, index) => [account?.accountNumber, index === 0]),
    );
    expect(mandate).toMatchObject({ bvn, email: 'adesola.sample@example.com' });
    expect((await of.server.controls.violations()).items).toEqual([]);
  });
});

describe('the sequence of spec §1', () => {
  it('no step is skipped or reordered, not even by a value that was made by hand or is stale', async () => {
    const of = await lender();
    const consented = await of.kit.loans.open(opening());
    const as = (_stage: string) => consented as never;
    expect(
      await refusal(
        of.kit.discovery.select(as('discovered'), { primaryAccount: PRIMARY, backupAccounts: [], chosenBy: CHOSEN_BY }),
      ),
    ).toBe('discovery-before-selection');
    expect(await refusal(of.kit.mandates.place(as('selected')))).toBe('selection-before-placement');
    expect(await refusal(of.kit.mandates.attachByMicroDeposit(as('placed')))).toBe('placement-before-attachment');
    expect(await refusal(of.kit.mandates.refresh(as('verifying')))).toBe('attachment-before-verification');
    expect(await refusal(of.kit.bureau.reportApproved(as('verified')))).toBe('verification-before-approval');
    expect(await refusal(of.kit.loans.mayDisburse(as('approved')))).toBe('approval-before-disbursement');
    expect(
      await refusal(of.kit.bureau.reportDisbursed(as('approved'), { amount: 1, date: '2026-01-05', reference: 'r' })),
    ).toBe('approval-before-disbursement');
    expect(await refusal(of.kit.collections.collect(as('collecting'), { amount: 1, debitDate: '2026-01-05' }))).toBe(
      'debit-needs-disbursement',
    );
    expect(
      await refusal(of.kit.loans.recordRepayment(as('collecting'), { amount: 1, date: '2026-01-05', reference: 'r' })),
    ).toBe('disbursement-before-repayment');
    expect(
      await refusal(of.kit.bureau.close(as('collecting'), { finalStatus: 'written_off', closeDate: '2026-01-05' })),
    ).toBe('disbursement-before-closure');
    const forged = { ...consented, stage: 'collecting' } as never;
    expect(await refusal(of.kit.collections.collect(forged, { amount: 1, debitDate: '2026-01-05' }))).toContain(
      'StaleLoanError',
    );
    expect((await of.server.controls.requests()).items).toEqual([]);
    expect((await of.kit.loans.get(consented.loanId)).version).toBe(consented.version);
  });

  it('a step done twice, by two processes at once, is done once', async () => {
    const of = await lender();
    const loan = await selected(of);
    const [one, two] = await Promise.allSettled([of.kit.mandates.place(loan), of.another().mandates.place(loan)]);
    expect([one.status, two.status]).toContain('fulfilled');
    const { mandate } = await of.server.controls.readMandate(loan.mandateId);
    expect(mandate.consents).toHaveLength(1);
    expect((await of.kit.loans.get(loan.loanId)).stage).toBe('placed');
  });
});
