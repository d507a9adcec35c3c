import { describe, expect, test } from 'vitest';
import type { AttachmentPlan } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

describe('placing and attaching', () => {
  test('again answers the loan as it is and sends nothing', async () => {
    const fixture = await createFixture();
    const selected = await walkTo(fixture, 'selected');
    const placed = await fixture.kit.mandates.place(selected);
    expect(await fixture.kit.mandates.place(selected)).toEqual(placed);
    const verifying = await fixture.kit.mandates.attachByMicroDeposit(placed);
    const sent = await fixture.requests();
    expect(await fixture.kit.mandates.attachByMicroDeposit(placed)).toEqual(verifying);
    expect(await fixture.requests()).toEqual(sent);
  });

  test('ties every account to one mandate, e-mail and BVN, with the terms and the payer’s roles', async () => {
    const fixture = await createFixture();
    const { mandateId } = await walkTo(fixture, 'placed');
    const mandate = await fixture.kit.mandates.get(mandateId);
    expect(mandate).toMatchObject({
      _id: mandateId,
      totalAmountDue: 90_000,
      startDate: '2026-02-01',
      endDate: '2026-04-15',
      frequency: 'monthly',
    });
    expect(mandate.consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
      [PRIMARY.accountNumber, true],
      [FIRST_BACKUP.accountNumber, false],
      [SECOND_BACKUP.accountNumber, false],
    ]);
  });

  const signature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
  test.each<[string, unknown, readonly string[]]>([
    ['nothing', undefined, ['by']],
    ['another way', { by: 'fax' }, ['by']],
    ['nothing for any account', {}, ['accounts.0', 'accounts.1', 'accounts.2']],
    [
      'a way for one account of three',
      { [PRIMARY.accountNumber]: { by: 'micro-deposit' } },
      ['accounts.1', 'accounts.2'],
    ],
    ['a signature without its image', { ...signature, file: undefined }, ['file']],
    ['a signature without anything', { by: 'signature' }, ['file', 'bankAddress']],
  ])('with %s is refused before anything is sent', async (_what, plan, paths) => {
    const fixture = await createFixture();
    const placed = await walkTo(fixture, 'placed');
    const error = await errorOf(fixture.kit.mandates.attach(placed, plan as AttachmentPlan));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(await fixture.requests()).not.toHaveProperty('attachByMicroDeposit');
    expect(await fixture.requests()).not.toHaveProperty('attachBySignature');
  });

  test('with an undefined signature is refused before anything is sent', async () => {
    const fixture = await createFixture();
    const placed = await walkTo(fixture, 'placed');
    expect(await errorOf(fixture.kit.mandates.attachBySignature(placed, undefined as never))).toMatchObject({
      name: 'InputError',
    });
  });
});

describe('reading again', () => {
  test('writes nothing down when nothing changed', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    const first = await fixture.kit.mandates.refresh(loan);
    expect(await fixture.kit.mandates.refresh(loan)).toEqual(first);
    expect((await fixture.eventsOf()).length).toBe(first.version);
  });

  test.each(['verifying', 'verified', 'approved', 'disbursed', 'collecting'] as const)(
    'keeps a loan that is %s at its stage',
    async (at) => {
      const fixture = await createFixture({ receivesWebhooks: false });
      expect((await fixture.kit.mandates.refresh(await walkTo(fixture, at))).stage).toBe(at);
    },
  );

  test('makes a loan verified once the primary is active, and not because a backup is', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'verifying');
    await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...FIRST_BACKUP });
    const waiting = await fixture.kit.mandates.refresh(loan);
    expect(waiting).toMatchObject({ stage: 'verifying', backupAccounts: [{ mandateStatus: 'active' }, {}] });
    await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY });
    const verified = await fixture.kit.mandates.refresh(loan);
    expect(verified).toMatchObject({ stage: 'verified', primaryAccount: { mandateStatus: 'active' } });
    // Of a backup that is not active the interface shows no more.
    expect(verified.backupAccounts.map(({ mandateStatus }) => mandateStatus)).toEqual(['active', undefined]);
  });

  test.each([{ timeoutMs: Number.NaN }, { timeoutMs: -1 }, { timeoutMs: '5' }])(
    'waiting with %j is refused: it would never end',
    async (options) => {
      const fixture = await createFixture();
      const loan = await walkTo(fixture, 'verifying');
      expect(await errorOf(fixture.kit.mandates.awaitActive(loan, options as never))).toMatchObject({
        name: 'InputError',
        issues: [{ path: 'timeoutMs' }],
      });
    },
  );

  test.each([undefined, null, '', 'x', 7])(
    'getting the mandate %j is refused before anything is sent',
    async (mandateId) => {
      const fixture = await createFixture();
      expect(await errorOf(fixture.kit.mandates.get(mandateId as never))).toMatchObject({
        name: 'InputError',
        operation: 'getMandate',
        issues: [{ path: 'mandateId' }],
      });
      expect(await fixture.requests()).toEqual({});
    },
  );
});
