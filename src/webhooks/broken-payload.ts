/** Makes what a delivery says wrong, while it stays a well-formed delivery. */
import { addPeriods, formatInstant, lagosDay, lagosInstant, parseInstant } from '../domain/calendar.ts';
import { InputError } from '../errors.ts';
import type { BrokenKind, HmacBrokenKind } from './broken-kinds.ts';
import type { Prove } from './test-credential.ts';

/** A good delivery before it is written. */
export interface DeliveryDraft {
  readonly kind: string;
  /** Makes the headers that prove where it comes from. */
  readonly prove: Prove;
  /** What the whole body says. */
  readonly payload: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

const changes = {
  'unknown-event': (draft: DeliveryDraft): Fields => ({ event: 'sample.unheard_of', data: dataOf(draft) }),
  'missing-fields': (draft: DeliveryDraft): Fields =>
    withData(fitting(draft, 'missing-fields', needsFields(draft)), barest(draft)),
  'wrong-types': (draft: DeliveryDraft): Fields =>
    withData(
      fitting(draft, 'wrong-types', needsFields(draft)),
      mapFields(dataOf(draft), (value) => [value]),
    ),
  'tampered-amount': (draft: DeliveryDraft): Fields => changed(draft, 'tampered-amount', tenfold),
  'other-business': (draft: DeliveryDraft): Fields =>
    withData(draft, { ...dataOf(draft), businessId: '65ffffffffffffffffffffff' }),
  'replayed-old': (draft: DeliveryDraft): Fields => changed(draft, 'replayed-old', aYearEarlier),
};

/** The ways to be wrong that lie in what a delivery says. */
export type PayloadFault = keyof typeof changes;

/** Does this way to be wrong lie in what the delivery says? */
export function isPayloadFault(broken: BrokenKind | HmacBrokenKind): broken is PayloadFault {
  return Object.hasOwn(changes, broken);
}

/** What the broken delivery says. @throws InputError when there is nothing to break in this way. */
export function breakPayload(draft: DeliveryDraft, broken: PayloadFault): Fields {
  return changes[broken](draft);
}

// A collection is known by its status. Spec §6.2.
function barest({ kind }: DeliveryDraft): Fields {
  return kind === 'collection' ? { instalmentStatus: 'success' } : {};
}

// A collection travels bare. Spec §6.2.
function dataOf({ kind, payload }: DeliveryDraft): Fields {
  return kind === 'collection' ? payload : (payload.data as Fields);
}

function withData(draft: DeliveryDraft, data: Fields): Fields {
  return draft.kind === 'collection' ? data : { ...draft.payload, data };
}

function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

// The others have no field that a receiver could miss.
function needsFields({ kind }: DeliveryDraft): boolean {
  return (
    kind === 'collection' || kind.startsWith('mandate.') || kind === 'income_transaction' || kind === 'income_insight'
  );
}

function fitting(draft: DeliveryDraft, broken: PayloadFault, fits: boolean): DeliveryDraft {
  if (fits) return draft;
  throw new InputError('createTestDelivery', [
    { path: 'broken', message: `${draft.kind} has nothing to break as '${broken}': try it on collection` },
  ]);
}

function changed(
  draft: DeliveryDraft,
  broken: PayloadFault,
  change: (value: unknown, name: string) => unknown,
): Fields {
  const before = dataOf(draft);
  const after = mapFields(before, change);
  return withData(fitting(draft, broken, JSON.stringify(after) !== JSON.stringify(before)), after);
}

function tenfold(value: unknown, name: string): unknown {
  if (!['totalAmount', 'amountCollected', 'balance', 'eligibleAmount'].includes(name)) return value;
  if (typeof value === 'number') return value * 10;
  return typeof value === 'string' ? (Number(value) * 10).toFixed(2) : value;
}

function aYearEarlier(value: unknown, name: string): unknown {
  const at = /(On|At|Date)$/.test(name) ? parseInstant(value) : undefined;
  if (at === undefined) return value;
  const day = lagosDay(at);
  return formatInstant(at - lagosInstant(day) + lagosInstant(addPeriods(day, 'yearly', -1)));
}
