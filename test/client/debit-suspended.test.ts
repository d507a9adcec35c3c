import { expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { errorOf } from '../journeys/fixture.ts';
import { debitFixture, WANTED } from './debit-fixture.ts';

test.each([
  ['was tried once', 'refused'],
  ['was not tried yet', undefined],
] as const)(
  'a debit that %s when its machine was suspended never leaves after it was given up',
  async (_when, fault) => {
    const stage = await debitFixture();
    const { kit, pass, loan } = stage;

    // What happens while the first process stands still: another one parks the debit, a person decides, and it is asked for again.
    let hasSlept = false;
    const sleep = async () => {
      if (hasSlept) return;
      hasSlept = true;
      await kit.collections.settle(await loan());
      await pass(18);
      await kit.collections.settle(await loan());
      await pass(2);
      const { loan: parked } = await kit.collections.settle(await loan());
      const [debit] = parked.debits;
      expect(debit?.status).toBe('parked');
      const verdict = {
        debitId: debit?.debitId ?? '',
        result: 'not-taken',
        decidedBy: 'ops',
        reason: 'the bank shows nothing',
      } as const;
      const { loan: decided } = await kit.collections.settle(parked, verdict);
      expect((await kit.collections.collect(decided, WANTED)).debit.outcome).toBe('scheduled');
    };
    const transport = faulty(stage.transport, async ({ path }) => {
      if (!path.endsWith('/manual/activate')) return undefined;
      await sleep();
      return fault;
    });
    const first = stage.process(stage.store, { transport, retry: { firstDelayMs: 1 } });

    const error = await errorOf(first.collections.collect(stage.first, WANTED));
    expect(error).toMatchObject({ name: 'DeadlineError', outcome: 'none', attempts: 0 });
    await pass(24 * 60);
    const { loan: settled } = await kit.collections.settle((await loan()) as CollectingLoan);
    expect(settled.balances).toMatchObject({ collected: 30_000, openDebits: 0 });
    expect((await stage.requests()).collectManually).toBe(1);
  },
);
