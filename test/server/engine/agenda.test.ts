import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Agenda,
  closeInstant,
  emptyAgenda,
  firstInstant,
  nextKind,
  plan,
  take,
} from '../../../src/server/engine/world/agenda.ts';
import type { Mandate } from '../../../src/server/engine/world/records.ts';

const work = (serial: number) => ({ serial }) as Mandate;

function drain(agenda: Agenda): readonly string[] {
  const taken: string[] = [];
  for (let at = firstInstant(agenda); at !== undefined; at = firstInstant(agenda)) {
    for (let kind = nextKind(agenda, at); kind; kind = nextKind(agenda, at))
      taken.push(`${at} ${kind} ${take(agenda, at, kind)?.serial}`);
    closeInstant(agenda, at);
  }
  return taken;
}

test('work leaves in order of time, then kind, then creation, however it came', () => {
  const piece = fc.record({
    at: fc.integer({ min: 1, max: 5 }),
    kind: fc.constantFrom('attempts', 'expiries'),
    serial: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const agenda = emptyAgenda();
      for (const { at, kind, serial } of pieces) plan(agenda, kind, { at, work: work(serial) });
      const byTime = [...pieces].sort(
        (a, b) => a.at - b.at || (a.kind === b.kind ? a.serial - b.serial : a.kind === 'expiries' ? -1 : 1),
      );
      expect(drain(agenda)).toEqual(byTime.map(({ at, kind, serial }) => `${at} ${kind} ${serial}`));
    }),
  );
});

test('work that comes while its instant runs is taken in its place', () => {
  const agenda = emptyAgenda();
  plan(agenda, 'attempts', { at: 1, work: work(2) });
  plan(agenda, 'attempts', { at: 1, work: work(5) });
  expect(take(agenda, 1, 'attempts')).toEqual({ serial: 2 });
  plan(agenda, 'attempts', { at: 1, work: work(3) });
  expect(drain(agenda)).toEqual(['1 attempts 3', '1 attempts 5']);
  expect(firstInstant(agenda)).toBeUndefined();
});

test('an instant runs time-outs, expiry, questions, debits on demand, attempts and the digest, in this order', () => {
  const agenda = emptyAgenda();
  const order = ['timeouts', 'expiries', 'questions', 'manualDebits', 'attempts', 'digests'] as const;
  for (const kind of order.toReversed()) plan(agenda, kind, { at: 1, work: work(1) as never });
  expect(drain(agenda)).toEqual(order.map((kind) => `1 ${kind} 1`));
});
