import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const keysOf = (duties: readonly { readonly key: string }[]) => duties.map(({ key }) => key);

async function failed() {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'verifying');
  await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY, outcome: 'rejected' });
  await fixture.receiver.settled();
  return { fixture, kit: fixture.kit, loan };
}

describe('the duties of a loan', () => {
  test('are none as long as it runs as it should, and send no request', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    const requests = await fixture.requests();
    expect(await fixture.kit.loans.duties(loan)).toEqual([]);
    expect(await fixture.requests()).toEqual(requests);
  });

  test('name the account for a program, and hide it when printed', async () => {
    const { kit, loan } = await failed();
    const [notice, ...rest] = await kit.loans.duties(loan);
    expect(notice).toMatchObject({ duty: 'notify-payer', subject: { account: { account: 'a1', ...PRIMARY } } });
    expect(keysOf(rest)).toEqual(['offer-reselection']);
    expect(inspect(await kit.loans.duties(loan), { depth: 9 })).not.toContain(PRIMARY.accountNumber);
  });

  test('follow a missed repayment, its notice and its payment', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    await fixture.server.controls.patchAccount(PRIMARY, { balance: 0 });
    await fixture.moveTo('2026-02-01T20:00:00Z');
    const owed = await fixture.kit.loans.duties(loan);
    expect(owed.map(({ duty }) => duty)).toContain('notify-payer');
    await fixture.server.controls.patchAccount(PRIMARY, { balance: 40_000 });
    await fixture.moveTo('2026-02-02T20:00:00Z');
    expect((await fixture.kit.loans.duties(loan)).map(({ duty }) => duty)).not.toContain('notify-payer');
  });

  test('of what is no loan, or unknown, says so', async () => {
    const { kit } = await createFixture();
    for (const nothing of [undefined, null, 'loan-1', {}])
      expect(await errorOf(kit.loans.duties(nothing as never))).toMatchObject({ name: 'InputError' });
    expect(await errorOf(kit.loans.duties({ loanId: 'x', stage: 'collecting' } as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'loanId' }],
    });
  });
});

describe('discharging a duty', () => {
  test('writes down who did what, and answers what is left', async () => {
    const { fixture, kit, loan } = await failed();
    const [notice] = await kit.loans.duties(loan);
    const duty = notice?.key ?? '';
    expect(keysOf(await kit.loans.dischargeDuty(loan, { duty, note: 'texted on 5 January, by Ngozi' }))).toEqual([
      'offer-reselection',
    ]);
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'duty.discharged',
      duty,
      note: 'texted on 5 January, by Ngozi',
    });
    const { length } = await fixture.eventsOf();
    expect(keysOf(await kit.loans.dischargeDuty(loan, { duty, note: 'once more' }))).toEqual(['offer-reselection']);
    expect(await fixture.eventsOf()).toHaveLength(length);
  });

  test.each([
    ['that goes away by its deed', 'offer-reselection', 'duty-needs-its-deed'],
    ['that is not owed', 'tell-platform:cancellation', 'duty-is-owed'],
  ])('%s is refused', async (_what, duty, rule) => {
    const { fixture, kit, loan } = await failed();
    const events = await fixture.eventsOf();
    expect(await errorOf(kit.loans.dischargeDuty(loan, { duty, note: 'done' }))).toMatchObject({
      name: 'RuleError',
      rule,
    });
    expect(await fixture.eventsOf()).toEqual(events);
  });

  test.each([undefined, {}, { duty: ' ', note: 7 }])('with %j reports every mistake', async (input) => {
    const { kit, loan } = await failed();
    const error = await errorOf(kit.loans.dischargeDuty(loan, input as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['duty', 'note']);
  });
});
