import { describe, expect, test } from 'vitest';
import { type CollectingLoan, DISCLAIMER } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { autoTerms, consent, openInput, payer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const pathsOf = (error: { readonly issues: readonly { readonly path: string }[] }) =>
  error.issues.map(({ path }) => path);

describe('opening', () => {
  test('writes the whole consent down and mints a mandate id of its own for each loan', async () => {
    const fixture = await createFixture();
    const first = await fixture.kit.loans.open(openInput());
    const second = await fixture.kit.loans.open(openInput(autoTerms, 'loan-2'));
    expect(first).toMatchObject({
      stage: 'consented',
      loanId: 'loan-1',
      version: 1,
      openedAt: '2026-01-05T08:00:00.000Z',
    });
    expect(first.mandateId).toMatch(/^[0-9a-f]{24}$/);
    expect(second.mandateId).not.toBe(first.mandateId);
    const [opened] = await fixture.eventsOf();
    expect(opened).toMatchObject({
      consent: {
        channel: 'web',
        notice: consent.notice,
        scopes: consent.scopes.map(({ scope, grantedAt }) => ({ scope, grantedAt })),
      },
      personal: { payer, ipAddresses: { accountDiscovery: '203.0.113.9' } },
    });
    expect(await fixture.requests()).toEqual({});
  });

  test('again answers the same loan, in whichever order the fields were written', async () => {
    const { kit } = await createFixture();
    const first = await kit.loans.open(openInput());
    const backwards = Object.fromEntries(Object.entries(payer).reverse()) as unknown as typeof payer;
    expect(await kit.loans.open({ ...openInput(), payer: backwards })).toEqual(first);
  });

  test.each([
    ['another person under the same payerId', { payer: { ...payer, bvn: '22233300009' } }],
    ['another address', { payer: { ...payer, email: 'else@example.com' } }],
    ['another payerId', { payer: { ...payer, payerId: 'payer-2' } }],
    ['other terms', { terms: { ...autoTerms, totalAmountDue: 95_000 } }],
    ['another notice', { consent: { ...consent, notice: { text: `Other words. ${DISCLAIMER}`, version: '2026-02' } } }],
  ])('with %s under the name of a loan on file is refused', async (_what, change) => {
    const { kit } = await createFixture();
    await kit.loans.open(openInput());
    expect(await errorOf(kit.loans.open({ ...openInput(), ...change }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'loanId' }],
    });
  });

  test('again, when the loan went on, says where it is, also after its first due date', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    await fixture.moveTo('2026-02-02T08:00:00Z');
    expect(await errorOf(fixture.kit.loans.open(openInput()))).toMatchObject({
      name: 'StaleLoanError',
      current: { stage: 'collecting', mandateId: loan.mandateId },
    });
  });

  test('reports all mistakes at once', async () => {
    const { kit } = await createFixture();
    const input = { loanId: ' ', payer: { bvn: '1' }, terms: { approvedAmount: 1.001 }, consent: { scopes: [{}] } };
    const paths = pathsOf(await errorOf(kit.loans.open(input as never)));
    for (const part of [
      'loanId',
      'payer.payerId',
      'payer.bvn',
      'payer.email',
      'terms.approvedAmount',
      'terms.startDate',
      'consent.channel',
      'consent.notice.text',
    ]) {
      expect(paths).toContain(part);
    }
  });

  test.each([undefined, null, 7, 'loan', [], { loanId: 'x' }, Promise.resolve(openInput())])(
    'with %j is refused as incomplete',
    async (input) => {
      const { kit } = await createFixture();
      expect(await errorOf(kit.loans.open(input as never))).toMatchObject({ name: 'InputError' });
    },
  );

  test('with a line of a schedule that is nothing is refused', async () => {
    const { kit } = await createFixture();
    const error = await errorOf(
      kit.loans.open(
        openInput({ ...autoTerms, breakdown: [null, { dueDate: '2026-02-01', amount: 90_000 }] as never }),
      ),
    );
    expect(pathsOf(error)[0]).toMatch(/^terms\.breakdown/);
  });

  test.each([
    [
      'without one of the five scopes',
      { consent: { ...consent, scopes: consent.scopes.slice(1) } },
      'consent-complete',
    ],
    ['with a first due date that has passed', { terms: { ...autoTerms, startDate: '2026-01-04' } }, 'terms-lie-ahead'],
    [
      'with a notice that claims a standing instruction of the banks',
      {
        consent: {
          ...consent,
          notice: { version: '1', text: 'This is a regulated standing instruction backed by the central bank.' },
        },
      },
      'notice-is-honest',
    ],
  ])('%s is refused by its rule', async (_what, change, rule) => {
    const fixture = await createFixture();
    expect(await errorOf(fixture.kit.loans.open({ ...openInput(), ...change }))).toMatchObject({
      name: 'RuleError',
      rule: expect.stringMatching(rule),
    });
    expect(await fixture.eventsOf()).toEqual([]);
  });

  test('on the very day of the first due date is in time', async () => {
    const { kit } = await createFixture();
    expect((await kit.loans.open(openInput({ ...autoTerms, startDate: '2026-01-05' }))).stage).toBe('consented');
  });
});

describe('what was given for a side road', () => {
  test.each([undefined, null, {}, { reason: ' ' }, { reason: 7 }])(
    'abandoning with %j asks for a reason',
    async (input) => {
      const { kit } = await createFixture();
      const loan = await kit.loans.open(openInput());
      expect(await errorOf(kit.loans.abandon(loan, input as never))).toMatchObject({
        name: 'InputError',
        issues: [{ path: 'reason' }],
      });
    },
  );

  test.each([
    [undefined, ['amount', 'date', 'reference']],
    [{ amount: 0, date: '2026-02-30', reference: '' }, ['amount', 'date', 'reference']],
    [{ amount: 5, date: '2026-01-05', reference: 7 }, ['reference']],
  ])('recording a repayment of %j reports every mistake', async (input, paths) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    expect(pathsOf(await errorOf(fixture.kit.loans.recordRepayment(loan, input as never)))).toEqual(paths);
  });

  test('a loan is not named as the file of a request that is sent once', async () => {
    const { kit } = await createFixture();
    expect(pathsOf(await errorOf(kit.loans.open(openInput(autoTerms, 'request:claim-1'))))).toEqual(['loanId']);
    expect((await kit.loans.open(openInput(autoTerms, 'my request:1'))).loanId).toBe('my request:1');
  });

  test('a repayment under the reference of another one is refused rather than lost', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    await fixture.kit.loans.recordRepayment(loan, { amount: 5_000, date: '2026-01-05', reference: 'CASH-1' });
    const again = fixture.kit.loans.recordRepayment(loan, { amount: 6_000, date: '2026-01-05', reference: 'CASH-1' });
    expect(await errorOf(again)).toMatchObject({ name: 'InputError', issues: [{ path: 'reference' }] });
    expect(((await fixture.kit.loans.get('loan-1')) as CollectingLoan).balances.repaidOutside).toBe(5_000);
  });

  test.each([undefined, null, 7, '', 'nobody'])('getting the loan %j says that it is unknown', async (loanId) => {
    const { kit } = await createFixture();
    expect(await errorOf(kit.loans.get(loanId as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'loanId' }],
    });
  });
});
