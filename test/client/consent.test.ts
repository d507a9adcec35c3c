import { describe, expect, test } from 'vitest';
import type { ConsentScope } from '../../src/index.ts';
import { autoTerms, BEGINNING, choice, manualTerms, openInput, transfer } from '../journeys/people.ts';
import { errorOf, nothingHappened, type Stage, setStage } from '../journeys/stage.ts';
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
    const stage = await setStage();
    const before = await walkTo(stage, 'collecting', { terms: manualTerms });
    const { loan } = await stage.kit.mandates.revokeScope(before, revocation('automatedDebit'));
    expect(loan).toMatchObject({
      stage: 'collecting',
      revokedScopes: ['automatedDebit'],
      version: before.version + 1,
      balances: before.balances,
    });
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'scope.revoked',
      scope: 'automatedDebit',
      revokedAt: BEGINNING,
      channel: 'web',
      reason: 'changed my mind',
      personal: { ipAddress: '203.0.113.9' },
    });
  });

  test('again answers the same, and the first time it was said stands', async () => {
    const stage = await setStage();
    const first = await stage.kit.mandates.revokeScope(await walkTo(stage, 'verified'), revocation('cascadeDebit'));
    const again = await stage.kit.mandates.revokeScope(first.loan, revocation('cascadeDebit', '2026-01-05T08:01:00Z'));
    expect(again).toEqual(first);
  });

  test.each([
    ['before it was granted', '2026-01-05T07:54:59Z', 'withdrawal-follows-consent'],
    ['ahead of time', '2026-01-05T08:06:00Z', 'evidence-is-past'],
  ])('%s is no evidence', async (_what, at, rule) => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'verified');
    expect(
      await nothingHappened(stage, () => stage.kit.mandates.revokeScope(loan, revocation('cascadeDebit', at))),
    ).toMatchObject({ name: 'RuleError', rule });
    const requested = () => stage.kit.mandates.requestCancellation(loan, { ...request, requestedAt: at });
    expect(await nothingHappened(stage, requested)).toMatchObject({ name: 'RuleError', rule });
  });

  test('tells every mistake at once', async () => {
    const { kit } = await setStage();
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
    const stage = await setStage();
    const verified = await walkTo(stage, 'verified');
    await stage.kit.bureau.reportApproved(verified);
    const error = await nothingHappened(stage, () =>
      stage.kit.mandates.revokeScope(verified, revocation('cascadeDebit')),
    );
    expect(error).toMatchObject({ name: 'StaleLoanError', current: { stage: 'approved' } });
    expect(
      (await stage.kit.mandates.revokeScope(error.current, revocation('cascadeDebit'))).loan.revokedScopes,
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
    const stage = await setStage();
    const loan = await walkTo(stage, at);
    const { follows, loan: withdrawn } = await stage.kit.mandates.requestCancellation(loan, request);
    expect(follows).toMatchObject({ code, spec: 'Spec §1.1' });
    expect(withdrawn.cancellationRequestedAt).toBe(BEGINNING);
    const duties = (await stage.kit.loans.duties(withdrawn)).map(({ duty }) => duty);
    expect(duties).toContain('abandon-loan');
    expect(duties.includes('release-mandate')).toBe(code === 'abandon-and-release');
    const abandoned = await stage.kit.loans.abandon(withdrawn, { reason: 'cancelled by the payer' });
    const left = (await stage.kit.loans.duties(abandoned))
      .map(({ duty }) => duty)
      .filter((duty) => duty !== 'deliver-report');
    expect(left).toEqual(code === 'abandon' ? [] : ['release-mandate']);
  });

  test('nothing more is discovered, chosen, placed, attached or approved, and nothing is sent', async () => {
    const steps = {
      consented: ({ kit }: Stage, loan: never) => kit.discovery.discover(loan),
      discovered: ({ kit }: Stage, loan: never) => kit.discovery.select(loan, choice),
      selected: ({ kit }: Stage, loan: never) => kit.mandates.place(loan),
      placed: ({ kit }: Stage, loan: never) => kit.mandates.attachByMicroDeposit(loan),
      verified: ({ kit }: Stage, loan: never) => kit.bureau.reportApproved(loan),
    } as const;
    for (const [at, step] of Object.entries(steps)) {
      const stage = await setStage();
      const { loan } = await stage.kit.mandates.revokeScope(
        await walkTo(stage, at as keyof typeof steps),
        revocation('bureauReporting'),
      );
      expect(await nothingHappened(stage, () => step(stage, loan as never))).toMatchObject({
        name: 'RuleError',
        rule: 'consent-stands',
        spec: 'Spec §1.1',
      });
    }
  });

  test('no money may be sent, and yet money that was sent is reported', async () => {
    const stage = await setStage();
    const { loan } = await stage.kit.mandates.revokeScope(
      await walkTo(stage, 'approved'),
      revocation('automatedDebit'),
    );
    expect(await stage.kit.loans.mayDisburse(loan)).toMatchObject({ allowed: false, rule: 'consent-stands' });
    const disbursed = await stage.kit.bureau.reportDisbursed(loan, transfer);
    expect((await stage.kit.bureau.awaitReported(disbursed)).stage).toBe('collecting');
  });

  test('a placement that was half done is not finished', async () => {
    const stage = await setStage();
    const selected = await walkTo(stage, 'selected');
    await stage.server.controls.addFault({
      operation: 'createConsent',
      kind: 'status',
      status: 503,
      times: 1,
      when: 'before',
    });
    await errorOf(stage.kit.mandates.place(selected));
    const { follows } = await stage.kit.mandates.requestCancellation(selected, request);
    expect(follows.code).toBe('abandon-and-release');
    expect(await nothingHappened(stage, () => stage.kit.mandates.place(selected))).toMatchObject({
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
    const stage = await setStage();
    const { loan, follows } = await stage.kit.mandates.revokeScope(
      await walkTo(stage, 'collecting', { terms: manualTerms }),
      revocation(scope),
    );
    expect(follows.code).toBe(code);
    const { kit } = stage;
    if (code !== 'obligation-outstanding')
      expect((await kit.collections.collect(loan, debit)).debit.outcome).toBe('scheduled');
    else
      expect(await nothingHappened(stage, () => kit.collections.collect(loan, debit))).toMatchObject({
        rule: 'debit-after-revocation',
        spec: 'Spec §1.1',
      });
  });

  test('what is owed is debited once it is recorded, and not a kobo more', async () => {
    const stage = await setStage();
    const { kit } = stage;
    const { loan } = await kit.mandates.requestCancellation(
      await walkTo(stage, 'collecting', { terms: manualTerms }),
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
    expect(await nothingHappened(stage, () => kit.collections.collect(debited, more))).toMatchObject({
      rule: 'debit-after-revocation',
    });
    expect((await kit.collections.collect(debited, { ...more, amount: 10_000 })).debit.outcome).toBe('scheduled');
  });

  test('another request after an obligation was recorded asks for a new record, and is on file; the same one again is not', async () => {
    const stage = await setStage();
    const { kit } = stage;
    const { loan } = await kit.mandates.requestCancellation(
      await walkTo(stage, 'collecting', { terms: manualTerms }),
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
    await stage.moveTo('2026-01-07T08:00:00Z');
    const later = { requestedAt: '2026-01-07T08:00:00Z', channel: 'web', ipAddress: '203.0.113.9' };
    const again = await kit.mandates.requestCancellation(owing, later);
    expect(again).toMatchObject({
      loan: { cancellationRequestedAt: '2026-01-07T08:00:00Z' },
      follows: { code: 'obligation-outstanding' },
    });
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'cancellation.requested',
      requestedAt: '2026-01-07T08:00:00Z',
      outstanding: 9_000_000,
    });
    expect(await nothingHappened(stage, () => kit.collections.collect(again.loan, debit))).toMatchObject({
      rule: 'debit-after-revocation',
    });
    expect((await kit.loans.duties(again.loan)).map(({ key }) => key)).toContain('record-obligation');
    const recorded = await kit.loans.recordObligation(again.loan, { amount: 30_000, basis: 'clause 7' });
    expect((await kit.collections.collect(recorded, debit)).debit.outcome).toBe('scheduled');
  });

  test('a scope is taken back once: said again, it leaves the obligation that was recorded since', async () => {
    const stage = await setStage();
    const { kit } = stage;
    const { loan } = await kit.mandates.revokeScope(
      await walkTo(stage, 'collecting', { terms: manualTerms }),
      revocation('automatedDebit'),
    );
    const owing = await kit.loans.recordObligation(loan, { amount: 30_000, basis: 'clause 7' });
    await stage.moveTo('2026-01-07T08:00:00Z');
    const again = await kit.mandates.revokeScope(owing, revocation('automatedDebit', '2026-01-07T08:00:00Z'));
    expect(again).toMatchObject({ loan: owing, follows: { code: 'obligation-recorded' } });
    expect((await kit.collections.collect(again.loan, debit)).debit.outcome).toBe('scheduled');
    const other = await kit.mandates.revokeScope(owing, revocation('cascadeDebit', '2026-01-07T08:00:00Z'));
    expect(other.follows.code).toBe('obligation-outstanding');
    expect(await nothingHappened(stage, () => kit.collections.collect(other.loan, debit))).toMatchObject({
      rule: 'debit-after-revocation',
    });
  });

  test('nothing outstanding means that the mandate is released now', async () => {
    const stage = await setStage();
    const loan = await stage.kit.loans.recordRepayment(await walkTo(stage, 'collecting'), {
      amount: 90_000,
      date: '2026-01-05',
      reference: 'CASH',
    });
    const { follows } = await stage.kit.mandates.requestCancellation(loan, request);
    expect(follows.code).toBe('release-mandate');
  });

  test.each([
    ['nothing was taken back', undefined, { amount: 1, basis: 'b' }, 'obligation-follows-withdrawal'],
    ['more is claimed than is owed', request, { amount: 90_000.01, basis: 'b' }, 'obligation-is-owed'],
  ])('an obligation is refused when %s', async (_what, withdrawal, input, rule) => {
    const stage = await setStage();
    let loan = await walkTo(stage, 'collecting', { terms: autoTerms });
    if (withdrawal) loan = (await stage.kit.mandates.requestCancellation(loan, withdrawal)).loan;
    expect(await nothingHappened(stage, () => stage.kit.loans.recordObligation(loan, input))).toMatchObject({
      name: 'RuleError',
      rule,
    });
  });

  test.each([undefined, {}, { amount: 0, basis: ' ' }])('an obligation of %j tells every mistake', async (input) => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting');
    const error = await errorOf(stage.kit.loans.recordObligation(loan, input as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['amount', 'basis']);
  });
});
