import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDeposit, openDispute, resolveDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { patchMerchant } from '../../../src/server/engine/mandates/settings.ts';
import { instalmentsOf } from '../../../src/server/engine/world/ledger.ts';
import { itemsOf } from '../../../src/server/engine/world/long-list.ts';
import { attemptsOn, ordersOf } from '../../../src/server/engine/world/orders.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY, SECOND_BACKUP } from './loan-story.ts';

const accounts = [PRIMARY, BACKUP, SECOND_BACKUP] as const;
const account = fc.constantFrom(...accounts);
const code = fc.constantFrom('51', '61', '91', '97', '96', '05', null);

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 24 * 20 }) }),
  fc.record({
    kind: fc.constant('bank' as const),
    account,
    balance: fc.integer({ min: 0, max: 2_000_000 }),
    declineWith: code,
  }),
  fc.record({ kind: fc.constant('script' as const), account, script: fc.array(code, { maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('collect' as const),
    kobo: fc.integer({ min: 1, max: 3_500_000 }),
    inDays: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ kind: fc.constant('dispute' as const), outcome: fc.constantFrom('open', 'reinstated') }),
  fc.record({ kind: fc.constant('merchant' as const), status: fc.constantFrom('approved', 'suspended') }),
  fc.record({ kind: fc.constant('deposit' as const), account, outcome: fc.constantFrom('accepted', 'rejected') }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(story: LoanStory, step: Step): Promise<void> {
  const { world } = story;
  switch (step.kind) {
    case 'wait':
      await story.until(new Date(world.now + step.hours * 3_600_000).toISOString());
      break;
    case 'bank':
      story.bank(step.account, { balance: step.balance / 100, declineWith: step.declineWith });
      break;
    case 'script':
      story.bank(step.account, { script: step.script });
      break;
    case 'collect':
      story.collect(step.kobo / 100, new Date(world.now + step.inDays * 86_400_000).toISOString().slice(0, 10));
      break;
    case 'dispute':
      if (step.outcome === 'open') openDispute(world, {}, MANDATE_ID);
      else resolveDispute(world, { outcome: 'reinstated' }, MANDATE_ID);
      break;
    case 'merchant':
      patchMerchant(world, { status: step.status });
      break;
    case 'deposit':
      makeDeposit(world, { mandateId: MANDATE_ID, ...step.account, outcome: step.outcome });
      break;
  }
  story.afterwards(undefined);
}

const kobo = (naira: number | undefined) => Math.round((naira ?? 0) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function booksBalance(story: LoanStory): void {
  const mandate = story.mandate();
  const breakdown = mandate.repaymentDetails?.breakdown ?? [];
  const [order] = itemsOf(story.world.mandates.items);
  const instalments = (order ? instalmentsOf(story.world, order) : []).map((instalment) => ({
    ...instalment,
    attempts: attemptsOn(story.world, instalment),
  }));
  const attempts = instalments.flatMap((instalment) => instalment.attempts);
  const booked = attempts.filter((attempt) => attempt.status === 'successful');
  const orders = [...ordersOf(story.world, 'auto'), ...ordersOf(story.world, 'manual')];
  const logs = orders.filter((each) => each.status === 'successful' || each.collected > 0);
  expect(kobo(mandate.collectedAmount) + kobo(mandate.outstandingBalance)).toBe(kobo(mandate.totalAmountDue));
  expect(mandate.outstandingBalance).toBeGreaterThanOrEqual(0);
  expect(sum(breakdown.map((line) => kobo(line.amountCollected)))).toBe(kobo(mandate.collectedAmount));
  expect(sum(booked.map((attempt) => attempt.amount))).toBe(kobo(mandate.collectedAmount));
  expect(sum(logs.map((log) => log.collected))).toBe(kobo(mandate.collectedAmount));
  for (const line of breakdown) {
    expect(kobo(line.amountCollected)).toBeLessThanOrEqual(kobo(line.amount));
    expect(line.status === 'success').toBe(kobo(line.amountCollected) === kobo(line.amount));
  }
  for (const instalment of instalments) {
    expect(instalment.attempts.filter((attempt) => attempt.status === 'pending').length).toBeLessThanOrEqual(1);
    expect(instalment.status === 'processing').toBe(
      instalment.attempts.some((attempt) => attempt.status === 'pending'),
    );
  }
}

test.each(['auto', 'manual'] as const)(
  'collected and outstanding make up the total, to the kobo, after any sequence in %s mode',
  async (collectionMode) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const story = LoanStory.collecting({ accounts, terms: { collectionMode, totalAmountDue: 30_000.01 } });
        for (const each of steps) {
          await take(story, each);
          booksBalance(story);
        }
      }),
      { numRuns: 300 },
    );
  },
);
