import { expectTypeOf, test } from 'vitest';
import type { RepayKit } from '../../src/index.ts';
import { type PostgresClient, postgresInbox } from '../../src/stores/postgres/index.ts';
import { type SqliteDatabase, sqliteInbox } from '../../src/stores/sqlite/index.ts';
import type { TestWebhooks } from '../../src/testing/index.ts';
import {
  type CollectionOutcome,
  type Confirmation,
  expressHandler,
  memoryInbox,
  receive,
  sharedSecret,
  type WebhookHandlers,
} from '../../src/webhooks/index.ts';
import { reconcile, runDue, uploadAndWait } from '../../src/worker/index.ts';

declare const kit: RepayKit;
const verify = sharedSecret({ secrets: 'whsec_repaykit' });

test('a handler is lent the transaction of its inbox', () => {
  const inbox = postgresInbox({ pool: {} as never });
  const receiver = receive({
    verify,
    inbox,
    confirm: kit,
    on: {
      collection: (event, { loan }, delivery) => {
        expectTypeOf(event.data.amountCollected).toEqualTypeOf<number>();
        expectTypeOf(loan?.loanId).toEqualTypeOf<string | undefined>();
        return delivery.commit((client) => {
          expectTypeOf(client).toEqualTypeOf<PostgresClient>();
        });
      },
      'mandate.disputed': (event) => void expectTypeOf(event.data.mandateId).toEqualTypeOf<string>(),
    },
  });
  expectTypeOf(receiver).toBeCallableWith(new Request('http://127.0.0.1'), { remoteAddress: '127.0.0.1' });
  // Whatever it is kept in, it goes behind every adapter and to the worker.
  expressHandler(receiver);
  void runDue(kit, { inbox: receiver });
  void reconcile(kit, { inbox: receiver });
  void uploadAndWait(kit, receiver, {} as never, { want: 'insight' });
});

test('an inbox in SQLite lends the database, one in memory nothing', () => {
  receive({
    verify,
    inbox: sqliteInbox({} as never),
    confirm: kit,
    on: {
      policy: (_event, _confirmed, delivery) =>
        delivery.commit((database) => void expectTypeOf(database).toEqualTypeOf<SqliteDatabase>()),
    },
  });
  receive({
    verify,
    inbox: memoryInbox(),
    confirm: kit,
    on: {
      policy: (_event, _confirmed, delivery) =>
        delivery.commit((nothing) => void expectTypeOf(nothing).toEqualTypeOf<undefined>()),
    },
  });
});

test('a receiver without a verifier or an inbox does not compile', () => {
  // @ts-expect-error what proves a delivery is missing
  receive({ inbox: memoryInbox(), confirm: kit });
  // @ts-expect-error where deliveries are kept is missing
  receive({ verify, confirm: kit });
  // @ts-expect-error there is no such kind of event
  receive({ verify, inbox: memoryInbox(), confirm: kit, on: { 'mandate.paused': () => {} } });
});

test('a handler of a specific name takes the event of that outcome', () => {
  receive({
    verify,
    inbox: memoryInbox(),
    confirm: kit,
    on: {
      'collection.failed': (event, { loan }) => {
        expectTypeOf(event.outcome).toEqualTypeOf<'missed'>();
        expectTypeOf(event.data.instalmentReference).toExtend<string>();
        expectTypeOf(loan?.loanId).toEqualTypeOf<string | undefined>();
      },
      'collection.success': ({ outcome }) => void expectTypeOf(outcome).toEqualTypeOf<'collected'>(),
      'collection.partial': ({ outcome }) => void expectTypeOf(outcome).toEqualTypeOf<'partly-collected'>(),
      'collection.processing': ({ outcome }) => void expectTypeOf(outcome).toEqualTypeOf<'processing'>(),
      collection: ({ outcome }) => void expectTypeOf(outcome).toEqualTypeOf<CollectionOutcome>(),
    },
  });
});

declare const webhooks: TestWebhooks;

test('a test waits for a handler’s names, and for no other', () => {
  expectTypeOf<Parameters<typeof webhooks.waitFor>[0]>().toEqualTypeOf<keyof WebhookHandlers<Confirmation>>();
  expectTypeOf(webhooks.waitFor('collection.partial'))
    .resolves.toHaveProperty('outcome')
    .toEqualTypeOf<'partly-collected'>();
  // @ts-expect-error there is no such event
  void webhooks.waitFor('collection.succes');
});
