import { expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { createFixture } from './fixture.ts';
import { autoTerms } from './people.ts';
import { walkTo } from './walk.ts';

test('a refresh finds money that no webhook reported, and reports it once', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  await walkTo(fixture, 'collecting', { terms: autoTerms });
  await fixture.moveTo('2026-03-01T09:00:00Z');
  const loan = (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
  const refreshed = await fixture.kit.mandates.refresh(loan);
  expect(refreshed.balances).toMatchObject({ collected: 60_000, outstanding: 30_000 });
  const reported = () => refreshed.reports.filter((report) => report.event === 'repayment.successful');
  expect(reported()).toHaveLength(2);
  const again = await fixture.kit.mandates.refresh(refreshed);
  expect(again.version).toBe(refreshed.version);
});
