import { describe, expect, test } from 'vitest';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { BEGINNING, manualTerms, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const dispute = { reference: 'D-1', reason: 'I never took this loan', openedAt: BEGINNING };
const resolution = (outcome: 'dismissed' | 'upheld', reference = 'D-1') => ({
  reference,
  outcome,
  reason: 'looked into',
  resolvedAt: BEGINNING,
});
const debit = { amount: 10_000, debitDate: '2026-02-01' };

async function disputed() {
  const fixture = await createFixture();
  const loan = await fixture.kit.mandates.openDispute(
    await walkTo(fixture, 'collecting', { terms: manualTerms }),
    dispute,
  );
  return { fixture, kit: fixture.kit, loan };
}

describe('while a dispute is open', () => {
  test('nothing is debited, and nothing is sent', async () => {
    const { fixture, kit, loan } = await disputed();
    expect(loan).toMatchObject({ stage: 'collecting', disputes: [dispute] });
    const requests = await fixture.requests();
    expect(await errorOf(kit.collections.collect(loan, debit))).toMatchObject({
      name: 'RuleError',
      rule: 'debit-is-undisputed',
      spec: 'Spec §1, §3.4',
    });
    expect(await fixture.requests()).toEqual(requests);
  });

  test('no money may be sent', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.mandates.openDispute(await walkTo(fixture, 'approved'), dispute);
    expect(await fixture.kit.loans.mayDisburse(loan)).toMatchObject({ allowed: false, rule: 'loan-is-undisputed' });
    // It is reported all the same if it happened.
    expect((await fixture.kit.bureau.reportDisbursed(loan, transfer)).disputes).toHaveLength(1);
  });

  test('the state of the mandate at the service is another matter', async () => {
    const { kit, loan } = await disputed();
    expect((await kit.mandates.refresh(loan)).mandateStatus).toBe('active');
  });
});

describe('a dispute that has ended', () => {
  test('as dismissed lets collection go on', async () => {
    const { kit, loan } = await disputed();
    const dismissed = await kit.mandates.resolveDispute(loan, resolution('dismissed'));
    expect((await kit.collections.collect(dismissed, debit)).debit.outcome).toBe('scheduled');
  });

  test('as dismissed does not, while another one is open', async () => {
    const { kit, loan } = await disputed();
    const both = await kit.mandates.openDispute(loan, { ...dispute, reference: 'D-2' });
    const one = await kit.mandates.resolveDispute(both, resolution('dismissed'));
    expect(await errorOf(kit.collections.collect(one, debit))).toMatchObject({
      rule: 'debit-is-undisputed',
      message: expect.stringContaining('D-2'),
    });
  });

  test('as upheld ends collection for good', async () => {
    const { kit, loan } = await disputed();
    const upheld = await kit.mandates.resolveDispute(loan, resolution('upheld'));
    expect(await errorOf(kit.collections.collect(upheld, debit))).toMatchObject({ rule: 'debit-is-undisputed' });
    expect((await kit.loans.duties(upheld)).map(({ key }) => key)).toContain('release-mandate');
    expect(await errorOf(kit.mandates.resolveDispute(upheld, resolution('dismissed')))).toMatchObject({
      rule: 'dispute-is-open',
    });
  });
});

describe('recording a dispute', () => {
  test('again answers the loan as it is', async () => {
    const { kit, loan } = await disputed();
    expect(await kit.mandates.openDispute(loan, dispute)).toEqual(loan);
    const resolved = await kit.mandates.resolveDispute(loan, resolution('dismissed'));
    expect(await kit.mandates.resolveDispute(resolved, resolution('dismissed'))).toEqual(resolved);
  });

  test('with other words under the same reference is refused rather than lost', async () => {
    const { kit, loan } = await disputed();
    expect(await errorOf(kit.mandates.openDispute(loan, { ...dispute, reason: 'something else' }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'reference' }],
    });
  });

  test.each([
    [
      'opened ahead of time',
      (kit: never, loan: never) => open(kit, loan, { ...dispute, reference: 'D-2', openedAt: '2026-01-05T08:05:01Z' }),
      'evidence-is-past',
    ],
    [
      'that was never opened',
      (kit: never, loan: never) => resolve(kit, loan, resolution('dismissed', 'D-9')),
      'dispute-is-open',
    ],
    [
      'resolved ahead of time',
      (kit: never, loan: never) => resolve(kit, loan, { ...resolution('upheld'), resolvedAt: '2026-02-01T00:00:00Z' }),
      'evidence-is-past',
    ],
  ])('%s is refused', async (_what, act, rule) => {
    const { kit, loan } = await disputed();
    expect(await errorOf(act(kit as never, loan as never))).toMatchObject({ name: 'RuleError', rule });
  });

  test('as resolved before it was opened is refused', async () => {
    const { kit, loan } = await disputed();
    const early = { ...resolution('dismissed'), resolvedAt: '2026-01-05T07:59:59Z' };
    expect(await errorOf(kit.mandates.resolveDispute(loan, early))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'resolvedAt' }],
    });
  });

  test('reports every mistake at once', async () => {
    const { kit, loan } = await disputed();
    const paths = async (action: Promise<unknown>) =>
      (await errorOf(action)).issues.map(({ path }: { path: string }) => path);
    expect(await paths(kit.mandates.openDispute(loan, undefined as never))).toEqual([
      'reference',
      'reason',
      'openedAt',
    ]);
    expect(await paths(kit.mandates.resolveDispute(loan, { outcome: 'lost' } as never))).toEqual([
      'reference',
      'reason',
      'resolvedAt',
      'outcome',
    ]);
  });

  test('is possible after the closure too', async () => {
    const fixture = await createFixture();
    const closed = await walkTo(fixture, 'closed');
    const late = await fixture.kit.mandates.openDispute(closed, dispute);
    expect((await fixture.kit.loans.duties(late)).map(({ key }) => key)).toContain('resolve-dispute:D-1');
    expect((await fixture.kit.mandates.resolveDispute(late, resolution('upheld'))).stage).toBe('closed');
  });
});

type Kit = Awaited<ReturnType<typeof disputed>>['kit'];
type Disputed = Awaited<ReturnType<typeof disputed>>['loan'];

function open(kit: Kit, loan: Disputed, input: typeof dispute) {
  return kit.mandates.openDispute(loan, input);
}

function resolve(kit: Kit, loan: Disputed, input: ReturnType<typeof resolution>) {
  return kit.mandates.resolveDispute(loan, input);
}
