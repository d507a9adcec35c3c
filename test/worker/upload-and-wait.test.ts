import { describe, expect, expectTypeOf, test } from 'vitest';
import type { IncomeInsightEvent, IncomeTransactionEvent } from '../../src/webhooks/index.ts';
import type { StatementProgress } from '../../src/worker/index.ts';
import { errorOf } from '../journeys/fixture.ts';
import { BORROWER, other, uploadFixture } from './upload-fixture.ts';

describe('an uploaded statement', () => {
  test('is answered with its transactions, which another process received', async () => {
    const fixture = await uploadFixture();
    const answer = await fixture.wait(
      { want: 'transactions' },
      { meanwhile: () => fixture.deliver('income_transaction') },
    );
    expect(answer).toMatchObject({
      outcome: 'read',
      event: { kind: 'income_transaction', data: { trans: [{ amount: 180_000 }] } },
    });
    if (answer.outcome === 'read') expectTypeOf(answer.event).toEqualTypeOf<IncomeTransactionEvent>();
    expect(await fixture.fixture.requests()).toEqual({ uploadStatement: 1 });
  });

  test('is answered with its insight, by the operation of its own', async () => {
    const fixture = await uploadFixture();
    const answer = await fixture.wait(
      { want: 'insight', borrowerId: BORROWER },
      { meanwhile: () => fixture.deliver('income_insight') },
    );
    expect(answer).toMatchObject({
      outcome: 'read',
      event: { kind: 'income_insight', data: { eligibleAmount: '60000.00' } },
    });
    if (answer.outcome === 'read') expectTypeOf(answer.event).toEqualTypeOf<IncomeInsightEvent>();
    expect(await fixture.fixture.requests()).toEqual({ processIncome: 1 });
  });

  test('is answered through a receiver as through its inbox', async () => {
    const fixture = await uploadFixture();
    const answer = await fixture.wait(
      { want: 'transactions' },
      { inbox: fixture.elsewhere, meanwhile: () => fixture.deliver('income_transaction') },
    );
    expect(answer.outcome).toBe('read');
  });

  test('is answered with why it could not be read', async () => {
    const fixture = await uploadFixture();
    const failed = await fixture.wait(
      { want: 'transactions' },
      { meanwhile: () => fixture.deliver('income_insight_failure') },
    );
    expect(failed).toMatchObject({
      outcome: 'unreadable',
      reason: 'The statement has no table of transactions.',
      event: { kind: 'income_insight_failure' },
    });
    const unread = await fixture.wait(
      { want: 'transactions' },
      { meanwhile: () => fixture.deliver('income_transaction', { success: false, message: 'Wrong password.' }) },
    );
    expect(unread).toMatchObject({
      outcome: 'unreadable',
      reason: 'Wrong password.',
      event: { kind: 'income_transaction' },
    });
  });

  test('is answered with what its event lacks, where it came in a form that is not known', async () => {
    const fixture = await uploadFixture();
    const data = { success: true, businessId: '650000000000000000000002', bvn: '22200000001' };
    // Stored and not worked on yet: once it is done its body is gone.
    const meanwhile = () =>
      fixture.inbox.store({
        key: 'k1',
        kind: 'unknown',
        source: 'webhook',
        receivedAt: '2026-01-31T00:00:00.000Z',
        body: JSON.stringify({ event: 'income_insight', data }),
      });
    const answer = await fixture.wait({ want: 'insight' }, { meanwhile });
    expect(answer).toMatchObject({
      outcome: 'unreadable',
      reason: expect.stringMatching(/came without what it needs: no figure of an insight can be read$/),
      event: { kind: 'unknown' },
    });
  });

  test.each<[string, object]>([
    ['without success', { success: undefined }],
    ['with success as a word', { success: 'true' }],
    [
      'without account facts but the BVN',
      {
        accountNumber: undefined,
        accountName: null,
        bankCode: null,
        bankName: undefined,
        appId: undefined,
        balance: null,
      },
    ],
    [
      'with entries that lack a part',
      { trans: [{ type: 'credit', amount: '180000.00', date: 1_769_839_200 }, { narration: 'POS' }, null] },
    ],
  ])('is answered with its transactions %s', async (_how, fields) => {
    const fixture = await uploadFixture();
    const answer = await fixture.wait(
      { want: 'transactions' },
      { meanwhile: () => fixture.deliver('income_transaction', fields) },
    );
    expect(answer).toMatchObject({ outcome: 'read', event: { kind: 'income_transaction' } });
  });

  test('is answered with an insight that lacks most of its figures', async () => {
    const fixture = await uploadFixture();
    const body = {
      event: 'income_insight',
      data: { borrowerId: { _id: BORROWER }, eligibleAmount: 60_000, EDTI: null },
    };
    const answer = await fixture.wait(
      { want: 'insight', borrowerId: BORROWER },
      { meanwhile: () => fixture.deliverBody(body) },
    );
    expect(answer).toMatchObject({ outcome: 'read', event: { data: { eligibleAmount: '60000' } } });
  });

  test('is answered where the event comes before the service has acknowledged the upload', async () => {
    const fixture = await uploadFixture();
    let isFirst = true;
    const onProgress = ({ phase }: { readonly phase: string }) => {
      if (phase === 'uploading' && isFirst) void fixture.deliver('income_transaction');
      isFirst = false;
    };
    expect((await fixture.wait({ want: 'transactions', onProgress })).outcome).toBe('read');
  });

  test('is answered by its event also where the upload’s own answer was lost', async () => {
    const fixture = await uploadFixture();
    await fixture.fixture.server.controls.addFault({
      operation: 'uploadStatement',
      kind: 'status',
      status: 503,
      when: 'after',
    });
    let isFirst = true;
    const onProgress = () => {
      if (isFirst) void fixture.deliver('income_transaction');
      isFirst = false;
    };
    expect((await fixture.wait({ want: 'transactions', onProgress })).outcome).toBe('read');
  });

  test('reports its progress, and a watcher that throws changes nothing', async () => {
    const fixture = await uploadFixture();
    const steps: StatementProgress[] = [];
    const onProgress = (step: StatementProgress) => {
      steps.push(step);
      if (step.phase === 'waiting') void fixture.deliver('income_transaction');
      throw new Error('broken watcher');
    };
    expect((await fixture.wait({ want: 'transactions', onProgress })).outcome).toBe('read');
    const [first] = steps;
    expect(first).toEqual({ phase: 'uploading', sentBytes: expect.any(Number), waitedMs: 0 });
    expect(first?.sentBytes).toBeGreaterThan(0);
    expect(steps.at(-1)).toEqual({ phase: 'waiting', waitedMs: 0 });
  });
});

describe('an insight', () => {
  test('is known by its borrower, whom another event of the upload named', async () => {
    const fixture = await uploadFixture();
    const meanwhile = async () => {
      await fixture.deliver('income_insight');
      await fixture.deliver('pdf_upload', { borrowerId: BORROWER });
    };
    expect((await fixture.wait({ want: 'insight' }, { meanwhile })).outcome).toBe('read');
  });

  test('is known by its borrower, whom the answer to an earlier upload named', async () => {
    const fixture = await uploadFixture();
    await fixture.wait({ want: 'transactions' }, { meanwhile: () => fixture.deliver('income_transaction') });
    expect(
      (await fixture.wait({ want: 'insight' }, { meanwhile: () => fixture.deliver('income_insight') })).outcome,
    ).toBe('read');
  });

  test('is read in its nested form, whether it names its payer within the record or beside it', async () => {
    for (const place of ['beside', 'within']) {
      const fixture = await uploadFixture();
      const record = await insightRecord();
      const names = { bvn: '22200000001', accountNumber: '0123456789' };
      const data = place === 'beside' ? { id: 'i1', ...names, record } : { id: 'i1', record: { ...record, ...names } };
      const answer = await fixture.wait(
        { want: 'insight' },
        { meanwhile: () => fixture.deliverBody({ event: 'income_insight', data }) },
      );
      expect(answer, place).toMatchObject({
        outcome: 'read',
        event: { data: { id: 'i1', eligibleAmount: '60000.00' } },
      });
    }
  });

  test('of another payer in nested form is not taken', async () => {
    const fixture = await uploadFixture();
    const data = { id: 'i1', bvn: other.bvn, record: await insightRecord() };
    const meanwhile = async () => {
      await fixture.deliverBody({ event: 'income_insight', data });
      await fixture.deliver('income_insight_failure', { message: 'ours' });
    };
    expect(await fixture.wait({ want: 'insight', assumeOnlyUploadInFlight: true }, { meanwhile })).toMatchObject({
      reason: 'ours',
    });
  });

  test('that names no one is not guessed, and the error says what would help', async () => {
    const fixture = await uploadFixture();
    const meanwhile = async () => {
      await fixture.deliver('income_insight');
      await fixture.fixture.moveTo('2026-01-05T08:01:00Z');
    };
    const error = await errorOf(fixture.wait({ want: 'insight', timeoutMs: 60_000 }, { meanwhile }));
    expect(error).toMatchObject({
      name: 'DeadlineError',
      message: expect.stringContaining('1 came that name no one: give borrowerId'),
    });
  });

  test('that names no one is taken where this is stated to be the only upload', async () => {
    const fixture = await uploadFixture();
    const answer = await fixture.wait(
      { want: 'insight', assumeOnlyUploadInFlight: true },
      { meanwhile: () => fixture.deliver('income_insight') },
    );
    expect(answer.outcome).toBe('read');
  });

  test('that names no one is not taken while another upload is under way here, whatever was stated', async () => {
    const fixture = await uploadFixture();
    const stop = new AbortController();
    const second = fixture.wait(
      { want: 'transactions', signal: stop.signal },
      { input: { bvn: other.bvn, accountNumber: other.accountNumber } },
    );
    const meanwhile = async () => {
      await fixture.deliver('income_insight');
      await fixture.fixture.moveTo('2026-01-05T08:01:00Z');
    };
    const options = { want: 'insight', assumeOnlyUploadInFlight: true, timeoutMs: 60_000 } as const;
    expect(await errorOf(fixture.wait(options, { meanwhile }))).toMatchObject({ name: 'DeadlineError' });
    stop.abort();
    await errorOf(second);
  });
});

async function insightRecord(): Promise<object> {
  const { createTestDelivery } = await import('../../src/webhooks/index.ts');
  return JSON.parse(createTestDelivery('income_insight', { borrowerId: 'b7' }, { secret: 's' }).body).data;
}
