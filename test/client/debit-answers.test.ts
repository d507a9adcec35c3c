import { describe, expect, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import { collectingWith, isDebit, LATER, scheduled } from './debit-fixture.ts';

describe('an answer that contradicts the debit', () => {
  test.each<[string, object]>([
    ['names another mandate', { mandateId: 'f'.repeat(24) }],
    ['gives no reference', { transactionRefence: ' ' }],
    ...['failed', 'FAILED', 'declined', 'reversed', 'pending review', 'not pending', ''].map(
      (paymentStatus): [string, object] => [`says '${paymentStatus}'`, { paymentStatus }],
    ),
    ['gives half of a character as its reference', { transactionRefence: 'ref-\ud800' }],
    ['gives a reference with U+0000', { transactionRefence: 'ref\u0000-1' }],
    ['gives a reference of a megabyte', { transactionRefence: 'r'.repeat(1_000_000) }],
    ['gives a reference of two lines', { transactionRefence: 'ref\n1' }],
    ['names another amount', { totalAmount: 300_000 }],
    ['says that less than nothing is outstanding', { outstandingBalance: -0.01 }],
    ['says that far more than the loan is outstanding', { outstandingBalance: 900_000.01 }],
    ['gives a day that does not exist', { dueDate: '2026-02-30T07:00:00.000Z' }],
    ['gives no time', { dueDate: 'soon' }],
    ['gives a time before all time', { dueDate: '1970-01-01T00:00:00.000Z' }],
    ['gives a time after the tenure', { dueDate: '9999-12-31T00:00:00.000Z' }],
    ['gives a time that no calendar has', { dueDate: '999999999999999' }],
  ])('leaves the outcome unknown when it %s', async (_what, change) => {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    odd.fault = (request) => (isDebit(request) ? scheduled(loan.mandateId, change) : undefined);
    const { loan: after, debit } = await fixture.kit.collections.collect(loan, LATER);
    expect(debit).toMatchObject({ outcome: 'unknown', error: { code: 'answer_invalid', outcome: 'unknown' } });
    expect(after).toMatchObject({ balances: { openDebits: 30_000 }, debits: [{ status: 'unknown' }] });
  });

  test('leaves the outcome unknown when its reference is that of another debit of the loan', async () => {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    odd.fault = (request) => (isDebit(request) ? scheduled(loan.mandateId) : undefined);
    const first = await fixture.kit.collections.collect(loan, LATER);
    expect(first.debit.outcome).toBe('scheduled');
    const { debit } = await fixture.kit.collections.collect(first.loan, { ...LATER, debitDate: '2026-02-02' });
    const issue = { path: 'data.transactionRefence', message: 'is the reference of another debit of this loan' };
    expect(debit).toMatchObject({ outcome: 'unknown', error: { issues: [issue] } });
  });

  test('is described field by field', async () => {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    const wrong = { transactionRefence: ' ', paymentStatus: 'not pending', totalAmount: 1, outstandingBalance: -1 };
    odd.fault = (request) => (isDebit(request) ? scheduled('f'.repeat(24), { ...wrong, dueDate: 'soon' }) : undefined);
    const { debit } = await fixture.kit.collections.collect(loan, LATER);
    const issues = [
      ['mandateId', 'is not the mandate that was debited'],
      ['transactionRefence', 'is empty or no reference, so that the debit cannot be asked after'],
      ['paymentStatus', 'does not say that the debit is pending or successful'],
      ['totalAmount', 'is not the amount that was asked for'],
      ['outstandingBalance', 'is below zero, or far above the total of the loan'],
      ['dueDate', 'is no time at which the debit can be tried'],
    ].map(([path, message]) => ({ path: `data.${path}`, message }));
    const all = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    const message = `The answer to the debit contradicts it: ${all}; it may have been scheduled all the same`;
    expect(debit).toMatchObject({ error: { issues, operation: 'collectManually', message } });
  });

  const LONGEST_BEFORE = 31 * 24 * 3_600_000;

  test.each<[string, (now: number) => object]>([
    ['its mandate is written in capitals', () => ({})],
    ['nothing is outstanding', () => ({ outstandingBalance: 0 })],
    ['ten times the loan is outstanding', () => ({ outstandingBalance: 900_000 })],
    ['it is under way in other words', () => ({ paymentStatus: 'In-Progress' })],
    ['it is due 31 days before', (now) => ({ dueDate: new Date(now - LONGEST_BEFORE).toISOString() })],
    ['it is due 31 days after the tenure', () => ({ dueDate: '2026-05-15T23:00:00.000Z' })],
  ])('is believed where %s', async (_what, change) => {
    const odd: Parameters<typeof collectingWith>[0] = {};
    const { fixture, loan } = await collectingWith(odd);
    odd.fault = (request) =>
      isDebit(request) ? scheduled(loan.mandateId.toUpperCase(), change(fixture.server.clock.now())) : undefined;
    const { debit } = await fixture.kit.collections.collect(loan, LATER);
    expect(debit).toMatchObject({ outcome: 'scheduled', reference: 'ref-1' });
  });
});

test('a debit that the service refuses took nothing, and says why', async () => {
  const body = { status: false, error: true, message: 'The mandate is paused', data: null };
  const { fixture, loan } = await collectingWith({
    fault: (request) => (isDebit(request) ? { status: 422, body } : undefined),
  });
  const { debit, loan: after } = await fixture.kit.collections.collect(loan, LATER);
  expect(debit).toMatchObject({ outcome: 'refused', error: { name: 'ServiceError', outcome: 'none' } });
  expect(after).toMatchObject({ balances: { openDebits: 0 }, debits: [{ status: 'refused' }] });
});

test('a debit whose answer does not come is given up after the time of the call', async () => {
  const { fixture, loan } = await collectingWith({
    fault: (request) => (isDebit(request) ? 'silence-after' : undefined),
  });
  const { debit } = await fixture.kit.collections.collect(loan, LATER, { timeoutMs: 25 });
  expect(debit).toMatchObject({
    outcome: 'unknown',
    error: { name: 'DeadlineError', message: expect.stringContaining('25 ms') },
  });
});

test('a debit that is held up for two minutes between its intent and its request is not sent', async () => {
  const { fixture, loan } = await collectingWith({});
  const slow = {
    ...fixture.store,
    append: async (...given: Parameters<typeof fixture.store.append>) => {
      await fixture.store.append(...given);
      if (given[2].some(({ body }) => body.includes('"debit.intended"'))) await fixture.moveTo('2026-01-05T08:02:01Z');
    },
  };
  const requests = await fixture.requests();
  const error = await errorOf(fixture.newKit({ store: slow }).collections.collect(loan, LATER));
  expect(error).toMatchObject({
    name: 'DeadlineError',
    operation: 'collectManually',
    outcome: 'none',
    retryable: true,
  });
  expect(error.message).toMatch(/^Debit [0-9a-f-]{36} was not sent: this process was held up for too long/);
  expect((await fixture.requests()).collectManually).toBe(requests.collectManually);
  expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ debits: [{ status: 'refused' }] });
});
