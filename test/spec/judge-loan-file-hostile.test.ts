import { describe, expect, it } from 'vitest';
import { type CollectingLoan, type Transport, type TransportRequest, undiciTransport } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { booksHold, collecting, type Lender, lender, refusal, today } from './judge-loan-file.ts';

const read = async (of: Lender, loanId: string) => (await of.kit.loans.get(loanId)) as CollectingLoan;

// biome-ignore lint/suspicious/noExplicitAny: what a stranger answers is of any shape
type Stranger = any;

/** A service whose answers somebody changed on their way. */
function altering(of: Lender, alter: (request: TransportRequest, body: Stranger) => unknown): Transport {
  const inner = undiciTransport({ dispatcher: of.server.dispatcher });
  return {
    async send(request) {
      const response = await inner.send(request);
      const body = JSON.stringify(alter(request, JSON.parse(response.body)));
      return { ...response, body, bodyBytes: Buffer.byteLength(body) };
    },
    close: () => inner.close(),
  };
}

const isList = ({ path }: TransportRequest) => path.includes('/business/collection?');
const isPut = ({ method }: TransportRequest) => method === 'PUT';
const isMandate = ({ path }: TransportRequest) => path.endsWith('/get-mandate');

describe('answers to a debit that are not believed', () => {
  const ANSWERS: readonly (readonly [string, (body: Stranger) => unknown])[] = [
    ['another mandate', (body) => ({ ...body, data: { ...body.data, mandateId: 'f'.repeat(24) } })],
    ['no reference', (body) => ({ ...body, data: { ...body.data, transactionRefence: '' } })],
    ['no data', (body) => ({ ...body, data: null })],
    ['success and failure at once', (body) => ({ ...body, error: 'slow bank' })],
    ['a failed payment', (body) => ({ ...body, data: { ...body.data, paymentStatus: 'failed' } })],
  ];
  it.each(ANSWERS)('%s: unknown, then found by asking, and sent once', async (_, alter) => {
    const of = await lender();
    const loan = await collecting(of);
    const kit = of.another({ transport: altering(of, (request, body) => (isPut(request) ? alter(body) : body)) });
    const { debit } = await kit.collections.collect(loan, today(10_000));
    expect(debit.outcome).toBe('unknown');
    await of.server.clock.advance('PT3H');
    await runDue(of.another());
    const now = await of.kit.mandates.refresh(await read(of, loan.loanId));
    expect(now.balances).toMatchObject({ collected: 10_000, openDebits: 0 });
    expect(await of.puts()).toBe(1);
  });

  it.each([
    [422, 'refused', 0],
    [200, 'unknown', 10_000],
  ])('a failure envelope with status %i leaves the debit %s', async (status, outcome, openDebits) => {
    const of = await lender();
    const loan = await collecting(of);
    const inner = undiciTransport({ dispatcher: of.server.dispatcher });
    const transport: Transport = {
      send: async (request) =>
        isPut(request)
          ? {
              status,
              headers: {},
              body: '{"status":false,"message":"not today","error":true,"data":null}',
              bodyBytes: 60,
            }
          : inner.send(request),
      close: () => inner.close(),
    };
    const { loan: after, debit } = await of.another({ transport }).collections.collect(loan, today(10_000));
    expect(debit.outcome).toBe(outcome);
    expect(after.balances).toMatchObject({ openDebits, collectable: 30_000 - openDebits });
  });
});

describe('readings that are not believed', () => {
  const ROWS: readonly (readonly [string, (row: Stranger) => unknown])[] = [
    ['of another mandate', (row) => ({ ...row, status: 'successful', mandateId: 'f'.repeat(24) })],
    [
      'with another reference',
      (row) => ({ ...row, status: 'successful', transactionRefence: '00000000-0000-4000-8000-000000000000' }),
    ],
    ['with an unheard-of status', (row) => ({ ...row, status: 'reversing' })],
  ];
  it.each(ROWS)('a row %s settles no scheduled debit', async (_, alter) => {
    const of = await lender();
    const loan = await collecting(of);
    const { loan: open } = await of.kit.collections.collect(loan, today(10_000, '2026-01-09'));
    const transport = altering(of, (request, body) =>
      isList(request) ? { ...body, data: body.data.map((row: Stranger) => alter(row)) } : body,
    );
    const { loan: now } = await of.another({ transport }).collections.settle(open);
    expect(now.debits).toMatchObject([{ status: 'scheduled' }]);
    expect(now.balances).toMatchObject({ collected: 0, openDebits: 10_000 });
    expect(await refusal(of.kit.collections.collect(now, today(1, '2026-01-09')))).toBe('debit-is-single');
  });

  it.each([
    [
      'more collected than is due',
      (data: Stranger) => ({ ...data, collectedAmount: 31_000, outstandingBalance: -1_000 }),
    ],
    ['less than nothing', (data: Stranger) => ({ ...data, collectedAmount: -1 })],
    ['another mandate', (data: Stranger) => ({ ...data, _id: 'f'.repeat(24) })],
    [
      'an instalment with more on it than is due',
      (data: Stranger) => ({
        ...data,
        repaymentDetails: {
          breakdown: data.repaymentDetails.breakdown.map((item: Stranger) => ({ ...item, amountCollected: 10_000.01 })),
        },
      }),
    ],
  ])('a mandate that shows %s changes nothing', async (_, alter) => {
    const of = await lender();
    const loan = await collecting(of);
    const transport = altering(of, (request, body) =>
      isMandate(request) ? { ...body, data: alter(body.data) } : body,
    );
    await of
      .another({ transport })
      .mandates.refresh(loan)
      .catch((error) => expect(error).toMatchObject({ name: 'AnswerError' }));
    const now = await read(of, loan.loanId);
    expect(now.balances).toMatchObject({ collected: 0, outstanding: 30_000 });
    expect(booksHold(now)).toBe(true);
  });

  it('a service that forgets what it collected takes nothing off the books', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(10_000));
    const before = await of.kit.mandates.refresh(loan);
    const transport = altering(of, (request, body) =>
      isMandate(request)
        ? {
            ...body,
            data: {
              ...body.data,
              collectedAmount: 0,
              outstandingBalance: 30_000,
              repaymentDetails: {
                breakdown: body.data.repaymentDetails.breakdown.map((item: Stranger) => ({
                  ...item,
                  amountCollected: 0,
                  status: 'scheduled',
                })),
              },
            },
          }
        : body,
    );
    const after = await of.another({ transport }).mandates.refresh(before);
    expect(after.balances).toEqual(before.balances);
    expect(await refusal(of.kit.collections.collect(after, today(20_000.01)))).toBe('debit-within-terms');
  });

  it('amounts as decimal text and ids as objects are read as what they are', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(10_000.5));
    const transport = altering(of, (request, body) => {
      if (!isMandate(request)) return body;
      const { data } = body;
      const breakdown = data.repaymentDetails.breakdown.map((item: Stranger) => ({
        ...item,
        amountCollected: String(item.amountCollected),
        amount: `${item.amount}.00`,
      }));
      return {
        ...body,
        data: { ...data, collectedAmount: '10000.50', repaymentDetails: { breakdown }, somethingNew: { deep: [1] } },
      };
    });
    const now = await of.another({ transport }).mandates.refresh(loan);
    expect(now.balances).toMatchObject({ collected: 10_000.5, outstanding: 19_999.5 });
  });
});

describe('many processes on one loan', () => {
  it('refresh, settle, runDue and repayments at once count everything once', { timeout: 600_000 }, async () => {
    const of = await lender();
    const loan = await collecting(of);
    for (const [nth, day] of ['2026-01-05', '2026-01-06', '2026-01-07'].entries()) {
      await of.fault({ operation: 'collectManually', kind: 'reset', when: 'after', times: 1 });
      await of.kit.collections.collect(await read(of, loan.loanId), today(3_333.33, day));
      await of.server.clock.to(`${day}T12:0${nth}:00Z`);
      const given = await read(of, loan.loanId);
      const jobs = Array.from({ length: 6 }, (_, index) => {
        const kit = of.another();
        if (index % 3 === 0) return kit.mandates.refresh(given);
        if (index % 3 === 1) return runDue(kit);
        return kit.loans.recordRepayment(given, { amount: 10, date: '2026-01-05', reference: `cash-${nth}-${index}` });
      });
      for (const done of await Promise.allSettled(jobs))
        if (done.status === 'rejected')
          expect(done.reason).toMatchObject({ name: expect.stringMatching(/ConflictError|StaleLoanError/) });
      for (const index of [2, 5])
        await of.kit.loans.recordRepayment(await read(of, loan.loanId), {
          amount: 10,
          date: '2026-01-05',
          reference: `cash-${nth}-${index}`,
        });
    }
    await of.server.clock.advance('P1D');
    await Promise.all([
      runDue(of.another()),
      runDue(of.another()),
      of.kit.mandates.refresh(await read(of, loan.loanId)),
    ]);
    await runDue(of.kit);
    const now = await read(of, loan.loanId);
    expect(now.balances).toMatchObject({
      collected: 9_999.99,
      repaidOutside: 60,
      outstanding: 19_940.01,
      openDebits: 0,
    });
    expect(await of.puts()).toBe(3);
    const paid = (await of.atBureau()).filter(({ event }) => event === 'repayment.successful');
    expect(Math.round(paid.reduce((sum, { content }) => sum + Number(content.amount), 0) * 100)).toBe(999_999);
    expect(new Set(paid.map(({ reportId }) => reportId)).size).toBe(paid.length);
  });

  it('a store that fails after the request left leaves an intent that is asked about and never sent again', async () => {
    const of = await lender();
    const loan = await collecting(of);
    let writes = 0;
    const failing = new Proxy(of.store, {
      get(store, name) {
        const method = Reflect.get(store, name);
        if (name !== 'append') return typeof method === 'function' ? method.bind(store) : method;
        return async (...args: Parameters<typeof store.append>) => {
          writes += 1;
          if (writes > 1) throw new Error('disk full');
          return store.append(...args);
        };
      },
    });
    await expect(of.another({ store: failing }).collections.collect(loan, today(10_000))).rejects.toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
    });
    expect(await of.puts()).toBe(1);
    const intended = await read(of, loan.loanId);
    expect(intended.balances.openDebits).toBe(10_000);
    expect(await refusal(of.another().collections.collect(intended, today(10_000)))).toBe('debit-is-single');
    await of.server.clock.advance('PT3H');
    await runDue(of.another());
    expect((await of.another().mandates.refresh(intended)).balances).toMatchObject({
      collected: 10_000,
      openDebits: 0,
    });
    expect(await of.puts()).toBe(1);
  });
});
