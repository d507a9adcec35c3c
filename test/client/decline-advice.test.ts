import { expect, test } from 'vitest';
import { adviseOnDecline, type CollectingLoan } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { manualTerms, PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

test('a decline that the service shows is advised on with what came before on the same account', async () => {
  const fixture = await createFixture();
  await fixture.server.controls.patchAccount(PRIMARY, { balance: 0 });
  const loan: CollectingLoan = await walkTo(fixture, 'collecting', { terms: manualTerms });
  await fixture.moveTo('2026-02-01T06:00:00Z');
  await fixture.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
  await fixture.moveTo('2026-02-02T06:00:00Z');
  const breakdownId = (await fixture.kit.mandates.refresh(loan)).instalments[0]?.breakdownId ?? '';
  const attempts = await fixture.kit.collections.attempts(loan.mandateId, breakdownId);
  const [decline, ...before] = attempts.filter(
    ({ accountNumber, bankCode }) => accountNumber === PRIMARY.accountNumber && bankCode === PRIMARY.bankCode,
  );
  const history = before.map(({ responseCode = '', createdAt }) => ({ responseCode, at: createdAt }));
  const advised = adviseOnDecline(decline?.responseCode ?? '', history, {
    declinedAt: decline?.createdAt ?? '',
    today: '2026-02-02',
  });
  expect(advised).toMatchObject({ category: 'funds', advice: 'retry-now', earliestDate: '2026-02-01' });
});

test('a decline code that is none is refused', async () => {
  expect(adviseOnDecline('51')).toMatchObject({ category: 'funds' });
  expect(await errorOf(async () => adviseOnDecline(51 as never))).toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(/^No advice can be given: code: give/),
  });
});
