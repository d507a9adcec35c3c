import { describe, expect, test } from 'vitest';
import type { ScenarioName } from '../../src/server/index.ts';
import { makeKit } from './made-kit.ts';

/** Where each scenario leaves the loan in the client's file. */
const ENDS: readonly (readonly [ScenarioName, object])[] = [
  ['happy-loan', { stage: 'closed', balances: { collected: 90_000, outstanding: 0 } }],
  ['first-account-fails', { stage: 'collecting', balances: { collected: 30_000 } }],
  [
    'all-fail',
    {
      stage: 'collecting',
      balances: { collected: 0 },
      instalments: [{ status: 'failed' }, { status: 'scheduled' }, { status: 'scheduled' }],
    },
  ],
  ['wrong-account', { stage: 'verifying', mandateStatus: 'pending' }],
  ['deposit-dispute', { stage: 'verifying', mandateStatus: 'disputed' }],
  ['late-dispute', { stage: 'collecting', mandateStatus: 'disputed', balances: { collected: 30_000 } }],
  ['time-out', { stage: 'verifying', mandateStatus: 'pending_timeout' }],
  ['partial', { stage: 'collecting', balances: { collected: 12_500 } }],
  ['expired', { stage: 'collecting', mandateStatus: 'expired', balances: { collected: 30_000 } }],
  ['restructured', { stage: 'collecting', balances: { collected: 30_000 } }],
  ['closed-early', { stage: 'closed', balances: { collected: 30_000, repaidOutside: 60_000, outstanding: 0 } }],
];

describe('a scenario led by the client', () => {
  test.each(ENDS)('%s: the loan on file ends where the name says', async (name, end) => {
    const { scenario, kit } = await makeKit();
    const { loan, ...result } = await scenario(name);
    expect(loan).toMatchObject({ ...end, mandateId: result.mandateId });
    expect(await kit.loans.get(loan.loanId)).toEqual(loan);
  });

  test('leaves the bureau with the same events as the same scenario without a client', async () => {
    for (const [name] of ENDS) {
      const [led, alone] = [await makeKit(), await makeKit()];
      await led.scenario(name);
      await alone.controls.scenario(name);
      const events = async ({ controls }: typeof led) =>
        ((await controls.bureauReports()).items as readonly { event: string }[]).map(({ event }) => event).sort();
      expect(await events(led), name).toEqual(await events(alone));
    }
  });

  test('can be gone on with by payer and bank', async () => {
    const { scenario, bank, payer, clock, webhooks } = await makeKit();
    const { mandateId } = await scenario('late-dispute', { backups: 1 });
    await bank.setBalance(100_000);
    await payer.disputeResolved();
    await clock.advance({ days: 1 });
    await webhooks.waitFor('collection.success', { mandateId });
    expect((await webhooks.waitFor('collection.success', { mandateId })).data.amountCollected).toBe(30_000);
  });

  test('is played beside other loans', async () => {
    const { scenario, loanAt } = await makeKit();
    const { loan: first } = await scenario('partial');
    const second = await loanAt('collecting');
    const { loan: third } = await scenario('partial');
    expect([first, second, third].map(({ loanId }) => loanId)).toEqual(['loan-1', 'loan-2', 'loan-3']);
  });

  test('is refused by a name that is not known, with too many backups, or under a policy that it cannot end under', async () => {
    const { scenario, controls } = await makeKit();
    await expect(scenario('sad-loan' as 'happy-loan')).rejects.toThrow(
      /name: must be one of "happy-loan" or .*"closed-early"/,
    );
    await expect(scenario('partial', { backups: 99 })).rejects.toThrow(/backups: must be at most 98/);
    await controls.patchPolicy({ partialCollection: false });
    await expect(scenario('partial')).rejects.toMatchObject({ status: 422, rule: 'scenario-fits-world' });
  });
});
