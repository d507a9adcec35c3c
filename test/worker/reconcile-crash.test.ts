import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/index.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import type { Inbox } from '../../src/webhooks/index.ts';
import { reconcile, runDue } from '../../src/worker/index.ts';
import { walkTo } from '../journeys/walk.ts';
import { sized } from '../size.ts';
import { type DroppedWebhooks, dropWebhooks, UNPACED } from './dropped-webhooks.ts';

/** A process that ends at its n-th call to what outlives it: nothing that it does afterwards arrives. `late`: the last call arrives, its answer does not. */
class Mortal {
  #left: number;
  readonly #late: boolean;
  isDead = false;

  constructor(calls: number, late: boolean) {
    this.#left = calls;
    this.#late = late;
  }

  wrap<Part extends object>(part: Part, names: readonly (keyof Part)[]): Part {
    const changed = Object.fromEntries(
      names.map((name) => [
        name,
        (...args: unknown[]) => this.#call(() => (part[name] as (...args: unknown[]) => unknown).apply(part, args)),
      ]),
    );
    return new Proxy(part, {
      get: (target, name) => {
        if (Object.hasOwn(changed, name)) return changed[name as string];
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async #call(act: () => unknown): Promise<unknown> {
    this.#left -= 1;
    if (this.isDead || (this.#left <= 0 && !this.#late)) return this.#die();
    if (this.#left <= 0) {
      await act();
      return this.#die();
    }
    return act();
  }

  #die(): never {
    this.isDead = true;
    throw new StoreError('the process has ended');
  }
}

const storeCalls: readonly (keyof LoanStore)[] = ['load', 'append', 'find', 'list', 'claim', 'settle'];
const inboxCalls: readonly (keyof Inbox<undefined>)[] = ['store', 'claim', 'recognise', 'settle', 'list'];

async function dieAt(
  calls: number,
  late: boolean,
  act: (stage: DroppedWebhooks, kit: DroppedWebhooks['kit'], receiver: DroppedWebhooks['receiver']) => Promise<unknown>,
) {
  const stage = await dropWebhooks();
  await walkTo(stage, 'collecting');
  await stage.moveTo('2026-02-01T22:00:00Z');
  const mortal = new Mortal(calls, late);
  const kit = stage.newKit({ store: mortal.wrap(stage.store, storeCalls) });
  const receiver = stage.process({ kit, inbox: mortal.wrap(stage.inbox, inboxCalls) });
  await act(stage, kit, receiver).catch(() => undefined);
  await receiver.settled();
  // Another process goes on; what the dead one held is free again after its lease, and what failed was put off.
  for (let hour = 0; hour < 3; hour++) {
    await stage.server.clock.advance('PT30M');
    await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
    await stage.receiver.settled();
  }
  return { stage, died: mortal.isDead };
}

// The handler is called again where its delivery could not be ended, which is what `delivery.commit` is for. A state change must never be kept twice or lost.
async function expectOnce(stage: DroppedWebhooks) {
  const items = await stage.inbox.list({ limit: 1_000 });
  expect(items.map(({ status }) => status)).toEqual(Array(4).fill('done'));
  expect(new Set(items.map(({ news }) => news)).size).toBe(4);
  expect(items.map(({ kind }) => kind).sort()).toEqual([
    'collection',
    'mandate.activated',
    'mandate.activated',
    'mandate.activated',
  ]);
  expect(new Set(stage.handled)).toEqual(new Set(['mandate.activated', 'collection success 30000']));
  expect(await stage.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 30_000 } });
}

describe.each([
  ['before the call arrives', false],
  ['after it arrived', true],
])('a process that ends %s', (_when, late) => {
  test.each([
    [
      'a walk over all',
      (_stage: DroppedWebhooks, kit: DroppedWebhooks['kit'], inbox: DroppedWebhooks['receiver']) =>
        reconcile(kit, { inbox, all: true, ...UNPACED }),
    ],
    [
      'what is due',
      (_stage: DroppedWebhooks, kit: DroppedWebhooks['kit'], inbox: DroppedWebhooks['receiver']) =>
        reconcile(kit, { inbox, ...UNPACED }),
    ],
    [
      'a run of the worker',
      (_stage: DroppedWebhooks, kit: DroppedWebhooks['kit'], inbox: DroppedWebhooks['receiver']) =>
        runDue(kit, { inbox, ...UNPACED }),
    ],
  ])('at any step of %s loses no state change and brings none twice', { timeout: 600_000 }, async (_what, act) => {
    let deaths = 0;
    for (let calls = 1; calls < 200; calls += sized(3, 1)) {
      const { stage, died } = await dieAt(calls, late, act);
      await expectOnce(stage);
      if (!died) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(sized(5, 15));
    expect(deaths).toBeLessThan(sized(65, 199));
  });
});
