import { describe, expect, test } from 'vitest';
import { StoreError, virtualClock } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';
import { bureauEvents, disbursedLoans, testBureau } from './bureaus.ts';

async function set(loans: number, bureau = testBureau()) {
  const fixture = await createFixture({ kit: { bureau, random: () => 0 }, receivesWebhooks: false });
  return { fixture, bureau, loanIds: await disbursedLoans(fixture, loans) };
}

const stagesOf = async ({ kit }: Fixture, loanIds: readonly string[]) =>
  Promise.all(loanIds.map(async (loanId) => (await kit.loans.get(loanId)).stage));

describe('a run', () => {
  test('delivers what is due at the real bureau, in each loan’s order, and then has nothing to do', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loanIds = await disbursedLoans(fixture, 5);
    expect(await runDue(fixture.kit)).toMatchObject({
      reports: { delivered: 10, failed: 0, stuck: 0 },
      loans: 5,
      errors: [],
    });
    expect(await stagesOf(fixture, loanIds)).toEqual(Array(5).fill('collecting'));
    expect([...(await bureauEvents(fixture)).values()]).toEqual(Array(5).fill(['loan.approved', 'loan.disbursed']));
    const again = await runDue(fixture.kit);
    expect(again).toMatchObject({ reports: { delivered: 0 }, loans: 0 });
    expect(again).not.toHaveProperty('left');
  });

  test('goes on with the other loans when one fails, and reports which and why, without personal data', async () => {
    const { fixture, bureau, loanIds } = await set(4);
    const failing = (await fixture.kit.loans.get('loan-2')).mandateId;
    bureau.fault = ({ mandateId }) => mandateId === failing && Promise.reject(new Error('Bolanle Adeyemi is unknown'));
    const report = await runDue(fixture.kit);
    expect(report).toMatchObject({ reports: { delivered: 6, failed: 1, stuck: 0 }, loans: 4 });
    expect(report.errors).toEqual([{ loanId: 'loan-2', kind: 'reports', reason: 'Error: [personal] is unknown' }]);
    expect(await stagesOf(fixture, loanIds)).toEqual(['collecting', 'disbursed', 'collecting', 'collecting']);
  });

  test('reports what is stuck from now on', async () => {
    const { fixture, bureau } = await set(1);
    bureau.fault = () => Promise.reject(Object.assign(new Error('no such member'), { permanent: true }));
    expect(await runDue(fixture.kit)).toMatchObject({
      reports: { delivered: 0, failed: 0, stuck: 1 },
      errors: [{ loanId: 'loan-1' }],
    });
    expect(await runDue(fixture.kit)).toMatchObject({ reports: { stuck: 0 }, loans: 0, errors: [] });
  });

  test('gives up on a report after as many attempts as configured', async () => {
    const { fixture, bureau } = await set(1);
    bureau.fault = () => Promise.reject(new Error('down'));
    expect(await runDue(fixture.kit, { maxAttempts: 2 })).toMatchObject({ reports: { failed: 1 } });
    await fixture.moveTo('2026-01-05T08:01:00Z');
    expect(await runDue(fixture.kit, { maxAttempts: 2 })).toMatchObject({ reports: { stuck: 1 } });
  });

  test('works on as many loans at a time as configured, and no more', async () => {
    const { fixture, bureau } = await set(7);
    let [atOnce, most] = [0, 0];
    bureau.fault = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
    };
    expect(await runDue(fixture.kit, { concurrency: 3 })).toMatchObject({ reports: { delivered: 14 } });
    expect(most).toBe(3);
  });

  test('stops at its limit and says so; the next one goes on from there', async () => {
    const { fixture } = await set(5);
    expect(await runDue(fixture.kit, { limit: 3, concurrency: 2 })).toMatchObject({ loans: 3, left: 'limit' });
    expect(await runDue(fixture.kit, { limit: 3, concurrency: 2 })).toMatchObject({
      loans: 2,
      reports: { delivered: 4 },
    });
  });

  test('does the configured kinds of work', async () => {
    const { fixture, bureau } = await set(1);
    expect(await runDue(fixture.kit, { kinds: ['debits'] })).toMatchObject({ loans: 0 });
    expect(bureau.given).toEqual([]);
  });

  test('reports its progress after each piece of work, and is not hurt by who listens', async () => {
    const { fixture } = await set(3);
    const reported: unknown[] = [];
    const report = await runDue(fixture.kit, {
      concurrency: 1,
      onProgress: ({ loanId, kind, soFar }) => {
        reported.push([loanId, kind, soFar.reports.delivered]);
        throw new Error('nobody listens');
      },
    });
    expect(reported).toEqual([
      ['loan-1', 'reports', 2],
      ['loan-2', 'reports', 4],
      ['loan-3', 'reports', 6],
    ]);
    expect(report.errors).toEqual([]);
  });
});

describe('a report that was filed', () => {
  test('by a process whose clock was ten days ahead goes out at once', async () => {
    const clock = virtualClock(Date.parse('2026-01-15T08:00:00Z'));
    const fixture = await createFixture({ kit: { bureau: testBureau(), clock }, receivesWebhooks: false });
    const loanIds = await disbursedLoans(fixture, 2);
    expect(await runDue(fixture.newKit({ clock: fixture.server.clock }))).toMatchObject({
      reports: { delivered: 4 },
      loans: 2,
    });
    expect(await stagesOf(fixture, loanIds)).toEqual(['collecting', 'collecting']);
  });

  test('first goes out first, and before those that failed and are due again', async () => {
    const { fixture, bureau } = await set(0);
    const [first, second, third] = [
      await walkTo(fixture, 'verified'),
      await walkTo(fixture, 'verified', more(2)),
      await walkTo(fixture, 'verified', more(3)),
    ];
    await fixture.kit.bureau.reportApproved(second);
    await fixture.moveTo('2026-01-05T08:00:01Z');
    await fixture.kit.bureau.reportApproved(first);
    bureau.fault = () => Promise.reject(new Error('down'));
    expect(await runDue(fixture.kit, { concurrency: 1 })).toMatchObject({ reports: { failed: 2 } });
    expect(bureau.given.map(({ mandateId }) => mandateId)).toEqual([second.mandateId, first.mandateId]);
    await fixture.moveTo('2026-01-05T08:01:00Z');
    await fixture.kit.bureau.reportApproved(third);
    bureau.fault = undefined;
    await runDue(fixture.kit, { concurrency: 1 });
    expect(bureau.given.slice(2).map(({ mandateId }) => mandateId)).toEqual([
      third.mandateId,
      first.mandateId,
      second.mandateId,
    ]);
  });

  const more = (number: number) => ({ loanId: `loan-${number}` });
});

describe('a run that is ended', () => {
  test('begins nothing more, gives back what it holds, and leaves it to the next one', async () => {
    const { fixture, bureau, loanIds } = await set(4);
    const stop = new AbortController();
    bureau.fault = ({ mandateId }) => {
      stop.abort();
      return mandateId === '' ? undefined : new Promise(() => undefined);
    };
    const report = await runDue(fixture.kit, { concurrency: 2, signal: stop.signal });
    expect(report).toMatchObject({ reports: { delivered: 0, failed: 0 }, left: 'stopped' });
    expect(bureau.given.length).toBeLessThanOrEqual(2);
    bureau.fault = undefined;
    expect(await runDue(fixture.newKit())).toMatchObject({ reports: { delivered: 8 } });
    expect(await stagesOf(fixture, loanIds)).toEqual(Array(4).fill('collecting'));
  });

  test('before it began does nothing', async () => {
    const { fixture, bureau } = await set(1);
    expect(await runDue(fixture.kit, { signal: AbortSignal.abort() })).toMatchObject({ loans: 0, left: 'stopped' });
    expect(bureau.given).toEqual([]);
  });

  test('by a store that cannot be reached fails as a whole', async () => {
    const { fixture } = await set(1);
    const store = { ...fixture.store, claim: () => Promise.reject(new StoreError('no connection')) };
    expect(await errorOf(runDue(fixture.newKit({ store })))).toMatchObject({ name: 'StoreError' });
  });

  test('by a store that fails for one loan goes on with the others', async () => {
    const { fixture } = await set(3);
    const load: typeof fixture.store.load = (loanId, after) =>
      loanId === 'loan-1' ? Promise.reject(new StoreError('a bad block')) : fixture.store.load(loanId, after);
    expect(await runDue(fixture.newKit({ store: { ...fixture.store, load } }))).toMatchObject({
      reports: { delivered: 4, failed: 1 },
      errors: [{ loanId: 'loan-1', kind: 'reports', reason: 'a bad block' }],
    });
  });
});

describe('webhooks in an inbox', () => {
  test('are worked on first, and their reports go out in the same run', async () => {
    const fixture = await createFixture();
    await disbursedLoans(fixture, 1);
    await runDue(fixture.kit);
    // The lender receives the collection, but cannot confirm it now.
    await fixture.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 503, times: 1 });
    await fixture.moveTo('2026-02-01T09:00:00Z');
    const report = await runDue(fixture.kit, { inbox: fixture.receiver });
    expect(report).toMatchObject({ inbox: { done: 1 }, reports: { delivered: 1 } });
    expect([...(await bureauEvents(fixture)).values()]).toEqual([
      ['loan.approved', 'loan.disbursed', 'repayment.successful'],
    ]);
  });

  test('that cannot be read stop nothing else', async () => {
    const { fixture } = await set(1);
    const inbox = { drain: () => Promise.reject(new StoreError('the inbox is gone')) };
    expect(await runDue(fixture.kit, { inbox })).toMatchObject({
      reports: { delivered: 2 },
      errors: [{ kind: 'inbox', reason: 'the inbox is gone' }],
    });
  });
});

test.each([
  [{ limit: 0, concurrency: 1.5, leaseMs: 10, maxAttempts: 0 }, ['limit', 'concurrency', 'leaseMs', 'maxAttempts']],
  [{ checkpointEveryMs: -1 }, ['checkpointEveryMs']],
  [{ kinds: ['mail'], inbox: {}, onProgress: 'log', every: 1 }, ['every', 'kinds.0', 'inbox', 'onProgress']],
])('a run with %j is refused with every mistake', async (options, paths) => {
  const { fixture } = await set(0);
  const error = await errorOf(runDue(fixture.kit, options as never));
  expect(error).toMatchObject({ name: 'ConfigurationError' });
  expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
});

test('a run without a client says so', async () => {
  expect(await errorOf(runDue({} as never))).toMatchObject({
    name: 'ConfigurationError',
    message: expect.stringContaining('kit'),
  });
});
