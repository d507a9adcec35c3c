import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LiveLoan, VerifyingLoan } from '../../src/index.ts';
import { memoryInbox, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { reconcile } from '../../src/worker/index.ts';
import { createFixture, errorOf, nothingHappened } from '../journeys/fixture.ts';
import { chosenBy, DORMANT, FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { faulty, type TransportFault } from '../journeys/trouble.ts';
import { walkTo } from '../journeys/walk.ts';

const selection = { primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP], chosenBy };
const byDeposit = { by: 'micro-deposit' } as const;
const later = { ipAddress: '203.0.113.77', at: '2026-01-05T08:00:00Z' };
const backup = { account: SECOND_BACKUP, chosenBy: later };

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
      (['refused', 'reset-after', 'error-after'] as const).map((trouble): [string, TransportFault] => [path, trouble]),
  );
  test.each(failures)(
    'goes on after %s was met by %s, in another process, and changes nothing twice',
    async (path, trouble) => {
      const armed = { now: false };
      const wrap = (transport: Transport) =>
        faulty(transport, (request) => {
          if (!armed.now || !request.path.endsWith(path)) return undefined;
          armed.now = false;
          return trouble;
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
    const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
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

  test('because nobody proved it in time is seen by looking, and told once', async () => {
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
    const refused = await fixture.kit.mandates.addBackup(loan, backup, {
      by: 'signature',
      file: 'c2ln',
      bankAddress: '1 Marina',
    });
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

describe('an account whose attachment the service refuses', () => {
  const refusal = (status: number, more: object = {}) => ({
    status,
    body: { status: false, error: true, message: 'Account is closed', data: null, ...more },
  });
  const closed =
    (account: { readonly accountNumber: string }, trouble: TransportFault, path = '/micro-deposit/create/mandate') =>
    (transport: Transport) =>
      faulty(transport, (request) =>
        request.path.endsWith(path) && String(request.body).includes(account.accountNumber) ? trouble : undefined,
      );
  const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;

  test.each([400, 404, 409, 422])(
    'with %i is failed and a duty where it is a backup, and the loan goes on',
    async (status) => {
      const fixture = await createFixture({ wrap: closed(FIRST_BACKUP, refusal(status)) });
      const loan = await fixture.kit.mandates.attachByMicroDeposit(await walkTo(fixture, 'placed', { selection }));
      expect(loan).toMatchObject({
        stage: 'verifying',
        backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }],
      });
      expect((await fixture.eventsOf()).at(-2)).toMatchObject({
        type: 'attachment.confirmed',
        accepted: false,
        refusedWith: status,
      });
      await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY });
      const verified = await fixture.kit.mandates.awaitActive(loan);
      expect(verified.backupAccounts).toMatchObject([{ mandateStatus: 'failed' }]);
      expect(await fixture.kit.loans.duties(verified)).toMatchObject([
        { duty: 'notify-payer', subject: { account: FIRST_BACKUP } },
      ]);
    },
  );

  test.each([401, 403, 429, 500])('with %i is not: that is about the lender, or passes', async (status) => {
    const fixture = await createFixture({ wrap: closed(FIRST_BACKUP, refusal(status)), receivesWebhooks: false });
    const placed = await walkTo(fixture, 'placed', { selection });
    expect(await errorOf(fixture.kit.mandates.attachByMicroDeposit(placed))).toMatchObject({
      operation: 'attachByMicroDeposit',
    });
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('placed');
  });

  test('is active where the service shows it so', async () => {
    const signing = '/mandate/create-mandate';
    const wrap = (transport: Transport): Transport => {
      const after = (request: { readonly path: string }) => (request.path.endsWith(signing) ? refusal(409) : undefined);
      return {
        ...faulty(transport, after),
        send: async (request) => {
          if (after(request)) await transport.send(request);
          return faulty(transport, after).send(request);
        },
      };
    };
    const fixture = await createFixture({ wrap, receivesWebhooks: false });
    const loan = await fixture.kit.mandates.attachBySignature(
      await walkTo(fixture, 'placed', { selection }),
      bySignature,
    );
    expect(
      (await fixture.kit.mandates.awaitActive(loan)).accounts
        .filter(({ role }) => role)
        .map(({ mandateStatus }) => mandateStatus),
    ).toEqual(['active', 'active']);
    expect(
      (await fixture.eventsOf()).filter(
        ({ type, ...event }) => type === 'attachment.confirmed' && 'refusedWith' in event,
      ),
    ).toEqual([]);
  });

  test('is failed where it is the primary, readings leave it so, and the payer chooses again', async () => {
    const fixture = await createFixture({ wrap: closed(PRIMARY, refusal(422)), receivesWebhooks: false });
    const loan = await fixture.kit.mandates.attachByMicroDeposit(await walkTo(fixture, 'placed', { selection }));
    const seen = (await fixture.kit.mandates.refresh(loan)) as VerifyingLoan;
    expect(seen.primaryAccount.mandateStatus).toBe('failed');
    expect(await errorOf(fixture.kit.mandates.awaitActive(seen))).toMatchObject({ rule: 'primary-not-verified' });
    expect((await fixture.kit.loans.duties(seen)).map(({ duty }) => duty)).toEqual([
      'notify-payer',
      'offer-reselection',
    ]);
    const again = {
      primaryAccount: FIRST_BACKUP,
      backupAccounts: [],
      chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
    };
    expect((await fixture.kit.discovery.reselect(seen, again)).stage).toBe('selected');
  });

  test('as a backup added later is failed and a duty', async () => {
    const fixture = await createFixture({ wrap: closed(SECOND_BACKUP, refusal(422)), receivesWebhooks: false });
    const loan = await walkTo(fixture, 'verified', { selection });
    const added = await fixture.kit.mandates.addBackup(loan, backup, byDeposit);
    expect(added.backupAccounts.at(-1)).toMatchObject({ ...SECOND_BACKUP, mandateStatus: 'failed' });
    expect(await fixture.kit.loans.duties(added)).toMatchObject([
      { duty: 'notify-payer', subject: { account: SECOND_BACKUP } },
    ]);
  });

  const signing = '/mandate/create-mandate';
  test.each([
    ['a failure envelope with 200', refusal(200)],
    [
      'no more than that it was not successful',
      { status: 200, body: { status: true, error: false, data: { successful: false, message: 'Signature mismatch' } } },
    ],
  ])('by signature, with %s, is failed', async (_what, trouble) => {
    const fixture = await createFixture({ wrap: closed(FIRST_BACKUP, trouble, signing), receivesWebhooks: false });
    const loan = await fixture.kit.mandates.attachBySignature(
      await walkTo(fixture, 'placed', { selection }),
      bySignature,
    );
    expect(loan).toMatchObject({ stage: 'verifying', backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }] });
  });

  test.each([
    { successful: true, responseCode: '63' },
    { successful: true, responseCode: 63 },
    { successful: true, exceptionThrown: true },
    { successful: false, responseCode: '00' },
  ])('or takes, by signature, in two ways at once (%j), is not known to be either', async (data) => {
    const said = { status: 200, body: { status: true, error: false, message: null, data } };
    const fixture = await createFixture({ wrap: closed(FIRST_BACKUP, said, signing), receivesWebhooks: false });
    const placed = await walkTo(fixture, 'placed', { selection });
    expect(await errorOf(fixture.kit.mandates.attachBySignature(placed, bySignature))).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
    });
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({ type: 'attachment.intended' });
  });
});

describe('a signature that did not match', () => {
  const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
  const again = { ...selection, chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' } };

  test.each([
    ['another signature', 'matched', bySignature],
    ['a signature that is judged later', 'manual', bySignature],
    ['a deposit', 'mismatched', byDeposit],
  ] as const)('stays failed and a duty until the account is attached again, by %s', async (_way, signatures, way) => {
    const fixture = await createFixture({ receivesWebhooks: false, server: { policy: { signatures: 'mismatched' } } });
    const mismatched = await fixture.kit.mandates.attachBySignature(
      await walkTo(fixture, 'placed', { selection }),
      bySignature,
    );
    const selected = await fixture.kit.discovery.reselect(mismatched, again);
    const placed = await fixture.kit.mandates.place(selected);
    for (const loan of [selected, placed]) {
      expect(loan.accounts.filter(({ role }) => role).map(({ mandateStatus }) => mandateStatus)).toEqual([
        'failed',
        'failed',
      ]);
      expect((await fixture.kit.loans.duties(loan)).filter(({ duty }) => duty === 'notify-payer')).toHaveLength(2);
    }
    await fixture.server.controls.patchPolicy({ signatures });
    const attached = await fixture.kit.mandates.attach(placed, way);
    expect(attached.backupAccounts[0]?.mandateStatus).toBeUndefined();
    expect(await fixture.kit.loans.duties(attached)).toEqual([]);
    const { mandateId } = attached;
    for (const account of [PRIMARY, FIRST_BACKUP]) {
      if (way.by === 'micro-deposit') await fixture.server.controls.makeDeposit({ mandateId, ...account });
      else if (signatures === 'manual')
        await fixture.server.controls.judgeSignature({ mandateId, ...account, outcome: 'matched' });
    }
    expect(
      (await fixture.kit.mandates.awaitActive(attached)).accounts
        .filter(({ role }) => role)
        .map(({ mandateStatus }) => mandateStatus),
    ).toEqual(['active', 'active']);
  });

  test('again, is failed again', async () => {
    const fixture = await createFixture({ receivesWebhooks: false, server: { policy: { signatures: 'mismatched' } } });
    const mismatched = await fixture.kit.mandates.attachBySignature(
      await walkTo(fixture, 'placed', { selection }),
      bySignature,
    );
    const placed = await fixture.kit.mandates.place(await fixture.kit.discovery.reselect(mismatched, again));
    const loan = await fixture.kit.mandates.attachBySignature(placed, bySignature);
    expect(loan.backupAccounts[0]?.mandateStatus).toBe('failed');
    expect((await fixture.kit.loans.duties(loan)).map(({ duty }) => duty)).toEqual([
      'notify-payer',
      'notify-payer',
      'offer-reselection',
    ]);
  });

  test.each([false, true])(
    'of a backup, or one that is never judged, is seen in time without a webhook (judged: %s)',
    async (isJudged) => {
      const fixture = await createFixture({ receivesWebhooks: false, server: { policy: { signatures: 'manual' } } });
      const placed = await walkTo(fixture, 'placed', { selection });
      const loan = await fixture.kit.mandates.attach(placed, {
        [PRIMARY.accountNumber]: byDeposit,
        [FIRST_BACKUP.accountNumber]: bySignature,
      });
      const { mandateId } = loan;
      await fixture.server.controls.makeDeposit({ mandateId, ...PRIMARY });
      if (isJudged) await fixture.server.controls.judgeSignature({ mandateId, ...FIRST_BACKUP, outcome: 'mismatched' });
      const verified = await fixture.kit.mandates.awaitActive(loan);
      expect(verified.backupAccounts[0]?.mandateStatus).toBeUndefined();
      await fixture.moveTo('2026-01-12T08:30:00Z');
      const late = await fixture.kit.mandates.refresh(verified);
      expect(late.backupAccounts).toMatchObject([{ ...FIRST_BACKUP, mandateStatus: 'pending_timeout' }]);
      expect(await fixture.kit.loans.duties(late)).toMatchObject([{ duty: 'notify-payer' }]);
    },
  );
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
