import { describe, expect, test } from 'vitest';
import { readPublicKeys } from '../../src/evidence/checkpoint.ts';
import { type Anchor, contradictionOf, readAnchors } from '../../src/evidence/checkpoint-check.ts';
import { memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { checkpoint, type Files, signer, write } from '../loan-file/sealed-files.ts';

const at = '2026-03-01T09:00:00.000Z';

/** Checkpoint after checkpoint, each with the version and the head that it saw. */
function anchors(...seen: readonly (readonly [version: number, head: string])[]): readonly Anchor[] {
  return seen.map(([version, head], index) => ({ number: index + 1, at, version, head }));
}

describe('a file', () => {
  test.each([
    ['that no checkpoint has seen', anchors(), ['a', 'b']],
    ['that is as its only checkpoint saw it', anchors([2, 'b']), ['a', 'b']],
    ['that went on since', anchors([1, 'a'], [2, 'b']), ['a', 'b', 'c']],
    ['that was shorter in between and is whole again', anchors([2, 'b'], [1, 'a']), ['a', 'b']],
  ])('%s agrees with its checkpoints', (_, seen, hashes) => expect(contradictionOf(seen, hashes)).toBeUndefined());

  const cases: readonly (readonly [name: string, seen: readonly Anchor[], hashes: readonly string[], found: object])[] =
    [
      [
        'in which only one event can be another one names it',
        anchors([1, 'a'], [2, 'b']),
        ['a', 'x', 'c'],
        {
          seq: 2,
          until: 2,
          reason: `event 2 is not what checkpoint 2 of ${at} saw: it was rewritten`,
          agrees: 1,
          contradicts: 2,
        },
      ],
      [
        'that no checkpoint agrees with is in doubt from its first event',
        anchors([3, 'c']),
        ['a', 'b', 'x'],
        {
          seq: 1,
          until: 3,
          reason: `one of the events 1 to 3 is not what checkpoint 1 of ${at} saw: it was rewritten`,
          contradicts: 1,
        },
      ],
      [
        'is in doubt from the longest agreement on, though a shorter one came after it',
        anchors([3, 'c'], [1, 'a'], [5, 'e']),
        ['a', 'b', 'c', 'd', 'x'],
        {
          seq: 4,
          until: 5,
          reason: `one of the events 4 to 5 is not what checkpoint 3 of ${at} saw: it was rewritten`,
          agrees: 1,
          contradicts: 3,
        },
      ],
      [
        'of two long agreements names the later one',
        anchors([2, 'b'], [1, 'a'], [2, 'b'], [3, 'c']),
        ['a', 'b', 'x'],
        {
          seq: 3,
          until: 3,
          reason: `event 3 is not what checkpoint 4 of ${at} saw: it was rewritten`,
          agrees: 3,
          contradicts: 4,
        },
      ],
      [
        'that was another one in between is in doubt where that differed',
        anchors([3, 'c'], [2, 'x']),
        ['a', 'b', 'c'],
        {
          seq: 2,
          until: 2,
          reason: `event 2 is not what checkpoint 2 of ${at} saw: it was rewritten`,
          agrees: 1,
          contradicts: 2,
        },
      ],
      [
        'shows the first of several contradictions',
        anchors([1, 'x'], [2, 'y']),
        ['a', 'b'],
        { seq: 1, until: 1, reason: `event 1 is not what checkpoint 1 of ${at} saw: it was rewritten`, contradicts: 1 },
      ],
      [
        'that lost what came after its last agreement is only too short',
        anchors([2, 'b'], [4, 'd']),
        ['a', 'b'],
        {
          seq: 3,
          until: 3,
          reason: `checkpoint 2 of ${at} saw 4 events, but the file has 2: its end was cut off`,
          agrees: 1,
          contradicts: 2,
        },
      ],
      [
        'that lost its last event may have been changed before it, too',
        anchors([1, 'a'], [3, 'c']),
        ['a', 'b'],
        {
          seq: 3,
          until: 3,
          reason: `checkpoint 2 of ${at} saw 3 events, but the file has 2: its end was cut off, and what stands after event 1 may be other than it saw`,
          agrees: 1,
          contradicts: 2,
        },
      ],
      [
        'without any event was cut off at its beginning',
        anchors([1, 'a']),
        [],
        {
          seq: 1,
          until: 1,
          reason: `checkpoint 1 of ${at} saw 1 events, but the file has 0: its end was cut off`,
          contradicts: 1,
        },
      ],
    ];
  test.each(cases)('%s', (_, seen, hashes, found) => expect(contradictionOf(seen, hashes)).toEqual(found));
});

describe('what a chain of checkpoints says of a file', () => {
  const keys = readPublicKeys(signer.publicKey);

  test('is kept once as long as the file stays as it is, and again whenever it changes', async () => {
    const [files, sink]: [Files, ReturnType<typeof memoryCheckpoints>] = [new Map(), memoryCheckpoints()];
    write(files, 'loan-a', 2);
    const [first, second] = (files.get('loan-a') ?? []).map(({ hash }) => hash);
    for (const day of ['01', '02']) await checkpoint(files, sink, `2026-03-${day}T09:00:00Z`);
    files.set('loan-a', (files.get('loan-a') ?? []).slice(0, 1));
    write(files, 'loan-b', 1);
    for (const day of ['03', '04']) await checkpoint(files, sink, `2026-03-${day}T09:00:00Z`);
    const { report, byLoan } = await readAnchors(sink.all(), keys);
    expect(report).toMatchObject({ ok: true, count: 4 });
    expect([...byLoan]).toEqual([
      [
        'loan-a',
        [
          { number: 1, at: '2026-03-01T09:00:00.000Z', version: 2, head: second },
          { number: 3, at: '2026-03-03T09:00:00.000Z', version: 1, head: first },
        ],
      ],
      ['loan-b', [{ number: 3, at: '2026-03-03T09:00:00.000Z', version: 1, head: files.get('loan-b')?.[0]?.hash }]],
    ]);
  });

  test('is kept again when the file is as long as before and ends otherwise', async () => {
    const [files, sink]: [Files, ReturnType<typeof memoryCheckpoints>] = [new Map(), memoryCheckpoints()];
    for (const payer of ['loan-a', 'loan-b']) {
      write(files, payer, 1);
      files.set('loan-a', files.get(payer) ?? []);
      files.delete('loan-b');
      await checkpoint(files, sink);
    }
    const { byLoan } = await readAnchors(sink.all(), keys);
    expect(byLoan.get('loan-a')?.map(({ number, version }) => [number, version])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test('is nothing from the first checkpoint on that does not hold', async () => {
    const [files, sink]: [Files, ReturnType<typeof memoryCheckpoints>] = [new Map(), memoryCheckpoints()];
    write(files, 'loan-a', 1);
    await checkpoint(files, sink);
    const records = [];
    for await (const record of sink.all()) records.push({ ...record, leaves: [] });
    const { report, byLoan } = await readAnchors(records, keys);
    expect(report).toMatchObject({ ok: false, count: 0 });
    expect(byLoan.size).toBe(0);
  });
});
