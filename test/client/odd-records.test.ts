import { describe, expect, test } from 'vitest';
import type { CollectionAttempt, CollectionRecord } from '../../src/index.ts';
import { altered } from '../journeys/altered.ts';
import { errorOf } from '../journeys/fixture.ts';
import { type DebitFixture, debitFixture, LATER, LOST, NO_LOG, SHOWS_NOTHING, WANTED } from './debit-fixture.ts';

/** A record of the service with one field changed; undefined takes it away. */
type Oddity = readonly [field: keyof CollectionRecord, value: unknown];

const oddities: readonly Oddity[] = (['_id', 'businessId', 'consentId', 'collectionType'] as const).flatMap((field) =>
  [undefined, null, 5, 1.5, '', [], { name: 'x' }, true, 'MND/2026/0001'].map((value): Oddity => [field, value]),
);

async function doubtful(fault: DebitFixture['faults']['debit'], wanted = WANTED): Promise<DebitFixture> {
  const stage = await debitFixture();
  stage.faults.debit = fault;
  expect((await stage.kit.collections.collect(stage.first, wanted)).debit.outcome).toBe('unknown');
  stage.faults.debit = undefined;
  return stage;
}

const answerOf = (data: unknown) => ({ status: 200, body: { status: true, error: false, message: null, data } });
const records = async (stage: DebitFixture, change: object) =>
  (await stage.kit.collections.list({ type: 'manual' })).map((record) => ({ ...record, ...change }));
const settle = async (stage: DebitFixture) =>
  (await stage.kit.collections.settle(await stage.loan())).debits[0]?.status;

describe('a debit that was taken is not hidden by a record', () => {
  test.each(oddities)('of the list (§4.10) whose %s is %j', async (field, value) => {
    const stage = await doubtful('reset-after');
    stage.faults.list = answerOf(await records(stage, { [field]: value }));
    stage.faults.log = NO_LOG;
    expect(await settle(stage)).toBe('successful');
    expect(stage.left()).toBe(1);
  });

  test.each(oddities)('of the newest log (§4.8) whose %s is %j', async (field, value) => {
    const stage = await doubtful('reset-after');
    stage.faults.log = answerOf((await records(stage, { [field]: value }))[0]);
    stage.faults.list = SHOWS_NOTHING;
    expect(await settle(stage)).toBe('successful');
  });

  test('of several logs (§4.8), beside one that cannot be read', async () => {
    const stage = await doubtful('reset-after');
    stage.faults.log = answerOf([null, { amount: 'much' }, ...(await records(stage, {}))]);
    stage.faults.list = SHOWS_NOTHING;
    expect(await settle(stage)).toBe('successful');
  });

  test.each([undefined, null, 5, '', 'MND/2026/0001'])(
    'of the list that says of its mandate %j: its mandate is unknown, so that nothing is absent',
    async (mandateId) => {
      const stage = await doubtful(LOST);
      await stage.kit.collections.collect(await stage.loan(), {
        amount: 1_000,
        debitDate: '2026-01-06',
        despiteUnknown: await stage.doubts(),
      });
      const [other] = await records(stage, {
        mandateId,
        amount: 30_000,
        transactionRefence: crypto.randomUUID(),
        bvn: undefined,
      });
      stage.faults.list = answerOf([other]);
      for (const minutes of [15, 1, 1]) {
        await stage.pass(minutes);
        await settle(stage);
      }
      expect((await stage.loan()).debits[0]).toMatchObject({
        status: 'parked',
        parkedFor: expect.stringContaining('only a part'),
      });
      for (const minutes of [1, 1]) {
        await stage.pass(minutes);
        await stage.kit.collections.settle(await stage.loan(), {
          resendAbsent: 'assuming-absence-means-it-never-arrived',
        });
      }
      expect(stage.left()).toBe(2);
    },
  );

  test('that is searched for by its reference, without its mandate', async () => {
    const stage = await debitFixture();
    await stage.kit.collections.collect(stage.first, LATER);
    await stage.moveTo('2026-02-01T07:05:00Z');
    stage.faults.list = answerOf(await records(stage, { mandateId: null, businessId: null }));
    expect(await settle(stage)).toBe('successful');
  });
});

describe('the attempts on an instalment (§4.9)', () => {
  const fields = [
    '_id',
    'mandateId',
    'instalmentReference',
    'accountNumber',
    'bankCode',
    'responseCode',
    'responseMessage',
    'collectionType',
  ] as const;

  test.each(fields.flatMap((field) => [undefined, null, [], true].map((value) => [field, value] as const)))(
    'whose %s is %j count all the same',
    async (field, value) => {
      const stage = await debitFixture();
      await stage.kit.collections.collect(stage.first, WANTED);
      const change = (attempts: readonly CollectionAttempt[]) =>
        attempts.map((attempt) => ({ ...attempt, [field]: value }));
      const kit = stage.newKit({
        store: stage.store,
        transport: altered(stage.transport, '/collection-log/installment', change),
      });
      const loan = await kit.mandates.refresh(await stage.loan());
      expect(loan.instalments[0]).toMatchObject({ collected: 30_000, status: 'success' });
      expect(loan.reports.at(-1)?.event).toBe('repayment.successful');
    },
  );

  test('are not read in part: the money on an instalment is their sum', async () => {
    const stage = await debitFixture();
    await stage.kit.collections.collect(stage.first, WANTED);
    const kit = stage.newKit({
      store: stage.store,
      transport: altered(stage.transport, '/collection-log/installment', (attempts: readonly object[]) => [
        ...attempts,
        { status: 'successful', amount: null },
      ]),
    });
    expect(await errorOf(kit.mandates.refresh(await stage.loan()))).toMatchObject({
      name: 'AnswerError',
      operation: 'collectionAttempts',
    });
  });
});
