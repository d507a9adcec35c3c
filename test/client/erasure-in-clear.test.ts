import { expect, test } from 'vitest';
import type { ClosedLoan } from '../../src/domain/loan/loan.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { createFixture } from '../journeys/fixture.ts';
import { payer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

test('the erasure of a payer whose loan was begun before keys were kept names the loan that lies in clear', async () => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'collecting');
  const closed: ClosedLoan = await fixture.kit.bureau.close(loan, {
    finalStatus: 'written_off',
    closeDate: '2026-01-05',
  });
  await fixture.kit.bureau.awaitReported(closed);
  const kit = fixture.newKit({ keys: memoryKeys() });
  expect(await kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).toEqual({
    payerId: payer.payerId,
    loanIds: ['loan-1'],
    inClear: ['loan-1'],
  });
});
