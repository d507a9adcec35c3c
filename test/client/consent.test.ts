import { describe, expect, test } from 'vitest';
import type { ConsentScope } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture, nothingHappened } from '../journeys/fixture.ts';
import { autoTerms, BEGINNING, choice, manualTerms, openInput, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const revocation = (scope: ConsentScope, revokedAt = BEGINNING) => ({
  scope,
  revokedAt,
  channel: 'web',
  ipAddress: '203.0.113.9',
  reason: 'changed my mind',
});
const request = { requestedAt: BEGINNING, channel: 'branch' };
const debit = { amount: 10_000, debitDate: '2026-02-01' };

describe('a scope that the payer takes back', () => {
  test('is written down with its evidence, the address sealed apart, and what was done stands', async () => {
    const fixture = await createFixture();
    const before = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const { loan } = await fixture.kit.mandates.revokeScope(before, revocation('automatedDebit'));
    expect(loan).toMatchObject({
      stage: 'collecting',
      revokedScopes: ['automatedDebit'],
      version: before.version + 1,
      balances: before.balances,
    });
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'scope.revoked',
      scope: 'automatedDebit',
      revokedAt: BEGINNING,
      channel: 'web',
      reason: 'changed my mind',
      personal: { ipAddress: '203.0.113.9' },
    });
  });

  test('again answers the same, and the first time it was said stands', async () => {
    const fixture = await createFixture();
    const first = await fixture.kit.mandates.revokeScope(await walkTo(fixture, 'verified'), revocation('cascadeDebit'));
    const again = await fixture.kit.mandates.revokeScope(
      first.loan,
      revocation('cascadeDebit', '2026-01-05T08:01:00Z'),
    );
    expect(again).toEqual(first);
  });

  test.each([
    ['before it was granted', '2026-01-05T07:54:59Z', 'withdrawal-follows-consent'],
    ['ahead of time', '2026-01-05T08:06:00Z', 'evidence-is-past'],
  ])('%s is no evidence', async (_what, at, rule) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'verified');
    expect(
      await nothingHappened(fixture, () => fixture.kit.mandates.revokeScope(loan, revocation('cascadeDebit', at))),
    ).toMatchObject({ name: 'RuleError', rule });
    const requested = () => fixture.kit.mandates.requestCancellation(loan, { ...request, requestedAt: at });
    expect(await nothingHappened(fixture, requested)).toMatchObject({ name: 'RuleError', rule });
  });

  test('reports every mistake at once', async () => {
    const { kit } = await createFixture();
    const loan = await kit.loans.open(openInput());
    const paths = async (action: Promise<unknown>) =>
      (await errorOf(action)).issues.map(({ path }: { path: string }) => path);
    expect(await paths(kit.mandates.revokeScope(loan, undefined as never))).toEqual(['scope', 'revokedAt', 'channel']);
    expect(
      await paths(
        kit.mandates.revokeScope(loan, {
          scope: 'everything',
          revokedAt: 'now',
          channel: ' ',
          ipAddress: 'home',
          reason: 7,
        } as never),
      ),
    ).toEqual(['scope', 'revokedAt', 'channel', 'ipAddress', 'reason']);
    expect(await paths(kit.mandates.requestCancellation(loan, null as never))).toEqual(['requestedAt', 'channel']);
  });

  test('by a value that its file has overtaken is refused with the present loan, which takes it', async () => {
    const fixture = await createFixture();
    const verified = await walkTo(fixture, 'verified');
    await fixture.kit.bureau.reportApproved(verified);
    const error = await nothingHappened(fixture, () =>
      fixture.kit.mandates.revokeScope(verified, revocation('cascadeDebit')),
    );
    expect(error).toMatchObject({ name: 'StaleLoanError', current: { stage: 'approved' } });
    expect(
      (await fixture.kit.mandates.revokeScope(error.current, revocation('cascadeDebit'))).loan.revokedScopes,
    ).toEqual(['cascadeDebit']);
  });
});

describe('before money was sent', () => {
  test.each([
    ['consented', 'abandon'],
    ['selected', 'abandon'],
    ['placed', 'abandon-and-release'],
    ['approved', 'abandon-and-release'],
  ] as const)('a loan that is %s ends: %s', async (at, code) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, at);
    const { follows, loan: withdrawn } = await fixture.kit.mandates.requestCancellation(loan, request);
    expect(follows).toMatchObject({ code, spec: 'Spec §1.1' });
    expect(withdrawn.cancellationRequestedAt).toBe(BEGINNING);
    const duties = (await fixture.kit.loans.duties(withdrawn)).map(({ duty }) => duty);
    expect(duties).toContain('abandon-loan');
    expect(duties.includes('release-mandate')).toBe(code === 'abandon-and-release');
    const abandoned = await fixture.kit.loans.abandon(withdrawn, { reason: 'cancelled by the payer' });
    const left = (await fixture.kit.loans.duties(abandoned))
      .map(({ duty }) => duty)
      .filter((duty) => duty !== 'deliver-report');
    expect(left).toEqual(code === 'abandon' ? [] : ['release-mandate']);
  });

  test('nothing more is discovered, chosen, placed, attached or approved, and nothing is sent', async () => {
    const steps = {
      consented: ({ kit }: Fixture, loan: never) => kit.discovery.discover(loan),
      discovered: ({ kit }: Fixture, loan: never) => kit.discovery.select(loan, choice),
      selected: ({ kit }: Fixture, loan: never) => kit.mandates.place(loan),
      placed: ({ kit }: Fixture, loan: never) => kit.mandates.attachByMicroDeposit(loan),
      verified: ({ kit }: Fixture, loan: never) => kit.bureau.reportApproved(loan),
    } as const;
    for (const [at, step] of Object.entries(steps)) {
      const fixture = await createFixture();
      const { loan } = await fixture.kit.mandates.revokeScope(
        await walkTo(fixture, at as keyof typeof steps),
        revocation('bureauReporting'),
      );
      expect(await nothingHappened(fixture, () => step(fixture, loan as never))).toMatchObject({
        name: 'RuleError',
        rule: 'consent-stands',
        spec: 'Spec §1.1',
      });
    }
  });

  test('no money may be sent, and yet money that was sent is reported', async () => {
    const fixture = await createFixture();
    const { loan } = await fixture.kit.mandates.revokeScope(
      await walkTo(fixture, 'approved'),
      revocation('automatedDebit'),
    );
    expect(await fixture.kit.loans.mayDisburse(loan)).toMatchObject({ allowed: false, rule: 'consent-stands' });
    const disbursed = await fixture.kit.bureau.reportDisbursed(loan, transfer);
    expect((await fixture.kit.bureau.awaitReported(disbursed)).stage).toBe('collecting');
  });

  test('a placement that was half done is not finished', async () => {
    const fixture = await createFixture();
    const selected = await walkTo(fixture, 'selected');
    await fixture.server.controls.addFault({
      operation: 'createConsent',
      kind: 'status',
      status: 503,
      times: 1,
      when: 'before',
    });
    await errorOf(fixture.kit.mandates.place(selected));
    const { follows } = await fixture.kit.mandates.requestCancellation(selected, request);
    expect(follows.code).toBe('abandon-and-release');
    expect(await nothingHappened(fixture, () => fixture.kit.mandates.place(selected))).toMatchObject({
      rule: 'consent-stands',
    });
  });
});

describe('after money was sent', () => {
  test.each([
    ['accountDiscovery', 'nothing-new'],
    ['mandatePlacement', 'no-new-accounts'],
    ['bureauReporting', 'reports-go-on'],
    ['automatedDebit', 'obligation-outstanding'],
    ['cascadeDebit', 'obligation-outstanding'],
  ] as const)('%s taken back means: %s', async (scope, code) => {
    const fixture = await createFixture();
    const { loan, follows } = await fixture.kit.mandates.revokeScope(
      await walkTo(fixture, 'collecting', { terms: manualTerms }),
      revocation(scope),
    );
    expect(follows.code).toBe(code);
    const { kit } = fixture;
    if (code !== 'obligation-outstanding')
      expect((await kit.collections.collect(loan, debit)).debit.outcome).toBe('scheduled');
    else
      expect(await nothingHappened(fixture, () => kit.collections.collect(loan, debit))).toMatchObject({
        rule: 'debit-after-revocation',
        spec: 'Spec §1.1',
      });
  });

  test('what is owed is debited once it is recorded, and not a kobo more', async () => {
    const fixture = await createFixture();
    const { kit } = fixture;
    const { loan } = await kit.mandates.requestCancellation(
      await walkTo(fixture, 'collecting', { terms: manualTerms }),
      request,
    );
    expect((await kit.loans.duties(loan)).map(({ key }) => key)).toContain('record-obligation');
    const owing = await kit.loans.recordObligation(loan, { amount: 30_000, basis: 'clause 7 of the agreement' });
    expect(await kit.loans.recordObligation(owing, { amount: 30_000, basis: 'clause 7 of the agreement' })).toEqual(
      owing,
    );
    expect((await kit.loans.duties(owing)).map(({ key }) => key)).not.toContain('record-obligation');
    const { loan: debited } = await kit.collections.collect(owing, { amount: 20_000, debitDate: '2026-02-01' });
    const more = { amount: 10_000.01, debitDate: '2026-02-02' };
    expect(await nothingHappened(fixture, () => kit.collections.collect(debited, more))).toMatchObject({
      rule: 'debit-after-revocation',
    });
    expect((await kit.collections.collect(debited, { ...more, amount: 10_000 })).debit.outcome).toBe('scheduled');
  });

  test('another request after an obligation was recorded asks for a new record, and is on file; the same one again is not', async () => {
    const fixture = await createFixture();
    const { kit } = fixture;
    const { loan } = await kit.mandates.requestCancellation(
      await walkTo(fixture, 'collecting', { terms: manualTerms }),
      request,
    );
    const owing = await kit.loans.recordObligation(loan, { amount: 30_000, basis: 'clause 7' });
    const same = await kit.mandates.requestCancellation(owing, {
      ...request,
      requestedAt: '2026-01-05T09:00:00+01:00',
    });
    expect(same).toMatchObject({
      loan: owing,
      follows: { code: 'obligation-recorded', message: expect.stringContaining('₦30,000.00 of it') },
    });
    await fixture.moveTo('2026-01-07T08:00:00Z');
    const later = { requestedAt: '2026-01-07T08:00:00Z', channel: 'web', ipAddress: '203.0.113.9' };
    const again = await kit.mandates.requestCancellation(owing, later);
    expect(again).toMatchObject({
      loan: { cancellationRequestedAt: '2026-01-07T08:00:00Z' },
      follows: { code: 'obligation-outstanding' },
    });
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'cancellation.requested',
      requestedAt: '2026-01-07T08:00:00Z',
      outstanding: 9_000_000,
    });
    expect(await nothingHappened(fixture, () => kit.collections.collect(again.loan, debit))).toMatchObject({
      rule: 'debit-after-revocation',
    });
    expect((await kit.loans.duties(again.loan)).map(({ key }) => key)).toContain('record-obligation');
    const recorded = await kit.loans.recordObligation(again.loan, { amount: 30_000, basis: 'clause 7' });
    expect((await kit.collections.collect(recorded, debit)).debit.outcome).toBe('scheduled');
  });

  test('a scope is taken back once: said again, it leaves the obligation that was recorded since', async () => {
    const fixture = await createFixture();
    const { kit } = fixture;
    const { loan } = await kit.mandates.revokeScope(
      await walkTo(fixture, 'collecting', { terms: manualTerms }),
      revocation('automatedDebit'),
    );
    const owing = await kit.loans.recordObligation(loan, { amount: 30_000, basis: 'clause 7' });
    await fixture.moveTo('2026-01-07T08:00:00Z');
    const again = await kit.mandates.revokeScope(owing, revocation('automatedDebit', '2026-01-07T08:00:00Z'));
    expect(again).toMatchObject({ loan: owing, follows: { code: 'obligation-recorded' } });
    expect((await kit.collections.collect(again.loan, debit)).debit.outcome).toBe('scheduled');
    const other = await kit.mandates.revokeScope(owing, revocation('cascadeDebit', '2026-01-07T08:00:00Z'));
    expect(other.follows.code).toBe('obligation-outstanding');
    expect(await nothingHappened(fixture, () => kit.collections.collect(other.loan, debit))).toMatchObject({
      rule: 'debit-after-revocation',
    });
  });

  test('nothing outstanding means that the mandate is released now', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.loans.recordRepayment(await walkTo(fixture, 'collecting'), {
      amount: 90_000,
      date: '2026-01-05',
      reference: 'CASH',
    });
    const { follows } = await fixture.kit.mandates.requestCancellation(loan, request);
    expect(follows.code).toBe('release-mandate');
  });

  test.each([
    ['nothing was taken back', undefined, { amount: 1, basis: 'b' }, 'obligation-follows-withdrawal'],
    ['more is claimed than is owed', request, { amount: 90_000.01, basis: 'b' }, 'obligation-is-owed'],
  ])('an obligation is refused when %s', async (_what, withdrawal, input, rule) => {
    const fixture = await createFixture();
    let loan = await walkTo(fixture, 'collecting', { terms: autoTerms });
    if (withdrawal) loan = (await fixture.kit.mandates.requestCancellation(loan, withdrawal)).loan;
    expect(await nothingHappened(fixture, () => fixture.kit.loans.recordObligation(loan, input))).toMatchObject({
      name: 'RuleError',
      rule,
    });
  });

  test.each([undefined, {}, { amount: 0, basis: ' ' }])('an obligation of %j reports every mistake', async (input) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    const error = await errorOf(fixture.kit.loans.recordObligation(loan, input as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['amount', 'basis']);
  });
});
