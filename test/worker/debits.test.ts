import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { altered } from '../journeys/altered.ts';
import { createFixture } from '../journeys/fixture.ts';
import { manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

async function withDebit(when: 'before' | 'after' | 'never') {
  const fixture = await createFixture({ receivesWebhooks: false, kit: { random: () => 0 } });
  const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
  if (when !== 'never')
    await fixture.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when, times: 1 });
  await fixture.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
  const statusOf = async () => {
    const now = await fixture.kit.loans.get('loan-1');
    return now.stage === 'collecting' ? now.debits.map(({ status }) => status) : [];
  };
  return { fixture, statusOf };
}

describe('open debits', () => {
  test('are asked about when they may have ended, not before', async () => {
    const { fixture, statusOf } = await withDebit('never');
    await fixture.moveTo('2026-02-01T07:04:00Z');
    expect(await runDue(fixture.kit, { kinds: ['debits'] })).toMatchObject({ debits: { asked: 0 }, loans: 0 });
    await fixture.moveTo('2026-02-01T07:05:00Z');
    expect(await runDue(fixture.kit)).toMatchObject({
      debits: { asked: 1, settled: 1, parked: 0, failed: 0 },
      reports: { delivered: 1 },
    });
    expect(await statusOf()).toEqual(['successful']);
  });

  test('whose answer was lost are found, and nothing is sent again', async () => {
    const { fixture, statusOf } = await withDebit('after');
    expect(await statusOf()).toEqual(['unknown']);
    await fixture.moveTo('2026-01-05T08:05:00Z');
    await runDue(fixture.kit);
    expect(await statusOf()).toEqual(['scheduled']);
    expect(await fixture.requests()).toMatchObject({ collectManually: 1 });
  });

  test('that never arrived are asked about less and less often, until they wait for a person', async () => {
    const { fixture, statusOf } = await withDebit('before');
    let [runs, asked, parked] = [0, 0, 0];
    for (; parked === 0 && runs < 2_000; runs++) {
      await fixture.server.clock.advance('PT30M');
      const { debits, errors } = await runDue(fixture.kit);
      expect(errors).toEqual([]);
      asked += debits.asked;
      parked += debits.parked;
    }
    expect(await statusOf()).toEqual(['parked']);
    expect(parked).toBe(1);
    // 27 days in half hours: most runs found nothing due.
    expect(asked).toBeLessThan(60);
    expect(await fixture.requests()).toMatchObject({ collectManually: 1 });
    expect(await runDue(fixture.kit)).toMatchObject({ debits: { asked: 0 } });
  });

  test('that were lost are looked for at once, however seldom an older one is asked about by now', async () => {
    const { fixture, statusOf } = await withDebit('never');
    const slow = fixture.newKit({
      transport: altered(fixture.transport, '/collection', (logs: object[]) =>
        logs.map((log) => ({ ...log, status: 'pending' })),
      ),
    });
    for (let hour = 0; hour < 30; hour++) {
      await fixture.server.clock.to(new Date(Date.parse('2026-02-01T08:00:00Z') + hour * 3_600_000).toISOString());
      await runDue(slow);
    }
    expect(await statusOf()).toEqual(['scheduled']);
    await fixture.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when: 'after', times: 1 });
    const loan = (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
    await slow.collections.collect(loan, { amount: 1_000, debitDate: '2026-03-01' });
    expect(await statusOf()).toEqual(['scheduled', 'unknown']);
    await fixture.server.clock.advance('PT1M');
    expect(await runDue(slow)).toMatchObject({ debits: { asked: 2 } });
    expect(await statusOf()).toEqual(['scheduled', 'scheduled']);
  });

  test('that cannot be asked about are asked about later', async () => {
    const { fixture, statusOf } = await withDebit('never');
    await fixture.moveTo('2026-02-01T07:05:00Z');
    await fixture.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 503, times: 1 });
    expect(await runDue(fixture.kit, { kinds: ['debits'] })).toMatchObject({
      debits: { failed: 1 },
      errors: [{ loanId: 'loan-1', kind: 'debits' }],
    });
    expect(await runDue(fixture.kit, { kinds: ['debits'] })).toMatchObject({ loans: 0 });
    await fixture.moveTo('2026-02-01T07:05:30Z');
    expect(await runDue(fixture.kit, { kinds: ['debits'] })).toMatchObject({ debits: { settled: 1 } });
    expect(await statusOf()).toEqual(['successful']);
  });
});
