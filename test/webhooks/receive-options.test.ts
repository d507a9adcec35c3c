import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { type Confirmation, memoryInbox, type ReceiveOptions, receive, unverified } from '../../src/webhooks/index.ts';

const good: ReceiveOptions<Confirmation> = {
  verify: unverified(),
  inbox: memoryInbox(),
  confirm: { confirm: async () => ({ kind: 'confirmed' }) },
};

function issuesOf(options: unknown): readonly string[] {
  try {
    receive(options as ReceiveOptions<Confirmation>);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.issues.map(({ path }) => path);
  }
}

describe('a receiver', () => {
  test('starts with what it needs', () => expect(issuesOf(good)).toEqual([]));
  test('does not start without a verifier', () => expect(issuesOf({ ...good, verify: undefined })).toEqual(['verify']));

  test('reports every mistake at once', () => {
    const wrong = {
      inbox: { store() {} },
      confirm: {},
      on: { colection() {}, collection: 5 },
      maxBytes: 0,
      leaseMs: 1.5,
      unconfirmedForMs: -1,
      waitUntil: true,
      clock: {},
      verfy: 1,
    };
    expect(issuesOf(wrong)).toEqual([
      'verfy',
      'verify',
      'inbox',
      'confirm',
      'on.colection',
      'on.collection',
      'waitUntil',
      'maxBytes',
      'leaseMs',
      'unconfirmedForMs',
      'clock',
    ]);
  });

  test.each([undefined, null, {}])('does not start with %j', (options) =>
    expect(issuesOf(options)).toEqual(['verify', 'inbox', 'confirm']),
  );
  test('may give up an unconfirmed delivery at once', () =>
    expect(issuesOf({ ...good, unconfirmedForMs: 0 })).toEqual([]));
  test.each([[null], [[]], [[() => {}]], ['collection'], [() => {}]])('takes no handlers that are none: %o', (on) =>
    expect(issuesOf({ ...good, on })).toEqual(['on']),
  );

  test('checks handlers that are methods of a class, wherever they come from', () => {
    class Base {
      'mandate.activatd'() {}
    }
    class Handlers extends Base {
      collection() {}
      'collection.sucess'() {}
    }
    expect(issuesOf({ ...good, on: new Handlers() })).toEqual(['on.collection.sucess', 'on.mandate.activatd']);
    expect(() => receive({ ...good, on: new Handlers() as never })).toThrow(/did you mean collection\.success\?/);
    class Right {
      collection() {}
      'mandate.activated'() {}
      save() {}
    }
    for (const on of [new Right(), Object.create({ collection() {} }), Object.create(null)])
      expect(issuesOf({ ...good, on })).toEqual([]);
    expect(issuesOf({ ...good, on: Object.create({ collection: 5 }) })).toEqual(['on.collection']);
  });
});
