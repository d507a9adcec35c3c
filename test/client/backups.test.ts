import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LiveLoan, VerifyingLoan } from '../../src/index.ts';
import { memoryInbox, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { reconcile } from '../../src/worker/index.ts';
import { chosenBy, DORMANT, FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { errorOf, nothingHappened, setStage } from '../journeys/stage.ts';
import { type Trouble, troubled } from '../journeys/trouble.ts';
import { walkTo } from '../journeys/walk.ts';

const selection = { primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP], chosenBy };
const byDeposit = { by: 'micro-deposit' } as const;
const later = { ipAddress: '203.0.113.77', at: '2026-01-05T08:00:00Z' };
const backup = { account: SECOND_BACKUP, chosenBy: later };

describe('a backup added later', () => {
  test.each(['verifying', 'verified', 'approved', 'disbursed', 'collecting'] as const)(
    'is opted in to, placed and attached, and the loan stays %s',
    async (at) => {
      const stage = await setStage({ hears: false });
      const loan: LiveLoan = await walkTo(stage, at, { selection, terms: manualTerms });
      const added = await stage.kit.mandates.addBackup(loan, backup, byDeposit);
      expect(added.stage).toBe(at);
      expect(added.backupAccounts).toMatchObject([
        FIRST_BACKUP,
        { ...SECOND_BACKUP, role: 'backup', attachedBy: 'micro-deposit' },
      ]);
      const types = (await stage.eventsOf()).slice(loan.version).map(({ type }) => type);
      expect(types).toEqual([
        'backup.added',
        'placement.intended',
        'placement.confirmed',
        'attachment.intended',
        'attachment.confirmed',
      ]);
      expect((await stage.eventsOf())[loan.version]).toMatchObject({
        chosenAt: later.at,
        personal: { ipAddress: later.ipAddress },
      });
      const { consents } = await stage.kit.mandates.get(loan.mandateId);
      expect(consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
        [PRIMARY.accountNumber, true],
        [FIRST_BACKUP.accountNumber, false],
        [SECOND_BACKUP.accountNumber, false],
      ]);
    },
  );

  test('is debited when the others fail, once the payer has proved it', async () => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    await stage.kit.mandates.addBackup(loan, backup, byDeposit);
    await stage.server.controls.makeDeposit({ mandateId: loan.mandateId, ...SECOND_BACKUP });
    await stage.server.controls.patchAccount(PRIMARY, { balance: 0 });
    await stage.server.controls.patchAccount(SECOND_BACKUP, { balance: 50_000 });
    await stage.moveTo('2026-02-01T20:00:00Z');
    expect(await stage.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 30_000 } });
  });

  test('again answers the loan as it is and sends nothing', async () => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    const added = await stage.kit.mandates.addBackup(loan, backup, byDeposit);
    const requests = await stage.requests();
    expect(await stage.kit.mandates.addBackup(loan, backup, byDeposit)).toEqual(added);
    expect(await stage.requests()).toEqual(requests);
  });

  const failures: readonly [string, Trouble][] = ['/consent/create', '/micro-deposit/create/mandate'].flatMap((path) =>
    (['refused', 'reset-after', 'error-after'] as const).map((trouble): [string, Trouble] => [path, trouble]),
  );
  test.each(failures)(
    'goes on after %s was met by %s, in another process, and changes nothing twice',
    async (path, trouble) => {
      const armed = { now: false };
      const wrap = (transport: Transport) =>
        troubled(transport, (request) => {
          if (!armed.now || !request.path.endsWith(path)) return undefined;
          armed.now = false;
          return trouble;
        });
      const stage = await setStage({ wrap });
      const loan = await walkTo(stage, 'verified', { selection });
      armed.now = true;
      await errorOf(stage.kit.mandates.addBackup(loan, backup, byDeposit));
      const added = await stage.newKit().mandates.addBackup(loan, backup, byDeposit);
      expect(added.backupAccounts).toHaveLength(2);
      const { events } = await stage.server.controls.readMandate(loan.mandateId);
      const ofBackup = events
        .filter(({ accountNumber }) => accountNumber === SECOND_BACKUP.accountNumber)
        .map(({ event }) => event);
      expect(ofBackup).toEqual(['account.placed', 'account.attached']);
      expect((await stage.eventsOf()).filter(({ type }) => type === 'backup.added')).toHaveLength(1);
    },
  );

  test('is not finished when the payer disputes the loan in between', async () => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    await stage.server.controls.addFault({
      operation: 'attachByMicroDeposit',
      kind: 'status',
      status: 503,
      times: 1,
      when: 'before',
    });
    await errorOf(stage.kit.mandates.addBackup(loan, backup, byDeposit));
    const disputed = await stage.kit.mandates.openDispute(loan, {
      reference: 'D-1',
      reason: 'not mine',
      openedAt: later.at,
    });
    expect(await nothingHappened(stage, () => stage.kit.mandates.addBackup(disputed, backup, byDeposit))).toMatchObject(
      { rule: 'loan-is-undisputed' },
    );
  });

  test('that came to nothing may be opted in to again, and keeps its place', async () => {
    const stage = await setStage({ hears: false });
    const loan = await walkTo(stage, 'collecting', { selection: { ...selection, backupAccounts: [] } });
    const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
    await stage.server.controls.patchPolicy({ signatures: 'mismatched' });
    const refused = await stage.kit.mandates.addBackup(loan, backup, bySignature);
    expect(await stage.kit.mandates.addBackup(refused, backup, byDeposit)).toEqual(refused);
    const again = await stage.kit.mandates.addBackup(
      refused,
      { ...backup, chosenBy: { ...later, at: '2026-01-05T08:01:00Z' } },
      bySignature,
    );
    expect(again.backupAccounts).toHaveLength(1);
    await stage.server.controls.judgeSignature({ mandateId: loan.mandateId, ...SECOND_BACKUP, outcome: 'matched' });
    expect((await stage.kit.mandates.refresh(again)).backupAccounts).toMatchObject([
      { ...SECOND_BACKUP, mandateStatus: 'active' },
    ]);
  });
});

describe('a backup that fails', () => {
  /** The primary is active, and the backup waits for its deposit. */
  async function waiting(options = {}) {
    const stage = await setStage(options);
    const verified = await walkTo(stage, 'verified', { selection: { ...selection, backupAccounts: [] } });
    return {
      stage,
      loan: await stage.kit.mandates.addBackup(verified, { account: FIRST_BACKUP, chosenBy: later }, byDeposit),
    };
  }
  const seen = async ({ kit }: Awaited<ReturnType<typeof setStage>>) => (await kit.loans.get('loan-1')) as LiveLoan;

  test('by its deposit is on file, shown, a duty, and handed to the handler once', async () => {
    const { stage, loan } = await waiting();
    for (const _delivery of [1, 2]) {
      await stage.server.controls
        .makeDeposit({ mandateId: loan.mandateId, ...FIRST_BACKUP, outcome: 'rejected' })
        .catch(() => undefined);
      await stage.receiver.settled();
    }
    const failed = await seen(stage);
    expect(failed).toMatchObject({ stage: 'verified', backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }] });
    const duties = await stage.kit.loans.duties(failed);
    expect(duties).toMatchObject([{ duty: 'notify-payer', isDischargeable: true, subject: { account: FIRST_BACKUP } }]);
    expect(duties[0]?.why).toContain('addBackup');
    expect(stage.heard.filter(({ kind }) => kind === 'mandate.failed')).toHaveLength(1);
    await reconcile(stage.kit, { inbox: stage.receiver, loanIds: ['loan-1'] });
    await stage.receiver.settled();
    expect(stage.heard.filter(({ kind }) => kind === 'mandate.failed')).toHaveLength(1);
    // Readings show no more than that it is not active, and take nothing back.
    expect(((await stage.kit.mandates.refresh(failed)) as LiveLoan).backupAccounts[0]?.mandateStatus).toBe('failed');
    expect(
      await stage.kit.loans.dischargeDuty(failed, { duty: duties[0]?.key ?? '', note: 'called on 5 January' }),
    ).toEqual([]);
  });

  test('as a webhook claims, that is active at the service, has not failed', async () => {
    const { stage, loan } = await waiting();
    await stage.server.controls.makeDeposit({ mandateId: loan.mandateId, ...FIRST_BACKUP });
    const claim = { kind: 'mandate.failed', data: { mandateId: loan.mandateId, ...FIRST_BACKUP } } as const;
    expect(await stage.kit.confirm(claim as never)).toMatchObject({ kind: 'unconfirmed' });
    expect((await seen(stage)).backupAccounts).toMatchObject([{ mandateStatus: 'active' }]);
  });

  test('because nobody proved it in time is seen by looking, and told once', async () => {
    const { stage, loan } = await waiting({ hears: false });
    await stage.moveTo('2026-01-12T07:59:00Z');
    expect((await stage.kit.mandates.refresh(loan)).backupAccounts[0]?.mandateStatus).toBeUndefined();
    await stage.moveTo('2026-01-12T08:30:00Z');
    const late = await stage.kit.mandates.refresh(loan);
    expect(late.backupAccounts).toMatchObject([{ ...FIRST_BACKUP, mandateStatus: 'pending_timeout' }]);
    expect(await stage.kit.loans.duties(late)).toMatchObject([
      { duty: 'notify-payer', why: expect.stringContaining('not proved in time') },
    ]);
    const on = {
      'mandate.pending_timeout': ({ data }: { data: { accountNumber?: string } }) => void told.push(data.accountNumber),
    };
    const told: unknown[] = [];
    const receiver = receive({
      verify: sharedSecret({ secrets: ['s'] }),
      inbox: memoryInbox(),
      confirm: stage.kit,
      on,
      clock: stage.server.clock,
    });
    for (const _time of [1, 2]) await reconcile(stage.kit, { inbox: receiver, loanIds: ['loan-1'] });
    await receiver.settled();
    expect(told).toEqual([FIRST_BACKUP.accountNumber]);
  });

  test('by its signature says so on the account', async () => {
    const stage = await setStage({ hears: false });
    const loan = await walkTo(stage, 'verified', { selection: { ...selection, backupAccounts: [] } });
    await stage.server.controls.patchPolicy({ signatures: 'mismatched' });
    const refused = await stage.kit.mandates.addBackup(loan, backup, {
      by: 'signature',
      file: 'c2ln',
      bankAddress: '1 Marina',
    });
    expect(refused.backupAccounts).toMatchObject([{ ...SECOND_BACKUP, mandateStatus: 'failed' }]);
    expect(await stage.kit.loans.duties(refused)).toMatchObject([{ duty: 'notify-payer' }]);
  });

  test('or timed out cannot be chosen again: the service does not open it', async () => {
    const stage = await setStage({ hears: false });
    const loan = await walkTo(stage, 'verifying', { selection });
    await stage.moveTo('2026-01-12T08:30:00Z');
    const late = (await stage.kit.mandates.refresh(loan)) as VerifyingLoan;
    const again = { ...selection, chosenBy: { ...chosenBy, at: '2026-01-12T08:20:00Z' } };
    const refusals = [
      () => stage.kit.discovery.reselect(late, again),
      () => stage.kit.discovery.reselect(late, { ...again, primaryAccount: SECOND_BACKUP, backupAccounts: [PRIMARY] }),
      () => stage.kit.mandates.addBackup(late, { account: FIRST_BACKUP, chosenBy: again.chosenBy }, byDeposit),
    ];
    for (const choose of refusals)
      expect(await nothingHappened(stage, choose)).toMatchObject({ rule: 'selection-is-not-spent', spec: 'Spec §3.1' });
    // Not after another choice either.
    const other = await stage.kit.discovery.reselect(late, {
      ...again,
      primaryAccount: SECOND_BACKUP,
      backupAccounts: [],
    });
    const back = { ...again, backupAccounts: [], chosenBy: { ...chosenBy, at: '2026-01-12T08:25:00Z' } };
    expect(await nothingHappened(stage, () => stage.kit.discovery.reselect(other, back))).toMatchObject({
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
    (account: { readonly accountNumber: string }, trouble: Trouble, path = '/micro-deposit/create/mandate') =>
    (transport: Transport) =>
      troubled(transport, (request) =>
        request.path.endsWith(path) && String(request.body).includes(account.accountNumber) ? trouble : undefined,
      );
  const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;

  test.each([400, 404, 409, 422])(
    'with %i is failed and a duty where it is a backup, and the loan goes on',
    async (status) => {
      const stage = await setStage({ wrap: closed(FIRST_BACKUP, refusal(status)) });
      const loan = await stage.kit.mandates.attachByMicroDeposit(await walkTo(stage, 'placed', { selection }));
      expect(loan).toMatchObject({
        stage: 'verifying',
        backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }],
      });
      expect((await stage.eventsOf()).at(-2)).toMatchObject({
        type: 'attachment.confirmed',
        accepted: false,
        refusedWith: status,
      });
      await stage.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY });
      const verified = await stage.kit.mandates.awaitActive(loan);
      expect(verified.backupAccounts).toMatchObject([{ mandateStatus: 'failed' }]);
      expect(await stage.kit.loans.duties(verified)).toMatchObject([
        { duty: 'notify-payer', subject: { account: FIRST_BACKUP } },
      ]);
    },
  );

  test.each([401, 403, 429, 500])('with %i is not: that is about the lender, or passes', async (status) => {
    const stage = await setStage({ wrap: closed(FIRST_BACKUP, refusal(status)), hears: false });
    const placed = await walkTo(stage, 'placed', { selection });
    expect(await errorOf(stage.kit.mandates.attachByMicroDeposit(placed))).toMatchObject({
      operation: 'attachByMicroDeposit',
    });
    expect((await stage.kit.loans.get('loan-1')).stage).toBe('placed');
  });

  test('is active where the service shows it so', async () => {
    const signing = '/mandate/create-mandate';
    const wrap = (transport: Transport): Transport => {
      const after = (request: { readonly path: string }) => (request.path.endsWith(signing) ? refusal(409) : undefined);
      return {
        ...troubled(transport, after),
        send: async (request) => {
          if (after(request)) await transport.send(request);
          return troubled(transport, after).send(request);
        },
      };
    };
    const stage = await setStage({ wrap, hears: false });
    const loan = await stage.kit.mandates.attachBySignature(await walkTo(stage, 'placed', { selection }), bySignature);
    expect(
      (await stage.kit.mandates.awaitActive(loan)).accounts
        .filter(({ role }) => role)
        .map(({ mandateStatus }) => mandateStatus),
    ).toEqual(['active', 'active']);
    expect(
      (await stage.eventsOf()).filter(
        ({ type, ...event }) => type === 'attachment.confirmed' && 'refusedWith' in event,
      ),
    ).toEqual([]);
  });

  test('is failed where it is the primary, readings leave it so, and the payer chooses again', async () => {
    const stage = await setStage({ wrap: closed(PRIMARY, refusal(422)), hears: false });
    const loan = await stage.kit.mandates.attachByMicroDeposit(await walkTo(stage, 'placed', { selection }));
    const seen = (await stage.kit.mandates.refresh(loan)) as VerifyingLoan;
    expect(seen.primaryAccount.mandateStatus).toBe('failed');
    expect(await errorOf(stage.kit.mandates.awaitActive(seen))).toMatchObject({ rule: 'primary-not-verified' });
    expect((await stage.kit.loans.duties(seen)).map(({ duty }) => duty)).toEqual(['notify-payer', 'offer-reselection']);
    const again = {
      primaryAccount: FIRST_BACKUP,
      backupAccounts: [],
      chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
    };
    expect((await stage.kit.discovery.reselect(seen, again)).stage).toBe('selected');
  });

  test('as a backup added later is failed and a duty', async () => {
    const stage = await setStage({ wrap: closed(SECOND_BACKUP, refusal(422)), hears: false });
    const loan = await walkTo(stage, 'verified', { selection });
    const added = await stage.kit.mandates.addBackup(loan, backup, byDeposit);
    expect(added.backupAccounts.at(-1)).toMatchObject({ ...SECOND_BACKUP, mandateStatus: 'failed' });
    expect(await stage.kit.loans.duties(added)).toMatchObject([
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
    const stage = await setStage({ wrap: closed(FIRST_BACKUP, trouble, signing), hears: false });
    const loan = await stage.kit.mandates.attachBySignature(await walkTo(stage, 'placed', { selection }), bySignature);
    expect(loan).toMatchObject({ stage: 'verifying', backupAccounts: [{ ...FIRST_BACKUP, mandateStatus: 'failed' }] });
  });

  test.each([
    { successful: true, responseCode: '63' },
    { successful: true, responseCode: 63 },
    { successful: true, exceptionThrown: true },
    { successful: false, responseCode: '00' },
  ])('or takes, by signature, in two ways at once (%j), is not known to be either', async (data) => {
    const said = { status: 200, body: { status: true, error: false, message: null, data } };
    const stage = await setStage({ wrap: closed(FIRST_BACKUP, said, signing), hears: false });
    const placed = await walkTo(stage, 'placed', { selection });
    expect(await errorOf(stage.kit.mandates.attachBySignature(placed, bySignature))).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
    });
    expect((await stage.eventsOf()).at(-1)).toMatchObject({ type: 'attachment.intended' });
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
    const stage = await setStage({ hears: false, server: { policy: { signatures: 'mismatched' } } });
    const mismatched = await stage.kit.mandates.attachBySignature(
      await walkTo(stage, 'placed', { selection }),
      bySignature,
    );
    const selected = await stage.kit.discovery.reselect(mismatched, again);
    const placed = await stage.kit.mandates.place(selected);
    for (const loan of [selected, placed]) {
      expect(loan.accounts.filter(({ role }) => role).map(({ mandateStatus }) => mandateStatus)).toEqual([
        'failed',
        'failed',
      ]);
      expect((await stage.kit.loans.duties(loan)).filter(({ duty }) => duty === 'notify-payer')).toHaveLength(2);
    }
    await stage.server.controls.patchPolicy({ signatures });
    const attached = await stage.kit.mandates.attach(placed, way);
    expect(attached.backupAccounts[0]?.mandateStatus).toBeUndefined();
    expect(await stage.kit.loans.duties(attached)).toEqual([]);
    const { mandateId } = attached;
    for (const account of [PRIMARY, FIRST_BACKUP]) {
      if (way.by === 'micro-deposit') await stage.server.controls.makeDeposit({ mandateId, ...account });
      else if (signatures === 'manual')
        await stage.server.controls.judgeSignature({ mandateId, ...account, outcome: 'matched' });
    }
    expect(
      (await stage.kit.mandates.awaitActive(attached)).accounts
        .filter(({ role }) => role)
        .map(({ mandateStatus }) => mandateStatus),
    ).toEqual(['active', 'active']);
  });

  test('again, is failed again', async () => {
    const stage = await setStage({ hears: false, server: { policy: { signatures: 'mismatched' } } });
    const mismatched = await stage.kit.mandates.attachBySignature(
      await walkTo(stage, 'placed', { selection }),
      bySignature,
    );
    const placed = await stage.kit.mandates.place(await stage.kit.discovery.reselect(mismatched, again));
    const loan = await stage.kit.mandates.attachBySignature(placed, bySignature);
    expect(loan.backupAccounts[0]?.mandateStatus).toBe('failed');
    expect((await stage.kit.loans.duties(loan)).map(({ duty }) => duty)).toEqual([
      'notify-payer',
      'notify-payer',
      'offer-reselection',
    ]);
  });

  test.each([false, true])(
    'of a backup, or one that is never judged, is seen in time without a webhook (judged: %s)',
    async (isJudged) => {
      const stage = await setStage({ hears: false, server: { policy: { signatures: 'manual' } } });
      const placed = await walkTo(stage, 'placed', { selection });
      const loan = await stage.kit.mandates.attach(placed, {
        [PRIMARY.accountNumber]: byDeposit,
        [FIRST_BACKUP.accountNumber]: bySignature,
      });
      const { mandateId } = loan;
      await stage.server.controls.makeDeposit({ mandateId, ...PRIMARY });
      if (isJudged) await stage.server.controls.judgeSignature({ mandateId, ...FIRST_BACKUP, outcome: 'mismatched' });
      const verified = await stage.kit.mandates.awaitActive(loan);
      expect(verified.backupAccounts[0]?.mandateStatus).toBeUndefined();
      await stage.moveTo('2026-01-12T08:30:00Z');
      const late = await stage.kit.mandates.refresh(verified);
      expect(late.backupAccounts).toMatchObject([{ ...FIRST_BACKUP, mandateStatus: 'pending_timeout' }]);
      expect(await stage.kit.loans.duties(late)).toMatchObject([{ duty: 'notify-payer' }]);
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
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    expect(await nothingHappened(stage, () => stage.kit.mandates.addBackup(loan, added, byDeposit))).toMatchObject({
      name: 'RuleError',
      rule,
    });
  });

  test.each(['mandatePlacement', 'cascadeDebit', 'automatedDebit'] as const)(
    'when the payer took %s back',
    async (scope) => {
      const stage = await setStage();
      const loan = await walkTo(stage, 'collecting', { selection });
      const { loan: withdrawn } = await stage.kit.mandates.revokeScope(loan, {
        scope,
        revokedAt: later.at,
        channel: 'web',
      });
      expect(
        await nothingHappened(stage, () => stage.kit.mandates.addBackup(withdrawn, backup, byDeposit)),
      ).toMatchObject({ rule: 'consent-stands' });
    },
  );

  test('when nothing is owed any more', async () => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    const repaid = await stage.kit.loans.recordRepayment(loan, {
      amount: 90_000,
      date: '2026-01-05',
      reference: 'CASH',
    });
    expect(await nothingHappened(stage, () => stage.kit.mandates.addBackup(repaid, backup, byDeposit))).toMatchObject({
      rule: 'mandate-after-repayment',
    });
  });

  test('when the tenure is over', async () => {
    const stage = await setStage({ hears: false });
    const loan = await walkTo(stage, 'collecting', { selection, terms: manualTerms });
    await stage.moveTo('2026-04-16T08:00:00Z');
    expect(await nothingHappened(stage, () => stage.kit.mandates.addBackup(loan, backup, byDeposit))).toMatchObject({
      rule: 'mandate-within-tenure',
    });
  });

  test('without its evidence or a way to attach it, with everything that is missing', async () => {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting', { selection });
    const error = await nothingHappened(stage, () => stage.kit.mandates.addBackup(loan, {} as never, {} as never));
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
    const stage = await setStage();
    const own = { ipAddress: '203.0.113.78', at: '2026-01-05T07:59:00Z' };
    const backupAccounts = [FIRST_BACKUP, { ...SECOND_BACKUP, optedInBy: own }];
    await walkTo(stage, 'selected', { selection: { ...selection, backupAccounts } });
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'accounts.selected',
      backups: ['a2', 'a3'],
      optedInAt: { a3: own.at },
      personal: { ipAddress: chosenBy.ipAddress, optInIpAddresses: { a3: own.ipAddress } },
    });
  });
});
