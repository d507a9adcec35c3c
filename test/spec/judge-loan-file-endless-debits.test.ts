import { expect, it } from 'vitest';
import { type CollectingLoan, type Transport, undiciTransport } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { collecting, lender, today } from './judge-loan-file.ts';

it.each(['gone', 'pending'])(
  'a scheduled debit whose row is %s for a month becomes a person’s duty and can be decided',
  async (how) => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(100, '2026-01-06'));
    const inner = undiciTransport({ dispatcher: of.server.dispatcher });
    const transport: Transport = {
      close: () => inner.close(),
      async send(request) {
        const response = await inner.send(request);
        const json = JSON.parse(response.body);
        if (request.path.endsWith('get-mandate')) {
          Object.assign(json.data, { collectedAmount: 0, outstandingBalance: 30_000 });
          for (const item of json.data.repaymentDetails.breakdown)
            Object.assign(item, { amountCollected: 0, status: 'scheduled' });
        } else if (request.path.includes('installment')) json.data = [];
        else if (Array.isArray(json.data))
          json.data = how === 'gone' ? [] : json.data.map((row: object) => ({ ...row, status: 'pending' }));
        else json.data = how === 'gone' ? null : { ...json.data, status: 'pending' };
        return { ...response, body: JSON.stringify(json) };
      },
    };
    const kit = of.another({ transport });
    const now = async () => (await kit.loans.get(loan.loanId)) as CollectingLoan;
    for (let day = 0; day < 30; day += 1) {
      await of.server.clock.advance('P1D');
      await runDue(kit);
      await kit.mandates.refresh(await now());
    }
    expect.soft((await kit.loans.duties(await now())).map(({ duty }) => duty)).toContain('settle-debit');
    const debitId = (await now()).debits[0]?.debitId ?? '';
    const { loan: end } = await kit.collections.settle(await now(), {
      debitId,
      result: 'not-taken',
      decidedBy: 'ops',
      reason: 'bank statement',
    });
    expect(end.balances.openDebits).toBe(0);
  },
);
