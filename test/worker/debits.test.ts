import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { altered } from '../journeys/altered.ts';
import { manualTerms } from '../journeys/people.ts';
import { setStage } from '../journeys/stage.ts';
import { walkTo } from '../journeys/walk.ts';

async function withDebit(when: 'before' | 'after' | 'never') {
  const stage = await setStage({ hears: false, kit: { random: () => 0 } });
  const loan = await walkTo(stage, 'collecting', { terms: manualTerms });
  if (when !== 'never')
    await stage.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when, times: 1 });
  await stage.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
  const statusOf = async () => {
    const now = await stage.kit.loans.get('loan-1');
    return now.stage === 'collecting' ? now.debits.map(({ status }) => status) : [];
  };
  return { stage, statusOf };
}

describe('open debits', () => {
  test('are asked about when they may have ended, not before', async () => {
    const { stage, statusOf } = await withDebit('never');
    await stage.moveTo('2026-02-01T07:04:00Z');
    expect(await runDue(stage.kit, { kinds: ['debits'] })).toMatchObject({ debits: { asked: 0 }, loans: 0 });
    await stage.moveTo('2026-02-01T07:05:00Z');
    expect(await runDue(stage.kit)).toMatchObject({
      debits: { asked: 1, settled: 1, parked: 0, failed: 0 },
      reports: { delivered: 1 },
    });
    expect(await statusOf()).toEqual(['successful']);
  });

  test('whose answer was lost are found, and nothing is sent again', async () => {
    const { stage, statusOf } = await withDebit('after');
    expect(await statusOf()).toEqual(['unknown']);
    await stage.moveTo('2026-01-05T08:05:00Z');
    await runDue(stage.kit);
    expect(await statusOf()).toEqual(['scheduled']);
    expect(await stage.requests()).toMatchObject({ collectManually: 1 });
  });

  test('that never arrived are asked about less and less often, until they wait for a person', async () => {
    const { stage, statusOf } = await withDebit('before');
    let [runs, asked, parked] = [0, 0, 0];
    for (; parked === 0 && runs < 2_000; runs++) {
      await stage.server.clock.advance('PT30M');
      const { debits, errors } = await runDue(stage.kit);
      expect(errors).toEqual([]);
      asked += debits.asked;
      parked += debits.parked;
    }
    expect(await statusOf()).toEqual(['parked']);
    expect(parked).toBe(1);
    // 27 days in half hours: most runs found nothing due.
    expect(asked).toBeLessThan(60);
    expect(await stage.requests()).toMatchObject({ collectManually: 1 });
    expect(await runDue(stage.kit)).toMatchObject({ debits: { asked: 0 } });
  });

  test('that were lost are looked for at once, however seldom an older one is asked about by now', async () => {
    const { stage, statusOf } = await withDebit('never');
    const slow = stage.newKit({
      transport: altered(stage.transport, '/collection', (logs: object[]) =>
        logs.map((log) => ({ ...log, status: 'pending' })),
      ),
    });
    for (let hour = 0; hour < 30; hour++) {
      await stage.server.clock.to(new Date(Date.parse('2026-02-01T08:00:00Z') + hour * 3_600_000).toISOString());
      await runDue(slow);
    }
    expect(await statusOf()).toEqual(['scheduled']);
    await stage.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when: 'after', times: 1 });
    const loan = (await stage.kit.loans.get('loan-1')) as CollectingLoan;
    await slow.collections.collect(loan, { amount: 1_000, debitDate: '2026-03-01' });
    expect(await statusOf()).toEqual(['scheduled', 'unknown']);
    await stage.server.clock.advance('PT1M');
    expect(await runDue(slow)).toMatchObject({ debits: { asked: 2 } });
    expect(await statusOf()).toEqual(['scheduled', 'scheduled']);
  });

  test('that cannot be asked about are asked about later', async () => {
    const { stage, statusOf } = await withDebit('never');
    await stage.moveTo('2026-02-01T07:05:00Z');
    await stage.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 503, times: 1 });
    expect(await runDue(stage.kit, { kinds: ['debits'] })).toMatchObject({
      debits: { failed: 1 },
      errors: [{ loanId: 'loan-1', kind: 'debits' }],
    });
    expect(await runDue(stage.kit, { kinds: ['debits'] })).toMatchObject({ loans: 0 });
    await stage.moveTo('2026-02-01T07:05:30Z');
    expect(await runDue(stage.kit, { kinds: ['debits'] })).toMatchObject({ debits: { settled: 1 } });
    expect(await statusOf()).toEqual(['successful']);
  });
});
