/** What an expert who can write to the store may do to it. */
import type { StoredEvent } from '../../../src/loan-file/store.ts';
import { type Files, sampleEvent, sealAfter } from '../../loan-file/sealed-files.ts';
import type { Dice } from './dice.ts';
import type { World } from './world.ts';

/** What was done: to which loan, and which event is the first that is not as it was. */
export interface Damage {
  readonly loanId: string;
  readonly seq: number;
}

/** One way to tamper with files. */
export type StoreTampering = (files: Files, dice: Dice, world: World) => Damage;

/** Changes the events of one loan; `change` answers the first event that is not as it was. */
function inOneLoan(
  change: (
    events: StoredEvent[],
    dice: Dice,
    more: { readonly loanId: string; readonly key: Uint8Array },
  ) => readonly [StoredEvent[], number],
): StoreTampering {
  return (files, dice, { keyOf }) => {
    const loanId = dice.of([...files.keys()]);
    const [events, seq] = change([...(files.get(loanId) as StoredEvent[])], dice, { loanId, key: keyOf(loanId) });
    files.set(loanId, events);
    return { loanId, seq };
  };
}

function resealed(loanId: string, kept: readonly StoredEvent[], count: number, key: Uint8Array): StoredEvent[] {
  const events = Array.from({ length: count }, (_, index) =>
    sampleEvent(`payer of ${loanId}`, kept.length + index + 1, 'as it never was'),
  );
  return sealAfter(loanId, kept, events, key);
}

function withPersonal(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.filter(({ personal }) => personal !== undefined);
}

/** Every way, by name. */
export const storeTamperings: Readonly<Record<string, StoreTampering>> = {
  'a bit of a body flipped': inOneLoan((events, dice) => {
    const event = dice.of(events);
    const flipped = { ...event, body: dice.flipBit(event.body) };
    return [events.map((each) => (each === event ? flipped : each)), event.seq];
  }),
  'a bit of a hash flipped': inOneLoan((events, dice) => {
    const event = dice.of(events);
    return [events.map((each) => (each === event ? { ...event, hash: dice.flipBit(event.hash) } : each)), event.seq];
  }),
  'an amount changed and hashed again': inOneLoan((events, dice, { loanId, key }) => {
    const seq = dice.between(2, events.length);
    const [forged] = sealAfter(
      loanId,
      events.slice(0, seq - 1),
      [sampleEvent('payer', seq, 'another amount')],
      key,
    ).slice(-1) as [StoredEvent];
    return [events.map((each) => (each.seq === seq ? forged : each)), seq];
  }),
  'an event deleted': inOneLoan((events, dice) => {
    const seq = dice.between(1, events.length - 1);
    return [events.filter((each) => each.seq !== seq), seq];
  }),
  'an event deleted, the rest numbered and hashed again': inOneLoan((events, dice, { loanId, key }) => {
    const seq = dice.between(1, events.length - 1);
    return [resealed(loanId, events.slice(0, seq - 1), events.length - seq, key), seq];
  }),
  'the tail cut off': inOneLoan((events, dice) => {
    const left = dice.between(1, events.length - 1);
    return [events.slice(0, left), left + 1];
  }),
  'the tail cut off and others appended': inOneLoan((events, dice, { loanId, key }) => {
    const left = dice.between(1, events.length - 1);
    return [resealed(loanId, events.slice(0, left), events.length - left + dice.below(3), key), left + 1];
  }),
  'an event inserted': inOneLoan((events, dice, { loanId, key }) => {
    const seq = dice.between(1, events.length);
    const forged = sealAfter(loanId, events.slice(0, seq - 1), [sampleEvent('payer', seq, 'forged')], key).at(
      -1,
    ) as StoredEvent;
    return [[...events.slice(0, seq - 1), forged, ...events.slice(seq - 1)], seq];
  }),
  'two events exchanged': inOneLoan((events, dice) => {
    const first = dice.between(1, events.length - 1);
    const second = dice.between(first + 1, events.length);
    const exchanged = [...events];
    [exchanged[first - 1], exchanged[second - 1]] = [
      events[second - 1] as StoredEvent,
      events[first - 1] as StoredEvent,
    ];
    return [exchanged, first];
  }),
  'an event doubled': inOneLoan((events, dice) => {
    const seq = dice.between(1, events.length);
    return [[...events.slice(0, seq), ...events.slice(seq - 1)], seq + 1];
  }),
  'one event rewritten, all after it hashed again': inOneLoan((events, dice, { loanId, key }) => {
    const seq = dice.between(1, events.length);
    return [resealed(loanId, events.slice(0, seq - 1), events.length - seq + 1, key), seq];
  }),
  'the whole chain rewritten': inOneLoan((events, _dice, { loanId, key }) => [
    resealed(loanId, [], events.length, key),
    1,
  ]),
  'a file rolled back to an old version': (files, dice, { records }) => {
    const old = dice.of(records.slice(0, -1));
    const { loanId, version } = dice.of(old.leaves);
    files.set(loanId, (files.get(loanId) as StoredEvent[]).slice(0, version));
    return { loanId, seq: version + 1 };
  },
  'a personal part replaced': inOneLoan((events, dice, { loanId, key }) => {
    const event = dice.of(withPersonal(events));
    const forged = sealAfter(
      loanId,
      events.slice(0, event.seq - 1),
      [sampleEvent('payer', event.seq, 'forged')],
      key,
    ).at(-1) as StoredEvent;
    return [
      events.map((each) => (each === event ? { ...event, personal: forged.personal as string } : each)),
      event.seq,
    ];
  }),
  'a personal part put in the place of another': inOneLoan((events, dice) => {
    const [from, to] = [dice.of(withPersonal(events).slice(1)), withPersonal(events)[0] as StoredEvent];
    return [events.map((each) => (each === to ? { ...to, personal: from.personal as string } : each)), to.seq];
  }),
  'a personal part deleted': inOneLoan((events, dice) => {
    const { personal: _, ...event } = dice.of(withPersonal(events));
    return [events.map((each) => (each.seq === event.seq ? event : each)), event.seq];
  }),
  'an event transplanted from another loan': (files, dice) => {
    const [loanId, other] = dice.of([
      ['loan-a', 'loan-b'],
      ['loan-b', 'loan-c'],
      ['loan-c', 'loan-a'],
    ] as const);
    const events = files.get(loanId) as StoredEvent[];
    const strangers = files.get(other) as StoredEvent[];
    const seq = dice.between(1, Math.min(events.length, strangers.length));
    files.set(
      loanId,
      events.map((each) => (each.seq === seq ? (strangers[seq - 1] as StoredEvent) : each)),
    );
    return { loanId, seq };
  },
  'a whole file deleted': (files, dice) => {
    const loanId = dice.of([...files.keys()]);
    files.delete(loanId);
    return { loanId, seq: 1 };
  },
  'the files of two loans exchanged': (files) => {
    const [a, b] = [files.get('loan-a') as StoredEvent[], files.get('loan-b') as StoredEvent[]];
    files.set('loan-a', b).set('loan-b', a);
    return { loanId: 'loan-a', seq: 1 };
  },
};
