/** Breaks a good delivery in one way. Pure: nothing is sent. */
import { gzipSync } from 'node:zlib';
import { addPeriods, formatInstant, lagosDay, lagosInstant, parseInstant } from '../domain/calendar.ts';
import { InputError } from '../errors.ts';
import type { BrokenKind } from './broken-kinds.ts';

/** A delivery that is not what it should be, ready to be sent. */
export interface BrokenTestDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte: it may be no text at all. */
  readonly body: Uint8Array;
  /** How often it is to be sent: twice where repetition is what is wrong. */
  readonly times: 1 | 2;
}

/** A good delivery before it is written. */
export interface DeliveryDraft {
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The header that carries the secret, in lower case. */
  readonly secretHeader: string;
  /** What the whole body says. */
  readonly payload: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

// What a receiver of megabytes would still be wrong to take.
const OVERSIZE_BYTES = 1_048_577;

/** Breaks a draft. @throws InputError when an event has nothing that could be wrong in this way. */
export function breakDelivery(draft: DeliveryDraft, broken: BrokenKind): BrokenTestDelivery {
  const { headers, secretHeader } = draft;
  const body = Buffer.from(JSON.stringify(draft.payload));
  const sent: BrokenTestDelivery = { headers, body, times: 1 };
  const written = (payload: Fields) => ({ ...sent, body: Buffer.from(JSON.stringify(payload)) });
  switch (broken) {
    case 'wrong-secret':
      return { ...sent, headers: { ...headers, [secretHeader]: otherSecret(headers[secretHeader] ?? '') } };
    case 'missing-secret':
      return { ...sent, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== secretHeader)) };
    case 'truncated':
      return { ...sent, body: body.subarray(0, Math.ceil(body.length / 2)) };
    case 'not-json':
      return { ...sent, body: Buffer.from(new URLSearchParams({ event: draft.kind, status: 'success' }).toString()) };
    case 'wrong-content-type':
      return { ...sent, headers: { ...headers, 'content-type': 'text/plain' } };
    case 'empty-body':
      return { ...sent, body: Buffer.alloc(0) };
    case 'oversized':
      return { ...sent, body: Buffer.concat([body, Buffer.alloc(Math.max(0, OVERSIZE_BYTES - body.length), ' ')]) };
    case 'utf16':
      return { ...sent, body: Buffer.from(`\uFEFF${body}`, 'utf16le') };
    case 'gzip-encoded':
      return { ...sent, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
    case 'bom':
      return { ...sent, body: Buffer.from(`\uFEFF${body}`) };
    case 'duplicate':
      return { ...sent, times: 2 };
    case 'proto-pollution':
      return { ...sent, body: Buffer.from(`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${body.toString().slice(1)}`) };
    case 'unknown-event':
      return written({ event: 'sample.unheard_of', data: dataOf(draft) });
    case 'missing-fields':
      return written(withData(draft, draft.kind === 'collection' ? { instalmentStatus: 'success' } : onlyIf(needsFields(draft), draft, broken, {})));
    case 'wrong-types':
      return written(
        withData(
          draft,
          onlyIf(
            needsFields(draft),
            draft,
            broken,
            mapFields(dataOf(draft), (value) => [value]),
          ),
        ),
      );
    case 'tampered-amount':
      return written(withData(draft, changed(draft, broken, tenfold)));
    case 'other-business':
      return written(withData(draft, { ...dataOf(draft), businessId: '65ffffffffffffffffffffff' }));
    case 'replayed-old':
      return written(withData(draft, changed(draft, broken, aYearEarlier)));
  }
}

// Of the same length, so that a comparison that stops early or looks at lengths is found out.
function otherSecret(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
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
  return kind === 'collection' || kind.startsWith('mandate.') || kind === 'income_transaction' || kind === 'income_insight';
}

function onlyIf(fits: boolean, { kind }: DeliveryDraft, broken: BrokenKind, data: Fields): Fields {
  if (fits) return data;
  throw new InputError('createTestDelivery', [{ path: 'broken', message: `${kind} has nothing to break as '${broken}': try it on collection` }]);
}

function changed(draft: DeliveryDraft, broken: BrokenKind, change: (value: unknown, name: string) => unknown): Fields {
  const before = dataOf(draft);
  const after = mapFields(before, change);
  return onlyIf(JSON.stringify(after) !== JSON.stringify(before), draft, broken, after);
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
