import { describe, expect, test } from 'vitest';
import type { VerifyingLoan } from '../../src/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { choice, chosenBy, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
const otherChoice = {
  primaryAccount: FIRST_BACKUP,
  backupAccounts: [SECOND_BACKUP],
  chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
};

/** A loan whose attachments have no answer that can be believed, for ever. */
async function unanswered(
  fault: TransportFault,
  way: typeof bySignature | { readonly by: 'micro-deposit' } = { by: 'micro-deposit' },
) {
  const fixture = await createFixture({ receivesWebhooks: false });
  const placed = await walkTo(fixture, 'placed');
  const transport = faulty(fixture.transport, ({ path }) =>
    path.endsWith('/create/mandate') || path.endsWith('/create-mandate') ? fault : undefined,
  );
  const kit = fixture.newKit({ transport });
  for (const _time of [1, 2])
    expect(await errorOf(kit.mandates.attach(placed, way))).toMatchObject({ outcome: 'unknown' });
  return { fixture, placed };
}

const dutiesOf = async ({ kit }: Fixture) =>
  (await kit.loans.duties(await kit.loans.get('loan-1'))).map(({ duty }) => duty);
const primariesOf = async (fixture: Fixture, mandateId: string) =>
  (await fixture.server.controls.readMandate(mandateId)).mandate.consents.filter(({ primary }) => primary);

describe('an attachment that never gets an answer', () => {
  test.each<[string, TransportFault, typeof bySignature | { readonly by: 'micro-deposit' }]>([
    ['500', { status: 500, body: {} }, { by: 'micro-deposit' }],
    [
      'a failure with 200',
      { status: 200, body: { status: false, error: true, message: 'busy', data: null } },
      { by: 'micro-deposit' },
    ],
    [
      'a contradiction',
      {
        status: 200,
        body: { status: true, error: false, message: null, data: { successful: true, responseCode: '63' } },
      },
      bySignature,
    ],
  ])('but %s leaves the payer free to choose again, and nothing is placed twice', async (_what, fault, way) => {
    const { fixture, placed } = await unanswered(fault, way);
    expect(await dutiesOf(fixture)).toEqual(['offer-reselection']);
    const selected = await fixture.kit.discovery.reselect(placed, otherChoice);
    expect(selected).toMatchObject({ stage: 'selected', mandateId: placed.mandateId, primaryAccount: FIRST_BACKUP });
    expect(await dutiesOf(fixture)).toEqual(['release-mandate']);
    const again = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
    await fixture.server.controls.makeDeposit({ mandateId: again.mandateId, ...FIRST_BACKUP });
    expect(await fixture.kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: FIRST_BACKUP,
    });
    expect(await primariesOf(fixture, placed.mandateId)).toMatchObject([FIRST_BACKUP]);
    // Three accounts, and one of them once more in its new role.
    expect((await fixture.requests()).createConsent).toBe(4);
  });

  test('and was made all the same: the service keeps its primary, and the payer returns to it', async () => {
    const { fixture, placed } = await unanswered('error-after');
    const selected = await fixture.kit.discovery.reselect(placed, otherChoice);
    expect(await errorOf(fixture.kit.mandates.place(selected))).toMatchObject({ name: 'ServiceError', status: 409 });
    const back = { ...choice, chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00.001Z' } };
    const returned = await fixture.kit.discovery.reselect(selected, back);
    expect((await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(returned))).stage).toBe(
      'verifying',
    );
    expect(await primariesOf(fixture, placed.mandateId)).toMatchObject([PRIMARY]);
  });

  test('and was proved meanwhile: the account stays, and is not chosen away', async () => {
    const { fixture, placed } = await unanswered('error-after');
    await fixture.server.controls.makeDeposit({ mandateId: placed.mandateId, ...PRIMARY });
    expect(await errorOf(fixture.kit.discovery.reselect(placed, otherChoice))).toMatchObject({
      rule: 'reselection-follows-failure',
    });
    const verifying: VerifyingLoan = await fixture.kit.mandates.attachByMicroDeposit(placed);
    expect(await fixture.kit.mandates.awaitActive(verifying)).toMatchObject({
      stage: 'verified',
      primaryAccount: PRIMARY,
    });
  });

  test('is asked about before the payer chooses again: where the service cannot be asked, nothing is decided', async () => {
    const { fixture, placed } = await unanswered({ status: 500, body: {} });
    const transport = faulty(fixture.transport, ({ path }) =>
      path.endsWith('/get-mandate') ? { status: 404, body: {} } : undefined,
    );
    expect(await errorOf(fixture.newKit({ transport }).discovery.reselect(placed, otherChoice))).toMatchObject({
      name: 'ServiceError',
    });
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('placed');
    expect((await fixture.kit.loans.abandon(placed, { reason: 'no way on' })).stage).toBe('abandoned');
  });
});

test('a placed choice that was not sent to be attached is not changed', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const placed = await walkTo(fixture, 'placed');
  expect(await errorOf(fixture.kit.discovery.reselect(placed, otherChoice))).toMatchObject({
    rule: 'reselection-follows-failure',
  });
});
