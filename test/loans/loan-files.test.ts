import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../src/domain/loan/events/events.ts';
import { ConflictError, InputError, StoreError } from '../../src/errors.ts';
import { sealEvent } from '../../src/loans/chain/event-seal.ts';
import { LoanFiles } from '../../src/loans/loan-files.ts';
import { memoryStore } from '../../src/loans/memory/memory-store.ts';
import type { LoanStore } from '../../src/loans/store.ts';
import { at, discovered, mandateId, opened, selected } from '../domain/loan/sample-loan.ts';
import { storeWith } from './file-events.ts';

const abandoned: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };

async function filesWithLoan() {
  const store = await storeWith([opened()]);
  return { store, files: new LoanFiles(store) };
}

/** A store in which somebody else is always first, for a number of times. */
function crowded(store: LoanStore, times: number): LoanStore {
  let left = times;
  return {
    ...store,
    async append(loanId, version, events, extras) {
      if (left > 0) {
        left -= 1;
        await new LoanFiles(store).record(loanId, [discovered]);
      }
      return store.append(loanId, version, events, extras);
    },
  };
}

describe('loan files', () => {
  test('begin a loan and find it by its id and its mandate', async () => {
    const { files } = await filesWithLoan();
    expect(await files.read('loan-1')).toMatchObject({ stage: 'consented', version: 1 });
    expect(await files.findByMandate(mandateId)).toMatchObject({ loanId: 'loan-1' });
    expect(await files.list({ limit: 5 })).toEqual({ loanIds: ['loan-1'] });
  });

  test('begin a loan once', async () => {
    const { files } = await filesWithLoan();
    await expect(files.begin('loan-1', opened())).rejects.toThrow(ConflictError);
  });

  test('that a newer version wrote are not read by half', async () => {
    const { store, files } = await filesWithLoan();
    const [begun] = (await store.load('loan-1'))?.events ?? [];
    const place = { fileId: 'loan-1', seq: 2, previous: begun?.hash ?? '' };
    await store.append('loan-1', 1, [sealEvent({ type: 'loan.hibernated', at }, place, undefined)]);
    await expect(files.read('loan-1')).rejects.toThrow(StoreError);
    await expect(files.read('loan-1')).rejects.toThrow("'loan.hibernated' that this version does not know: upgrade repaykit");
    await expect(files.findByMandate(mandateId)).rejects.toThrow(StoreError);
  });

  test('know no loan that was not begun', async () => {
    const files = new LoanFiles(memoryStore());
    expect(await files.find('loan-1')).toBeUndefined();
    expect(await files.findByMandate(mandateId)).toBeUndefined();
    const reading = files.read('loan-1');
    await expect(reading).rejects.toThrow(InputError);
    await expect(reading).rejects.toMatchObject({ issues: [{ path: 'loanId' }] });
  });
});

describe('a file that came back from a backup under a process that had read it, and went on otherwise', () => {
  /** `files` has read what the store has forgotten since; somebody else wrote as many events in its place. */
  async function restored() {
    const lost = await storeWith([opened(), discovered]);
    const found = await storeWith([opened(), abandoned]);
    let store = lost;
    const files = new LoanFiles({
      ...{ load: (...args) => store.load(...args), append: (...args) => store.append(...args), find: (...args) => store.find(...args) },
      ...{ list: (...args) => store.list(...args), claim: (...args) => store.claim(...args), settle: (...args) => store.settle(...args) },
    });
    await files.read('loan-1');
    store = found;
    return { files, found };
  }

  test('is shown as it is, not as it was', async () => {
    const { files } = await restored();
    expect(await files.read('loan-1')).toMatchObject({ version: 2, stage: 'abandoned' });
  });

  test('keeps its chain when that process writes', async () => {
    const { files, found } = await restored();
    await files.record('loan-1', [{ type: 'payer.erased', at, reason: 'asked for' }]);
    expect(await new LoanFiles(found).read('loan-1')).toMatchObject({ version: 3, stage: 'abandoned', isErased: true });
  });
});

describe('deciding on a loan', () => {
  test('is given up where an append is refused although nobody was first', async () => {
    const { store } = await filesWithLoan();
    const stubborn: LoanStore = {
      ...store,
      append: async () => {
        throw new ConflictError('never');
      },
    };
    await expect(new LoanFiles(stubborn).record('loan-1', [abandoned])).rejects.toThrow('never');
  });

  test('appends what follows and answers the state after it', async () => {
    const { files } = await filesWithLoan();
    const state = await files.decide('loan-1', () => [discovered, selected()]);
    expect(state).toMatchObject({ stage: 'selected', version: 3 });
    expect(await files.read('loan-1')).toEqual(state);
  });

  test('writes nothing when nothing follows', async () => {
    const { files } = await filesWithLoan();
    expect(await files.decide('loan-1', () => [])).toMatchObject({ version: 1 });
  });

  test('writes nothing when it refuses', async () => {
    const { files } = await filesWithLoan();
    await expect(
      files.decide('loan-1', () => {
        throw new RangeError('no');
      }),
    ).rejects.toThrow('no');
    expect(await files.read('loan-1')).toMatchObject({ version: 1 });
  });

  test('is made again on what another process left', async () => {
    const { store } = await filesWithLoan();
    const seen: string[] = [];
    const state = await new LoanFiles(crowded(store, 2)).decide('loan-1', (now) => {
      seen.push(`${now.stage} ${now.version}`);
      return [abandoned];
    });
    expect(seen).toEqual(['consented 1', 'discovered 2', 'discovered 3']);
    expect(state).toMatchObject({ stage: 'abandoned', version: 4 });
  });

  test('gives up on the hundredth lost race, with the conflict', async () => {
    const { store } = await filesWithLoan();
    let decisions = 0;
    const deciding = new LoanFiles(crowded(store, 100)).decide('loan-1', () => {
      decisions += 1;
      return [abandoned];
    });
    await expect(deciding).rejects.toThrow(ConflictError);
    expect(decisions).toBe(100);
  });

  test('does not try again after another failure of the store', async () => {
    const { store } = await filesWithLoan();
    let appends = 0;
    const failing: LoanStore = {
      ...store,
      async append() {
        appends += 1;
        throw new StoreError('the disk is full');
      },
    };
    await expect(new LoanFiles(failing).decide('loan-1', () => [abandoned])).rejects.toThrow('the disk is full');
    expect(appends).toBe(1);
  });

  test('of many at once loses nothing', async () => {
    const { files } = await filesWithLoan();
    const record = (reference: string) =>
      files.decide('loan-1', (now) =>
        now.repayments.some((known) => known.reference === reference)
          ? []
          : [{ type: 'repayment.recorded', at, amount: 1 as never, date: '2026-02-01', reference }],
      );
    await Promise.all(['r1', 'r2', 'r3', 'r1', 'r2', 'r3'].map(record));
    expect((await files.read('loan-1')).repayments.map(({ reference }) => reference).sort()).toEqual(['r1', 'r2', 'r3']);
  });
});
