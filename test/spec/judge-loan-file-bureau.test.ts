import { describe, expect, it } from 'vitest';
import type { CollectingLoan, DisbursedLoan } from '../../src/index.ts';
import type { NewFault } from '../../src/server/index.ts';
import { runDue, startWorker } from '../../src/worker/index.ts';
import {
  bureauInMemory,
  collecting,
  DISBURSED,
  type Lender,
  lender,
  refusal,
  today,
  verified,
} from './judge-loan-file.ts';

const LIFECYCLE = ['loan.approved', 'loan.disbursed'];

async function filed(of: Lender): Promise<DisbursedLoan> {
  return of.kit.bureau.reportDisbursed(await of.kit.bureau.reportApproved(await verified(of)), DISBURSED);
}

const stage = async (of: Lender, loanId: string) => (await of.another().loans.get(loanId)).stage;

describe('reports at the bureau, spec §6.3', () => {
  const FAULTS: readonly (readonly [string, Omit<NewFault, 'operation'>])[] = (['before', 'after'] as const).flatMap(
    (when) => [
      [`503 ${when}`, { kind: 'status', status: 503, when, times: 3 }],
      [`429 ${when}`, { kind: 'status', status: 429, when, times: 2 }],
      [`a reset ${when}`, { kind: 'reset', when, times: 3 }],
      [`a malformed answer ${when}`, { kind: 'malformed', when, times: 2 }],
      [`every other call reset ${when}`, { kind: 'reset', when, every: 2, times: 4 }],
    ],
  );

  it.each(FAULTS)('are there once and in order, whatever happens: %s', async (_, fault) => {
    const of = await lender({ timeouts: { readMs: 500, placeMs: 500 } });
    const loan = await filed(of);
    await of.fault({ ...fault, operation: 'submitBureauReport' });
    for (let run = 0; run < 30 && (await stage(of, loan.loanId)) !== 'collecting'; run += 1) {
      await Promise.all([runDue(of.another()), runDue(of.another()), runDue(of.another())]);
      await of.server.clock.advance('PT10M');
    }
    expect((await of.atBureau()).map(({ event }) => event)).toEqual(LIFECYCLE);
    const now = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
    expect(now.reports.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect((await of.kit.loans.duties(now)).map(({ duty }) => duty)).toEqual([]);
    expect((await of.server.controls.violations()).items).toEqual([]);
  });

  it('hold what the section names, and always have the same id', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(12_345.67));
    const paid = await of.kit.mandates.refresh(loan);
    const changed = await of.kit.bureau.reportRestructured(paid, {
      reason: 'àìsàn',
      schedule: [{ dueDate: '2026-03-31', amount: 17_654.33 }],
    });
    const closed = await of.kit.bureau.close(changed, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    await runDue(of.another());
    const held = await of.atBureau();
    expect(held.map(({ event }) => event)).toEqual([
      ...LIFECYCLE,
      'repayment.successful',
      'repayment.successful',
      'loan.restructured',
      'loan.closed',
    ]);
    const contents = held.map(({ content }) => content);
    expect(contents[0]).toMatchObject({
      offerTerms: expect.anything(),
      approvedAmount: 28_000,
      tenure: expect.anything(),
    });
    expect(contents[1]).toEqual(DISBURSED);
    expect(contents.slice(2, 4)).toEqual([
      { amount: 10_000, date: '2026-01-05', outstandingBalance: 20_000 },
      { amount: 2_345.67, date: '2026-01-05', outstandingBalance: 17_654.33 },
    ]);
    expect(contents[4]).toEqual({ reason: 'àìsàn', schedule: [{ dueDate: '2026-03-31', amount: 17_654.33 }] });
    expect(contents[5]).toEqual({ finalStatus: 'written_off', closeDate: '2026-01-05' });
    for (const { reportId } of held) expect(reportId.length).toBeLessThanOrEqual(200);
    expect(new Set(held.map(({ reportId }) => reportId)).size).toBe(held.length);
    expect((await of.kit.loans.get(closed.loanId)).stage).toBe('closed');
  });

  it('of repayments are left to the platform where that was chosen, the others are the merchant’s', async () => {
    const of = await lender({ repaymentReports: 'platform' });
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(30_000));
    const paid = await of.kit.mandates.refresh(loan);
    await of.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    await runDue(of.kit);
    expect((await of.atBureau()).map(({ event }) => event)).toEqual([...LIFECYCLE, 'loan.closed']);
  });

  it('a missed due date in mode auto is reported once, with what was due', async () => {
    const of = await lender({ balances: [0, 0, 0] });
    const loan = await collecting(of, { terms: { collectionMode: 'auto' } });
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-05']) {
      await of.server.clock.to(`${day}T22:00:00Z`);
      await of.another().mandates.refresh((await of.kit.loans.get(loan.loanId)) as CollectingLoan);
      await runDue(of.another());
    }
    const missed = (await of.atBureau()).filter(({ event }) => event === 'repayment.missed');
    expect(missed.map(({ content }) => content)).toEqual([
      { dueAmount: 10_000, failureReason: expect.any(String), outstandingBalance: 30_000 },
    ]);
    expect((await of.kit.loans.duties(await of.kit.loans.get(loan.loanId))).map(({ duty }) => duty)).toContain(
      'notify-payer',
    );
  });
});

describe('a bureau that will not', () => {
  it('is tried again later and later, and 12 times; then a person has to see to it, and releasing sends it', async () => {
    const bureau = bureauInMemory();
    bureau.mood = () => new Error('no');
    const of = await lender({ bureau });
    const loan = await filed(of);
    const waits: number[] = [];
    let last = Number(of.server.clock.now());
    for (let minute = 0; minute < 60 * 40 && bureau.calls.length < 12; minute += 1) {
      const before = bureau.calls.length;
      await runDue(of.kit);
      if (bureau.calls.length > before) {
        waits.push((Number(of.server.clock.now()) - last) / 1000);
        last = Number(of.server.clock.now());
      }
      await of.server.clock.advance(minute < 60 ? 'PT15S' : 'PT1M');
    }
    expect(bureau.calls.filter((event) => event === 'loan.approved')).toHaveLength(12);
    expect(bureau.calls).toHaveLength(12); // the one behind it waits
    // 30 s, 1 min, 2 min … at most 6 h, by chance up to a quarter less; the clock here moves by steps of up to a minute.
    for (const [nth, wait] of waits.slice(1).entries()) {
      const full = Math.min(30 * 2 ** nth, 6 * 3_600);
      expect(wait, `wait ${nth + 1}`).toBeGreaterThanOrEqual(full * 0.75);
      expect(wait, `wait ${nth + 1}`).toBeLessThanOrEqual(full + 60);
    }
    const duties = await of.kit.loans.duties(loan);
    expect(duties).toContainEqual(expect.objectContaining({ duty: 'mend-report', isDischargeable: false }));
    await of.server.clock.advance('P3D');
    await runDue(of.kit);
    expect(bureau.calls).toHaveLength(12);

    bureau.mood = () => undefined;
    const reportId = duties.find(({ duty }) => duty === 'mend-report')?.subject?.reportId ?? '';
    await of.kit.bureau.release(loan, { reportId });
    await runDue(of.another());
    expect(await stage(of, loan.loanId)).toBe('collecting');
    expect(bureau.taken).toHaveLength(2);
    expect(await of.kit.loans.duties(loan)).toEqual([]);
  });

  it('a refusal for good is stuck at once, keeps back its own loan only, and is no report that can be released otherwise', async () => {
    const bureau = bureauInMemory();
    const of = await lender({ bureau });
    const [one, two] = [await filed(of), await filed(of)];
    bureau.mood = (reportId) =>
      reportId === `loan.approved:${one.mandateId}`
        ? Object.assign(new Error('bad field'), { permanent: true })
        : undefined;
    const report = await runDue(of.kit);
    expect(report.reports).toMatchObject({ delivered: 2, stuck: 1 });
    expect([await stage(of, one.loanId), await stage(of, two.loanId)]).toEqual(['disbursed', 'collecting']);
    expect(await refusal(of.kit.bureau.release(two as never, { reportId: 'loan.approved:none' }))).toMatch(
      /InputError|StaleLoanError/,
    );
    bureau.mood = () => undefined;
    expect((await of.kit.bureau.awaitReported(one)).stage).toBe('collecting');
    expect(bureau.taken).toHaveLength(4);
  });

  it('keeps back what follows the report that it refused, the closure too, and has all of it in order once that was mended', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(30_000));
    const paid = await of.kit.mandates.refresh(loan);
    await of.fault({ operation: 'submitBureauReport', kind: 'status', status: 400 });
    await runDue(of.kit);
    const closed = await of.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    await runDue(of.another());
    const owed = await of.kit.loans.duties(closed);
    expect(owed.filter(({ duty }) => duty === 'mend-report')).toHaveLength(1);
    expect((await of.atBureau()).map(({ event }) => event)).toEqual(LIFECYCLE);
    await of.server.controls.clearFaults();
    await runDue(of.another());
    expect((await of.atBureau()).map(({ event }) => event)).toEqual(LIFECYCLE); // waits for a person
    await of.kit.bureau.release(closed, {
      reportId: owed.find(({ duty }) => duty === 'mend-report')?.subject?.reportId ?? '',
    });
    await runDue(of.another());
    expect((await of.atBureau()).map(({ event }) => event)).toEqual([
      ...LIFECYCLE,
      ...Array(3).fill('repayment.successful'),
      'loan.closed',
    ]);
    expect((await of.kit.loans.duties(closed)).map(({ duty }) => duty)).toEqual(['release-mandate']);
  });

  it('is not asked before it said so', async () => {
    const bureau = bureauInMemory();
    bureau.mood = () => Object.assign(new Error('later'), { retryAfterMs: 3_600_000 });
    const of = await lender({ bureau });
    await filed(of);
    await runDue(of.kit);
    await of.server.clock.advance('PT59M');
    await runDue(of.kit);
    expect(bureau.calls).toHaveLength(1);
    await of.server.clock.advance('PT2M');
    await runDue(of.kit);
    expect(bureau.calls).toHaveLength(2);
  });

  it('an acknowledgement that was lost is asked about where the bureau can be asked', async () => {
    const bureau = bureauInMemory();
    bureau.mood = () => 'lost';
    const of = await lender({
      bureau: Object.assign(bureau, { isKnown: async (reportId: string) => bureau.taken.includes(reportId) }),
    });
    const loan = await filed(of);
    for (let run = 0; run < 8; run += 1) {
      await runDue(of.another());
      await of.server.clock.advance('PT10M');
    }
    expect(bureau.calls).toEqual(LIFECYCLE);
    expect(await stage(of, loan.loanId)).toBe('collecting');
  });
});

describe('workers', () => {
  it('eight at once over forty loans deliver each report once and in order', { timeout: 600_000 }, async () => {
    const bureau = bureauInMemory();
    const of = await lender({ bureau });
    const loans: DisbursedLoan[] = [];
    for (let nth = 0; nth < 40; nth += 1) loans.push(await filed(of));
    const runs = await Promise.all(Array.from({ length: 8 }, () => runDue(of.another(), { concurrency: 5 })));
    expect(runs.reduce((sum, { reports }) => sum + reports.delivered, 0)).toBe(80);
    expect(bureau.calls).toHaveLength(80);
    for (const { mandateId } of loans)
      expect(bureau.taken.filter((id) => id.includes(mandateId))).toEqual([
        `loan.approved:${mandateId}`,
        `loan.disbursed:${mandateId}`,
      ]);
    expect(runs.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('what a worker held when it was stopped dead is done once its lease ran out', async () => {
    const bureau = bureauInMemory();
    const of = await lender({ bureau });
    const loan = await filed(of);
    const claims = await of.store.claim({
      now: Number(of.server.clock.now()),
      leaseMs: 60_000,
      limit: 10,
      kinds: ['reports', 'debits'],
    });
    expect(claims).toMatchObject([{ loanId: loan.loanId, kind: 'reports' }]); // … and the process is gone
    await runDue(of.kit);
    expect(bureau.calls).toEqual([]);
    await of.server.clock.advance('PT61S');
    await runDue(of.kit);
    expect(bureau.taken).toHaveLength(2);
  });

  it('a limit is kept and told, unknown options are refused, a stopped worker is told so', async () => {
    const of = await lender();
    for (let nth = 0; nth < 3; nth += 1) await filed(of);
    expect(await runDue(of.kit, { limit: 1 })).toMatchObject({ loans: 1, left: 'limit' });
    expect((await runDue(of.kit)).left).toBeUndefined();
    for (const wrong of [{ limit: 0 }, { concurrency: -1 }, { kinds: ['everything'] }, { often: true }])
      await expect(runDue(of.kit, wrong as never)).rejects.toMatchObject({ name: 'ConfigurationError' });
    const worker = startWorker(of.kit, { everyMs: 1_000 });
    await worker.stop();
    await worker.done;
    expect(worker.health()).toMatchObject({ state: 'stopped', failedRuns: 0 });
  });
});
