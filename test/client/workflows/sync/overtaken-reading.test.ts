import { expect, test } from 'vitest';
import type { CollectingLoan } from '../../../../src/domain/loan/loan.ts';
import { faulty } from '../../../journeys/faulty-transport.ts';
import { createFixture, type Fixture } from '../../../journeys/fixture.ts';
import { autoTerms } from '../../../journeys/people.ts';
import { walkTo } from '../../../journeys/walk.ts';

// The mandate was read as active. While its attempts are read, the payer disputes, and another process files that.
test('a status that another process read meanwhile is not taken back', async () => {
  let meanwhile: (() => Promise<void>) | undefined;
  const wrap = (transport: Fixture['transport']) =>
    faulty(transport, async ({ path }) => {
      const act = path.includes('/collection-log/installment') ? meanwhile : undefined;
      if (!act) return undefined;
      meanwhile = undefined;
      await act();
      return 'refused';
    });
  const fixture = await createFixture({ receivesWebhooks: false, wrap });
  const loan = (await walkTo(fixture, 'collecting', { terms: autoTerms })) as CollectingLoan;
  await fixture.moveTo('2026-02-02T08:00:00Z');
  const other = fixture.newKit();
  meanwhile = async () => {
    await fixture.server.controls.openDispute(loan.mandateId);
    await other.mandates.refresh((await other.loans.get(loan.loanId)) as CollectingLoan);
  };
  await fixture.kit.mandates.refresh(loan).catch(() => undefined);
  const read = (await fixture.eventsOf()).filter(({ type }) => type === 'mandate.read');
  expect(read.at(-1)).toMatchObject({ status: 'disputed' });
  expect(await other.loans.get(loan.loanId)).toMatchObject({
    mandateStatus: 'disputed',
    balances: { collected: 30_000 },
  });
});
