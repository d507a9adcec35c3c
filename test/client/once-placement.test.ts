import { describe, expect, inject, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { ACCOUNTS, PRIMARY } from '../journeys/people.ts';
import { errorOf, type Stage, setStage } from '../journeys/stage.ts';
import { troubled } from '../journeys/trouble.ts';
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
function nextProcess(stage: Stage) {
  const calls: string[] = [];
  const wrap = (transport: Transport) =>
    troubled(transport, ({ path }) => {
      calls.push(path.slice(path.lastIndexOf('/') + 1));
      return undefined;
    });
  return { kit: stage.newKit({ transport: wrap(stage.transport) }), calls };
}

async function accountsWith(stage: Stage, mandateId: string, event: string) {
  const { events } = await stage.server.controls.readMandate(mandateId);
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
      const stage = await setStage();
      const selected = await walkTo(stage, 'selected');
      await errorOf(stage.newKit({ store: endingAt(stage.store, nth) }).mandates.place(selected));
      const { kit, calls } = nextProcess(stage);
      // A service that names mandates itself shows nothing under our id: the same placement again is how it is asked, once the first call has certainly ended.
      const isAskedByPlacing = nth === 2 && inject('mandateIds') === 'service';
      if (isAskedByPlacing) {
        expect(await errorOf(kit.mandates.place(selected))).toMatchObject({ name: 'ConflictError', outcome: 'none' });
        await stage.moveTo(new Date(stage.server.clock.now() + 60_000).toISOString());
        calls.length = 0;
      }
      const placed = await kit.mandates.place(selected);
      const isInDoubt = nth % 2 === 0;
      expect(calls.filter((call) => call === 'get-mandate')).toHaveLength(isInDoubt ? 1 : 0);
      if (isInDoubt) expect(calls[0]).toBe('get-mandate');
      expect((await stage.requests()).createConsent).toBe(isAskedByPlacing ? 4 : 3);
      expect(await accountsWith(stage, placed.mandateId, 'account.placed')).toEqual(inOrder);
    },
  );
});

describe('attaching three accounts', () => {
  test.each(everyWrite)(
    'by a process that ends before its write %i is gone on with: the next one asks first, and changes nothing twice',
    async (nth) => {
      const stage = await setStage();
      const placed = await walkTo(stage, 'placed');
      await errorOf(stage.newKit({ store: endingAt(stage.store, nth) }).mandates.attachByMicroDeposit(placed));
      const { kit, calls } = nextProcess(stage);
      await kit.mandates.attachByMicroDeposit(placed);
      const isInDoubt = nth % 2 === 0;
      if (isInDoubt) expect(calls[0]).toBe('get-mandate');
      expect((await stage.requests()).attachByMicroDeposit).toBe(isInDoubt ? 4 : 3);
      expect(await accountsWith(stage, placed.mandateId, 'account.attached')).toEqual(inOrder);
    },
  );

  test('an account that the payer has proved meanwhile is not sent again', async () => {
    const stage = await setStage({ hears: false });
    const placed = await walkTo(stage, 'placed');
    await errorOf(stage.newKit({ store: endingAt(stage.store, 2) }).mandates.attachByMicroDeposit(placed));
    await stage.server.controls.makeDeposit({ mandateId: placed.mandateId, ...PRIMARY });
    const { kit, calls } = nextProcess(stage);
    const verifying = await kit.mandates.attachByMicroDeposit(placed);
    expect(calls).toEqual(['get-mandate', 'mandate', 'mandate']);
    expect((await stage.requests()).attachByMicroDeposit).toBe(3);
    expect(verifying.primaryAccount.attachedBy).toBe('micro-deposit');
    expect((await kit.mandates.awaitActive(verifying)).stage).toBe('verified');
  });
});
