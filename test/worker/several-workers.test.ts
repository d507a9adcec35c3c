import { describe, expect, test } from 'vitest';
import { runDue } from '../../src/worker/index.ts';
import { createFixture } from '../journeys/fixture.ts';
import { bureauEvents, disbursedLoans, testBureau } from './bureaus.ts';

describe('several workers over one store', () => {
  test('share the work: nothing is done twice, everything once', async () => {
    const bureau = testBureau();
    bureau.fault = () => new Promise((resolve) => setImmediate(resolve));
    const fixture = await createFixture({ kit: { bureau }, receivesWebhooks: false });
    await disbursedLoans(fixture, 12);
    const reports = await Promise.all([1, 2, 3].map(() => runDue(fixture.newKit())));
    expect(reports.map((report) => report.reports.delivered).reduce((sum, count) => sum + count)).toBe(24);
    expect(reports.every((report) => report.loans < 12)).toBe(true);
    expect([...bureau.taken.values()]).toEqual(Array(24).fill(1));
    expect(bureau.given).toHaveLength(24);
  });

  test('wait for the lease of one that was killed, and then do its work', async () => {
    const bureau = testBureau();
    const fixture = await createFixture({ kit: { bureau, random: () => 0 }, receivesWebhooks: false });
    await disbursedLoans(fixture, 1);
    // Killed after the bureau had taken the report, before that was written down: the promise never ends, as in a process that is gone.
    const killed = fixture.newKit({
      bureau: { submit: (report) => bureau.submit(report).then(() => new Promise(() => undefined)) },
      clock: stopped(fixture.server.clock.now()),
    });
    void runDue(killed);
    while (bureau.given.length === 0) await new Promise((resolve) => setImmediate(resolve));

    expect(await runDue(fixture.kit)).toMatchObject({ loans: 0 });
    await fixture.moveTo('2026-01-05T08:00:59.999Z');
    expect(await runDue(fixture.kit)).toMatchObject({ loans: 0 });
    await fixture.moveTo('2026-01-05T08:01:00Z');
    const knowing = {
      submit: bureau.submit.bind(bureau),
      isKnown: async (reportId: string) => bureau.taken.has(reportId),
    };
    expect(await runDue(fixture.newKit({ bureau: knowing }))).toMatchObject({ reports: { delivered: 2 } });
    expect([...bureau.taken.values()]).toEqual([1, 1]);
  });

  // The bureau takes the report and its answer is lost, it fails before and after, and it is slow; nothing asks before it sends again.
  test.each([1, 2, 3])(
    'against a bureau with faults (seed %i): none lost, none accepted twice, each loan in order',
    async (seed) => {
      const fixture = await createFixture({ server: { seed }, kit: { random: seeded(seed) }, receivesWebhooks: false });
      const loanIds = await disbursedLoans(fixture, 6);
      for (const fault of [
        { kind: 'reset', when: 'after', probability: 0.2 },
        { kind: 'status', status: 503, when: 'before', probability: 0.2 },
        { kind: 'status', status: 500, when: 'after', probability: 0.2 },
      ] as const) {
        await fixture.server.controls.addFault({ operation: 'submitBureauReport', ...fault });
      }
      const stages = async () =>
        Promise.all(loanIds.map(async (loanId) => (await fixture.kit.loans.get(loanId)).stage));
      for (let round = 0; round < 60 && (await stages()).some((at) => at !== 'collecting'); round++) {
        await Promise.all([1, 2].map(() => runDue(fixture.newKit(), { concurrency: 2, maxAttempts: 1_000 })));
        await fixture.server.clock.advance('PT6H');
      }
      expect(await stages()).toEqual(Array(6).fill('collecting'));
      expect([...(await bureauEvents(fixture)).values()]).toEqual(Array(6).fill(['loan.approved', 'loan.disbursed']));
      const events = await Promise.all(loanIds.map((loanId) => fixture.eventsOf(loanId)));
      for (const file of events) expect(file.filter(({ type }) => type === 'report.acknowledged')).toHaveLength(2);
    },
  );
});

/** A clock that stands still: of a process that is gone. */
function stopped(now: number) {
  return { now: () => now, today: () => '2026-01-05' as never, sleep: () => new Promise<void>(() => undefined) };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
