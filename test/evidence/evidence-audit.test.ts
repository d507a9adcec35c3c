import { beforeEach, describe, expect, test } from 'vitest';
import type { CheckpointRecord } from '../../src/evidence/checkpoint.ts';
import { memoryCheckpoints, type ReadableCheckpointSink } from '../../src/evidence/checkpoint-files.ts';
import { auditStore } from '../../src/evidence/evidence-audit.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import type { StoredEvent } from '../../src/loan-file/store.ts';
import { checkpoint, type Files, sampleEvent, sealAfter, signer, storeOf, write } from '../loan-file/sealed-files.ts';

let keys: KeyProvider;
let files: Files;
let sink: ReadableCheckpointSink;

beforeEach(async () => {
  [files, sink, keys] = [new Map(), memoryCheckpoints(), memoryKeys()];
  for (const loanId of ['loan-a', 'loan-b']) write(files, loanId, 4, await keys.payerKey(`payer of ${loanId}`));
  await checkpoint(files, sink);
  write(files, 'loan-a', 4, await keys.payerKey('payer of loan-a'));
  await checkpoint(files, sink);
});

function audit(more: { readonly publicKey?: typeof signer.publicKey } = {}) {
  return auditStore({ store: storeOf(files), sink, publicKey: signer.publicKey, keys, ...more });
}

function edit(loanId: string, change: (events: StoredEvent[]) => StoredEvent[]): void {
  files.set(loanId, change([...(files.get(loanId) ?? [])]));
}

async function rewriteFrom(seq: number): Promise<void> {
  const key = await keys.payerKey('payer of loan-a');
  edit('loan-a', (events) => {
    const kept = events.slice(0, seq - 1);
    const rewritten = events.slice(seq - 1).map((_, index) => sampleEvent('payer of loan-a', seq + index, 'rewritten'));
    return sealAfter('loan-a', kept, rewritten, key);
  });
}

/** An event as an insider changes it: with the hash that fits. */
function changed(event: StoredEvent): StoredEvent {
  const body = event.body.replace('T08:00', 'T08:01');
  return { ...event, body, hash: sha256(body) };
}

describe('an audit of a store', () => {
  test('finds nothing in files that were not changed, and says what it looked at', async () => {
    expect(await audit()).toMatchObject({
      ok: true,
      files: 2,
      events: 12,
      checkpoints: { ok: true, count: 2 },
      findings: [],
    });
  });

  test('finds nothing in files that went on, began or lost their payer since the checkpoint', async () => {
    write(files, 'loan-b', 3, await keys.payerKey('payer of loan-b'));
    write(files, 'loan-c', 5);
    await keys.destroyPayerKey('payer of loan-a');
    expect(await audit()).toMatchObject({ ok: true, files: 3, events: 20 });
  });

  test('finds nothing when files are listed in another order', async () => {
    files = new Map([...files].reverse());
    expect(await audit()).toMatchObject({ ok: true });
  });

  test('walks over many pages and reports its progress', async () => {
    for (let index = 0; index < 1_200; index++) write(files, `other-${index}`, 1);
    const seen: number[] = [];
    expect(
      await auditStore({
        store: storeOf(files),
        sink,
        publicKey: signer.publicKey,
        onProgress: (count) => seen.push(count),
      }),
    ).toMatchObject({ ok: true });
    expect(seen).toEqual([500, 1_000, 1_202]);
  });

  test('names a file that is gone', async () => {
    files.delete('loan-b');
    expect((await audit()).findings).toEqual([
      {
        loanId: 'loan-b',
        seq: 1,
        reason: expect.stringContaining('whole file is missing: checkpoint 1'),
        between: { contradicts: 1 },
      },
    ]);
  });

  test('names a file that is listed and cannot be read', async () => {
    const store = { ...storeOf(files), load: async () => undefined };
    expect(
      (await auditStore({ store, sink, publicKey: signer.publicKey })).findings.map(({ loanId, seq }) => [loanId, seq]),
    ).toEqual([
      ['loan-a', 1],
      ['loan-b', 1],
    ]);
  });

  test('names the first event that a cut tail lost', async () => {
    edit('loan-a', (events) => events.slice(0, 6));
    expect((await audit()).findings).toEqual([
      {
        loanId: 'loan-a',
        seq: 7,
        reason: expect.stringContaining('saw 8 events, but the file has 6'),
        between: { agrees: 1, contradicts: 2 },
      },
    ]);
  });

  test('names the checkpoints between which a file was rewritten', async () => {
    await rewriteFrom(6);
    expect((await audit()).findings).toMatchObject([
      { loanId: 'loan-a', seq: 5, between: { agrees: 1, contradicts: 2 } },
    ]);
    await rewriteFrom(3);
    expect((await audit()).findings).toMatchObject([{ loanId: 'loan-a', seq: 1, between: { contradicts: 1 } }]);
  });

  test('names the event itself where the chain shows it, and the checkpoints too', async () => {
    edit('loan-a', (events) =>
      events.map((event) => (event.seq === 6 ? { ...event, body: event.body.replace('08:00', '08:01') } : event)),
    );
    expect((await audit()).findings).toMatchObject([
      { loanId: 'loan-a', seq: 6, reason: expect.stringContaining('hash that was kept') },
    ]);
  });

  test('names an event that is kept under the number of another', async () => {
    edit('loan-a', (events) => events.map((event) => (event.seq === 3 ? { ...event, seq: 2 } : event)));
    expect((await audit()).findings).toEqual([
      { loanId: 'loan-a', seq: 3, reason: 'the event in its place is kept as event 2' },
    ]);
  });

  test('names a file that the list shows, that no checkpoint saw and that cannot be read', async () => {
    const store = { ...storeOf(files), load: async () => undefined };
    expect(
      (await auditStore({ store, sink: memoryCheckpoints(), publicKey: signer.publicKey })).findings[0],
    ).toStrictEqual({
      loanId: 'loan-a',
      seq: 1,
      reason: 'the whole file is missing: the list of the store names it',
    });
  });

  test('names the last but one event that was changed together with its hash, as the list still shows the end', async () => {
    edit('loan-b', (events) => events.map((event) => (event.seq === 3 ? changed(event) : event)));
    expect((await audit()).findings).toEqual([
      { loanId: 'loan-b', seq: 3, reason: 'its bytes do not have the hash that event 4 follows' },
    ]);
  });

  test('names no checkpoints for an event that was changed before those between which more was', async () => {
    await rewriteFrom(6);
    edit('loan-a', (events) => events.map((event) => (event.seq === 2 ? changed(event) : event)));
    expect((await audit()).findings).toStrictEqual([
      { loanId: 'loan-a', seq: 2, reason: 'its bytes do not have the hash that event 3 follows' },
    ]);
  });

  test('names the only checkpoint there is where none agrees', async () => {
    await rewriteFrom(3);
    expect((await audit()).findings).toStrictEqual([
      {
        loanId: 'loan-a',
        seq: 1,
        reason: 'one of the events 1 to 4 is not what checkpoint 1 of 2026-03-01T09:00:00.000Z saw: it was rewritten',
        between: { contradicts: 1 },
      },
    ]);
  });

  test('asks for no key where the first event names no payer', async () => {
    edit('loan-a', ([first, ...more]) => [{ ...(first as StoredEvent), body: 'what?' }, ...more]);
    edit('loan-b', ([first, ...more]) => [{ ...(first as StoredEvent), body: '{"payerId":7}' }, ...more]);
    const asked: string[] = [];
    const asking: KeyProvider = { ...keys, payerKey: async (payerId) => void asked.push(payerId) as never };
    expect(
      (await auditStore({ store: storeOf(files), sink, publicKey: signer.publicKey, keys: asking })).findings,
    ).toMatchObject([
      { loanId: 'loan-a', seq: 1 },
      { loanId: 'loan-b', seq: 1 },
    ]);
    expect(asked).toEqual([]);
  });

  test('believes a file more than the list that shows another end', async () => {
    const real = storeOf(files);
    const store = {
      ...real,
      list: async () => ({
        heads: [
          { loanId: 'loan-a', version: 8, head: 'f'.repeat(64) },
          { loanId: 'loan-b', version: 9, head: '' },
        ],
      }),
    };
    expect((await auditStore({ store, sink, publicKey: signer.publicKey })).findings).toEqual([
      { loanId: 'loan-a', seq: 8, reason: 'its bytes do not have the hash with which the file ended' },
      { loanId: 'loan-b', seq: 5, reason: 'the list of the store shows another end' },
    ]);
  });

  test('finds personal parts that were replaced, moved or deleted, as long as there are keys', async () => {
    const personal = files.get('loan-a')?.[3]?.personal as string;
    const spoil = (seq: number, value: string | undefined) =>
      edit('loan-a', (events) =>
        events.map((event) => (event.seq === seq ? ({ ...event, personal: value } as StoredEvent) : event)),
      );
    spoil(1, personal);
    expect((await audit()).findings).toMatchObject([
      { loanId: 'loan-a', seq: 1, reason: expect.stringContaining('committed') },
    ]);
    spoil(1, undefined);
    expect((await audit()).findings).toMatchObject([
      { loanId: 'loan-a', seq: 1, reason: expect.stringContaining('missing') },
    ]);
    spoil(1, `v0.${Buffer.from('{"personal":{"name":"Another"},"salt":"AAAA"}').toString('base64url')}`);
    expect((await audit()).findings).toMatchObject([{ loanId: 'loan-a', seq: 1 }]);
    expect(await auditStore({ store: storeOf(files), sink, publicKey: signer.publicKey })).toMatchObject({ ok: false });
  });

  test.each([
    ['missing', undefined, 'its personal part is missing'],
    [
      'another one',
      `v0.${Buffer.from('{"personal":{"name":"Another"},"salt":"AAAA"}').toString('base64url')}`,
      'its personal part is not what was committed to',
    ],
    ['nothing that was sealed', 'v2.what', 'its personal part is not what was committed to'],
    [
      'nothing that can be written down',
      `v0.${Buffer.from('{"personal":{"name":"\\ud800"},"salt":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}').toString('base64url')}`,
      'its personal part is not what was committed to',
    ],
  ])('names the event of which the personal part is %s', async (_, personal, reason) => {
    edit('loan-a', (events) =>
      events.map((event) => (event.seq === 4 ? ({ ...event, personal } as StoredEvent) : event)),
    );
    expect((await audit()).findings).toEqual([{ loanId: 'loan-a', seq: 4, reason }]);
  });

  test('is no better than its checkpoints, and says so', async () => {
    const other = memoryCheckpoints();
    expect(await auditStore({ store: storeOf(files), sink: other, publicKey: signer.publicKey })).toMatchObject({
      ok: false,
      checkpoints: { count: 0 },
      findings: [],
    });
    const records: CheckpointRecord[] = [];
    for await (const record of sink.all()) records.push(record);
    const cut = {
      all: async function* () {
        yield* records.slice(1);
      },
    };
    expect(await auditStore({ store: storeOf(files), sink: cut, publicKey: signer.publicKey })).toMatchObject({
      ok: false,
      checkpoints: { ok: false, broken: { number: 1 } },
      findings: [],
    });
  });
});
