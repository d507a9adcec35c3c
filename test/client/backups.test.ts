import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LiveLoan, VerifyingLoan } from '../../src/index.ts';
import { memoryInbox, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { reconcile } from '../../src/worker/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, nothingHappened } from '../journeys/fixture.ts';
import { chosenBy, DORMANT, FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { backup, byDeposit, bySignature, later, selection } from './backup-samples.ts';

describe('a backup added later', () => {
  test.each(['verifying', 'verified', 'approved', 'disbursed', 'collecting'] as const)(
    'is opted in to, placed and attached, and the loan stays %s',
    async (at) => {
      const fixture = await createFixture({ receivesWebhooks: false });
      const loan: LiveLoan = await walkTo(fixture, at, { selection, terms: manualTerms });
      const added = await fixture.kit.mandates.addBackup(loan, backup, byDeposit);
      expect(added.stage).toBe(at);
      expect(added.backupAccounts).toMatchObject([
        FIRST_BACKUP,
        { ...SECOND_BACKUP, role: 'backup', attachedBy: 'micro-deposit' },
      ]);
      const types = (await fixture.eventsOf()).slice(loan.version).map(({ type }) => type);
      expect(types).toEqual([
        'backup.added',
        'placement.intended',
        'placement.confirmed',
        'attachment.intended',
        'attachment.confirmed',
      ]);
      expect((await fixture.eventsOf())[loan.version]).toMatchObject({
        chosenAt: later.at,
        personal: { ipAddress: later.ipAddress },
      });
      const { consents } = await fixture.kit.mandates.get(loan.mandateId);
      expect(consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
        [PRIMARY.accountNumber, true],
        [FIRST_BACKUP.accountNumber, false],
        [SECOND_BACKUP.accountNumber, false],
      ]);
    },
  );

  test('is debited when the others fail, once the payer has proved it', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    await fixture.kit.mandates.addBackup(loan, backup, byDeposit);
    await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...SECOND_BACKUP });
    await fixture.server.controls.patchAccount(PRIMARY, { balance: 0 });
    await fixture.server.controls.patchAccount(SECOND_BACKUP, { balance: 50_000 });
    await fixture.moveTo('2026-02-01T20:00:00Z');
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 30_000 } });
  });

  test('again answers the loan as it is and sends nothing', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    const added = await fixture.kit.mandates.addBackup(loan, backup, byDeposit);
    const requests = await fixture.requests();
    expect(await fixture.kit.mandates.addBackup(loan, backup, byDeposit)).toEqual(added);
    expect(await fixture.requests()).toEqual(requests);
  });

  const failures: readonly [string, TransportFault][] = ['/consent/create', '/micro-deposit/create/mandate'].flatMap(
    (path) =>
      (['refused', 'reset-after', 'error-after'] as const).map((fault): [string, TransportFault] => [path, fault]),
  );
  test.each(failures)(
    'goes on after %s was met by %s, in another process, and changes nothing twice',
    async (path, fault) => {
      const armed = { now: false };
      const wrap = (transport: Transport) =>
        faulty(transport, (request) => {
          if (!armed.now || !request.path.endsWith(path)) return undefined;
          armed.now = false;
          return fault;
        });
      const fixture = await createFixture({ wrap });
      const loan = await walkTo(fixture, 'verified', { selection });
      armed.now = true;
      await errorOf(fixture.kit.mandates.addBackup(loan, backup, byDeposit));
      const added = await fixture.newKit().mandates.addBackup(loan, backup, byDeposit);
      expect(added.backupAccounts).toHaveLength(2);
      const { events } = await fixture.server.controls.readMandate(loan.mandateId);
      const ofBackup = events
        .filter(({ accountNumber }) => accountNumber === SECOND_BACKUP.accountNumber)
        .map(({ event }) => event);
      expect(ofBackup).toEqual(['account.placed', 'account.attached']);
      expect((await fixture.eventsOf()).filter(({ type }) => type === 'backup.added')).toHaveLength(1);
    },
  );

  test('is not finished when the payer disputes the loan in between', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    await fixture.server.controls.addFault({
      operation: 'attachByMicroDeposit',
      kind: 'status',
      status: 503,
      times: 1,
      when: 'before',
    });
    await errorOf(fixture.kit.mandates.addBackup(loan, backup, byDeposit));
    const disputed = await fixture.kit.mandates.openDispute(loan, {
      reference: 'D-1',
      reason: 'not mine',
      openedAt: later.at,
    });
    expect(
      await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(disputed, backup, byDeposit)),
    ).toMatchObject({ rule: 'loan-is-undisputed' });
  });

  test('that came to nothing may be opted in to again, and keeps its place', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { selection: { ...selection, backupAccounts: [] } });
    await fixture.server.controls.patchPolicy({ signatures: 'mismatched' });
    const refused = await fixture.kit.mandates.addBackup(loan, backup, bySignature);
    expect(await fixture.kit.mandates.addBackup(refused, backup, byDeposit)).toEqual(refused);
    const again = await fixture.kit.mandates.addBackup(
      refused,
      { ...backup, chosenBy: { ...later, at: '2026-01-05T08:01:00Z' } },
      bySignature,
    );
    expect(again.backupAccounts).toHaveLength(1);
    await fixture.server.controls.judgeSignature({ mandateId: loan.mandateId, ...SECOND_BACKUP, outcome: 'matched' });
    expect((await fixture.kit.mandates.refresh(again)).backupAccounts).toMatchObject([
      { ...SECOND_BACKUP, mandateStatus: 'active' },
    ]);
  });
});

describe('a backup that fails', () => {
  /** The primary is active, and the backup waits for its deposit. */
  async function waiting(options = {}) {
    const fixture = await createFixture(options);
    const verified = await walkTo(fixture, 'verified', { selection: { ...selection, backupAccounts: [] } });
    return {
      fixture,
      loan: await fixture.kit.mandates.addBackup(verified, { account: FIRST_BACKUP, chosenBy: later }, byDeposit),
    };
  }
  const seen = async ({ kit }: Awaited<ReturnType<typeof createFixture>>) =>
    (await kit.loans.get('loan-1')) as LiveLoan;

  test('by its deposit is on file, shown, a duty, and handed to the handler once', async () => {
    const { fixture, loan } = await waiting();
    for (const _delivery of [1, 2]) {
      await fixture.server.controls
        .makeDeposit({ mandateId: loan.mandateId, ...FIRST_BACKUP, outcome: 'rejected' })
        .catch(() => undefined);
      await fixture.receiver.settled();
    }
    const failed = await seen(fixture);
    expect(failed).toMatchObject({ stage: 'verified', backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }] });
    const duties = await fixture.kit.loans.duties(failed);
    expect(duties).toMatchObject([{ duty: 'notify-payer', isDischargeable: true, subject: { account: FIRST_BACKUP } }]);
    expect(duties[0]?.why).toContain('addBackup');
    expect(fixture.received.filter(({ kind }) => kind === 'mandate.failed')).toHaveLength(1);
    await reconcile(fixture.kit, { inbox: fixture.receiver, loanIds: ['loan-1'] });
    await fixture.receiver.settled();
    expect(fixture.received.filter(({ kind }) => kind === 'mandate.failed')).toHaveLength(1);
    // Readings show no more than that it is not active, and take nothing back.
    expect(((await fixture.kit.mandates.refresh(failed)) as LiveLoan).backupAccounts[0]?.mandateStatus).toBe('failed');
    expect(
      await fixture.kit.loans.dischargeDuty(failed, { duty: duties[0]?.key ?? '', note: 'called on 5 January' }),
    ).toEqual([]);
  });

  test('as a webhook claims, that is active at the service, has not failed', async () => {
    const { fixture, loan } = await waiting();
    await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...FIRST_BACKUP });
    const claim = { kind: 'mandate.failed', data: { mandateId: loan.mandateId, ...FIRST_BACKUP } } as const;
    expect(await fixture.kit.confirm(claim as never)).toMatchObject({ kind: 'unconfirmed' });
    expect((await seen(fixture)).backupAccounts).toMatchObject([{ mandateStatus: 'active' }]);
  });

  test('because the payer did not prove it in time is found by a refresh, and reported once', async () => {
    const { fixture, loan } = await waiting({ receivesWebhooks: false });
    await fixture.moveTo('2026-01-12T07:59:00Z');
    expect((await fixture.kit.mandates.refresh(loan)).backupAccounts[0]?.mandateStatus).toBeUndefined();
    await fixture.moveTo('2026-01-12T08:30:00Z');
    const late = await fixture.kit.mandates.refresh(loan);
    expect(late.backupAccounts).toMatchObject([{ ...FIRST_BACKUP, mandateStatus: 'pending_timeout' }]);
    expect(await fixture.kit.loans.duties(late)).toMatchObject([
      { duty: 'notify-payer', why: expect.stringContaining('not proved in time') },
    ]);
    const on = {
      'mandate.pending_timeout': ({ data }: { data: { accountNumber?: string } }) =>
        void reported.push(data.accountNumber),
    };
    const reported: unknown[] = [];
    const receiver = receive({
      verify: sharedSecret({ secrets: ['s'] }),
      inbox: memoryInbox(),
      confirm: fixture.kit,
      on,
      clock: fixture.server.clock,
    });
    for (const _time of [1, 2]) await reconcile(fixture.kit, { inbox: receiver, loanIds: ['loan-1'] });
    await receiver.settled();
    expect(reported).toEqual([FIRST_BACKUP.accountNumber]);
  });

  test('by its signature says so on the account', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'verified', { selection: { ...selection, backupAccounts: [] } });
    await fixture.server.controls.patchPolicy({ signatures: 'mismatched' });
    const refused = await fixture.kit.mandates.addBackup(loan, backup, bySignature);
    expect(refused.backupAccounts).toMatchObject([{ ...SECOND_BACKUP, mandateStatus: 'failed' }]);
    expect(await fixture.kit.loans.duties(refused)).toMatchObject([{ duty: 'notify-payer' }]);
  });

  test('or timed out cannot be chosen again: the service does not open it', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'verifying', { selection });
    await fixture.moveTo('2026-01-12T08:30:00Z');
    const late = (await fixture.kit.mandates.refresh(loan)) as VerifyingLoan;
    const again = { ...selection, chosenBy: { ...chosenBy, at: '2026-01-12T08:20:00Z' } };
    const refusals = [
      () => fixture.kit.discovery.reselect(late, again),
      () =>
        fixture.kit.discovery.reselect(late, { ...again, primaryAccount: SECOND_BACKUP, backupAccounts: [PRIMARY] }),
      () => fixture.kit.mandates.addBackup(late, { account: FIRST_BACKUP, chosenBy: again.chosenBy }, byDeposit),
    ];
    for (const choose of refusals)
      expect(await nothingHappened(fixture, choose)).toMatchObject({
        rule: 'selection-is-not-spent',
        spec: 'Spec §3.1',
      });
    // Not after another choice either.
    const other = await fixture.kit.discovery.reselect(late, {
      ...again,
      primaryAccount: SECOND_BACKUP,
      backupAccounts: [],
    });
    const back = { ...again, backupAccounts: [], chosenBy: { ...chosenBy, at: '2026-01-12T08:25:00Z' } };
    expect(await nothingHappened(fixture, () => fixture.kit.discovery.reselect(other, back))).toMatchObject({
      rule: 'selection-is-not-spent',
    });
  });
});

describe('a backup is refused, before anything is sent,', () => {
  test.each([
    [
      'that was not discovered',
      { ...backup, account: { accountNumber: '0200000099', bankCode: '058' } },
      'selection-is-discovered',
    ],
    ['that is inactive', { ...backup, account: DORMANT }, 'selection-is-active'],
    ['that is the primary', { ...backup, account: PRIMARY }, 'selection-is-distinct'],
    ['that is one already', { ...backup, account: FIRST_BACKUP }, 'selection-is-distinct'],
    [
      'that was pre-selected',
      { ...backup, chosenBy: { ...later, at: '2026-01-05T07:54:00Z' } },
      'selection-is-the-payers',
    ],
  ])('%s', async (_what, added, rule) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    expect(await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(loan, added, byDeposit))).toMatchObject({
      name: 'RuleError',
      rule,
    });
  });

  test.each(['mandatePlacement', 'cascadeDebit', 'automatedDebit'] as const)(
    'when the payer took %s back',
    async (scope) => {
      const fixture = await createFixture();
      const loan = await walkTo(fixture, 'collecting', { selection });
      const { loan: withdrawn } = await fixture.kit.mandates.revokeScope(loan, {
        scope,
        revokedAt: later.at,
        channel: 'web',
      });
      expect(
        await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(withdrawn, backup, byDeposit)),
      ).toMatchObject({ rule: 'consent-stands' });
    },
  );

  test('when nothing is owed any more', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    const repaid = await fixture.kit.loans.recordRepayment(loan, {
      amount: 90_000,
      date: '2026-01-05',
      reference: 'CASH',
    });
    expect(
      await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(repaid, backup, byDeposit)),
    ).toMatchObject({
      rule: 'mandate-after-repayment',
    });
  });

  test('when the tenure is over', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { selection, terms: manualTerms });
    await fixture.moveTo('2026-04-16T08:00:00Z');
    expect(await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(loan, backup, byDeposit))).toMatchObject(
      {
        rule: 'mandate-within-tenure',
      },
    );
  });

  test('without its evidence or a way to attach it, with everything that is missing', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { selection });
    const error = await nothingHappened(fixture, () => fixture.kit.mandates.addBackup(loan, {} as never, {} as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual([
      'account.accountNumber',
      'account.bankCode',
      'chosenBy.ipAddress',
      'chosenBy.at',
      'way',
    ]);
  });
});

describe('the first choice', () => {
  test('holds the evidence of each opt-in that was an act of its own', async () => {
    const fixture = await createFixture();
    const own = { ipAddress: '203.0.113.78', at: '2026-01-05T07:59:00Z' };
    const backupAccounts = [FIRST_BACKUP, { ...SECOND_BACKUP, optedInBy: own }];
    await walkTo(fixture, 'selected', { selection: { ...selection, backupAccounts } });
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'accounts.selected',
      backups: ['a2', 'a3'],
      optedInAt: { a3: own.at },
      personal: { ipAddress: chosenBy.ipAddress, optInIpAddresses: { a3: own.ipAddress } },
    });
  });
});
