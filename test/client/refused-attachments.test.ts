import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { VerifyingLoan } from '../../src/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { chosenBy, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { backup, byDeposit, bySignature, selection } from './backup-samples.ts';

describe('an account whose attachment the service refuses', () => {
  const refusal = (status: number, more: object = {}) => ({
    status,
    body: { status: false, error: true, message: 'Account is closed', data: null, ...more },
  });
  const closed =
    (account: { readonly accountNumber: string }, fault: TransportFault, path = '/micro-deposit/create/mandate') =>
    (transport: Transport) =>
      faulty(transport, (request) =>
        request.path.endsWith(path) && String(request.body).includes(account.accountNumber) ? fault : undefined,
      );

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
  ])('by signature, with %s, is failed', async (_what, fault) => {
    const fixture = await createFixture({ wrap: closed(FIRST_BACKUP, fault, signing), receivesWebhooks: false });
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
