import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { createTestDelivery } from '../../src/webhooks/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { autoTerms } from '../journeys/people.ts';
import { allFaults, type PlantedFixture, plantedFixture, plantedOpening, underFaults } from './planted-fixture.ts';
import { addresses, bankAccounts, claim, extra, keys, person, statement } from './planted-values.ts';
import { walkWithFaults } from './planted-walk.ts';

function expectNoLeaks({ watcher }: PlantedFixture, atLeast: number): void {
  expect(watcher.leaks).toEqual([]);
  const looked = [...watcher.looked.values()].reduce((sum, count) => sum + count, 0);
  expect(looked).toBeGreaterThan(atLeast);
}

describe.each([
  ['sealed', true],
  ['kept in clear', false],
])('nothing that was planted is printed, with personal data %s,', (_how, withKeys) => {
  test('over a loan on demand, from the consent to the evidence, with everything going wrong at every call', {
    timeout: 600_000,
  }, async () => {
    const stage = await plantedFixture({ withKeys });
    const { kit, server, watcher, look } = stage;
    let loan = await walkWithFaults(stage);
    const present = async () => {
      loan = (await kit.loans.get('loan-1')) as CollectingLoan;
      return loan;
    };
    for (const [day, fault] of [...allFaults, undefined].entries()) {
      if (fault) stage.faults.push(fault);
      const asked = kit.collections.collect(await present(), { amount: 5_000 + day, debitDate: `2026-02-1${day}` });
      watcher.lookAt('a promise of a debit', asked);
      await asked.then(
        ({ debit, loan: after }) => {
          watcher.lookAt('a debit', debit);
          watcher.lookAt('the error of a debit', 'error' in debit ? debit.error : '');
          look(after);
        },
        (error) => watcher.lookAt('an error of a debit', error),
      );
      stage.faults.length = 0;
    }
    await underFaults(stage, async () => kit.collections.settle(await present()));
    await server.clock.to('2026-02-20T08:00:00Z');
    await underFaults(stage, async () => kit.mandates.refresh(await present()));
    await underFaults(stage, async () =>
      runDue(kit, { onProgress: (progress) => watcher.lookAt('the progress of a run', progress) }),
    );
    watcher.lookAt('the report of a run', await runDue(kit, { inbox: stage.receiver }));
    const evidence = { channel: 'web', ipAddress: addresses.withdrawal };
    await kit.loans.recordRepayment(await present(), { amount: 1_000, date: '2026-02-20', reference: 'CASH-1' });
    look(
      await kit.mandates.openDispute(await present(), {
        reference: 'D-1',
        reason: 'not known',
        openedAt: '2026-02-20T07:00:00Z',
      }),
    );
    const resolution = {
      reference: 'D-1',
      outcome: 'dismissed',
      reason: 'known',
      resolvedAt: '2026-02-20T07:30:00Z',
    } as const;
    look(await kit.mandates.resolveDispute(await present(), resolution));
    watcher.lookAt(
      'a withdrawal',
      await kit.mandates.revokeScope(await present(), {
        scope: 'automatedDebit',
        revokedAt: '2026-02-20T07:40:00Z',
        ...evidence,
      }),
      {
        withJson: false,
      },
    );
    look(await kit.loans.recordObligation(await present(), { amount: 1_000, basis: 'clause 4' }));
    await kit.mandates.requestCancellation(await present(), { requestedAt: '2026-02-20T07:50:00Z', ...evidence });
    watcher.lookAt('duties', await kit.loans.duties(await present()));
    watcher.lookAt('a page of loans', await kit.loans.list(), { withJson: false });
    watcher.look('the evidence', await kit.loans.evidence('loan-1'));
    look(await present());
    expectNoLeaks(stage, 3_000);
  });
});

describe('nothing that was planted is printed', () => {
  test('over a loan that is collected by itself, by webhooks that are confirmed, dropped, broken and forged', async () => {
    const handled: string[] = [];
    const onCollection = () => {
      handled.push('collection');
      if (handled.length === 1)
        throw new Error(`mail to ${person.email} and text to ${person.mobileNumber} failed for ${person.bvn}`);
    };
    const stage = await plantedFixture({ onCollection });
    const { server, receiver, inbox, watcher, look } = stage;
    const loan = await walkWithFaults(stage, { terms: autoTerms });
    stage.faults.push('echo');
    await server.clock.to('2026-02-01T08:00:00Z');
    await receiver.settled();
    await receiver.drain();
    await server.clock.to('2026-03-02T08:00:00Z');
    await receiver.settled();
    expect(handled.length).toBeGreaterThan(1);
    const { mandateId } = loan;
    const { accountNumber } = bankAccounts[0];
    const facts = {
      mandateId,
      accountNumber,
      accountName: person.name,
      providerMessage: `${person.email} ${person.address}`,
    };
    const { body, headers } = createTestDelivery('collection', facts, { secret: keys.webhookSecret });
    const forged = createTestDelivery('collection', facts, { secret: `${keys.webhookSecret}-not` });
    const deliveries = [
      { body, headers },
      { body: body.slice(0, -3), headers },
      { body: `${body}${person.bvn}`, headers },
      { body, headers: forged.headers },
      { body: '', headers },
    ];
    for (const delivery of deliveries) {
      const response = await receiver(
        new Request(`http://127.0.0.1/hooks?bvn=${person.bvn}`, { method: 'POST', ...delivery }),
      );
      watcher.look('a reply', `${await response.text()} ${JSON.stringify([...response.headers])}`);
    }
    await receiver.settled();
    for (const status of ['unfinished', 'quarantined'] as const) {
      for (const { reason } of await inbox.list({ status, limit: 50 }))
        watcher.look('the reason of a delivery', reason ?? '');
    }
    look(await stage.kit.loans.get('loan-1'));
    expectNoLeaks(stage, 2_000);
  });

  test('by uploads, claims and plain calls, whatever becomes of them', async () => {
    const stage = await plantedFixture();
    const { kit, watcher } = stage;
    const mandateId = 'a'.repeat(24);
    const calls: readonly (() => Promise<unknown>)[] = [
      async () => kit.income.uploadStatement(statement),
      async () => kit.income.processIncome({ ...statement, statement: Buffer.from(`no PDF: ${statement.password}`) }),
      async () =>
        kit.income.uploadStatement({ ...statement, statement: `/tmp/no-such-file-${person.bvn}-${person.email}.pdf` }),
      async () => kit.income.uploadStatement({ ...statement, bvn: `${person.bvn}${person.bvn}`, accountNumber: '' }),
      async () => kit.insurance.claim(claim),
      async () => kit.insurance.claim({ ...claim, amount: -1 }),
      async () => kit.collections.list({ type: 'manual', search: person.bvn }),
      async () => kit.collections.list({ type: 'manual', search: person.email }),
      async () => kit.mandates.get(mandateId),
      async () => kit.request('discoverAccounts', { bvn: person.bvn, type: JSON.stringify(person) }),
      async () => kit.request('getMandate', { mandateId: person.bvn }),
      async () => kit.request('collectManually' as never, { mandateId, amount: 1, debitDate: person.email } as never),
    ];
    for (const call of calls) {
      const [end] = await Promise.allSettled([underFaults(stage, call)]);
      if (end?.status === 'rejected') watcher.lookAt('an error', end.reason);
    }
    stage.look();
    expectNoLeaks(stage, 1_000);
  });

  test('by evidence, duties and prints of a payer who was erased', async () => {
    const stage = await plantedFixture();
    const { kit, watcher, server, look } = stage;
    const loan = await walkWithFaults(stage);
    await kit.collections.collect(loan, { amount: 90_000, debitDate: '2026-02-01' });
    await server.clock.to('2026-02-01T08:00:00Z');
    await stage.receiver.settled();
    const repaid = (await kit.loans.get('loan-1')) as CollectingLoan;
    const closed = await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-02-01', extra });
    await kit.bureau.awaitReported(closed);
    const shown = await kit.loans.evidence('loan-1', { showPersonal: true });
    // Anyone who asks for the personal parts gets them: that is what the erasure takes away.
    for (const value of [person.bvn, person.name, addresses.consent]) expect(shown).toContain(value);
    watcher.lookAt('an erasure', await kit.loans.erasePayer(person.payerId, { reason: 'the payer asked for it' }));
    for (const showPersonal of [true, false])
      watcher.look('the evidence', await kit.loans.evidence('loan-1', { showPersonal }));
    const erased = await kit.loans.get('loan-1');
    // Also JSON of the loan, which is complete otherwise.
    watcher.lookAt('a loan that was erased', erased);
    watcher.lookAt('duties', await kit.loans.duties(erased));
    for (const act of [
      () => kit.loans.open(plantedOpening()),
      () => kit.mandates.refresh(erased as never),
      () => kit.loans.open({ ...plantedOpening(), loanId: 'loan-2' }),
    ]) {
      const [end] = await Promise.allSettled([act()]);
      if (end?.status === 'rejected') watcher.lookAt('an error', end.reason);
    }
    look();
    expectNoLeaks(stage, 500);
  });
});
