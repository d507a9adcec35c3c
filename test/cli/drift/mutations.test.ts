import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/wire/operations.ts';
import type { OperationId } from '../../../src/wire/types/operation-types.ts';
import { sampleOf } from '../../spec/wire-judge.ts';
import {
  collectionAttemptTable,
  collectionLogTable,
  consentTable,
  mandateTable,
  objectId,
} from '../../spec/wire-samples.ts';
import { driftOf, envelope } from './differences.ts';

const consent = sampleOf(consentTable);
const breakdown = [{ _id: objectId, dueDate: '2026-02-01', amount: 5 }];
const valid: readonly (readonly [OperationId, unknown])[] = [
  [
    'getMandate',
    { ...sampleOf(mandateTable), consents: [consent, { ...consent, primary: false }], repaymentDetails: { breakdown } },
  ],
  ['collectionLog', sampleOf(collectionLogTable)],
  ['collectionAttempts', [sampleOf(collectionAttemptTable), sampleOf(collectionAttemptTable)]],
  ['listCollections', [sampleOf(collectionLogTable)]],
];

type Way = readonly (string | number)[];

function* waysIn(value: unknown, way: Way = []): Generator<Way> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(name) : name;
    if (typeof step === 'string') yield [...way, step];
    yield* waysIn(member, [...way, step]);
  }
}

const places = valid.flatMap(([id, data]) => [...waysIn(data)].map((way) => ({ id, data, way })));
const shown = (way: Way) =>
  way.reduce<string>((path, step) => (typeof step === 'number' ? `${path}[]` : `${path}.${step}`), 'data');

/** A copy with one place changed; what answers undefined is taken away. */
function changedAt(value: unknown, [step, ...way]: Way, change: (was: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const inner = changedAt(copy[step], way, change);
  if (inner === undefined) delete copy[step];
  else copy[step] = inner;
  return copy;
}

const place = fc.constantFrom(...places);
const stranger = fc.constantFrom<unknown>(
  true,
  7,
  -1.5,
  'words',
  '',
  null,
  [],
  {},
  [[]],
  { a: 1 },
  '12.50',
  '31/01/2026',
  '0123456789',
  '058',
  objectId,
);
const isRead = (id: OperationId, data: unknown) => operations[id].output.safeParse(data).success;

describe('one field of a valid answer', () => {
  test('taken away is missing at its path or was optional, and nothing else is reported', () => {
    fc.assert(
      fc.property(place, ({ id, data, way }) => {
        const changed = changedAt(data, way, () => undefined);
        const findings = driftOf(id, envelope(changed));
        const isOptional = /repaymentDetails$|breakdown\[\]\.(dueDate|amount)$/.test(shown(way));
        expect(findings).toMatchObject(
          isOptional ? [] : [{ kind: 'missing', path: shown(way), tolerated: isRead(id, changed) }],
        );
        expect(findings).toHaveLength(isOptional ? 0 : 1);
      }),
    );
  });

  test('of another kind is reported at its path alone, and read exactly if the client reads it', () => {
    fc.assert(
      fc.property(place, stranger, ({ id, data, way }, value) => {
        const changed = changedAt(data, way, () => value);
        const findings = driftOf(id, envelope(changed));
        for (const { path } of findings) expect(path.startsWith(shown(way))).toBe(true);
        expect(findings.every(({ tolerated }) => tolerated)).toBe(isRead(id, changed));
        expect(findings.filter(({ path }) => path === shown(way)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test('renamed is missing under its name and unknown under the other', () => {
    const objects = places.filter(({ way }) => !/repaymentDetails|breakdown/.test(shown(way)));
    fc.assert(
      fc.property(fc.constantFrom(...objects), ({ id, data, way }) => {
        const name = way.at(-1) as string;
        const changed = changedAt(data, way.slice(0, -1), (holder) => {
          const { [name]: value, ...others } = holder as Record<string, unknown>;
          return { ...others, renamed: value };
        });
        const holder = shown(way.slice(0, -1));
        expect(driftOf(id, envelope(changed))).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'missing', path: shown(way) }),
            expect.objectContaining({ kind: 'unknown', path: `${holder}.renamed` }),
          ]),
        );
        expect(driftOf(id, envelope(changed))).toHaveLength(2);
      }),
    );
  });

  test('added is unknown at its path, and read', () => {
    fc.assert(
      fc.property(place, fc.jsonValue(), ({ id, data, way }, value) => {
        const holder = way.slice(0, -1);
        const changed = changedAt(data, holder, (fields) => ({ ...(fields as object), fieldOfTomorrow: value }));
        expect(driftOf(id, envelope(changed))).toMatchObject([
          { kind: 'unknown', path: `${shown(holder)}.fieldOfTomorrow`, tolerated: true, count: 1 },
        ]);
        expect(driftOf(id, envelope(changed))).toHaveLength(1);
      }),
    );
  });
});

test('whatever comes as data, a difference that is not read is reported exactly if the client refuses it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...valid.map(([id]) => id)), fc.jsonValue(), (id, data) => {
      expect(driftOf(id, envelope(data)).every(({ tolerated }) => tolerated)).toBe(isRead(id, data));
    }),
    { numRuns: 500 },
  );
});
