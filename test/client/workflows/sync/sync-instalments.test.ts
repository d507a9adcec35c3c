import { describe, expect, test } from 'vitest';
import { OperationEngine } from '../../../../src/client/engine.ts';
import { checkOptions } from '../../../../src/client/options-check.ts';
import type { LoanContext } from '../../../../src/client/workflows/loan-context.ts';
import { readMandate } from '../../../../src/client/workflows/sync/read-mandate.ts';
import { syncInstalments } from '../../../../src/client/workflows/sync/sync-instalments.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import type { Transport } from '../../../../src/http/transport.ts';
import { LoanFiles } from '../../../../src/loan-file/loan-files.ts';
import { REFERENCE_DEFAULTS } from '../../../../src/server/defaults.ts';
import { createTestDelivery, parse } from '../../../../src/webhooks/index.ts';
import type { CollectionAttempt } from '../../../../src/wire/types/collection-types.ts';
import { altered, showingOnly } from '../../../journeys/altered.ts';
import { createFixture, errorOf, type Fixture } from '../../../journeys/fixture.ts';
import { autoTerms, FIRST_BACKUP, manualTerms, PRIMARY } from '../../../journeys/people.ts';
import { walkTo } from '../../../journeys/walk.ts';

const services: readonly [string, (transport: Transport) => Transport][] = [
  ['all of its instalments', (transport) => transport],
  ['their references but not how they stand', (transport) => showingOnly(['_id', 'instalmentReference'], transport)],
  ['their ids alone', (transport) => showingOnly(['_id'], transport)],
];

function contextOf({ server, store }: Fixture, transport: Transport): LoanContext {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  const settings = checkOptions({
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    store,
    clock: server.clock,
    transport,
  });
  return { engine: new OperationEngine(settings), files: new LoanFiles(store), bureau: { submit: async () => {} } };
}

/** A loan at collection whose deliveries are all lost, and someone who looks at its mandate. */
async function unreported(show: (transport: Transport) => Transport, terms = autoTerms) {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting', { terms });
  const transport = show(fixture.transport);
  const context = contextOf(fixture, transport);
  const look = async (): Promise<LoanState> => {
    const { state, mandate } = await readMandate(context, await context.files.read('loan-1'));
    return syncInstalments(context, state, mandate);
  };
  return { fixture, loan, look, context, kit: fixture.newKit({ transport }) };
}

async function reported({ fixture }: { readonly fixture: Fixture }) {
  const events = await fixture.eventsOf();
  return events.flatMap((event) =>
    event.type === 'report.filed' && event.report.event.startsWith('repayment') ? [event.report] : [],
  );
}

const asked = async ({ fixture }: { readonly fixture: Fixture }) => (await fixture.requests()).collectionAttempts ?? 0;

describe.each(services)('at a service that shows %s', (_what, show) => {
  test('money that a look at the mandate shows first is reported, once, whatever arrives later', async () => {
    const scene = await unreported(show);
    await scene.fixture.moveTo('2026-02-01T12:00:00Z');
    const { collections, collected } = await scene.look();
    expect(collected).toBe(3_000_000);
    expect(collections).toMatchObject([
      { status: 'success', due: 3_000_000, collected: 3_000_000, date: '2026-02-01' },
    ]);
    const events = await scene.fixture.eventsOf();
    await scene.look();
    for (const { payload } of (await scene.fixture.server.controls.webhooks()).items) {
      expect(await scene.kit.confirm(parse(JSON.stringify(payload)))).toMatchObject({ kind: 'confirmed' });
    }
    expect(await scene.fixture.eventsOf()).toEqual(events);
    expect(await reported(scene)).toMatchObject([
      { event: 'repayment.successful', content: { amount: 30_000, date: '2026-02-01', outstandingBalance: 60_000 } },
    ]);
  });

  test('a webhook about the mandate brings in money that no notification named', async () => {
    const scene = await unreported(show);
    await scene.fixture.moveTo('2026-03-01T12:00:00Z');
    const data = { mandateId: scene.loan.mandateId, ...PRIMARY };
    expect(
      await scene.kit.confirm(parse(createTestDelivery('mandate.activated', data, { secret: 's' }).body)),
    ).toMatchObject({ kind: 'confirmed' });
    expect(await reported(scene)).toMatchObject([{ content: { amount: 30_000 } }, { content: { amount: 30_000 } }]);
  });

  test('a webhook about one instalment lets in what came on another', async () => {
    const scene = await unreported(show);
    await scene.fixture.moveTo('2026-03-01T12:00:00Z');
    const last = (await scene.fixture.server.controls.webhooks()).items.at(-1);
    expect(await scene.kit.confirm(parse(JSON.stringify(last?.payload)))).toMatchObject({ kind: 'confirmed' });
    const dates = (await reported(scene)).map(({ content }) => (content as { date: string }).date);
    expect(dates.sort()).toEqual(['2026-02-01', '2026-03-01']);
  });

  test('a missed due date is reported by the next day’s look, once, and later money with its own day', async () => {
    const scene = await unreported(show);
    await scene.fixture.server.bank.setBalance(PRIMARY, 0);
    await scene.fixture.moveTo('2026-02-02T22:00:00Z');
    expect((await scene.look()).collections).toMatchObject([
      { status: 'overdue', due: 3_000_000, collected: 0, reason: 'Insufficient funds' },
    ]);
    await scene.fixture.server.bank.setBalance(PRIMARY, 12_000);
    await scene.fixture.moveTo('2026-02-03T22:00:00Z');
    await scene.fixture.server.bank.setBalance(PRIMARY, 0);
    await scene.fixture.moveTo('2026-02-06T22:00:00Z');
    expect((await scene.look()).collections).toMatchObject([{ status: 'partially paid', collected: 1_200_000 }]);
    expect((await reported(scene)).map(({ event, content }) => ({ event, ...content }))).toMatchObject([
      { event: 'repayment.missed', dueAmount: 30_000, failureReason: 'Insufficient funds', outstandingBalance: 90_000 },
      { event: 'repayment.successful', amount: 12_000, date: '2026-02-03', outstandingBalance: 78_000 },
    ]);
  });

  test('nothing is asked when nothing changed', async () => {
    const scene = await unreported(show);
    await scene.look();
    expect(await asked(scene)).toBe(0);
    await scene.fixture.server.bank.setBalance(PRIMARY, 30_000);
    await scene.fixture.moveTo('2026-03-03T22:00:00Z');
    await scene.look();
    expect(await asked(scene)).toBe(2);
    await scene.look();
    expect(await asked(scene)).toBe(2);
  });

  test('looks and webhooks at the same time report each repayment once', async () => {
    const scene = await unreported(show);
    await scene.fixture.server.bank.setBalance(PRIMARY, 40_000);
    await scene.fixture.moveTo('2026-03-01T22:00:00Z');
    const payloads = (await scene.fixture.server.controls.webhooks()).items.map(({ payload }) =>
      parse(JSON.stringify(payload)),
    );
    await Promise.allSettled(
      [...payloads, ...payloads].map((event) => scene.kit.confirm(event)).concat([scene.look(), scene.look()] as never),
    );
    await scene.look();
    const amounts = (await reported(scene)).map(({ content }) => (content as { amount: number }).amount);
    expect(amounts.sort()).toEqual([10_000, 30_000]);
  });

  test('a debit on demand that failed is a miss; a due date that passed without one is none', async () => {
    const scene = await unreported(show, manualTerms);
    await scene.fixture.server.bank.setBalance(PRIMARY, 0);
    await scene.fixture.moveTo('2026-03-05T08:00:00Z');
    await scene.look();
    expect([await asked(scene), await reported(scene)]).toEqual([0, []]);
    await scene.fixture.kit.collections.collect(scene.loan, { amount: 30_000, debitDate: '2026-03-06' });
    await scene.fixture.moveTo('2026-03-06T08:00:00Z');
    await scene.look();
    const calls = await asked(scene);
    await scene.look();
    expect(await asked(scene)).toBe(calls);
    expect(await reported(scene)).toMatchObject([
      { event: 'repayment.missed', content: { dueAmount: 30_000, failureReason: 'Insufficient funds' } },
    ]);
  });

  test('money of debits on demand is found on whatever instalments it filled, due or not', async () => {
    const scene = await unreported(show, manualTerms);
    await scene.fixture.kit.collections.collect(scene.loan, { amount: 70_000, debitDate: '2026-02-01' });
    await scene.fixture.moveTo('2026-02-01T08:00:00Z');
    expect((await scene.look()).collections.map(({ status, collected }) => [status, collected])).toEqual([
      ['success', 3_000_000],
      ['success', 3_000_000],
      ['partially paid', 1_000_000],
    ]);
  });
});

test('after the loan is closed nothing more is asked for it', async () => {
  const scene = await unreported((transport) => transport);
  await scene.fixture.moveTo('2026-02-01T12:00:00Z');
  await scene.fixture.kit.bureau.close(scene.loan, { finalStatus: 'written_off', closeDate: '2026-02-01' });
  const { engine } = scene.context;
  const mandate = await engine.call('getMandate', { mandateId: scene.loan.mandateId });
  const before = await asked(scene);
  await syncInstalments(scene.context, await scene.context.files.read('loan-1'), mandate);
  expect(await asked(scene)).toBe(before);
});

describe('attempts that cannot be this loan’s', () => {
  const first = (change: object) => (attempts: readonly CollectionAttempt[]) =>
    attempts.map((attempt, index) => (index === 0 ? { ...attempt, ...change } : attempt));

  test.each<[string, object, string]>([
    ['of another mandate', { mandateId: 'f'.repeat(24) }, 'data.0.mandateId'],
    ['of less than nothing', { amount: -1 }, 'data.0.amount'],
    ['of more than the loan', { amount: 90_000.01 }, 'data'],
  ])('because they are %s are refused, and nothing is written of them', async (_what, change, path) => {
    const scene = await unreported((transport) =>
      altered(showingOnly(['_id'], transport), '/collection-log/installment', first(change)),
    );
    await scene.fixture.server.bank.setBalance(FIRST_BACKUP, 0);
    await scene.fixture.moveTo('2026-02-01T12:00:00Z');
    const error = await errorOf(scene.look());
    expect(error).toMatchObject({ name: 'AnswerError', operation: 'collectionAttempts', issues: [{ path }] });
    expect(await reported(scene)).toEqual([]);
  });
});
