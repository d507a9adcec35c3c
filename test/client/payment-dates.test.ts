/** A report to the bureau is the proof of disbursement, and a repayment lowers a debt: neither is filed with a day that cannot be. */
import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { choice, openInput, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const filesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('a disbursement', () => {
  test.each(['2026-01-06', '2026-01-04', '2035-01-01'])('dated %s is refused, and nothing is filed', async (date) => {
    const fixture = await createFixture();
    const approved = await walkTo(fixture, 'approved');
    const before = filesOf(await fixture.eventsOf());
    const error = await errorOf(fixture.kit.bureau.reportDisbursed(approved, { ...transfer, date }));
    expect(error).toMatchObject({ name: 'RuleError', rule: 'disbursement-date-is-true', spec: 'Spec §1, §1.5, §6.3' });
    expect(filesOf(await fixture.eventsOf())).toEqual(before);
    expect((await fixture.kit.bureau.reportDisbursed(approved, transfer)).stage).toBe('disbursed');
  });

  test('after the tenure is reported all the same once it was sent', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const approved = await walkTo(fixture, 'approved');
    await fixture.moveTo('2026-04-20T08:00:00Z');
    expect((await fixture.kit.bureau.reportDisbursed(approved, { ...transfer, date: '2026-04-16' })).stage).toBe(
      'disbursed',
    );
  });

  test('of yesterday is reported, and given again later it is as it was', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const approved = await walkTo(fixture, 'approved');
    await fixture.moveTo('2026-01-06T08:00:00Z');
    const disbursed = await fixture.kit.bureau.reportDisbursed(approved, transfer);
    expect(await fixture.kit.bureau.reportDisbursed(approved, transfer)).toEqual(disbursed);
  });

  test('is of today in Lagos, where the day begins an hour before it does in UTC', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const approved = await walkTo(fixture, 'approved');
    await fixture.moveTo('2026-01-05T23:30:00Z');
    expect((await fixture.kit.bureau.reportDisbursed(approved, { ...transfer, date: '2026-01-06' })).stage).toBe(
      'disbursed',
    );
  });
});

describe('a repayment elsewhere', () => {
  const cash = { amount: 10_000, reference: 'CASH-1' };

  test.each(['2026-01-06', '2026-01-04'])('dated %s is refused, and nothing is written down', async (date) => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    const before = filesOf(await fixture.eventsOf());
    const error = await errorOf(fixture.kit.loans.recordRepayment(loan, { ...cash, date }));
    expect(error).toMatchObject({ name: 'RuleError', rule: 'repayment-date-is-true', spec: 'Spec §1, §1.5' });
    expect(filesOf(await fixture.eventsOf())).toEqual(before);
  });

  test('of yesterday is recorded, once', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting');
    await fixture.moveTo('2026-01-06T08:00:00Z');
    const paid = await fixture.kit.loans.recordRepayment(loan, { ...cash, date: '2026-01-05' });
    expect(paid.balances.repaidOutside).toBe(10_000);
    expect(await fixture.kit.loans.recordRepayment(paid, { ...cash, date: '2026-01-05' })).toEqual(paid);
  });

  test('of a loan that began elsewhere is held against the disbursement that it came with', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const { mandateId } = await walkTo(fixture, 'collecting');
    await fixture.moveTo('2026-01-08T08:00:00Z');
    const kit = fixture.newKit({ store: memoryStore() });
    const loan = await kit.loans.adopt({
      ...openInput(undefined, 'old-7'),
      ...choice,
      mandateId,
      adoptedBy: 'operations',
      reason: 'moved',
      evidence: [],
      disbursement: { ...transfer, date: '2026-01-06', reported: true },
    });
    if (loan.stage !== 'collecting') return expect.fail(`it is ${loan.stage}`);
    expect(await errorOf(kit.loans.recordRepayment(loan, { ...cash, date: '2026-01-05' }))).toMatchObject({
      rule: 'repayment-date-is-true',
    });
    expect((await kit.loans.recordRepayment(loan, { ...cash, date: '2026-01-06' })).balances.repaidOutside).toBe(
      10_000,
    );
  });
});
