import { beforeEach, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';
import { ChainCheck } from '../../src/evidence/evidence-chain.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import type { StoredEvent } from '../../src/loan-file/store.ts';
import { type Files, write } from '../loan-file/sealed-files.ts';

let events: readonly StoredEvent[] = [];

/** A loan of five events, of which the first and the fourth hold something personal. */
beforeEach(() => {
  const files: Files = new Map();
  write(files, 'loan-a', 5);
  events = files.get('loan-a') ?? [];
});

/** The bodies of the five events, with some of them replaced. */
function bodies(changes: Readonly<Record<number, (body: string) => string>> = {}): string[] {
  return events.map(({ body, seq }) => changes[seq]?.(body) ?? body);
}

/** A body with other facts, written canonically again. */
const withFacts = (facts: object) => (body: string) => canonicalJson({ ...JSON.parse(body), ...facts }) as string;

function brokenIn(texts: readonly string[], footer: { readonly events?: number; readonly head?: string } = {}) {
  const check = new ChainCheck('loan-a');
  for (const text of texts) check.take(text);
  check.end(footer.events, footer.head);
  return check.broken;
}

describe('a chain of events', () => {
  test('that was not changed holds, whatever of its end is known', () => {
    const head = events[4]?.hash as string;
    for (const footer of [{}, { events: 5 }, { head }, { events: 5, head }])
      expect(brokenIn(bodies(), footer)).toBeUndefined();
    expect(brokenIn([])).toBeUndefined();
    expect(brokenIn([], { events: 0, head: '0'.repeat(64) })).toBeUndefined();
  });

  test('reports what it saw: the hash of each event, the last of them, and the commitments to personal parts', () => {
    const check = new ChainCheck('loan-a');
    expect(check.head).toBe('0'.repeat(64));
    const seen = events.map(({ body, hash }) => check.take(body, hash));
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(check.hashes).toEqual(events.map(({ hash }) => hash));
    expect(check.head).toBe(events[4]?.hash);
    expect([...check.commitments]).toEqual(
      [1, 4].map((seq) => [seq, JSON.parse(events[seq - 1]?.body ?? '').personal]),
    );
    expect(check.take('what?')).toEqual({});
  });

  const cases: readonly (readonly [
    name: string,
    change: () => readonly string[],
    broken: { readonly seq: number; readonly reason: string },
  ])[] = [
    [
      'one fact of an event was changed',
      () => bodies({ 3: withFacts({ amount: 1 }) }),
      { seq: 3, reason: 'its bytes do not have the hash that event 4 follows' },
    ],
    [
      'it is not said what an event follows',
      () => bodies({ 3: withFacts({ previous: 'x' }) }),
      { seq: 3, reason: 'it does not follow the event before it' },
    ],
    [
      'the last event follows nothing',
      () => bodies({ 5: withFacts({ previous: 'x' }) }),
      { seq: 5, reason: 'it does not follow the event before it' },
    ],
    [
      'the first event follows something',
      () => bodies({ 1: withFacts({ previous: 'a'.repeat(64) }) }),
      { seq: 1, reason: 'it does not follow the event before it' },
    ],
    [
      'the first event follows something, and the second follows it',
      () => {
        const [first, second] = bodies({ 1: withFacts({ previous: 'a'.repeat(64) }) }) as [string, string];
        return [first, withFacts({ previous: sha256(first) })(second)];
      },
      { seq: 1, reason: 'it does not follow the event before it' },
    ],
    [
      'an event was taken out',
      () => bodies().toSpliced(1, 1),
      { seq: 2, reason: 'the event in its place says that it is event 3' },
    ],
    [
      'an event stands twice',
      () => bodies().toSpliced(1, 0, bodies()[0] as string),
      { seq: 2, reason: 'the event in its place says that it is event 1' },
    ],
    [
      'an event does not say its place',
      () => bodies({ 2: (body) => body.replace('"seq":2,', '') }),
      { seq: 2, reason: 'the event in its place says that it is event undefined' },
    ],
    [
      'an event says at length that it has another place',
      () => bodies({ 2: withFacts({ seq: 'another, if you please' }) }),
      { seq: 2, reason: 'the event in its place says that it is event "another, if you ple' },
    ],
    [
      'an event is of another loan',
      () => bodies({ 4: withFacts({ loanId: 'loan-b' }) }),
      { seq: 4, reason: 'it was written for another loan' },
    ],
    [
      'an event is written otherwise',
      () => bodies({ 4: (body) => ` ${body}` }),
      { seq: 4, reason: 'its bytes are not canonical JSON' },
    ],
    ['an event is no JSON', () => bodies({ 4: () => 'what?' }), { seq: 4, reason: 'its bytes are no JSON' }],
    ['an event is JSON of nothing', () => bodies({ 4: () => 'null' }), { seq: 4, reason: 'its bytes are no JSON' }],
    ['an event is a number', () => bodies({ 4: () => '4' }), { seq: 4, reason: 'its bytes are no JSON' }],
    [
      'two events are wrong: the first is named',
      () => bodies({ 2: withFacts({ loanId: 'loan-b' }), 4: () => 'what?' }),
      { seq: 2, reason: 'it was written for another loan' },
    ],
  ];
  test.each(cases)('is broken where %s', (_, change, broken) => {
    expect(brokenIn(change())).toEqual(broken);
  });

  test('is broken at an event that does not have the hash that was kept with it', () => {
    const check = new ChainCheck('loan-a');
    for (const { body, hash, seq } of events) check.take(body, seq === 2 ? 'f'.repeat(64) : hash);
    check.end(5, undefined);
    expect(check.broken).toEqual({ seq: 2, reason: 'its bytes do not have the hash that was kept with them' });
  });

  test('is broken after its end where it is too short, and before it where it is too long', () => {
    const head = events[4]?.hash as string;
    expect(brokenIn(bodies().slice(0, 3), { events: 5, head })).toEqual({
      seq: 4,
      reason: 'it is missing: the file had 5 events',
    });
    expect(brokenIn(bodies(), { events: 3, head: events[2]?.hash as string })).toEqual({
      seq: 4,
      reason: 'it is too many: the file had 3 events',
    });
  });

  test('is broken at its last event where that is not the one with which the file ended', () => {
    const head = events[4]?.hash as string;
    const broken = { seq: 5, reason: 'its bytes do not have the hash with which the file ended' };
    expect(brokenIn(bodies({ 5: withFacts({ amount: 1 }) }), { events: 5, head })).toEqual(broken);
    expect(brokenIn(bodies(), { head: 'f'.repeat(64) })).toEqual(broken);
    expect(brokenIn([], { head })).toEqual({ ...broken, seq: 1 });
  });

  test('knows from the hash with which the file ended which of its last two events was changed', () => {
    const changed = bodies({ 4: withFacts({ amount: 1 }) });
    expect(brokenIn(changed, { events: 5, head: events[4]?.hash as string })).toEqual({
      seq: 4,
      reason: 'its bytes do not have the hash that event 5 follows',
    });
    expect(brokenIn(changed, { events: 5, head: 'f'.repeat(64) })).toEqual({
      seq: 5,
      reason: 'it does not follow the event before it',
    });
  });
});

describe('of two findings in a chain', () => {
  const contradiction = { seq: 2, until: 4, reason: 'a checkpoint saw another end' };

  test('the earlier one is kept, in whatever order they come', () => {
    for (const order of [
      [3, 2, 4],
      [2, 3, 2],
      [4, 3, 2],
    ]) {
      const check = new ChainCheck('loan-a');
      for (const [turn, seq] of order.entries()) check.fail(seq, `finding ${turn + 1}`);
      expect(check.broken).toEqual({ seq: 2, reason: `finding ${order.indexOf(2) + 1}` });
    }
  });

  test('a checkpoint that only knows a range gives way to an event in it', () => {
    for (const seq of [2, 3, 4]) {
      const check = new ChainCheck('loan-a');
      check.fail(seq, 'its bytes are no JSON');
      check.contradict(contradiction);
      expect(check.broken).toEqual({ seq, reason: 'its bytes are no JSON' });
    }
  });

  test('a checkpoint counts where the chain breaks only after it, or not at all', () => {
    const check = new ChainCheck('loan-a');
    check.contradict(contradiction);
    expect(check.broken).toEqual({ seq: 2, reason: 'a checkpoint saw another end' });
    const late = new ChainCheck('loan-a');
    late.fail(5, 'its bytes are no JSON');
    late.contradict(contradiction);
    expect(late.broken).toEqual({ seq: 2, reason: 'a checkpoint saw another end' });
  });
});
