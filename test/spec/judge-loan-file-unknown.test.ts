import { describe, expect, it } from 'vitest';
import { type CollectingLoan, type Transport, undiciTransport } from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { booksHold, collecting, type Lender, lender, refusal, today } from './judge-loan-file.ts';

const LOST = { operation: 'collectManually', kind: 'reset', times: 1 } as const;
const WORD = { decidedBy: 'ops-17', reason: 'statement of the bank' };

async function doubt(fault: object = LOST, date = '2026-01-05', amount = 10_000) {
  const of = await lender();
  const loan = await collecting(of);
  await of.fault({ ...LOST, ...fault });
  const { loan: after, debit } = await of.kit.collections.collect(loan, today(amount, date));
  expect(debit.outcome).toBe('unknown');
  return { of, loan: after, debitId: debit.debitId };
}

const read = async (of: Lender, loanId: string) => (await of.kit.loans.get(loanId)) as CollectingLoan;

/** Asks whenever asking makes sense, by another process each time, until nothing is open or a person has to decide. */
async function askUntilParked(of: Lender, loanId: string): Promise<void> {
  for (let look = 0; look < 60; look += 1) {
    const { debits } = await of.another().collections.settle(await read(of, loanId));
    const next = debits.find(({ nextLookAt }) => nextLookAt)?.nextLookAt;
    if (next === undefined) return;
    if (Date.parse(next) > Number(of.server.clock.now())) await of.server.clock.to(next);
    else await of.server.clock.advance('PT1M');
  }
  throw new Error('asked sixty times and it is still open');
}

describe('an unknown debit that never arrived', () => {
  it('is not parked within 15 minutes of sending, nor by one reading, and waits for a person once it is', async () => {
    const { of, loan, debitId } = await doubt();
    for (let minute = 0; minute < 15; minute += 1) {
      const { debits } = await of.kit.collections.settle(await read(of, loan.loanId));
      expect(debits).toMatchObject([{ debitId, status: 'unknown', nextLookAt: expect.any(String) }]);
      await of.server.clock.advance('PT1M');
    }
    await askUntilParked(of, loan.loanId);
    const parked = await read(of, loan.loanId);
    expect(parked.debits).toMatchObject([{ status: 'parked' }]);
    expect(parked.balances).toMatchObject({ openDebits: 10_000, collectable: 20_000, collected: 0 });
    expect(await of.kit.loans.duties(parked)).toContainEqual(
      expect.objectContaining({ duty: 'settle-debit', subject: expect.objectContaining({ debitId }) }),
    );
    expect(await of.puts()).toBe(1);
  });

  it('counts its quiet window from the last attempt of its debit date, however early that was asked for', async () => {
    const { of, loan } = await doubt({}, '2026-01-20');
    for (const step of ['PT20M', 'P1D', 'P7D', 'P6D', 'PT12H']) {
      await of.server.clock.advance(step);
      await runDue(of.another());
      await of.kit.collections.settle(await read(of, loan.loanId));
      expect((await read(of, loan.loanId)).debits).toMatchObject([{ status: 'unknown' }]);
    }
    await of.server.clock.to('2026-01-20T07:10:00Z'); // ten minutes after the first attempt, 08:00 Lagos
    await of.kit.collections.settle(await read(of, loan.loanId));
    await of.server.clock.advance('PT2M');
    await of.kit.collections.settle(await read(of, loan.loanId));
    expect((await read(of, loan.loanId)).debits).toMatchObject([{ status: 'unknown' }]);
    await askUntilParked(of, loan.loanId);
    expect((await read(of, loan.loanId)).debits).toMatchObject([{ status: 'parked' }]);
    expect(await of.puts()).toBe(1);
  });

  it('is decided by a person, once, with a name and a ground, and not before its window has passed', async () => {
    const { of, loan, debitId } = await doubt();
    const decide = async (word: object) =>
      refusal(of.kit.collections.settle(await read(of, loan.loanId), { debitId, ...WORD, ...word } as never));
    expect(await decide({ result: 'not-taken' })).toBe('verdict-after-quiet-window');
    await askUntilParked(of, loan.loanId);
    expect(await decide({ result: 'taken', amount: 10_000.01 })).toBe('verdict-within-debit');
    expect(await decide({ result: 'not-taken', decidedBy: ' ' })).toContain('InputError');
    expect(await decide({ result: 'not-taken', reason: '' })).toContain('InputError');
    expect(await decide({ result: 'perhaps' })).toContain('InputError');
    expect(await decide({ result: 'not-taken' })).toBe('allowed');
    const settled = await read(of, loan.loanId);
    expect(settled.debits).toMatchObject([{ status: 'failed' }]);
    expect(settled.balances).toMatchObject({ openDebits: 0, collectable: 30_000 });
    expect(await decide({ result: 'taken' })).toBe('verdict-needs-doubt');
    expect((await of.kit.loans.duties(settled)).map(({ duty }) => duty)).not.toContain('settle-debit');
    expect(await of.puts()).toBe(1);
    expect((await of.kit.collections.collect(settled, today(30_000, of.server.clock.today()))).debit.outcome).toBe(
      'scheduled',
    );
  });

  it('is taken in part when a person says so, and the books hold', async () => {
    const { of, loan, debitId } = await doubt();
    await askUntilParked(of, loan.loanId);
    const { loan: after } = await of.kit.collections.settle(await read(of, loan.loanId), {
      debitId,
      ...WORD,
      result: 'taken',
      amount: 0.01,
    });
    expect(after.balances).toMatchObject({ collected: 0.01, outstanding: 29_999.99, openDebits: 0 });
    expect(booksHold(after)).toBe(true);
  });

  it('is sent again only where the assumption is written out, and then once', async () => {
    const { of, loan } = await doubt();
    await expect(
      of.kit.collections.settle(await read(of, loan.loanId), { resendAbsent: true } as never),
    ).rejects.toBeInstanceOf(Error);
    const how = { resendAbsent: 'assuming-absence-means-it-never-arrived' } as const;
    const putsAt: number[] = [];
    for (let look = 0; look < 80; look += 1) {
      await of.another().collections.settle(await read(of, loan.loanId), how);
      putsAt.push(await of.puts());
      await of.server.clock.advance('PT15M');
    }
    expect(putsAt[0]).toBe(1); // the window had not passed
    expect(putsAt.at(-1)).toBe(2);
    const now = await of.kit.mandates.refresh(await read(of, loan.loanId));
    expect(now.balances).toMatchObject({ collected: 10_000, openDebits: 0 });
    expect(await of.booked(loan.mandateId)).toBe(1);
  });
});

describe('an unknown debit that arrived', () => {
  it('is found by asking, and a person cannot say that it was not taken', async () => {
    const { of, loan, debitId } = await doubt({ when: 'after' });
    await of.server.clock.advance('P2D');
    expect(await refusal(of.kit.collections.settle(loan, { debitId, ...WORD, result: 'not-taken' }))).toMatch(
      /^verdict-agrees-with-service$|^verdict-needs-doubt$/,
    );
    const { loan: now } = await of.kit.collections.settle(await read(of, loan.loanId));
    expect(now.balances).toMatchObject({ collected: 10_000, openDebits: 0 });
  });

  it('is not taken for one that was settled before with the same amount', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(500));
    const first = await of.kit.mandates.refresh(await read(of, loan.loanId));
    expect(first.balances.collected).toBe(500);
    await of.fault(LOST);
    const { loan: unknown } = await of.kit.collections.collect(first, today(500));
    await askUntilParked(of, unknown.loanId);
    const now = await of.kit.mandates.refresh(await read(of, loan.loanId));
    expect(now.debits.map(({ status }) => status)).toEqual(['successful', 'parked']);
    expect(now.balances).toMatchObject({ collected: 500, openDebits: 500 });
  });

  it('of two with the same amount, one of which arrived, only one is believed', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.fault(LOST);
    const { loan: one } = await of.kit.collections.collect(loan, today(500, '2026-01-06'));
    await of.fault({ ...LOST, when: 'after' });
    const despiteUnknown = one.debits.map(({ debitId }) => debitId);
    const { loan: two } = await of.kit.collections.collect(one, { ...today(500, '2026-01-07'), despiteUnknown });
    for (let day = 0; day < 6; day += 1) {
      await of.server.clock.advance('P1D');
      await runDue(of.another());
      await of.kit.mandates.refresh(await read(of, two.loanId));
    }
    const now = await read(of, loan.loanId);
    expect(now.balances.collected).toBe(500);
    expect(
      now.debits.map(({ status }) => status).filter((status) => status === 'successful').length,
    ).toBeLessThanOrEqual(1);
    expect(booksHold(now)).toBe(true);
    expect(await of.puts()).toBe(2);
  });

  it('of another loan with the same amount and day is never taken for it', async () => {
    const of = await lender();
    const [one, two] = [await collecting(of), await collecting(of)];
    await of.fault(LOST);
    await of.kit.collections.collect(one, today(700));
    expect((await of.kit.collections.collect(two, today(700))).debit.outcome).toBe('scheduled');
    await askUntilParked(of, one.loanId);
    expect((await read(of, one.loanId)).debits).toMatchObject([{ status: 'parked' }]);
  });
});

describe('a request that is stuck on its way and booked late', () => {
  /** Holds the next debit back; `arrive` delivers it. */
  function stuck(of: Lender): { transport: Transport; arrive: () => Promise<number> } {
    const inner = undiciTransport({ dispatcher: of.server.dispatcher });
    let held: { path: string; body: string } | undefined;
    const transport: Transport = {
      async send(request) {
        if (request.method !== 'PUT') return inner.send(request);
        held = { path: request.path, body: String(request.body) };
        throw new Error('gateway gave up');
      },
      close: () => inner.close(),
    };
    const headers = { token: REFERENCE_DEFAULTS.publicKey, 'content-type': 'application/json' };
    return {
      transport,
      arrive: async () =>
        (await of.server.fetch(held?.path ?? '/', { method: 'PUT', headers, body: held?.body ?? '' })).status,
    };
  }

  it('after it was parked: asking again finds it, and it is collected once', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const { transport, arrive } = stuck(of);
    const { debit } = await of.another({ transport }).collections.collect(loan, today(10_000));
    expect(debit.outcome).toBe('unknown');
    await askUntilParked(of, loan.loanId);
    await of.server.clock.advance('PT1H');
    expect(await arrive()).toBe(200);
    await runDue(of.another());
    await of.kit.mandates.refresh(await read(of, loan.loanId));
    const { loan: now } = await of.kit.collections.settle(await read(of, loan.loanId));
    expect(now.debits).toMatchObject([{ status: 'successful' }]);
    expect(now.balances).toMatchObject({ collected: 10_000, openDebits: 0, collectable: 20_000 });
    expect((await of.kit.loans.duties(now)).map(({ duty }) => duty)).not.toContain('settle-debit');
    expect(booksHold(now)).toBe(true);
  });

  it('after a person said that it was not taken: what the service collected is believed, once', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const { transport, arrive } = stuck(of);
    const { debit } = await of.another({ transport }).collections.collect(loan, today(10_000, '2026-01-05'));
    let parkedOn = loan;
    while (parkedOn.debits[0]?.status !== 'parked') {
      await of.server.clock.advance('PT20M');
      ({ loan: parkedOn } = await of.kit.collections.settle(await read(of, loan.loanId)));
    }
    const { loan: decided } = await of.kit.collections.settle(parkedOn, {
      debitId: debit.debitId,
      ...WORD,
      result: 'not-taken',
    });
    expect(decided.balances.collectable).toBe(30_000);
    expect(await arrive()).toBe(200);
    const now = await of.kit.mandates.refresh(decided);
    expect(booksHold(now)).toBe(true);
    const { mandate } = await of.server.controls.readMandate(loan.mandateId);
    expect(mandate.collectedAmount).toBe(10_000);
    expect(now.balances).toMatchObject({ collected: 10_000, outstanding: 20_000 });
  });

  it('after a person said that it was taken: what the service shows later is not counted again', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const { transport, arrive } = stuck(of);
    const { debit } = await of.another({ transport }).collections.collect(loan, today(10_000, '2026-01-05'));
    const { loan: decided } = await of.kit.collections.settle(await read(of, loan.loanId), {
      debitId: debit.debitId,
      ...WORD,
      result: 'taken',
    });
    expect(decided.balances).toMatchObject({ collected: 10_000, outstanding: 20_000, openDebits: 0 });
    expect(await arrive()).toBe(200);
    await runDue(of.kit);
    const now = await of.kit.mandates.refresh(decided);
    expect(now.balances).toMatchObject({ collected: 10_000, outstanding: 20_000 });
    expect(booksHold(now)).toBe(true);
  });
});
