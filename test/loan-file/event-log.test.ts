import { describe, expect, test } from 'vitest';
import { ConflictError, EvidenceError, StoreError } from '../../src/errors.ts';
import { EventLog, type FileKind } from '../../src/loan-file/event-log.ts';
import type { LogEvent } from '../../src/loan-file/event-seal.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore, StoredEvent } from '../../src/loan-file/store.ts';

interface Said extends LogEvent {
  readonly words?: string;
  readonly owner?: string;
  readonly personal?: { readonly name: string } | undefined;
}

/** A kind of file whose state is what was said, in order. */
const kind: FileKind<Said, readonly string[]> = {
  apply: (state = [], event) => [...state, `${event.words ?? ''}${event.personal ? ` to ${event.personal.name}` : ''}`],
  isKnown: (type) => type === 'said',
  ownerOf: (first) => first?.owner,
};

const say = (words: string, more: Partial<Said> = {}): Said => ({
  type: 'said',
  at: '2026-01-05T09:00:00.000Z',
  words,
  ...more,
});

/** A store that notes from which event on it was read. */
function watched(store: LoanStore = memoryStore()) {
  const loads: number[] = [];
  const load: LoanStore['load'] = (loanId, afterSeq = 0) => {
    loads.push(afterSeq);
    return store.load(loanId, afterSeq);
  };
  return { loads, store: { ...store, load } };
}

/** Keys that note whose key was asked for. */
function watchedKeys() {
  const keys = memoryKeys();
  const asked: string[] = [];
  const payerKey: KeyProvider['payerKey'] = (payerId) => {
    asked.push(payerId);
    return keys.payerKey(payerId);
  };
  return { asked, keys: { ...keys, payerKey } };
}

/** A store whose files are read otherwise than they were written. */
const altered = (store: LoanStore, change: (events: readonly StoredEvent[]) => readonly StoredEvent[]): LoanStore => ({
  ...store,
  async load(loanId, afterSeq) {
    const file = await store.load(loanId, afterSeq);
    return file && { ...file, events: change(file.events) };
  },
});

const logOf = (store: LoanStore, keys?: KeyProvider) => new EventLog(store, keys, kind);

describe('a file', () => {
  test('is what was written, for every reader', async () => {
    const store = memoryStore();
    const written = await logOf(store).append('f', undefined, { events: [say('a'), say('b')] });
    const read = await logOf(store).read('f');
    expect(written).toMatchObject({ state: ['a', 'b'], version: 2 });
    expect(read).toEqual(written);
    expect(read?.head).toBe((await store.load('f'))?.events[1]?.hash);
    expect(await logOf(store).read('g')).toBeUndefined();
  });

  test('is read as a whole once, and from its last known event on afterwards', async () => {
    const { loads, store } = watched();
    const [ours, theirs] = [logOf(store), logOf(store)];
    const begun = await theirs.append('f', undefined, { events: [say('a'), say('b')] });
    expect((await ours.read('f'))?.state).toEqual(['a', 'b']);
    await theirs.append('f', begun, { events: [say('c')] });
    const known = await ours.read('f');
    expect(known?.state).toEqual(['a', 'b', 'c']);
    expect(await ours.read('f')).toBe(known);
    expect(loads).toEqual([0, 1, 2]);
  });

  test('is remembered as it was read or written last, without asking, until it is forgotten', async () => {
    const { loads, store } = watched();
    const log = logOf(store);
    expect(log.remembered('f')).toBeUndefined();
    const written = await log.append('f', undefined, { events: [say('a')] });
    expect(log.remembered('f')).toBe(written);
    expect(loads).toEqual([]);
    log.forget('f');
    expect(log.remembered('f')).toBeUndefined();
  });

  test('is not remembered in a transaction of the lender’s own', async () => {
    const log = logOf({ ...memoryStore(), isTransaction: true });
    await log.append('f', undefined, { events: [say('a')] });
    expect(log.remembered('f')).toBeUndefined();
    expect((await log.read('f'))?.state).toEqual(['a']);
  });

  test('that was replaced by another of the same name is read again as a whole', async () => {
    const [first, second] = [memoryStore(), memoryStore()];
    let present = first;
    const log = logOf({ ...first, load: (loanId, afterSeq) => present.load(loanId, afterSeq) });
    await log.append('f', undefined, { events: [say('a'), say('b')] });
    await logOf(second).append('f', undefined, { events: [say('x')] });
    present = second;
    expect((await log.read('f'))?.state).toEqual(['x']);
    expect(log.remembered('f')?.state).toEqual(['x']);
  });

  test('that was replaced by one that cannot be believed is neither read nor remembered', async () => {
    const [first, second] = [memoryStore(), memoryStore()];
    let present = first;
    const log = logOf({ ...first, load: (loanId, afterSeq) => present.load(loanId, afterSeq) });
    await log.append('f', undefined, { events: [say('a')] });
    await logOf(second).append('f', undefined, { events: [say('x')] });
    present = altered(second, (events) =>
      events.map((event) => ({ ...event, body: event.body.replace('"x"', '"y"') })),
    );
    await expect(log.read('f')).rejects.toThrow('its bytes do not have its hash');
    expect(log.remembered('f')).toBeUndefined();
  });

  test('that cannot be believed is not asked for twice', async () => {
    const { loads, store } = watched();
    const begun = await logOf(store).append('f', undefined, { events: [say('a')] });
    const log = logOf(
      altered(store, (events) => events.map((event) => (event.seq > 1 ? { ...event, hash: 'b'.repeat(64) } : event))),
    );
    await log.read('f');
    await logOf(store).append('f', begun, { events: [say('b')] });
    await expect(log.read('f')).rejects.toThrow(EvidenceError);
    expect(loads).toEqual([0, 0]);
  });

  test('without its beginning is none', async () => {
    const store = memoryStore();
    await logOf(store).append('f', undefined, { events: [say('a')] });
    const empty = logOf(altered(store, () => []));
    await expect(empty.read('f')).rejects.toThrow(
      new StoreError("The file 'f' lost its beginning: restore it from a backup"),
    );
  });

  test('that is gone is forgotten', async () => {
    const store = memoryStore();
    let isGone = false;
    const log = logOf({
      ...store,
      load: async (loanId, afterSeq) => (isGone ? undefined : store.load(loanId, afterSeq)),
    });
    await log.append('f', undefined, { events: [say('a')] });
    isGone = true;
    expect(await log.read('f')).toBeUndefined();
    expect(log.remembered('f')).toBeUndefined();
  });
});

describe('writing', () => {
  test('after another writer was first is a conflict, and what was read stays remembered', async () => {
    const store = memoryStore();
    const [ours, theirs] = [logOf(store), logOf(store)];
    const begun = await ours.append('f', undefined, { events: [say('a')] });
    await theirs.append('f', begun, { events: [say('b')] });
    await expect(ours.append('f', begun, { events: [say('c')] })).rejects.toThrow(ConflictError);
    expect(ours.remembered('f')).toBe(begun);
    expect((await ours.read('f'))?.state).toEqual(['a', 'b']);
  });

  test('that ended in an unknown way makes the file be read again', async () => {
    const store = memoryStore();
    let fails = false;
    const log = logOf({
      ...store,
      async append(...what) {
        await store.append(...what);
        if (fails) throw new StoreError('the connection broke', { outcome: 'unknown' });
      },
    });
    const begun = await log.append('f', undefined, { events: [say('a')] });
    fails = true;
    await expect(log.append('f', begun, { events: [say('b')] })).rejects.toThrow('the connection broke');
    expect(log.remembered('f')).toBeUndefined();
    expect((await log.read('f'))?.state).toEqual(['a', 'b']);
  });

  test('takes along what follows from the state after it', async () => {
    const store = memoryStore();
    await logOf(store).append('f', undefined, {
      events: [say('a')],
      extrasOf: (after) => ({ addLabels: [`said ${after.join()}`] }),
    });
    expect(await store.find('said a', { limit: 1 })).toEqual({ loanIds: ['f'] });
  });

  test('refuses an unreadable event, and writes nothing', async () => {
    const store = memoryStore();
    const odd = { ...say('a'), type: 'sung' };
    await expect(logOf(store).append('f', undefined, { events: [odd] })).rejects.toThrow(
      "'sung' that this version does not know: upgrade repaykit",
    );
    expect(await store.load('f')).toBeUndefined();
  });
});

describe('what is about a person', () => {
  const greeting = () => say('hello', { owner: 'p', personal: { name: 'Ada' } });

  test('is sealed under the key of the owner that the first event names, also in later events', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    const begun = await logOf(store, keys).append('f', undefined, { events: [greeting()] });
    await logOf(store, keys).append('f', begun, { events: [say('bye', { personal: { name: 'Ada' } })] });
    expect((await logOf(store, keys).read('f'))?.state).toEqual(['hello to Ada', 'bye to Ada']);
    await keys.destroyPayerKey('p');
    expect((await logOf(store, keys).read('f'))?.state).toEqual(['hello', 'bye']);
  });

  test('is not written once the key is destroyed; what is about no person is', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    const log = logOf(store, keys);
    const begun = await log.append('f', undefined, { events: [greeting()] });
    await keys.destroyPayerKey('p');
    await expect(log.append('f', begun, { events: [say('bye', { personal: { name: 'Ada' } })] })).rejects.toThrow(
      new StoreError(
        'The payer of this file was erased: nothing personal can be written about this person any more; use another payerId',
      ),
    );
    expect(await log.append('f', begun, { events: [say('bye')] })).toMatchObject({ version: 2 });
  });

  test('is sealed also where what is about no person is written with it', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    await logOf(store, keys).append('f', undefined, { events: [greeting(), say('done')] });
    expect((await store.load('f'))?.events.map(({ personal }) => personal?.slice(0, 3))).toEqual(['v1.', undefined]);
  });

  test('opens where the first event only names the owner', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    await logOf(store, keys).append('f', undefined, {
      events: [say('hello', { owner: 'p' }), say('bye', { personal: { name: 'Ada' } })],
    });
    expect((await logOf(store, keys).read('f'))?.state).toEqual(['hello', 'bye to Ada']);
  });

  test('is what a key is asked for, once per reading: not where nothing is about a person, nor where there is no owner', async () => {
    const { asked, keys } = watchedKeys();
    const store = memoryStore();
    await logOf(store, keys).append('about nobody', undefined, { events: [say('a', { owner: 'p' }), say('b')] });
    await logOf(store, keys).append('of nobody', undefined, { events: [say('hello', { personal: { name: 'Ada' } })] });
    expect((await logOf(store, keys).read('about nobody'))?.state).toEqual(['a', 'b']);
    expect((await logOf(store, keys).read('of nobody'))?.state).toEqual(['hello to Ada']);
    expect(asked).toEqual([]);
    await logOf(store, keys).append('f', undefined, { events: [greeting(), greeting()] });
    expect(asked.splice(0)).toEqual(['p']);
    expect((await logOf(store, keys).read('f'))?.state).toEqual(['hello to Ada', 'hello to Ada']);
    expect(asked).toEqual(['p']);
  });

  test('is not believed when it was altered', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    await logOf(store, keys).append('f', undefined, { events: [greeting()] });
    const other = altered(store, (events) =>
      events.map((event) => ({ ...event, personal: 'v1.AAAAAAAAAAAAAAAA.AAAA' })),
    );
    await expect(logOf(other, keys).read('f')).rejects.toThrow(EvidenceError);
  });
});
