import { describe, expect, inject, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { ACCOUNTS, PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

/** A process that ends before its n-th write. */
function endingAt(store: LoanStore, nth: number): LoanStore {
  let writes = 0;
  return {
    ...store,
    append: async (...given) => {
      writes += 1;
      if (writes >= nth) throw new Error('the process was killed');
      await store.append(...given);
    },
  };
}

/** The next process, and the calls that it makes, in order. */
function nextProcess(fixture: Fixture) {
  const calls: string[] = [];
  const wrap = (transport: Transport) =>
    faulty(transport, ({ path }) => {
      calls.push(path.slice(path.lastIndexOf('/') + 1));
      return undefined;
    });
  return { kit: fixture.newKit({ transport: wrap(fixture.transport) }), calls };
}

async function accountsWith(fixture: Fixture, mandateId: string, event: string) {
  const { events } = await fixture.server.controls.readMandate(mandateId);
  return events.filter((item) => item.event === event).map(({ accountNumber }) => accountNumber);
}

const inOrder = [ACCOUNTS.primary, ACCOUNTS.firstBackup, ACCOUNTS.secondBackup].map(
  ({ accountNumber }) => accountNumber,
);
// Intent and result of three accounts, and that all of them stand.
const everyWrite = [1, 2, 3, 4, 5, 6, 7];

describe('placing on three accounts', () => {
  test.each(everyWrite)(
    'by a process that ends before its write %i is gone on with: the next one asks first, and sends nothing twice',
    async (nth) => {
      const fixture = await createFixture();
      const selected = await walkTo(fixture, 'selected');
      await errorOf(fixture.newKit({ store: endingAt(fixture.store, nth) }).mandates.place(selected));
      const { kit, calls } = nextProcess(fixture);
      // A service that names mandates itself shows nothing under our id: the same placement again is how it is asked, once the first call has certainly ended.
      const isAskedByPlacing = nth === 2 && inject('mandateIds') === 'service';
      if (isAskedByPlacing) {
        expect(await errorOf(kit.mandates.place(selected))).toMatchObject({ name: 'ConflictError', outcome: 'none' });
        await fixture.moveTo(new Date(fixture.server.clock.now() + 60_000).toISOString());
        calls.length = 0;
      }
      const placed = await kit.mandates.place(selected);
      const isInDoubt = nth % 2 === 0;
      expect(calls.filter((call) => call === 'get-mandate')).toHaveLength(isInDoubt ? 1 : 0);
      if (isInDoubt) expect(calls[0]).toBe('get-mandate');
      expect((await fixture.requests()).createConsent).toBe(isAskedByPlacing ? 4 : 3);
      expect(await accountsWith(fixture, placed.mandateId, 'account.placed')).toEqual(inOrder);
    },
  );
});

describe('attaching three accounts', () => {
  test.each(everyWrite)(
    'by a process that ends before its write %i is gone on with: the next one asks first, and changes nothing twice',
    async (nth) => {
      const fixture = await createFixture();
      const placed = await walkTo(fixture, 'placed');
      await errorOf(fixture.newKit({ store: endingAt(fixture.store, nth) }).mandates.attachByMicroDeposit(placed));
      const { kit, calls } = nextProcess(fixture);
      await kit.mandates.attachByMicroDeposit(placed);
      const isInDoubt = nth % 2 === 0;
      if (isInDoubt) expect(calls[0]).toBe('get-mandate');
      expect((await fixture.requests()).attachByMicroDeposit).toBe(isInDoubt ? 4 : 3);
      expect(await accountsWith(fixture, placed.mandateId, 'account.attached')).toEqual(inOrder);
    },
  );

  test('an account that the payer has proved meanwhile is not sent again', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const placed = await walkTo(fixture, 'placed');
    await errorOf(fixture.newKit({ store: endingAt(fixture.store, 2) }).mandates.attachByMicroDeposit(placed));
    await fixture.server.controls.makeDeposit({ mandateId: placed.mandateId, ...PRIMARY });
    const { kit, calls } = nextProcess(fixture);
    const verifying = await kit.mandates.attachByMicroDeposit(placed);
    expect(calls).toEqual(['get-mandate', 'mandate', 'mandate']);
    expect((await fixture.requests()).attachByMicroDeposit).toBe(3);
    expect(verifying.primaryAccount.attachedBy).toBe('micro-deposit');
    expect((await kit.mandates.awaitActive(verifying)).stage).toBe('verified');
  });
});
