/**
 * The fields of answers. They are tolerant where services are known to differ, and cheap, because every answer passes
 * through them. Each reads and normalises one value, or refuses it with a sentence.
 */

import * as z from 'zod/mini';
import { formatInstant, lagosDay, monthNumber, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { koboFromAnswer, MAX_NAIRA, nairaFromKobo } from '../../domain/money.ts';
import { isRecord } from '../../validation/checks.ts';
import { answerId, isNothing, listIn } from './answer-forms.ts';
import { readShape } from './shape-issues.ts';

/** The result of {@link reading} for a value that makes no sense. */
const UNREADABLE = Symbol('unreadable');

/** A field with its own read function. One call is cheaper than a union of shapes. */
type Read<Value> = (value: unknown) => Value | typeof UNREADABLE;

function reading<Value>(expected: string, read: Read<Value>): z.ZodMiniType<Value, unknown> {
  return z.transform((value: unknown, context) => {
    const result = read(value);
    if (result !== UNREADABLE) return result;
    context.issues.push({ code: 'custom', input: value, message: `expected ${expected}` });
    return z.NEVER;
  });
}

// Plain text. Each kind is a shape of its own, because the OpenAPI document describes them differently.
export const text = z.string();
export const nuban = z.string();
export const bankCode = z.string();
export const bvn = z.string();
export const url = z.string();
export const dayText = z.string();

export const textOrNull = z.nullable(z.string());
export const flag = z.boolean();

/** A boolean. Some services send a word or a digit. */
export const yesOrNo = reading('true or false', (value) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : UNREADABLE;
});

/** A value of unspecified type. The key must be present. */
export const untyped = z.unknown();

/** An identifier: text, or a populated document. */
export const idText = reading('an identifier as text, or an object with `_id`', readId);

/** The identifier of the mandate in an answer: 24 hexadecimal characters, or the populated document. Spec §4. */
export const mandateId = reading('an identifier as text, or an object with `_id`', readId);

/** A document's own identifier. It is never empty. */
export const ownId = reading('a non-empty identifier', readOwnId);

/** The identifier of a mandate or an instalment in its own document: 24 hexadecimal characters. Spec §4. */
export const ownHexId = reading('a non-empty identifier', readOwnId);

function readOwnId(value: unknown) {
  return answerId(value) || UNREADABLE;
}

function readId(value: unknown) {
  return answerId(value) ?? UNREADABLE;
}

/** An amount in naira: a number, or decimal text. An impossible amount is refused here, before anything adds it up. */
export const amount = reading('an amount up to a trillion, as a number or decimal text', readAmount);

export const amountOrNull = reading('an amount or null', (value) => (value === null ? null : readAmount(value)));

function readAmount(value: unknown): number | typeof UNREADABLE {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NAIRA ? value : UNREADABLE;
  const kobo = typeof value === 'string' ? koboFromAnswer(value) : undefined;
  return kobo === undefined ? UNREADABLE : nairaFromKobo(kobo);
}

/** A number other than money, such as a rate. Decimal text keeps all its decimals. */
export const decimal = reading('a number, or decimal text', readDecimal);

function readDecimal(value: unknown): number | typeof UNREADABLE {
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNREADABLE;
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : UNREADABLE;
}

/** Decimal text. Some services send a number. Other text is kept: services send `null` and `N/A`. */
export const decimalText = reading('decimal text', (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : UNREADABLE;
});

/** Text that is `null` for an empty value. A real null is read the same way. */
export const creditText = reading('text', (value) => {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : UNREADABLE;
});

export const integer = reading('a whole number', readInteger);
export const integerOrNull = reading('a whole number or null', (value) => (value === null ? null : readInteger(value)));

function readInteger(value: unknown): number | typeof UNREADABLE {
  const number = readDecimal(value);
  return Number.isSafeInteger(number) ? number : UNREADABLE;
}

// The last instant with a four-digit year.
const LAST_INSTANT = 253_402_300_799_999;

// As milliseconds this is a day in 1973, as seconds a day in the year 5138.
const LEAST_EPOCH_MS = 1e11;

/** A timestamp: ISO 8601 text unchanged, or the epoch in milliseconds or seconds, read as ISO 8601 text. */
export const timestamp = reading('a timestamp, as ISO 8601 text or epoch milliseconds', readTimestamp);

export const timestampOrNull = reading('a timestamp or null', (value) =>
  value === null ? null : readTimestamp(value),
);

function readTimestamp(value: unknown): string | typeof UNREADABLE {
  if (typeof value === 'number')
    return value >= 0 && value <= LAST_INSTANT ? formatInstant(epochMs(value)) : UNREADABLE;
  if (typeof value !== 'string') return UNREADABLE;
  return /^\d{9,15}$/.test(value) && Number(value) <= LAST_INSTANT ? formatInstant(epochMs(Number(value))) : value;
}

function epochMs(value: number): number {
  return Math.round(value < LEAST_EPOCH_MS ? value * 1_000 : value);
}

/** A day. Instants become their day in Lagos, `DD/MM/YYYY` and `DD-Mon-YYYY` are converted, other text is kept. */
export const dayOrNull = reading('a date or null', (value) => (value === null ? null : readDay(value)));

function readDay(value: unknown): string | typeof UNREADABLE {
  if (typeof value === 'number') return value >= 0 && value <= LAST_INSTANT ? lagosDay(value) : UNREADABLE;
  if (typeof value !== 'string') return UNREADABLE;
  if (value.length === 10 && value.charCodeAt(4) === 45) return value;
  const instant = parseInstant(value);
  if (instant !== undefined) return lagosDay(instant);
  const parts = /^(\d{2})[/-](\d{2}|[A-Za-z]{3})[/-](\d{4})$/.exec(value);
  if (!parts) return value;
  const [, day, month = '', year] = parts;
  const monthText = month.length === 2 ? month : String(monthNumber(month) ?? 0).padStart(2, '0');
  return parsePlainDate(`${year}-${monthText}-${day}`) ?? value;
}

/** A stored file: its path as text, or `{ name, download }`, read as `download`. */
export const storedFile = reading('a file path, or an object with `download` or `name`', (value) => {
  if (typeof value === 'string') return value;
  const { download, name } = isRecord(value) ? value : {};
  if (typeof download === 'string') return download;
  return typeof name === 'string' ? name : UNREADABLE;
});

/** A field that may be absent, or undefined after reading. */
type OptionalField<Value> = z.ZodMiniExactOptional<z.ZodMiniType<Value | undefined, unknown>>;

/** A field outside the specification. Null means absent, and a value of the wrong type does not refuse the answer. */
function extra<Value>(read: Read<Value>): OptionalField<Value> {
  return z.exactOptional(
    z.transform((value: unknown) => {
      const result = value === null ? UNREADABLE : read(value);
      return result === UNREADABLE ? undefined : result;
    }),
  );
}

export const extraText = extra((value) => (typeof value === 'string' ? value : readId(value)));
export const extraAmount = extra(readAmount);
export const extraInteger = extra(readInteger);
export const extraDay = extra(readDay);
export const extraTimestamp = extra(readTimestamp);

const shownFields = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** The field inside {@link shown}. zod cannot derive it. */
export function fieldOfShown(shape: z.ZodMiniType): z.ZodMiniType | undefined {
  return shownFields.get(shape);
}

/**
 * A specified field that the client can do without. A missing, null or unreadable field is absent, and the rest is
 * still read. The OpenAPI document describes it as the specification does.
 */
export function shown<Value>(field: z.ZodMiniType<Value, unknown>): OptionalField<Value> {
  const shape = z.exactOptional(z.transform((value: unknown) => readShape(field, value).data));
  shownFields.set(shape, field);
  return shape;
}

/** A part that may be missing or null. */
export function part<Value>(shape: z.ZodMiniType<Value>): OptionalField<Value> {
  const present: z.ZodMiniType<unknown, unknown> = z.transform((value: unknown): unknown => value ?? undefined);
  return z.exactOptional(z.pipe(present, z.optional(shape)));
}

/** A list. Services also send a page under one of these names or a common one, one object, or nothing. */
export function oneOrMany<Item>(item: z.ZodMiniType<Item>, names: readonly string[]): z.ZodMiniType<Item[], unknown> {
  const asList: z.ZodMiniType<unknown, unknown> = z.transform((data: unknown) => {
    if (isNothing(data)) return [];
    if (!isRecord(data)) return data;
    // The own fields of a single item must not be taken for the list.
    const isItem = data._id !== undefined || data.transactionRefence !== undefined;
    return (isItem ? undefined : listIn(data, names)) ?? [data];
  });
  return z.pipe(asList, z.array(item));
}
