import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../src/domain/loan/events/events.ts';
import type { CollectingLoan } from '../../src/index.ts';
import { passDeadlines } from '../http/pass-deadlines.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { autoTerms, manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { eventsIn } from '../loan-file/file-events.ts';

const wanted = { amount: 30_000, debitDate: '2026-02-01' };
const isDebit = ({ path }: { readonly path: string }) => path.endsWith('/manual/activate');

interface Debits {
  readonly fixture: Fixture;
  readonly loan: CollectingLoan;
  /** Debits that were given to the wire, whatever became of them. */
  readonly left: () => number;
}

/** A loan in manual collection, whose first debits meet faults. */
async function debitsWith(faults: readonly TransportFault[] = [], terms = manualTerms): Promise<Debits> {
  let left = 0;
  const fixture = await createFixture({
    wrap: (transport) =>
      faulty(transport, (request) => {
        if (!isDebit(request)) return undefined;
        const fault = faults[left];
        left += 1;
        return fault;
      }),
  });
  return { fixture, loan: await walkTo(fixture, 'collecting', { terms }), left: () => left };
}

async function puts({ fixture }: Debits): Promise<number> {
  return (await fixture.requests()).collectManually ?? 0;
}

async function onFile({ fixture }: Debits): Promise<CollectingLoan> {
  return (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
}

describe('the intent of a debit', () => {
  test('is on file before its request leaves, and its result after', async () => {
    const found: (LoanEvent | undefined)[] = [];
    const fixture = await createFixture({
      wrap: (transport, store) =>
        faulty(transport, async (request) => {
          if (isDebit(request)) found.push((await eventsIn(store)).at(-1));
          return undefined;
        }),
    });
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const { debit } = await fixture.kit.collections.collect(loan, wanted);
    expect(found).toMatchObject([
      { type: 'debit.intended', debitId: debit.debitId, amount: 3_000_000, debitDate: '2026-02-01' },
    ]);
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({ type: 'debit.scheduled', debitId: debit.debitId });
  });

  test('that could not be written sends nothing', async () => {
    const { fixture, loan } = await debitsWith();
    const full = { ...fixture.store, append: async () => Promise.reject(new Error('the disk is full')) };
    await errorOf(fixture.newKit({ store: full }).collections.collect(loan, wanted));
    expect((await fixture.requests()).collectManually).toBeUndefined();
  });

  test('whose result could not be written stays open: the process may end, the debit is not asked for again', async () => {
    const { fixture, loan, ...rest } = await debitsWith();
    let writes = 0;
    const failing: typeof fixture.store = {
      ...fixture.store,
      async append(...given) {
        writes += 1;
        if (writes > 1) throw new Error('the disk is full');
        await fixture.store.append(...given);
      },
    };
    await errorOf(fixture.newKit({ store: failing }).collections.collect(loan, wanted));
    const after = await onFile({ fixture, loan, ...rest });
    expect(after).toMatchObject({
      debits: [{ status: 'intended' }],
      balances: { openDebits: 30_000, collectable: 60_000 },
    });
    expect(await errorOf(fixture.kit.collections.collect(after, wanted))).toMatchObject({ rule: 'debit-is-single' });
    expect((await fixture.requests()).collectManually).toBe(1);
  });
});

describe('a debit whose answer is lost', () => {
  test.each<[string, TransportFault]>([
    ['the connection broke after the service had taken it', 'reset-after'],
    ['the service took it and answered 500', 'error-after'],
    ['the answer was cut', 'cut-after'],
    [
      'the answer does not fit the interface',
      { status: 200, body: { status: true, error: false, message: null, data: { mandateId: 7 } } },
    ],
    ['a proxy answered 502', { status: 502, body: {} }],
    [
      'a failure came in an answer of 200',
      { status: 200, body: { status: false, error: true, message: 'Request timed out', data: null } },
    ],
    [
      'a failure of 400 holds a 504',
      { status: 400, body: { status: false, message: 'No', data: { statusCode: 504 } } },
    ],
    ['a gateway refused it in its own words', { status: 403, body: { message: 'Forbidden' } }],
  ])('is unknown when %s: one request, counted as open, and no second one for its day', async (_why, fault) => {
    const debits = await debitsWith([fault]);
    const { loan, debit } = await debits.fixture.kit.collections.collect(debits.loan, wanted);
    expect(debit).toMatchObject({ outcome: 'unknown', error: { outcome: 'unknown', operation: 'collectManually' } });
    expect(loan).toMatchObject({
      debits: [{ status: 'unknown' }],
      balances: { openDebits: 30_000, collectable: 60_000 },
    });
    expect(await errorOf(debits.fixture.kit.collections.collect(loan, wanted))).toMatchObject({
      rule: 'debit-is-single',
    });
    expect(
      await errorOf(debits.fixture.kit.collections.collect(loan, { amount: 60_000.01, debitDate: '2026-02-02' })),
    ).toMatchObject({
      rule: 'debit-within-terms',
    });
    expect(
      await errorOf(debits.fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' })),
    ).toMatchObject({
      rule: 'closure-is-settled',
    });
    expect(debits.left()).toBe(1);
    expect(await puts(debits)).toBe(typeof fault === 'string' ? 1 : 0);
  });

  test('is unknown at its deadline, and stays so when the answer comes late', async () => {
    const debits = await debitsWith(['silence-after']);
    const asking = debits.fixture.kit.collections.collect(debits.loan, wanted);
    while ((await puts(debits)) === 0) await new Promise((resolve) => setImmediate(resolve));
    passDeadlines();
    const { loan, debit } = await asking;
    expect(debit).toMatchObject({ outcome: 'unknown', error: { name: 'DeadlineError' } });
    expect(loan.debits).toMatchObject([{ status: 'unknown' }]);
    expect(await puts(debits)).toBe(1);
  });

  test('is unknown when its caller gave up', async () => {
    const debits = await debitsWith(['silence-after']);
    const controller = new AbortController();
    const asking = debits.fixture.kit.collections.collect(debits.loan, wanted, { signal: controller.signal });
    while (debits.left() === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('the page was left'));
    expect((await asking).debit).toMatchObject({ outcome: 'unknown', error: { name: 'AbortedError' } });
  });
});

describe('a debit that took no effect', () => {
  test('because no connection was made says so, may be asked for again, and is sent once', async () => {
    const debits = await debitsWith(['refused']);
    const error = await errorOf(debits.fixture.kit.collections.collect(debits.loan, wanted));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'none', retryable: true, attempts: 0 });
    expect((await onFile(debits)).debits).toMatchObject([{ status: 'refused' }]);
    const { debit, loan } = await debits.fixture.kit.collections.collect(debits.loan, wanted);
    expect(debit.outcome).toBe('scheduled');
    expect(loan.debits.map(({ status }) => status)).toEqual(['refused', 'scheduled']);
    expect(await puts(debits)).toBe(1);
  });

  test.each([
    [429, 'RateLimitError'],
    [422, 'ServiceError'],
    [400, 'ServiceError'],
    [401, 'ServiceError'],
  ])('because the service answered %i is refused, and nothing is open', async (status, name) => {
    const body = { status: false, error: true, message: 'no', data: { code: 'refused' } };
    const debits = await debitsWith([{ status, body }]);
    const { loan, debit } = await debits.fixture.kit.collections.collect(debits.loan, wanted);
    expect(debit).toMatchObject({ outcome: 'refused', error: { name, outcome: 'none' } });
    expect(loan).toMatchObject({ debits: [{ status: 'refused' }], balances: { openDebits: 0, collectable: 90_000 } });
    expect(debits.left()).toBe(1);
  });

  test('because the service knows of a dispute that the file does not is refused by the service’s rule', async () => {
    const debits = await debitsWith();
    await debits.fixture.server.controls.openDispute(debits.loan.mandateId);
    const { debit } = await debits.fixture.kit.collections.collect(debits.loan, wanted);
    expect(debit).toMatchObject({ outcome: 'refused', error: { status: 422, rule: 'debit-is-undisputed' } });
    expect(await puts(debits)).toBe(1);
  });

  test('because its options are wrong leaves nothing open', async () => {
    const debits = await debitsWith();
    expect(
      await errorOf(debits.fixture.kit.collections.collect(debits.loan, wanted, { timeout: 5 } as never)),
    ).toMatchObject({ name: 'InputError' });
    expect((await onFile(debits)).balances.openDebits).toBe(0);
    expect(debits.left()).toBe(0);
  });
});

describe('before anything is sent', () => {
  async function refusedAfter(prepare: (debits: Debits) => Promise<unknown>, request = wanted, terms = manualTerms) {
    const debits = await debitsWith([], terms);
    const sentBefore = debits.left();
    await prepare(debits);
    const events = await debits.fixture.eventsOf();
    const error = await errorOf(async () => debits.fixture.kit.collections.collect(await onFile(debits), request));
    expect(debits.left()).toBe(sentBefore);
    expect(await puts(debits)).toBe(0);
    expect(await debits.fixture.eventsOf()).toEqual(events);
    return error;
  }
  const nothing = async () => {};

  test('a kobo more than is owed is refused, the full amount is not', async () => {
    expect(await refusedAfter(nothing, { ...wanted, amount: 90_000.01 })).toMatchObject({
      rule: 'debit-within-terms',
      spec: 'Spec §1',
    });
    const debits = await debitsWith();
    expect(
      (await debits.fixture.kit.collections.collect(debits.loan, { ...wanted, amount: 90_000 })).debit.outcome,
    ).toBe('scheduled');
  });

  test.each([
    ['yesterday', '2026-01-04', 'debit-date-not-past'],
    ['the day after the tenure', '2026-04-16', 'debit-within-tenure'],
  ])('%s is refused', async (_day, debitDate, rule) => {
    expect(await refusedAfter(nothing, { ...wanted, debitDate })).toMatchObject({ rule });
  });

  test.each(['2026-01-05', '2026-02-01', '2026-04-15'])(
    '%s, today or later in the tenure, is taken',
    async (debitDate) => {
      const debits = await debitsWith();
      expect((await debits.fixture.kit.collections.collect(debits.loan, { ...wanted, debitDate })).debit.outcome).toBe(
        'scheduled',
      );
    },
  );

  test('a debit on demand of an automatic loan is refused', async () => {
    expect(await refusedAfter(nothing, wanted, autoTerms)).toMatchObject({
      rule: 'debit-is-manual',
      spec: 'Spec §4.7',
    });
  });

  test('a disputed mandate is not debited, and is again once the dispute is resolved', async () => {
    const dispute = async ({ fixture, loan }: Debits) => {
      await fixture.server.controls.openDispute(loan.mandateId);
      await fixture.kit.mandates.refresh(loan);
    };
    expect(await refusedAfter(dispute)).toMatchObject({ rule: 'debit-is-undisputed', spec: 'Spec §3.4' });
    const debits = await debitsWith();
    await dispute(debits);
    await debits.fixture.server.controls.resolveDispute(debits.loan.mandateId, { outcome: 'reinstated' });
    const reinstated = await debits.fixture.kit.mandates.refresh(debits.loan);
    expect((await debits.fixture.kit.collections.collect(reinstated, wanted)).debit.outcome).toBe('scheduled');
  });

  test('an expired mandate is not debited', async () => {
    const expire = async ({ fixture }: Debits) => fixture.moveTo('2026-04-16T08:00:00Z');
    expect(await refusedAfter(expire, { ...wanted, debitDate: '2026-04-16' })).toMatchObject({
      rule: 'debit-within-tenure',
    });
  });

  test('a loan repaid outside the platform is not debited', async () => {
    const repay = async ({ fixture, loan }: Debits) =>
      fixture.kit.loans.recordRepayment(loan, { amount: 90_000, date: '2026-01-05', reference: 'CASH' });
    expect(await refusedAfter(repay)).toMatchObject({ rule: 'debit-after-repayment' });
  });

  test('a closed loan is not debited', async () => {
    const close = async ({ fixture, loan }: Debits) =>
      fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    expect(await refusedAfter(close)).toMatchObject({
      rule: 'debit-before-closure',
      spec: 'Spec §6.3',
      message: expect.stringContaining('closed'),
    });
  });

  test.each([
    [null, ['amount', 'debitDate']],
    [{ amount: 0, debitDate: '2026-02-30' }, ['amount', 'debitDate']],
    [{ amount: '30000', debitDate: '2026-02-01' }, ['amount']],
    [{ amount: 10.001, debitDate: '2026-02-01' }, ['amount']],
    [{ amount: Number.NaN, debitDate: new Date(0) }, ['amount', 'debitDate']],
    [{ amount: -5, debitDate: '01/02/2026' }, ['amount', 'debitDate']],
  ])('a request of %j is refused with every mistake', async (request, paths) => {
    const error = await refusedAfter(nothing, request as never);
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});

describe('reads', () => {
  test('return the newest log, the attempts on an instalment and all collections of a kind', async () => {
    const { fixture, loan } = await debitsWith();
    expect(await fixture.kit.collections.log(loan.mandateId)).toBeNull();
    const { debit } = await fixture.kit.collections.collect(loan, wanted);
    const reference = debit.outcome === 'scheduled' ? debit.reference : '';
    expect(await fixture.kit.collections.list({ type: 'manual', search: reference })).toMatchObject([
      { transactionRefence: reference, status: 'pending' },
    ]);
    await fixture.moveTo('2026-02-01T08:00:00Z');
    expect(await fixture.kit.collections.log(loan.mandateId)).toMatchObject({
      transactionRefence: reference,
      status: 'successful',
      amount: 30_000,
    });
    const { instalments } = (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
    expect(await fixture.kit.collections.attempts(loan.mandateId, instalments[0]?.breakdownId ?? '')).toMatchObject([
      { status: 'successful', amount: 30_000 },
    ]);
  });
});
