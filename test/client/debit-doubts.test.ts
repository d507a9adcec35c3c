import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DeadlineError, StaleLoanError, StoreError } from '../../src/errors.ts';
import type { CollectingLoan } from '../../src/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { ACCOUNTS, autoTerms, PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { collectingWith, isDebit, LATER, scheduled } from './debit-fixture.ts';

const isList = ({ path }: { readonly path: string }) => path.includes('/consent/business/collection?');
const isRead = ({ path }: { readonly path: string }) => path.endsWith('/get-mandate');

test('a debit goes to the mandate on file, whatever the value that was passed says', async () => {
  const bodies: unknown[] = [];
  const odd = {
    fault: (request: { readonly path: string; readonly body: unknown }) =>
      isDebit(request) ? void bodies.push(request.body) : undefined,
  };
  const { fixture, loan } = await collectingWith(odd);
  await fixture.kit.collections.collect({ ...loan, mandateId: 'f'.repeat(24) }, LATER);
  expect(bodies).toHaveLength(1);
  expect(JSON.parse(String(bodies[0]))).toMatchObject({ mandateId: loan.mandateId });
});

describe('a result that cannot be written down', () => {
  test('is reported as unknown, with the debit and its reference, and the intent stays open', async () => {
    const { fixture, loan } = await collectingWith({});
    let appends = 0;
    const failing = {
      ...fixture.store,
      append: async (...given: Parameters<typeof fixture.store.append>) => {
        appends += 1;
        if (appends > 1) throw new Error('the disk is full');
        return fixture.store.append(...given);
      },
    };
    const error = await errorOf(fixture.newKit({ store: failing }).collections.collect(loan, LATER));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
    expect(error.message).toMatch(/do not send it again/);
    expect(error.message).toMatch(/reference [0-9a-f-]{36}/);
    const onFile = (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
    expect(onFile.balances.openDebits).toBe(30_000);
  });

  test('is on file as unknown where the store refuses only what the service answered', async () => {
    const { fixture, loan } = await collectingWith({});
    const strict = {
      ...fixture.store,
      append: async (...given: Parameters<typeof fixture.store.append>) => {
        if (given[2].some(({ body }) => body.includes('"debit.scheduled"'))) throw new Error('no room for this');
        return fixture.store.append(...given);
      },
    };
    const error = await errorOf(fixture.newKit({ store: strict }).collections.collect(loan, LATER));
    expect(error).toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
      operation: 'collectManually',
      message: expect.stringContaining('collections.settle finds out'),
    });
    expect((await fixture.eventsOf()).at(-1)).toMatchObject({
      type: 'debit.unknown',
      reason: 'Its outcome could not be written down',
    });
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ debits: [{ status: 'unknown' }] });
  });

  test('is not given up for lost races', async () => {
    const { fixture, loan } = await collectingWith({});
    let appends = 0;
    const racing = {
      ...fixture.store,
      append: async (...given: Parameters<typeof fixture.store.append>) => {
        appends += 1;
        if (appends > 1 && appends <= 30)
          await fixture.kit.loans.recordRepayment(loan, {
            amount: 1,
            date: '2026-01-05',
            reference: `CASH-${appends}`,
          });
        return fixture.store.append(...given);
      },
    };
    const { debit } = await fixture.newKit({ store: racing }).collections.collect(loan, LATER);
    expect(debit.outcome).toBe('scheduled');
  });
});

test.each([
  ['half of a character', 'ref-\ud800'],
  ['U+0000', 'ref\u0000-1'],
  ['a megabyte', 'r'.repeat(1_000_000)],
])(
  'a debit that the service lists under %s is found all the same, comes to its end, and its file can be read',
  async (_what, transactionRefence) => {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    odd.fault = (request) => (isDebit(request) ? scheduled(loan.mandateId, { transactionRefence }) : undefined);
    const { loan: asked } = await fixture.kit.collections.collect(loan, LATER);
    const log = {
      _id: 'a'.repeat(24),
      businessId: 'b',
      mandateId: loan.mandateId,
      consentId: 'c',
      collectionType: 'manual',
      amount: 30_000,
      transactionRefence,
    };
    const shows = (status: string): TransportFault => {
      const data = [{ ...log, status, createdAt: '2026-01-05T08:00:00.000Z' }];
      return { status: 200, body: { status: true, error: false, message: null, data } };
    };
    odd.fault = (request) => (isList(request) ? shows('pending') : undefined);
    const { loan: found } = await fixture.kit.collections.settle(asked);
    expect(found.debits).toMatchObject([{ status: 'scheduled' }]);
    odd.fault = (request) => (isList(request) ? shows('successful') : undefined);
    expect((await fixture.kit.collections.settle(found)).loan).toMatchObject({
      debits: [{ status: 'successful' }],
      balances: { collected: 30_000 },
    });
  },
);

describe('how a debit ended', () => {
  const record = (mandateId: string, reference: string, status: string, amount = 30_000) => ({
    _id: 'a'.repeat(24),
    businessId: '650000000000000000000002',
    mandateId,
    consentId: 'b'.repeat(24),
    collectionType: 'manual',
    status,
    amount,
    transactionRefence: reference,
    createdAt: '2026-02-01T07:00:00.000Z',
  });

  async function settledBy(
    records: (mandateId: string, reference: string) => readonly object[],
    prepare: (fixture: Fixture) => Promise<unknown> = async () => {},
  ): Promise<CollectingLoan> {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    const { loan: after, debit } = await fixture.kit.collections.collect(loan, LATER);
    const reference = debit.outcome === 'scheduled' ? debit.reference : '';
    const body = { status: true, error: false, message: null, data: records(loan.mandateId, reference) };
    odd.fault = (request) => (isList(request) ? { status: 200, body } : undefined);
    await prepare(fixture);
    return fixture.kit.mandates.refresh(after);
  }

  test('counts as taken at once, though the mandate does not show it yet', async () => {
    const loan = await settledBy((mandateId, reference) => [record(mandateId, reference, 'successful')]);
    expect(loan.balances).toMatchObject({ collected: 30_000, openDebits: 0, outstanding: 60_000, collectable: 60_000 });
  });

  test.each([-5_000, 30_000.01, 9_999_999])(
    'counts with what was asked for when the record says %s',
    async (amount) => {
      const loan = await settledBy((mandateId, reference) => [record(mandateId, reference, 'successful', amount)]);
      expect(loan.balances).toMatchObject({ collected: 30_000, openDebits: 0 });
    },
  );

  test('counts with the part that was taken', async () => {
    const loan = await settledBy((mandateId, reference) => [record(mandateId, reference, 'successful', 12_500)]);
    expect(loan.balances).toMatchObject({ collected: 12_500, openDebits: 0, outstanding: 77_500 });
  });

  test.each<[string, (mandateId: string, reference: string) => readonly object[]]>([
    ['a record of another mandate says so', (_mandateId, reference) => [record('f'.repeat(24), reference, 'failed')]],
    [
      'one record failed and another is pending',
      (mandateId, reference) => [record(mandateId, reference, 'failed'), record(mandateId, reference, 'pending')],
    ],
    ['nothing is listed', () => []],
  ])('stays open when %s', async (_what, records) => {
    const loan = await settledBy(records);
    expect(loan.balances.openDebits).toBe(30_000);
  });

  test('is a failure when all that is listed failed', async () => {
    const failed = (mandateId: string, reference: string) => [record(mandateId, reference, 'failed')];
    const loan = await settledBy(failed, async (fixture) => {
      await fixture.server.bank.setBalance(PRIMARY, 0);
      await fixture.moveTo('2026-02-01T07:01:00Z');
    });
    expect(loan.debits[0]?.status).toBe('failed');
    expect(loan.balances).toMatchObject({ collected: 0, openDebits: 0 });
  });

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    ['the mandate shows the money', (fixture) => fixture.moveTo('2026-02-01T10:00:00Z')],
    ['another account may still be tried', (fixture) => fixture.moveTo('2026-02-01T06:59:00Z')],
    [
      'a bank leaves open whether the money moved',
      async (fixture) => {
        await fixture.server.bank.decline(PRIMARY, '96');
        await fixture.moveTo('2026-02-01T08:00:00Z');
      },
    ],
  ])('stays open although all that is listed failed when %s', async (_what, prepare) => {
    const loan = await settledBy((mandateId, reference) => [record(mandateId, reference, 'failed')], prepare);
    expect(loan.debits[0]?.status).toBe('scheduled');
    expect(loan.balances.openDebits).toBe(30_000);
  });
});

test('a loan that the platform has collected in full can be closed over a debit whose end is unknown', async () => {
  const odd: Parameters<typeof collectingWith>[0] = {};
  const { fixture, loan } = await collectingWith(odd);
  for (const account of Object.values(ACCOUNTS)) await fixture.server.bank.setBalance(account, 100_000);
  odd.fault = (request) => (isDebit(request) ? 'cut-after' : undefined);
  const { loan: doubtful, debit } = await fixture.kit.collections.collect(loan, {
    amount: 90_000,
    debitDate: '2026-02-01',
  });
  expect(debit.outcome).toBe('unknown');
  expect(
    await errorOf(fixture.kit.bureau.close(doubtful, { finalStatus: 'written_off', closeDate: '2026-01-05' })),
  ).toMatchObject({
    rule: 'closure-is-settled',
  });
  odd.fault = () => undefined;
  await fixture.moveTo('2026-02-01T09:00:00Z');
  const repaid = await fixture.kit.mandates.refresh((await fixture.kit.loans.get('loan-1')) as CollectingLoan);
  expect(repaid.balances.outstanding).toBe(0);
  expect((await fixture.kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-01-05' })).stage).toBe(
    'closed',
  );
});

// Minute by minute: a waiter that begins in between sleeps from there on.
async function passMinutes({ server }: Fixture, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance({ minutes: 1 });
  }
}

describe('a wait', () => {
  test('for the bureau ends with its signal, though the bureau never answers', async () => {
    const fixture = await createFixture({ kit: { bureau: { submit: () => new Promise(() => {}) } } });
    const loan = await walkTo(fixture, 'disbursed', { terms: autoTerms });
    const stop = new AbortController();
    const waiting = errorOf(fixture.kit.bureau.awaitReported(loan, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ code: 'aborted', cause: { message: 'enough' } });
  });

  test('for the bureau ends at its limit, though the bureau never answers', async () => {
    const fixture = await createFixture({ kit: { bureau: { submit: () => new Promise(() => {}) } } });
    const loan = await walkTo(fixture, 'disbursed', { terms: autoTerms });
    const waiting = errorOf(fixture.kit.bureau.awaitReported(loan, { timeoutMs: 60_000 }));
    await passMinutes(fixture, 4);
    expect(await waiting).toBeInstanceOf(DeadlineError);
  });

  test('for the payer ends at its limit, though the service never answers', async () => {
    const odd: { fault?: TransportFault } = {};
    const fixture = await createFixture({
      wrap: (transport) => faulty(transport, (request) => (isRead(request) ? odd.fault : undefined)),
      receivesWebhooks: false,
    });
    const loan = await walkTo(fixture, 'verifying', { terms: autoTerms });
    odd.fault = 'silence-after';
    const waiting = errorOf(fixture.kit.mandates.awaitActive(loan, { timeoutMs: 60_000 }));
    await passMinutes(fixture, 4);
    expect(await waiting).toBeInstanceOf(DeadlineError);
  });
});

test('a refresh of a value that its file has left behind is refused with the present loan', async () => {
  const fixture = await createFixture();
  const verifying = await walkTo(fixture, 'verifying', { terms: autoTerms });
  const other = await createFixture();
  expect(verifying.stage).toBe('verifying');
  const collecting = await walkTo(other, 'collecting', { terms: autoTerms });
  const error = await errorOf(other.kit.mandates.refresh({ ...verifying, loanId: collecting.loanId }));
  expect(error).toBeInstanceOf(StaleLoanError);
  expect(error.current.stage).toBe('collecting');
});

test('parts of a loan print as discreetly as the whole, and their JSON is complete', async () => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'collecting', { terms: autoTerms });
  for (const part of [loan, loan.accounts, loan.primaryAccount, loan.backupAccounts]) {
    expect(inspect(part, { depth: 10 })).not.toContain(loan.primaryAccount.accountNumber);
  }
  expect(JSON.stringify(loan.accounts)).toContain(loan.primaryAccount.accountNumber);
});
