import { describe, expect, test } from 'vitest';
import type { VerifyingLoan } from '../../src/domain/loan/loan.ts';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { chosenBy, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from './people.ts';
import { walkTo } from './walk.ts';

const otherChoice = {
  primaryAccount: FIRST_BACKUP,
  backupAccounts: [SECOND_BACKUP],
  chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
};

async function verifying(options = {}) {
  const fixture = await createFixture(options);
  return {
    fixture,
    loan: await walkTo(fixture, 'verifying', { selection: { primaryAccount: PRIMARY, backupAccounts: [], chosenBy } }),
  };
}

function deposit({ server }: Fixture, mandateId: string, account: typeof PRIMARY, more = {}) {
  return server.controls.makeDeposit({ mandateId, ...account, ...more });
}

describe('a first choice that came to nothing', () => {
  test.each([
    [
      'the deposit was rejected',
      (fixture: Fixture, mandateId: string) => deposit(fixture, mandateId, PRIMARY, { outcome: 'rejected' }),
      'failed',
    ],
    [
      'no deposit came within 168 hours',
      (fixture: Fixture) => fixture.moveTo('2026-01-12T08:00:00Z'),
      'pending_timeout',
    ],
  ])(
    '%s: the payer chooses again and the new primary is verified under the same mandate',
    async (_why, happen, status) => {
      const { fixture, loan } = await verifying();
      expect(await errorOf(fixture.kit.discovery.reselect(loan, otherChoice))).toMatchObject({
        rule: 'reselection-follows-failure',
      });
      await happen(fixture, loan.mandateId);
      await fixture.receiver.settled();
      const failed = await errorOf(fixture.kit.mandates.awaitActive(loan));
      expect(failed).toMatchObject({
        name: 'RuleError',
        rule: 'primary-not-verified',
        message: expect.stringContaining(`'${status}'`),
      });

      const selected = await fixture.kit.discovery.reselect(loan, otherChoice);
      expect(selected).toMatchObject({ stage: 'selected', mandateId: loan.mandateId, primaryAccount: FIRST_BACKUP });
      const again = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
      await deposit(fixture, loan.mandateId, FIRST_BACKUP);
      const verified = await fixture.kit.mandates.awaitActive(again);
      expect(verified).toMatchObject({
        stage: 'verified',
        mandateId: loan.mandateId,
        primaryAccount: { ...FIRST_BACKUP, mandateStatus: 'active' },
      });
      const { mandate } = await fixture.server.controls.readMandate(loan.mandateId);
      expect(mandate.consents.filter(({ primary }) => primary)).toMatchObject([FIRST_BACKUP]);
      expect(mandate.consents).toHaveLength(3);
    },
  );

  test('refused by the service before it was attached: another account becomes the primary', async () => {
    const fixture = await createFixture();
    const placed = await walkTo(fixture, 'placed');
    await fixture.server.controls.addFault({
      kind: 'status',
      status: 400,
      operation: 'attachByMicroDeposit',
      when: 'before',
      times: 1,
    });
    const refused = await fixture.kit.mandates.attachByMicroDeposit(placed);
    expect(refused).toMatchObject({ stage: 'verifying', primaryAccount: { ...PRIMARY, mandateStatus: 'failed' } });
    const selected = await fixture.kit.discovery.reselect(refused, otherChoice);
    const again = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
    await deposit(fixture, again.mandateId, FIRST_BACKUP);
    expect(await fixture.kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: FIRST_BACKUP,
    });
  });

  test.each(['service', 'client'] as const)(
    'proved by a signature that is never judged: it times out (reported by the %s), and the payer chooses again',
    async (by) => {
      const fixture = await createFixture({ receivesWebhooks: false });
      await fixture.server.controls.patchPolicy({
        signatures: 'manual',
        ...(by === 'client' ? { microDepositHours: 2_000 } : {}),
      });
      const placed = await walkTo(fixture, 'placed', {
        selection: { primaryAccount: PRIMARY, backupAccounts: [], chosenBy },
      });
      const loan = await fixture.kit.mandates.attachBySignature(placed, { file: 'c2ln', bankAddress: '1 Marina' });
      await fixture.moveTo('2026-01-12T07:00:00Z');
      expect(await fixture.kit.mandates.refresh(loan)).toMatchObject({
        stage: 'verifying',
        primaryAccount: { mandateStatus: 'pending' },
      });
      await fixture.moveTo('2026-01-12T08:00:00Z');
      const late = (await fixture.kit.mandates.refresh(loan)) as typeof loan;
      expect(late).toMatchObject({ stage: 'verifying', primaryAccount: { mandateStatus: 'pending_timeout' } });
      expect(await errorOf(fixture.kit.mandates.awaitActive(late))).toMatchObject({ rule: 'primary-not-verified' });
      expect(new Set((await fixture.kit.loans.duties(late)).map(({ duty }) => duty))).toEqual(
        new Set(['notify-payer', 'offer-reselection']),
      );
      expect((await fixture.kit.discovery.reselect(late, otherChoice)).stage).toBe('selected');
    },
  );

  test('disputed: the payer may choose again, but the service takes another primary only once the dispute is resolved', async () => {
    const { fixture, loan } = await verifying();
    await deposit(fixture, loan.mandateId, PRIMARY, { outcome: 'disputed' });
    expect(await errorOf(fixture.kit.mandates.awaitActive(loan))).toMatchObject({ rule: 'primary-not-verified' });
    const selected = await fixture.kit.discovery.reselect(loan, otherChoice);
    expect(await errorOf(fixture.kit.mandates.place(selected))).toMatchObject({
      name: 'ServiceError',
      status: 409,
      serviceCode: 'primary_conflict',
    });
    await fixture.server.controls.resolveDispute(loan.mandateId, { outcome: 'failed' });
    const again = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
    await deposit(fixture, loan.mandateId, FIRST_BACKUP);
    expect(await fixture.kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: FIRST_BACKUP,
    });
  });

  test('disputed, and reinstated: the payer, whose next choice the service refused, returns to the old primary', async () => {
    const { fixture, loan } = await verifying();
    const { kit, server } = fixture;
    await deposit(fixture, loan.mandateId, PRIMARY, { outcome: 'disputed' });
    const disputed = (await kit.mandates.refresh(loan)) as typeof loan;
    expect((await kit.loans.duties(disputed)).map(({ duty }) => duty)).toEqual(['notify-payer']);
    const selected = await kit.discovery.reselect(disputed, { ...otherChoice, backupAccounts: [] });
    expect(await errorOf(kit.mandates.place(selected))).toMatchObject({ status: 409, serviceCode: 'primary_conflict' });
    await server.controls.resolveDispute(loan.mandateId, { outcome: 'reinstated' });
    // The old primary is still the primary of the mandate.
    expect(await errorOf(kit.mandates.place(selected))).toMatchObject({ status: 409, serviceCode: 'primary_conflict' });

    const back = {
      primaryAccount: PRIMARY,
      backupAccounts: [FIRST_BACKUP],
      chosenBy: { ...chosenBy, at: '2026-01-05T08:01:00Z' },
    };
    const returned = await kit.discovery.reselect(selected, back);
    expect(returned).toMatchObject({ stage: 'selected', mandateId: loan.mandateId, primaryAccount: PRIMARY });
    const again = await kit.mandates.attachByMicroDeposit(await kit.mandates.place(returned));
    expect(again.instructions).toContain(PRIMARY.accountNumber.slice(-4));
    expect(await kit.loans.duties(again)).toEqual([]);
    await deposit(fixture, loan.mandateId, PRIMARY);
    expect(await kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: { ...PRIMARY, mandateStatus: 'active' },
    });
    const { mandate } = await server.controls.readMandate(loan.mandateId);
    expect(mandate.consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
      [PRIMARY.accountNumber, true],
      [FIRST_BACKUP.accountNumber, false],
    ]);
  });

  test('disputed, and the dispute failed the account: then another choice is offered, and works', async () => {
    const { fixture, loan } = await verifying();
    const duties = async (seen: typeof loan) => (await fixture.kit.loans.duties(seen)).map(({ duty }) => duty);
    await deposit(fixture, loan.mandateId, PRIMARY, { outcome: 'disputed' });
    expect(await duties((await fixture.kit.mandates.refresh(loan)) as typeof loan)).not.toContain('offer-reselection');
    await fixture.server.controls.resolveDispute(loan.mandateId, { outcome: 'failed' });
    const failed = (await fixture.kit.mandates.refresh(loan)) as typeof loan;
    expect(await duties(failed)).toEqual(['notify-payer', 'offer-reselection']);
    const selected = await fixture.kit.discovery.reselect(failed, otherChoice);
    const again = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
    expect(await duties(again)).toEqual([]);
    await deposit(fixture, loan.mandateId, FIRST_BACKUP);
    expect(await fixture.kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: FIRST_BACKUP,
    });
  });

  test('came from another account: the mandate stays pending, and there is nothing to choose again yet', async () => {
    const { fixture, loan } = await verifying();
    await deposit(fixture, loan.mandateId, PRIMARY, { from: FIRST_BACKUP });
    const refreshed = await fixture.kit.mandates.refresh(loan);
    expect(refreshed).toMatchObject({ stage: 'verifying', mandateStatus: 'pending' });
    expect(await errorOf(fixture.kit.discovery.reselect(loan, otherChoice))).toMatchObject({
      rule: 'reselection-follows-failure',
    });
  });
});

describe('waiting for the payer', () => {
  test('goes on until the deposit comes, on the clock of the loan', async () => {
    const { fixture, loan } = await verifying({ receivesWebhooks: false });
    const looks: number[] = [];
    const waiting = fixture.kit.mandates.awaitActive(loan, { onProgress: ({ waitedMs }) => void looks.push(waitedMs) });
    while (looks.length < 3) {
      await fixture.server.clock.advance('PT5S');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await deposit(fixture, loan.mandateId, PRIMARY);
    await fixture.server.clock.advance('PT2M');
    expect((await waiting).stage).toBe('verified');
    expect(looks[0]).toBe(0);
  });

  test('ends at its limit with an error that says it may help to wait longer', async () => {
    const { fixture, loan } = await verifying();
    const error = await errorOf(fixture.kit.mandates.awaitActive(loan, { timeoutMs: 1_000 }));
    expect(error).toMatchObject({ name: 'DeadlineError', retryable: true, deadlineMs: 1_000 });
  });

  test('ends at once when its signal says so, with the reason as the cause', async () => {
    const { fixture, loan } = await verifying();
    const controller = new AbortController();
    const reason = new Error('the page was left');
    const waiting = errorOf(
      fixture.kit.mandates.awaitActive(loan, {
        signal: controller.signal,
        onProgress: () => queueMicrotask(() => controller.abort(reason)),
      }),
    );
    expect(await waiting).toMatchObject({ name: 'AbortedError', cause: reason });
  });

  test('ends with the present loan when another process went on', async () => {
    const { fixture, loan } = await verifying();
    const waiting = errorOf(
      fixture.kit.mandates.awaitActive(loan, {
        onProgress: () => void fixture.newKit().loans.abandon(loan, { reason: 'the payer withdrew' }),
      }),
    );
    while ((await fixture.kit.loans.get('loan-1')).stage !== 'abandoned') await fixture.server.clock.advance('PT1S');
    for (let second = 0; second < 5; second++) await fixture.server.clock.advance('PT5S');
    expect(await waiting).toMatchObject({ name: 'StaleLoanError', current: { stage: 'abandoned' } });
  });
});

describe('a signature', () => {
  const signature = { file: 'c2lnbmF0dXJl', bankAddress: '1 Marina, Lagos' };

  test('that matches verifies every account without a deposit', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.mandates.attachBySignature(await walkTo(fixture, 'placed'), signature);
    const verified = await fixture.kit.mandates.awaitActive(loan);
    expect(
      [verified.primaryAccount, ...verified.backupAccounts].map(({ attachedBy, mandateStatus }) => [
        attachedBy,
        mandateStatus,
      ]),
    ).toEqual(Array(3).fill(['signature', 'active']));
    expect(verified.transferDestinations).toEqual([]);
  });

  test('that does not match asks for another choice, and the same account may be chosen again', async () => {
    const fixture = await createFixture({ server: { policy: { signatures: 'mismatched' } } });
    const loan = await fixture.kit.mandates.attachBySignature(await walkTo(fixture, 'placed'), signature);
    expect(loan.instructions).toContain('does not match');
    expect(await errorOf(fixture.kit.mandates.awaitActive(loan))).toMatchObject({
      rule: 'primary-not-verified',
      message: expect.stringContaining("'failed'"),
    });
    const selected = await fixture.kit.discovery.reselect(loan, otherChoice);
    expect(selected.primaryAccount).toMatchObject(FIRST_BACKUP);
  });

  test('for one account and deposits for the others: each account is attached its own way', async () => {
    const fixture = await createFixture();
    const placed = await walkTo(fixture, 'placed');
    const loan = await fixture.kit.mandates.attach(placed, {
      [PRIMARY.accountNumber]: { by: 'signature', ...signature },
      [FIRST_BACKUP.accountNumber]: { by: 'micro-deposit' },
      [SECOND_BACKUP.accountNumber]: { by: 'micro-deposit' },
    });
    expect(loan.transferDestinations.length).toBeGreaterThan(0);
    const verified = await fixture.kit.mandates.awaitActive(loan);
    expect(verified.backupAccounts.map(({ attachedBy }) => attachedBy)).toEqual(['micro-deposit', 'micro-deposit']);
    expect(verified.primaryAccount).toMatchObject({ attachedBy: 'signature', mandateStatus: 'active' });
    expect(await fixture.requests()).toMatchObject({ attachBySignature: 1, attachByMicroDeposit: 2 });
  });
});

test('an inactive primary is reported before money is sent', async () => {
  const fixture = await createFixture();
  const approved = await walkTo(fixture, 'approved');
  expect(await fixture.kit.loans.mayDisburse(approved)).toMatchObject({ allowed: true, loan: { stage: 'approved' } });
  await fixture.server.controls.openDispute(approved.mandateId);
  expect(await fixture.kit.loans.mayDisburse(approved)).toMatchObject({
    allowed: false,
    rule: 'disbursement-needs-active-primary',
    loan: { mandateStatus: 'disputed' },
  });
  // Money that was sent all the same has to be reported all the same.
  expect(
    (await fixture.kit.bureau.reportDisbursed(approved, { amount: 80_000, date: '2026-01-05', reference: 'TRF-9' }))
      .stage,
  ).toBe('disbursed');
});

test('a backup that is called to be the primary under a dispute is placed once the service takes it as one, and not before', async () => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'verifying', {
    selection: { primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP], chosenBy },
  });
  await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY, outcome: 'disputed' });
  const seen = (await fixture.kit.mandates.refresh(loan)) as VerifyingLoan;
  const again = await fixture.kit.discovery.reselect(seen, {
    primaryAccount: FIRST_BACKUP,
    backupAccounts: [],
    chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
  });
  for (const _time of [1, 2]) expect(await errorOf(fixture.kit.mandates.place(again))).toMatchObject({ status: 409 });
  await fixture.server.controls.resolveDispute(loan.mandateId, { outcome: 'failed' });
  expect((await fixture.kit.mandates.place(again)).stage).toBe('placed');
});
