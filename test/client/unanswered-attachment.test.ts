import { describe, expect, test } from 'vitest';
import type { VerifyingLoan } from '../../src/index.ts';
import { choice, chosenBy, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { errorOf, type Stage, setStage } from '../journeys/stage.ts';
import { type Trouble, troubled } from '../journeys/trouble.ts';
import { walkTo } from '../journeys/walk.ts';

const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
const otherChoice = {
  primaryAccount: FIRST_BACKUP,
  backupAccounts: [SECOND_BACKUP],
  chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' },
};

/** A loan whose attachments have no answer that can be believed, for ever. */
async function unanswered(
  trouble: Trouble,
  way: typeof bySignature | { readonly by: 'micro-deposit' } = { by: 'micro-deposit' },
) {
  const stage = await setStage({ hears: false });
  const placed = await walkTo(stage, 'placed');
  const transport = troubled(stage.transport, ({ path }) =>
    path.endsWith('/create/mandate') || path.endsWith('/create-mandate') ? trouble : undefined,
  );
  const kit = stage.newKit({ transport });
  for (const _time of [1, 2])
    expect(await errorOf(kit.mandates.attach(placed, way))).toMatchObject({ outcome: 'unknown' });
  return { stage, placed };
}

const dutiesOf = async ({ kit }: Stage) =>
  (await kit.loans.duties(await kit.loans.get('loan-1'))).map(({ duty }) => duty);
const primariesOf = async (stage: Stage, mandateId: string) =>
  (await stage.server.controls.readMandate(mandateId)).mandate.consents.filter(({ primary }) => primary);

describe('an attachment that never gets an answer', () => {
  test.each<[string, Trouble, typeof bySignature | { readonly by: 'micro-deposit' }]>([
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
  ])('but %s leaves the payer free to choose again, and nothing is placed twice', async (_what, trouble, way) => {
    const { stage, placed } = await unanswered(trouble, way);
    expect(await dutiesOf(stage)).toEqual(['offer-reselection']);
    const selected = await stage.kit.discovery.reselect(placed, otherChoice);
    expect(selected).toMatchObject({ stage: 'selected', mandateId: placed.mandateId, primaryAccount: FIRST_BACKUP });
    expect(await dutiesOf(stage)).toEqual(['release-mandate']);
    const again = await stage.kit.mandates.attachByMicroDeposit(await stage.kit.mandates.place(selected));
    await stage.server.controls.makeDeposit({ mandateId: again.mandateId, ...FIRST_BACKUP });
    expect(await stage.kit.mandates.awaitActive(again)).toMatchObject({
      stage: 'verified',
      primaryAccount: FIRST_BACKUP,
    });
    expect(await primariesOf(stage, placed.mandateId)).toMatchObject([FIRST_BACKUP]);
    // Three accounts, and one of them once more in its new role.
    expect((await stage.requests()).createConsent).toBe(4);
  });

  test('and was made all the same: the service keeps its primary, and the payer returns to it', async () => {
    const { stage, placed } = await unanswered('error-after');
    const selected = await stage.kit.discovery.reselect(placed, otherChoice);
    expect(await errorOf(stage.kit.mandates.place(selected))).toMatchObject({ name: 'ServiceError', status: 409 });
    const back = { ...choice, chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00.001Z' } };
    const returned = await stage.kit.discovery.reselect(selected, back);
    expect((await stage.kit.mandates.attachByMicroDeposit(await stage.kit.mandates.place(returned))).stage).toBe(
      'verifying',
    );
    expect(await primariesOf(stage, placed.mandateId)).toMatchObject([PRIMARY]);
  });

  test('and was proved meanwhile: the account stays, and is not chosen away', async () => {
    const { stage, placed } = await unanswered('error-after');
    await stage.server.controls.makeDeposit({ mandateId: placed.mandateId, ...PRIMARY });
    expect(await errorOf(stage.kit.discovery.reselect(placed, otherChoice))).toMatchObject({
      rule: 'reselection-follows-failure',
    });
    const verifying: VerifyingLoan = await stage.kit.mandates.attachByMicroDeposit(placed);
    expect(await stage.kit.mandates.awaitActive(verifying)).toMatchObject({
      stage: 'verified',
      primaryAccount: PRIMARY,
    });
  });

  test('is asked about before the payer chooses again: where the service cannot be asked, nothing is decided', async () => {
    const { stage, placed } = await unanswered({ status: 500, body: {} });
    const transport = troubled(stage.transport, ({ path }) =>
      path.endsWith('/get-mandate') ? { status: 404, body: {} } : undefined,
    );
    expect(await errorOf(stage.newKit({ transport }).discovery.reselect(placed, otherChoice))).toMatchObject({
      name: 'ServiceError',
    });
    expect((await stage.kit.loans.get('loan-1')).stage).toBe('placed');
    expect((await stage.kit.loans.abandon(placed, { reason: 'no way on' })).stage).toBe('abandoned');
  });
});

test('a placed choice that was not sent to be attached is not changed', async () => {
  const stage = await setStage({ hears: false });
  const placed = await walkTo(stage, 'placed');
  expect(await errorOf(stage.kit.discovery.reselect(placed, otherChoice))).toMatchObject({
    rule: 'reselection-follows-failure',
  });
});
