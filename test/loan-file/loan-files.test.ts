import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../src/domain/loan/events/events.ts';
import { withNoticeInPlace } from '../../src/domain/loan/notice-on-file.ts';
import { ConflictError, InputError, StoreError } from '../../src/errors.ts';
import { sealEvent } from '../../src/loan-file/event-seal.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { LoanFiles } from '../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore, WorkClaim } from '../../src/loan-file/store.ts';
import { at, collection, discovered, filed, mandateId, opened, read, selected } from '../domain/loan/sample-loan.ts';
import { storeWith } from './file-events.ts';

const abandoned: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };

async function filesWithLoan() {
  const store = await storeWith([opened()]);
  return { store, files: new LoanFiles(store) };
}

/** A store in which another writer is always first, for a number of times. */
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
    await expect(files.read('loan-1')).rejects.toThrow(
      "'loan.hibernated' that this version does not know: upgrade repaykit",
    );
    await expect(files.findByMandate(mandateId)).rejects.toThrow(StoreError);
  });

  test('know no loan that was not begun', async () => {
    const files = new LoanFiles(memoryStore());
    expect(await files.find('loan-1')).toBeUndefined();
    expect(await files.findByMandate(mandateId)).toBeUndefined();
    expect(await files.list({ limit: 5 })).toEqual({ loanIds: [] });
  });

  test.each<[string, unknown, string]>([
    ['an unknown id', 'loan-2', "named 'loan-2'"],
    ['no text', '', "named ''"],
    ['nothing', undefined, 'named so'],
    ['a number', 1, 'named so'],
  ])('say what to do where a loan is asked for by %s', async (_what, loanId, named) => {
    const { files } = await filesWithLoan();
    const message = `no file in this store is ${named}: open the loan first, or check the store`;
    const refusal = { message: `Unknown loan: loanId: ${message}`, issues: [{ path: 'loanId', message }] };
    await expect(files.read(loanId as string)).rejects.toThrow(InputError);
    await expect(files.read(loanId as string)).rejects.toMatchObject(refusal);
    await expect(files.record(loanId as string, [abandoned])).rejects.toMatchObject(refusal);
  });

  test('find the loans of a payer, page by page', async () => {
    const files = new LoanFiles(memoryStore());
    for (const loanId of ['loan-1', 'loan-2'])
      await files.begin(loanId, { ...opened(), mandateId: `mandate of ${loanId}` });
    await files.begin('loan-3', { ...opened(), mandateId: 'another', payerId: 'payer-2' });
    const first = await files.findByPayer('payer-1', { limit: 1 });
    expect(first).toEqual({ loanIds: ['loan-1'], next: expect.any(String) });
    expect(await files.findByPayer('payer-1', { limit: 1, after: first.next as string })).toEqual({
      loanIds: ['loan-2'],
    });
    expect(await files.findByPayer('payer-3', { limit: 1 })).toEqual({ loanIds: [] });
  });

  test('find the loans of a BVN where keys are kept, and none where not', async () => {
    const [withKeys, without] = [new LoanFiles(memoryStore(), memoryKeys()), new LoanFiles(memoryStore())];
    for (const files of [withKeys, without]) await files.begin('loan-1', opened());
    expect(await withKeys.findByBvn('22212345678', { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
    expect(await withKeys.findByBvn('22212345679', { limit: 1 })).toEqual({ loanIds: [] });
    expect(await without.findByBvn('22212345678', { limit: 1 })).toEqual({ loanIds: [] });
  });

  test('find the loan of an instalment by its reference as it is, from its collection or a reading of the mandate', async () => {
    const { files } = await filesWithLoan();
    await files.record('loan-1', [collection('Ref-1', 'pending', 0)]);
    await files.record('loan-1', [
      read('active', {}, { instalments: [{ breakdownId: 'b2', instalmentReference: 'Ref-2' }] }),
    ]);
    for (const reference of ['Ref-1', 'Ref-2'])
      expect(await files.findByInstalment(reference)).toMatchObject({ loanId: 'loan-1', version: 3 });
    for (const unknown of ['ref-1', 'Ref-3', '']) expect(await files.findByInstalment(unknown)).toBeUndefined();
  });

  test('find nothing by a reference that the instalments of several loans have', async () => {
    const { files } = await filesWithLoan();
    await files.begin('loan-2', { ...opened(), loanId: 'loan-2', mandateId: 'another' }, [
      collection('shared', 'pending', 0),
    ]);
    expect(await files.findByInstalment('shared')).toMatchObject({ loanId: 'loan-2' });
    await files.record('loan-1', [collection('shared', 'pending', 0)]);
    expect(await files.findByInstalment('shared')).toBeUndefined();
  });

  test('find a loan by every id that its mandate ever had', async () => {
    const { files } = await filesWithLoan();
    await files.record('loan-1', [discovered, selected(), { type: 'placement.intended', at, account: 'a1' }]);
    await files.record('loan-1', [{ type: 'placement.confirmed', at, account: 'a1', mandateId: 'Named-Anew' }]);
    for (const id of [mandateId, 'Named-Anew', 'named-anew'])
      expect(await files.findByMandate(id)).toMatchObject({ loanId: 'loan-1', mandateId: 'Named-Anew' });
  });

  test('say whether anything personal is kept in clear', async () => {
    const store = memoryStore();
    await new LoanFiles(store).begin('in clear', opened());
    const files = new LoanFiles(store, memoryKeys());
    await files.begin('sealed', { ...opened(), mandateId: 'another' });
    await files.record('sealed', [abandoned]);
    await new LoanFiles(store).record('in clear', [abandoned]);
    expect(await Promise.all(['in clear', 'sealed', 'unknown'].map((loanId) => files.holdsClearParts(loanId)))).toEqual(
      [true, false, false],
    );
  });

  test('hand out the work that waits, and end it', async () => {
    const { files } = await filesWithLoan();
    const now = Date.parse(at);
    const query = { now, leaseMs: 1_000, limit: 5, kinds: ['reports'] };
    expect(await files.store.claim(query)).toEqual([]);
    await files.decide('loan-1', () => [filed('loan.approved')]);
    const [claim] = await files.store.claim(query);
    expect(claim).toEqual({ loanId: 'loan-1', kind: 'reports', dueAt: 1_767_603_600, fence: 1, attempts: 1 });
    expect(await files.store.settle(claim as WorkClaim, { kind: 'done' })).toBe(true);
    expect(await files.store.settle(claim as WorkClaim, { kind: 'done' })).toBe(false);
  });
});

describe('what a process read or wrote last', () => {
  /** A store that counts how often it was read, with files that know one loan of it. */
  async function watched() {
    const { store } = await filesWithLoan();
    let loads = 0;
    const files = new LoanFiles({
      ...store,
      load: (...args) => {
        loads += 1;
        return store.load(...args);
      },
    });
    await files.read('loan-1');
    return { files, theirs: new LoanFiles(store), loadsSince: () => loads - 1 };
  }

  test('is written to without asking the store again, and decided on once', async () => {
    const { files, loadsSince } = await watched();
    const seen: number[] = [];
    const state = await files.decide('loan-1', (now) => {
      seen.push(now.version);
      return [abandoned];
    });
    expect(state).toMatchObject({ version: 2, stage: 'abandoned' });
    expect([seen, loadsSince()]).toEqual([[1], 0]);
  });

  test.each<[string, () => readonly LoanEvent[]]>([
    ['nothing follows', () => []],
    [
      'a refusal follows',
      () => {
        throw new RangeError('no accounts yet');
      },
    ],
  ])('is looked up again before it counts that %s', async (_what, otherwise) => {
    const { files, theirs, loadsSince } = await watched();
    await theirs.record('loan-1', [discovered]);
    const state = await files.decide('loan-1', ({ stage }) => (stage === 'discovered' ? [selected()] : otherwise()));
    expect(state).toMatchObject({ version: 3, stage: 'selected' });
    expect(loadsSince()).toBe(1);
  });

  test('is read again once it was forgotten', async () => {
    const { files, loadsSince } = await watched();
    files.forget('loan-1');
    await files.record('loan-1', [abandoned]);
    expect(loadsSince()).toBe(1);
  });
});

describe('what is about to be done elsewhere', () => {
  test('is written where it is on file for good', async () => {
    const { files } = await filesWithLoan();
    expect(await files.intend('loan-1', () => [abandoned])).toMatchObject({ version: 2 });
  });

  test('is not written into a transaction, and its decision is not even asked for', async () => {
    const { store } = await filesWithLoan();
    const intending = new LoanFiles({ ...store, isTransaction: true }).intend('loan-1', () => expect.unreachable());
    await expect(intending).rejects.toMatchObject({ rule: 'intent-before-request', spec: 'Spec §4.7' });
    expect(await new LoanFiles(store).read('loan-1')).toMatchObject({ version: 1 });
  });
});

describe('a file that came back from a backup under a process that had read it, and went on otherwise', () => {
  /** `files` has read what the store has forgotten since; another process wrote as many events in its place. */
  async function restored() {
    const lost = await storeWith([opened(), discovered]);
    const found = await storeWith([opened(), abandoned]);
    let store = lost;
    const files = new LoanFiles({
      ...{
        load: (...args) => store.load(...args),
        append: (...args) => store.append(...args),
        find: (...args) => store.find(...args),
      },
      ...{
        list: (...args) => store.list(...args),
        claim: (...args) => store.claim(...args),
        settle: (...args) => store.settle(...args),
      },
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

test('a notice that names the payer is sealed with the payer’s data, and gone with the key while the chain holds', async () => {
  const [store, keys] = [memoryStore(), memoryKeys()];
  const named = {
    ...opened(),
    consent: { ...opened().consent, notice: { version: 'v1', text: 'I, Ada Obi, agree.', sha256: 'ab' } },
  };
  await new LoanFiles(store, keys).begin('loan-1', withNoticeInPlace(named));
  expect(JSON.stringify(await store.load('loan-1'))).not.toMatch(/Ada Obi|sha256/);
  expect((await new LoanFiles(store, keys).read('loan-1')).noticeText).toBe('I, Ada Obi, agree.');
  await keys.destroyPayerKey('payer-1');
  expect(await new LoanFiles(store, keys).read('loan-1')).toMatchObject({
    noticeText: undefined,
    isErased: true,
    version: 1,
  });
});

describe('deciding on a loan', () => {
  test('is given up where an append is refused although no other process was first', async () => {
    const { store } = await filesWithLoan();
    const stubborn: LoanStore = {
      ...store,
      append: async () => {
        throw new ConflictError('never');
      },
    };
    const deciding = new LoanFiles(stubborn).record('loan-1', [abandoned]);
    await expect(deciding).rejects.toThrow(new ConflictError('never'));
  });

  test('appends what follows and answers the state after it', async () => {
    const { files } = await filesWithLoan();
    const state = await files.decide('loan-1', () => [discovered, selected()]);
    expect(state).toMatchObject({ stage: 'selected', version: 3 });
    expect(await files.read('loan-1')).toEqual(state);
  });

  test('writes nothing when nothing follows', async () => {
    const { store } = await filesWithLoan();
    const files = new LoanFiles({ ...store, append: () => expect.unreachable() });
    for (const _look of ['the first', 'one at what is remembered'])
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

  test('that is a fact is not given up, however many were first', async () => {
    const { store } = await filesWithLoan();
    expect(await new LoanFiles(crowded(store, 101)).record('loan-1', [abandoned])).toMatchObject({
      stage: 'abandoned',
      version: 103,
    });
  });

  test('takes along what is written with it', async () => {
    const { store, files } = await filesWithLoan();
    await files.decide('loan-1', () => [discovered], { addLabels: ['marked'] });
    await new LoanFiles(store).decide('loan-1', () => [selected()], { addLabels: ['selected'] });
    expect(await store.find('marked', { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
    expect(await store.find('selected', { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
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
    expect((await files.read('loan-1')).repayments.map(({ reference }) => reference).sort()).toEqual([
      'r1',
      'r2',
      'r3',
    ]);
  });
});
