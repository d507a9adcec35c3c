import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CollectingLoan, RepayKit } from '../../src/index.ts';
import type { NewFault } from '../../src/server/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { BACKUP, booksHold, collecting, type Lender, lender, PRIMARY, refusal, today } from './judge-loan-file.ts';

const DAYS = ['2026-01-05', '2026-01-06', '2026-01-09', '2026-02-01', '2026-03-31'];
const FAULTS: readonly (Omit<NewFault, 'operation'> | undefined)[] = [
  undefined,
  undefined,
  undefined,
  { kind: 'reset' },
  { kind: 'reset', when: 'after' },
  { kind: 'status', status: 500, when: 'after' },
  { kind: 'malformed', when: 'after' },
  { kind: 'status', status: 429 },
];

type Step =
  | { readonly do: 'collect'; readonly kobo: number; readonly day: number; readonly fault: number }
  | {
      readonly do: 'repay' | 'reverse-repayment' | 'reverse-collection' | 'balance' | 'obligation';
      readonly kobo: number;
    }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'decide'; readonly taken: boolean }
  | { readonly do: 'code'; readonly code: string }
  | {
      readonly do:
        | 'refresh'
        | 'settle'
        | 'due'
        | 'restart'
        | 'dispute'
        | 'dismiss'
        | 'revoke'
        | 'bureau-down'
        | 'read-fails';
    };

const kobo = fc.oneof(
  fc.integer({ min: 1, max: 3_100_000 }),
  fc.constantFrom(1, 1_000_000, 2_999_999, 3_000_000, 3_000_001),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('collect' as const),
      kobo,
      day: fc.nat(DAYS.length - 1),
      fault: fc.nat(FAULTS.length - 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('repay', 'reverse-repayment', 'reverse-collection', 'balance', 'obligation'),
      kobo,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 16, 61, 1_440, 10_080) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), taken: fc.constant(false) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('code' as const), code: fc.constantFrom('51', '97', '00', '61') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'refresh',
        'refresh',
        'settle',
        'due',
        'restart',
        'dispute',
        'dismiss',
        'revoke',
        'bureau-down',
        'read-fails',
      ),
    }),
  },
) as fc.Arbitrary<Step>;

/** Plays one step as a careless merchant would: what is refused is refused. */
async function play(of: Lender, kit: RepayKit, loanId: string, one: Step, nth: number): Promise<RepayKit> {
  const loan = (await kit.loans.get(loanId)) as CollectingLoan;
  const day = of.server.clock.today();
  switch (one.do) {
    case 'collect': {
      const fault = FAULTS[one.fault];
      const id = fault && (await of.fault({ ...fault, operation: 'collectManually', times: 1 }));
      // Each of them is a payment of its own.
      const despiteUnknown = loan.debits
        .filter(({ status }) => ['intended', 'unknown', 'parked'].includes(status))
        .map(({ debitId }) => debitId);
      await kit.collections.collect(loan, { ...today(one.kobo / 100, DAYS[one.day]), despiteUnknown }).catch(refused);
      if (id) await of.server.controls.removeFault(id);
      return kit;
    }
    case 'repay':
      // Not more than is left beside debits under way: what is paid twice is another matter.
      await kit.loans
        .recordRepayment(loan, {
          amount: Math.min(one.kobo / 100, loan.balances.collectable),
          date: day,
          reference: `cash-${nth}`,
        })
        .catch(refused);
      return kit;
    case 'reverse-repayment':
    case 'reverse-collection': {
      const kind = one.do === 'reverse-repayment' ? 'repayment' : 'collection';
      await kit.loans
        .recordReversal(loan, {
          of: kind,
          amount: one.kobo / 100,
          date: day,
          reference: `back-${nth}`,
          reason: 'did not hold',
        })
        .catch(refused);
      return kit;
    }
    case 'balance':
      await of.server.bank.setBalance(PRIMARY, Math.round(one.kobo / 3) / 100);
      return kit;
    case 'code':
      await of.server.bank.decline(PRIMARY, one.code === '00' ? null : one.code);
      return kit;
    case 'obligation':
      await kit.loans.recordObligation(loan, { amount: one.kobo / 100, basis: 'clause 4' }).catch(refused);
      return kit;
    case 'wait':
      await of.server.clock.advance({ minutes: one.minutes });
      return kit;
    case 'decide': {
      const parked = loan.debits.find(({ status }) => status === 'parked');
      if (parked)
        await kit.collections
          .settle(loan, { debitId: parked.debitId, result: 'not-taken', decidedBy: 'ops', reason: 'asked' })
          .catch(refused);
      return kit;
    }
    case 'refresh':
      await kit.mandates.refresh(loan);
      return kit;
    case 'settle':
      await kit.collections.settle(loan);
      return kit;
    case 'due':
      await runDue(kit, { concurrency: 3 });
      return kit;
    case 'restart':
      return of.another();
    case 'dispute':
      await kit.mandates.openDispute(loan, {
        reference: `D-${nth}`,
        reason: 'doubt',
        openedAt: '2026-01-05T09:00:00+01:00',
      });
      return kit;
    case 'dismiss':
      for (const { reference, outcome } of loan.disputes)
        if (!outcome)
          await kit.mandates.resolveDispute((await kit.loans.get(loanId)) as CollectingLoan, {
            reference,
            outcome: 'dismissed',
            reason: 'none',
            resolvedAt: '2026-01-05T09:00:00+01:00',
          });
      return kit;
    case 'revoke':
      await kit.mandates.revokeScope(loan, {
        scope: 'automatedDebit',
        channel: 'phone',
        revokedAt: '2026-01-05T09:00:00+01:00',
      });
      return kit;
    case 'bureau-down':
      await of.fault({
        operation: 'submitBureauReport',
        kind: 'status',
        status: 503,
        times: 2,
        when: nth % 2 ? 'before' : 'after',
      });
      return kit;
    case 'read-fails':
      await of.fault({ operation: nth % 2 ? 'listCollections' : 'getMandate', kind: 'status', status: 500, times: 1 });
      return kit;
  }
}

function refused(error: unknown): void {
  if (!['RuleError', 'InputError'].includes((error as Error).name)) throw error;
}

function judge(loan: CollectingLoan): void {
  const { balances, debits } = loan;
  expect(booksHold(loan)).toBe(true);
  for (const sum of Object.values(balances)) expect(sum).toBeGreaterThanOrEqual(0);
  expect(balances.outstanding === 0 || balances.overpaid === 0).toBe(true);
  const open = debits.filter(({ status }) => ['intended', 'scheduled', 'unknown', 'parked'].includes(status));
  expect(Math.round(balances.openDebits * 100)).toBe(
    open.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
  );
  const dates = open.map(({ debitDate }) => debitDate);
  expect(new Set(dates).size).toBe(dates.length);
}

describe('the books of a loan', () => {
  it('hold after every step of whatever walk, and end as the service has them', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24 }),
        fc.integer({ min: 1, max: 1_000 }),
        async (steps, seed) => {
          const of = await lender({ server: { seed }, balances: [20_000, 5_000.37, 0] });
          let kit = of.kit;
          const loan = await collecting(of, { backups: [BACKUP] });
          for (const [nth, one] of steps.entries()) {
            kit = await play(of, kit, loan.loanId, one, nth);
            judge((await kit.loans.get(loan.loanId)) as CollectingLoan);
          }
          await theEnd(of, kit, loan);
          await of.server.close();
        },
      ),
      { numRuns: 70, seed: 20_260_105, endOnFailure: false },
    );
  });
});

/** Lets everything come to its end, then holds the file against the service and the bureau. */
async function theEnd(of: Lender, kit: RepayKit, { loanId, mandateId }: CollectingLoan): Promise<void> {
  await of.server.controls.clearFaults();
  await of.server.bank.decline(PRIMARY, null);
  await of.server.clock.to('2026-04-03T12:00:00Z');
  for (let round = 0; round < 4; round += 1) {
    await kit.mandates.refresh((await kit.loans.get(loanId)) as CollectingLoan);
    await runDue(kit);
    await of.server.clock.advance('P1D');
  }
  const now = (await kit.loans.get(loanId)) as CollectingLoan;
  judge(now);
  const reversed = now.reversals
    .filter(({ of: kind }) => kind === 'collection')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const { mandate } = await of.server.controls.readMandate(mandateId);
  expect(Math.round(now.balances.collected * 100) + reversed).toBe(Math.round(mandate.collectedAmount * 100));
  expect(
    now.debits.map(({ status }) => status).filter((status) => ['intended', 'scheduled', 'unknown'].includes(status)),
  ).toEqual([]);
  const sent = now.debits.filter(({ status }) => status !== 'refused').length;
  expect(await of.booked(mandateId)).toBeLessThanOrEqual(sent);
  expect(await of.puts()).toBe(now.debits.length);
  expect(now.reports.every(({ acknowledged }) => acknowledged)).toBe(true);
  const held = await of.atBureau();
  expect(held.map(({ reportId }) => reportId)).toEqual(now.reports.map(({ reportId }) => reportId));
  const reported = held
    .filter(({ event }) => event === 'repayment.successful')
    .reduce((sum, { content }) => sum + Math.round(Number(content.amount) * 100), 0);
  expect(reported).toBe(Math.round(mandate.collectedAmount * 100));
  const closing = await refusal(kit.bureau.close(now, { finalStatus: 'repaid', closeDate: of.server.clock.today() }));
  const isSettled = !now.debits.some(({ status }) => status === 'parked');
  expect(closing === 'allowed').toBe(isSettled && now.balances.outstanding === 0);
}
