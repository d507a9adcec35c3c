import { expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { autoTerms } from './people.ts';
import { setStage } from './stage.ts';
import { walkTo } from './walk.ts';

test('money that no webhook told of is heard of by a refresh and reported, once', async () => {
  const stage = await setStage({ hears: false });
  await walkTo(stage, 'collecting', { terms: autoTerms });
  await stage.moveTo('2026-03-01T09:00:00Z');
  const loan = (await stage.kit.loans.get('loan-1')) as CollectingLoan;
  const refreshed = await stage.kit.mandates.refresh(loan);
  expect(refreshed.balances).toMatchObject({ collected: 60_000, outstanding: 30_000 });
  const reported = () => refreshed.reports.filter((report) => report.event === 'repayment.successful');
  expect(reported()).toHaveLength(2);
  const again = await stage.kit.mandates.refresh(refreshed);
  expect(again.version).toBe(refreshed.version);
});
