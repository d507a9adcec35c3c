import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock/clock.ts';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import { ConfigurationError } from '../../src/errors.ts';
import { type Confirmation, memoryInbox, type ReceiveOptions, receive, unverified } from '../../src/webhooks/index.ts';
import { checkReceiveOptions } from '../../src/webhooks/receive-options.ts';

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
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const needs = [
  'verify: is missing: give a verifier: sharedSecret({ secrets }), or unverified() if something before this has checked',
  'inbox: is missing: give an inbox: postgresInbox, sqliteInbox, or memoryInbox(), which keeps deliveries as long as the process lives',
  'confirm: is missing: give what can confirm an event: the RepayKit',
];

describe('a receiver', () => {
  test('starts with what it needs', () => expect(issuesOf(good)).toEqual([]));
  test('does not start without a verifier', () => expect(issuesOf({ ...good, verify: undefined })).toEqual([needs[0]]));

  test('reports every mistake at once', () => {
    const wrong = {
      inbox: { store() {} },
      confirm: {},
      on: { colection() {}, collection: 5 },
      maxBytes: 0,
      leaseMs: 1.5,
      unconfirmedForMs: -1,
      maxAttempts: 0,
      concurrency: 0,
      asksPerSecond: 0,
      asksPerMandateAndHour: 0,
      waitUntil: true,
      clock: {},
      verfy: 1,
    };
    const inbox = needs[1]?.slice('inbox: is missing: '.length);
    expect(issuesOf(wrong)).toEqual([
      'verfy: is unknown; did you mean verify?',
      needs[0],
      `inbox: lacks claim(), recognise(), settle(), decide(), list(): ${inbox}`,
      'confirm: lacks confirm(): give what can confirm an event: the RepayKit',
      'on.colection: is unknown; did you mean collection?',
      'on.collection: is a number, but must be a function',
      'waitUntil: is true, but must be a function',
      'maxBytes: must be at least 1',
      'leaseMs: must be a whole number',
      'unconfirmedForMs: must be at least 0',
      'maxAttempts: must be at least 1',
      'concurrency: must be at least 1',
      'asksPerSecond: must be above 0',
      'asksPerMandateAndHour: must be at least 1',
      'clock: lacks now(): give a clock',
    ]);
  });

  test('names itself in its error', () => {
    expect(() => receive({ ...good, maxBytes: 0 })).toThrow(
      new ConfigurationError('receive', [{ path: 'maxBytes', message: 'must be at least 1' }]),
    );
  });

  test.each([undefined, null, {}])('does not start with %j', (options) => expect(issuesOf(options)).toEqual(needs));

  test('takes the smallest value of each limit', () => {
    const least = { maxBytes: 1, leaseMs: 1, unconfirmedForMs: 0, maxAttempts: 1, concurrency: 1 };
    expect(issuesOf({ ...good, ...least, asksPerSecond: 0.001, asksPerMandateAndHour: 1 })).toEqual([]);
  });

  test('has a default for each limit, and keeps what is given', () => {
    const defaults = {
      on: {},
      maxBytes: 262_144,
      leaseMs: 300_000,
      unconfirmedForMs: 600_000,
      maxAttempts: 20,
      concurrency: 32,
      asksPerSecond: 200,
      asksPerMandateAndHour: 12,
      clock: systemClock,
      logger: {},
    };
    expect(checkReceiveOptions(good)).toEqual({ ...good, ...defaults });
    const given = {
      ...{ on: { unknown() {} }, maxBytes: 1, leaseMs: 2, unconfirmedForMs: 0, maxAttempts: 4, concurrency: 5 },
      ...{ asksPerSecond: 6, asksPerMandateAndHour: 7, clock: virtualClock(0), logger: { info() {} } },
      waitUntil() {},
    };
    expect(checkReceiveOptions({ ...good, ...given })).toEqual({ ...good, ...given });
  });

  test.each([[null], [[]], [[() => {}]], ['collection'], [() => {}]])('takes no handlers that are none: %o', (on) =>
    expect(issuesOf({ ...good, on })).toEqual(['on: must hold handlers by name of event']),
  );

  test('checks handlers that are methods of a class, wherever they come from', () => {
    class Base {
      'mandate.activatd'() {}
    }
    class Handlers extends Base {
      collection() {}
      'collection.sucess'() {}
    }
    expect(issuesOf({ ...good, on: new Handlers() })).toEqual([
      'on.collection.sucess: is unknown; did you mean collection.success?',
      'on.mandate.activatd: is unknown; did you mean mandate.activated?',
    ]);
    class Right {
      collection() {}
      'mandate.activated'() {}
      save() {}
    }
    for (const on of [new Right(), Object.create({ collection() {} }), Object.create(null)])
      expect(issuesOf({ ...good, on })).toEqual([]);
    expect(issuesOf({ ...good, on: Object.create({ collection: 5 }) })).toEqual([
      'on.collection: is a number, but must be a function',
    ]);
    expect(issuesOf({ ...good, on: runInNewContext('({ collection() {} })') })).toEqual([]);
  });
});
