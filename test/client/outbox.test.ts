import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextOf } from '../../src/client/workflows/loan-context.ts';
import { deliverReports } from '../../src/client/workflows/reports/deliver-reports.ts';
import {
  type DisbursedLoan,
  type LoanStore,
  RateLimitError,
  type RepayKit,
  RuleError,
  ServiceError,
  StoreError,
} from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { disbursedLoans, testBureau } from '../worker/bureaus.ts';

const MINUTE_MS = 60_000;

const deliver = (kit: RepayKit, terms = {}, loanId = 'loan-1') => deliverReports(contextOf(kit), loanId, terms);

async function set({ loans = 1 }: { readonly loans?: number } = {}) {
  const bureau = testBureau();
  const fixture = await createFixture({ kit: { bureau, random: () => 0 }, receivesWebhooks: false });
  await disbursedLoans(fixture, loans);
  return { fixture, bureau };
}

/** A client over the same loans, and how long what it could not do is put off, in minutes. */
function watched({ store, newKit, server }: Fixture) {
  const pauses: number[] = [];
  const settle: LoanStore['settle'] = (claim, end) => {
    if (end.kind === 'failed') pauses.push((end.dueAt - server.clock.now()) / MINUTE_MS);
    return store.settle(claim, end);
  };
  return { kit: newKit({ store: { ...store, settle } }), pauses };
}

async function moveBy({ server }: Fixture, ms: number) {
  await server.clock.to(new Date(server.clock.now() + ms).toISOString());
}

const dueWork = ({ store, server }: Fixture, now = server.clock.now()) =>
  store.claim({ now, leaseMs: 1, limit: 9, kinds: ['reports'] });

describe('the outbox of a loan', () => {
  test('is delivered in order, and each acknowledgement is on file', async () => {
    const { fixture, bureau } = await set();
    expect(await deliver(fixture.kit)).toMatchObject({ delivered: 2, end: 'done', state: { stage: 'collecting' } });
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
    expect((await fixture.eventsOf()).slice(-2).map(({ type }) => type)).toEqual([
      'report.acknowledged',
      'report.acknowledged',
    ]);
    expect(await dueWork(fixture, Number.MAX_SAFE_INTEGER - 1)).toEqual([]);
    expect(await deliver(fixture.kit)).toMatchObject({ delivered: 0, end: 'done' });
  });

  test('is delivered by one of two at a time; the other gets that answer', async () => {
    const { fixture, bureau } = await set();
    const [one, other] = await Promise.all([deliver(fixture.newKit()), deliver(fixture.newKit())]);
    expect([one.end, other.end].sort()).toEqual(['done', 'elsewhere']);
    expect(bureau.given).toHaveLength(2);
  });

  test('waits longer after each failure, six hours at most, and then for a person', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = () => Promise.reject(new Error('down'));
    const { kit, pauses } = watched(fixture);
    while ((await deliver(kit)).end !== 'stuck') {}
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(bureau.given).toHaveLength(12);
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'report.stuck',
      attempts: 12,
      reason: 'Error: down',
    });
    expect(await dueWork(fixture, Number.MAX_SAFE_INTEGER - 1)).toEqual([]);
  });

  test('counts the attempts of each report for itself', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = ({ event }) => event === 'loan.approved' && Promise.reject(new Error('down'));
    for (let attempt = 1; attempt < 12; attempt++) expect((await deliver(fixture.kit)).end).toBe('failed');
    bureau.fault = ({ event }) => event === 'loan.disbursed' && Promise.reject(new Error('down'));
    const { kit, pauses } = watched(fixture);
    expect(await deliver(kit)).toMatchObject({ delivered: 1, end: 'failed' });
    expect(await deliver(kit)).toMatchObject({ delivered: 0, end: 'failed' });
    expect(pauses).toEqual([0.5, 1]);
  });

  test('heeds how long the bureau asks to wait', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = () => Promise.reject(new RateLimitError('slow down', 20 * MINUTE_MS));
    const { kit, pauses } = watched(fixture);
    expect((await deliver(kit)).end).toBe('failed');
    expect(pauses).toEqual([20]);
  });
});

describe('a report that cannot be helped by repeating it', () => {
  test.each([
    ['a refusal of ours', new ServiceError('no such member', { status: 422 })],
    ['an error that says so', Object.assign(new Error('no such member'), { permanent: true })],
  ])('%s: it waits for a person, and keeps back what comes after it, not other loans', async (_what, error) => {
    const { fixture, bureau } = await set({ loans: 2 });
    const { mandateId: stuckMandate } = await fixture.kit.loans.get('loan-1');
    bureau.fault = ({ mandateId }) => mandateId === stuckMandate && Promise.reject(error);
    expect(await deliver(fixture.kit)).toMatchObject({ delivered: 0, end: 'stuck' });
    expect(await deliver(fixture.kit)).toMatchObject({ delivered: 0, end: 'done' });
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved']);
    expect(await deliver(fixture.kit, {}, 'loan-2')).toMatchObject({ delivered: 2, end: 'done' });
  });

  test('is tried again once a person has released it, at once and from the beginning', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = () => Promise.reject(new ServiceError('no such member', { status: 422 }));
    await deliver(fixture.kit);
    const loan = await fixture.kit.loans.get('loan-1');
    const [duty] = (await fixture.eventsOf()).filter((event) => event.type === 'report.stuck');
    bureau.fault = undefined;
    const released = await fixture.kit.bureau.release(loan, { reportId: duty?.reportId as string });
    expect(released).toMatchObject({ stage: 'disbursed' });
    expect(await dueWork(fixture)).toMatchObject([{ attempts: 1 }]);
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({ type: 'report.released', reportId: duty?.reportId });
    await fixture.kit.bureau.release(loan, { reportId: duty?.reportId as string });
    expect((await fixture.eventsOf()).filter(({ type }) => type === 'report.released')).toHaveLength(1);
  });

  test('is tried again by a caller who awaits it', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = () => Promise.reject(new ServiceError('no such member', { status: 422 }));
    const loan = await fixture.kit.loans.get('loan-1');
    expect(await errorOf(fixture.kit.bureau.awaitReported(loan as never))).toMatchObject({ name: 'ServiceError' });
    bureau.fault = undefined;
    expect(await fixture.kit.bureau.awaitReported(loan as never)).toMatchObject({ stage: 'collecting' });
    expect((await fixture.eventsOf()).map(({ type }) => type).slice(-4)).toEqual([
      'report.stuck',
      'report.released',
      'report.acknowledged',
      'report.acknowledged',
    ]);
  });

  test('is released by its name only, from the loan as it stands', async () => {
    const { fixture } = await set();
    const loan = await fixture.kit.loans.get('loan-1');
    expect(await errorOf(fixture.kit.bureau.release(loan, { reportId: 'loan.closed:other' }))).toMatchObject({
      name: 'InputError',
    });
    await deliver(fixture.kit);
    const stale = fixture.kit.bureau.release(loan, { reportId: `loan.approved:${loan.mandateId}` });
    expect(await errorOf(stale)).toMatchObject({ name: 'StaleLoanError', current: { stage: 'collecting' } });
    expect(await errorOf(fixture.kit.bureau.release(undefined as never, { reportId: 'x' }))).toMatchObject({
      name: 'InputError',
    });
  });

  test('says why without data of the payer', async () => {
    const { fixture, bureau } = await set();
    const reported =
      'BOLANLE ADEYEMI (adeyemi, 22233300007, bolanle.adeyemi@example.com, 7 Cedar Close, Ikeja) has account 0200000011 elsewhere';
    bureau.fault = () => Promise.reject(Object.assign(new Error(reported), { permanent: true }));
    const { reason } = await deliver(fixture.kit);
    expect(reason).toMatch(/^Error: .*elsewhere$/);
    for (const personal of ['olanle', 'deyemi', '22233300007', 'example.com', 'Cedar', '0200000011'])
      expect(reason?.toLowerCase()).not.toContain(personal.toLowerCase());
  });
});

describe('a report whose acknowledgement was lost', () => {
  test('is asked for where the bureau can be asked, and not submitted again', async () => {
    const { fixture, bureau } = await set();
    bureau.after = true;
    bureau.fault = () => Promise.reject(new Error('the answer was lost'));
    await deliver(fixture.kit);
    bureau.fault = undefined;
    const asked: string[] = [];
    const knowing = Object.assign(bureau, {
      isKnown: async (reportId: string) => {
        asked.push(reportId);
        return bureau.taken.has(reportId);
      },
    });
    expect((await deliver(fixture.newKit({ bureau: knowing }))).end).toBe('done');
    // Only the first one was ever in doubt.
    expect(asked).toEqual([bureau.given[0]?.reportId]);
    expect([...bureau.taken.values()]).toEqual([1, 1]);
  });

  test('goes out again under its own name where it cannot', async () => {
    const { fixture, bureau } = await set();
    bureau.after = true;
    bureau.fault = () => Promise.reject(new Error('the answer was lost'));
    await deliver(fixture.kit);
    bureau.fault = undefined;
    await deliver(fixture.kit);
    expect(bureau.given.map(({ reportId }) => reportId.split(':')[0])).toEqual([
      'loan.approved',
      'loan.approved',
      'loan.disbursed',
    ]);
  });

  test('is not written down where the store failed; the next claimant knows that it may be there', async () => {
    const { fixture, bureau } = await set();
    const store = { ...fixture.store, append: () => Promise.reject(new StoreError('the disk is full')) };
    expect(await errorOf(deliver(fixture.newKit({ store })))).toMatchObject({ name: 'StoreError' });
    expect(bureau.given).toHaveLength(1);
    await moveBy(fixture, 30_000);
    expect(await dueWork(fixture)).toMatchObject([{ attempts: 2 }]);
  });
});

describe('a bureau that does not answer', () => {
  test('is left before the claim runs out on the machine’s clock, and tried again', async () => {
    const { fixture, bureau } = await set();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let ending: AbortSignal | undefined;
    bureau.fault = (_report, signal) => {
      ending = signal;
      return new Promise(() => undefined);
    };
    const delivering = deliver(fixture.kit);
    while (!ending) await new Promise((resolve) => setImmediate(resolve));
    await moveBy(fixture, 48_000);
    await vi.advanceTimersByTimeAsync(47_999);
    expect(ending.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await delivering).toMatchObject({
      end: 'failed',
      reason: expect.stringContaining('did not answer within 48000 ms'),
    });
    expect(ending.aborted).toBe(true);
  });

  test('does not delay a stop: what it held is due again at once', async () => {
    const { fixture, bureau } = await set();
    const stop = new AbortController();
    bureau.fault = () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    expect(await deliver(fixture.kit, { signal: stop.signal })).toMatchObject({ end: 'stopped', delivered: 0 });
    expect(await dueWork(fixture)).toMatchObject([{ attempts: 2 }]);
  });
});

describe('several processes that await one loan’s reports', () => {
  const disbursed = async ({ kit }: Fixture) => (await kit.loans.get('loan-1')) as DisbursedLoan;
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** A process that died while it held the claim: the bureau's answer never reached it, and its time stands still. */
  async function withDeadHolder() {
    const { fixture, bureau } = await set();
    const now = fixture.server.clock.now();
    const clock = {
      now: () => now,
      today: () => '2026-01-05' as never,
      sleep: () => new Promise<void>(() => undefined),
    };
    void deliver(
      fixture.newKit({
        clock,
        bureau: { submit: (report) => bureau.submit(report).then(() => new Promise(() => undefined)) },
      }),
    );
    while (bureau.given.length === 0) await turn();
    return { fixture, bureau, loan: await disbursed(fixture) };
  }

  test('all get the loan, though the client’s clock stands still, and the bureau gets each report once', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = turn;
    const loan = await disbursed(fixture);
    const loans = await Promise.all([1, 2, 3].map(() => fixture.newKit().bureau.awaitReported(loan)));
    expect(loans.map((now) => now.stage)).toEqual(['collecting', 'collecting', 'collecting']);
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
  });

  test('all get a final refusal, each from the bureau itself', async () => {
    const { fixture, bureau } = await set();
    bureau.fault = () => Promise.reject(new ServiceError('no such member', { status: 422 }));
    const loan = await disbursed(fixture);
    const errors = await Promise.all([1, 2].map(() => errorOf(fixture.newKit().bureau.awaitReported(loan))));
    expect(errors.map(({ name, message }) => [name, message])).toEqual(
      Array(2).fill(['ServiceError', 'no such member']),
    );
    expect(bureau.given).toHaveLength(2);
  });

  test('wait no longer than their timeout for one that is dead, on the client’s clock', async () => {
    const { fixture, loan } = await withDeadHolder();
    const waiting = errorOf(fixture.kit.bureau.awaitReported(loan, { timeoutMs: 30_000 }));
    await turn();
    await moveBy(fixture, 30_000);
    expect(await waiting).toMatchObject({ name: 'DeadlineError', retryable: true });
  });

  test('nor on the machine’s, where the client’s stands still', async () => {
    const { fixture, loan } = await withDeadHolder();
    expect(await errorOf(fixture.kit.bureau.awaitReported(loan, { timeoutMs: 150 }))).toMatchObject({
      name: 'DeadlineError',
    });
    expect(await errorOf(fixture.kit.bureau.awaitReported(loan, { timeoutMs: 0 }))).toMatchObject({
      name: 'DeadlineError',
    });
  });

  test('go on in its place once its lease has run out', async () => {
    const { fixture, bureau, loan } = await withDeadHolder();
    const waiting = fixture.kit.bureau.awaitReported(loan);
    await turn();
    await moveBy(fixture, 60_000);
    expect((await waiting).stage).toBe('collecting');
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved', 'loan.approved', 'loan.disbursed']);
  });

  test('end their wait when aborted', async () => {
    const { fixture, loan } = await withDeadHolder();
    const stop = new AbortController();
    const waiting = errorOf(fixture.kit.bureau.awaitReported(loan, { signal: stop.signal }));
    await turn();
    stop.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ name: 'AbortedError', cause: { message: 'enough' } });
  });
});

test('many reports that take long are delivered under several claims, none of which runs out', async () => {
  const { fixture, bureau } = await set();
  bureau.fault = () => moveBy(fixture, 31_000);
  const first = await deliver(fixture.kit);
  expect(first).toMatchObject({ delivered: 1, end: 'more' });
  expect(await deliver(fixture.kit)).toMatchObject({ delivered: 1, end: 'done' });
});

test('inside a transaction of the lender’s own nothing is submitted', async () => {
  const { fixture, bureau } = await set();
  const store = { ...fixture.store, isTransaction: true };
  expect(await errorOf(deliver(fixture.newKit({ store })))).toBeInstanceOf(RuleError);
  expect(bureau.given).toEqual([]);
});
