import { describe, expect, it } from 'vitest';
import { type CollectingLoan, type RepayKit, undiciTransport } from '../../src/index.ts';
import type { NewFault } from '../../src/server/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { booksHold, collecting, type Lender, lender, refusal, today } from './judge-loan-file.ts';

const HURRY = { debitMs: 400, readMs: 400 };
const DEBIT = { operation: 'collectManually', times: 1 } as const;

type Trouble = readonly [
  name: string,
  fault: NewFault,
  outcome: 'scheduled' | 'refused' | 'unknown',
  isBooked: boolean,
];

const TROUBLES: readonly Trouble[] = [
  ['a slow answer', { ...DEBIT, kind: 'latency', delayMs: 30 }, 'scheduled', true],
  ['an answer in slow pieces', { ...DEBIT, kind: 'slow-body', delayMs: 5 }, 'scheduled', true],
  ['400 before', { ...DEBIT, kind: 'status', status: 400 }, 'refused', false],
  ['401 before', { ...DEBIT, kind: 'status', status: 401 }, 'refused', false],
  ['422 before', { ...DEBIT, kind: 'status', status: 422 }, 'refused', false],
  ['429 before', { ...DEBIT, kind: 'status', status: 429, retryAfter: 1 }, 'refused', false],
  ['408 before', { ...DEBIT, kind: 'status', status: 408 }, 'unknown', false],
  ['500 before', { ...DEBIT, kind: 'status', status: 500 }, 'unknown', false],
  ['503 before', { ...DEBIT, kind: 'status', status: 503, retryAfter: 0 }, 'unknown', false],
  ['500 after', { ...DEBIT, kind: 'status', status: 500, when: 'after' }, 'unknown', true],
  ['504 after', { ...DEBIT, kind: 'status', status: 504, when: 'after' }, 'unknown', true],
  ['a reset before', { ...DEBIT, kind: 'reset' }, 'unknown', false],
  ['a reset after', { ...DEBIT, kind: 'reset', when: 'after' }, 'unknown', true],
  ['a time-out before', { ...DEBIT, kind: 'timeout' }, 'unknown', false],
  ['a time-out after', { ...DEBIT, kind: 'timeout', when: 'after' }, 'unknown', true],
  ['a malformed answer before', { ...DEBIT, kind: 'malformed' }, 'unknown', false],
  ['a malformed answer after', { ...DEBIT, kind: 'malformed', when: 'after' }, 'unknown', true],
];

/** Whatever a merchant might do next with an unknown debit, none of which may send it again. */
async function pester(of: Lender, kit: RepayKit, loanId: string): Promise<CollectingLoan> {
  const now = async () => (await kit.loans.get(loanId)) as CollectingLoan;
  await runDue(kit, { concurrency: 8 });
  await kit.collections.settle(await now());
  await kit.mandates.refresh(await now());
  const day = of.server.clock.today();
  const open = (await now()).debits.some(
    ({ status, debitDate }) => ['intended', 'unknown', 'parked', 'scheduled'].includes(status) && debitDate === day,
  );
  if (open) expect(await refusal(kit.collections.collect(await now(), today(100, day)))).toBe('debit-is-single');
  return now();
}

describe('the three outcomes of a debit, spec §4.7', () => {
  it.each(TROUBLES)('%s', async (_, fault, outcome, isBooked) => {
    const of = await lender({ timeouts: HURRY });
    const loan = await collecting(of);
    await of.fault(fault);
    const { loan: after, debit } = await of.kit.collections.collect(loan, today(10_000));
    expect(debit.outcome).toBe(outcome);
    expect(after.debits).toMatchObject([{ status: outcome, amount: 10_000, debitDate: '2026-01-05' }]);
    expect(after.balances.openDebits).toBe(outcome === 'refused' ? 0 : 10_000);
    expect(await of.puts()).toBe(1);
    expect(await of.booked(loan.mandateId)).toBe(isBooked ? 1 : 0);
    if (outcome === 'refused') {
      expect((await of.kit.collections.collect(after, today(10_000))).debit.outcome).toBe('scheduled');
      expect(await of.puts()).toBe(2);
      return;
    }

    // From here on time passes, processes end, and everything is called that a merchant may call.
    let seen = after;
    for (const step of [
      'PT30S',
      'PT31S',
      'PT14M',
      'PT59S',
      'PT2S',
      'PT3M',
      'PT1H',
      'PT8H',
      'P1D',
      'P1D',
      'P3D',
      'P7D',
    ]) {
      await of.server.clock.advance(step);
      seen = await pester(of, of.another({ timeouts: HURRY }), loan.loanId);
      expect(booksHold(seen)).toBe(true);
    }
    const [debitNow] = seen.debits;
    expect(seen.debits).toHaveLength(1);
    expect(await of.puts()).toBe(1);
    expect(debitNow?.status).toBe(isBooked ? 'successful' : 'parked');
    expect(seen.balances).toMatchObject(
      isBooked ? { collected: 10_000, openDebits: 0 } : { collected: 0, openDebits: 10_000, collectable: 20_000 },
    );
    const duties = (await of.kit.loans.duties(seen)).filter(({ duty }) => duty === 'settle-debit');
    expect(duties).toHaveLength(isBooked ? 0 : 1);
  });

  it('where no connection was made nothing was asked for: an error, no open debit, and another may be sent at once', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const offline = of.another({ baseUrl: 'http://127.0.0.1:9', transport: undiciTransport() });
    await expect(offline.collections.collect(loan, today(100))).rejects.toMatchObject({
      name: 'ConnectionError',
      outcome: 'none',
    });
    const now = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
    expect(now.balances.openDebits).toBe(0);
    expect((await of.kit.collections.collect(now, today(100))).debit.outcome).toBe('scheduled');
    expect(await of.puts()).toBe(1);
  });

  it('a merchant who loses patience leaves an unknown debit, not a lost one', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.fault({ ...DEBIT, kind: 'latency', delayMs: 600_000 });
    const patience = new AbortController();
    const asking = of.kit.collections.collect(loan, today(100), { signal: patience.signal });
    while ((await of.server.controls.faults()).items[0]?.hits === 0)
      await new Promise((resolve) => setImmediate(resolve));
    patience.abort();
    const { debit } = await asking;
    expect(debit.outcome).toBe('unknown');
    expect(((await of.kit.loans.get(loan.loanId)) as CollectingLoan).balances.openDebits).toBe(100);
  });

  it('a signal that was aborted before sends nothing', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const call = of.kit.collections.collect(loan, today(100), { signal: AbortSignal.abort() });
    await call.catch(() => undefined);
    expect(await of.puts()).toBe(0);
    const now = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
    expect(now.balances.openDebits).toBe(0);
  });

  it('the escape hatch sends no debit', async () => {
    const of = await lender();
    const loan = await collecting(of);
    expect(
      await refusal(
        of.kit.request(
          'collectManually' as never,
          { mandateId: loan.mandateId, amount: 1, debitDate: '2026-01-05' } as never,
        ),
      ),
    ).toBe('guarded-operation');
    expect(await of.puts()).toBe(0);
  });
});
