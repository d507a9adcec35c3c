/**
 * The fields of answers: tolerant where services are known to differ, and cheap, because every answer passes through them.
 * Each reads one value and normalises it; what cannot be meant is refused with a sentence.
 */
import * as z from 'zod';
import { formatInstant, lagosDay, monthNumber, parseInstant, parsePlainDate } from '../domain/calendar.ts';
import { koboFromAnswer, MAX_NAIRA, nairaFromKobo } from '../domain/money.ts';
import { answerId, isFields, isNothing, listIn } from './answer-forms.ts';
import { readShape } from './shape-issues.ts';

/** What {@link reading} returns when a value cannot be meant. */
const UNREADABLE = Symbol('unreadable');

/** A field read by a function of its own: one call where a union of shapes would be three. */
function reading<Value>(
  expected: string,
  read: (value: unknown) => Value | typeof UNREADABLE,
): z.ZodType<Value, unknown> {
  return z.transform((value: unknown, context) => {
    const result = read(value);
    if (result !== UNREADABLE) return result;
    context.issues.push({ code: 'custom', input: value, message: `expected ${expected}` });
    return z.NEVER;
  });
}

// Text, as it came. What it stands for matters to the contract, not to the reader: each of these is a shape of its own.
export const text = z.string();
export const nuban = z.string();
export const bankCode = z.string();
export const bvn = z.string();
export const url = z.string();
export const dayText = z.string();

export const textOrNull = z.nullable(z.string());
export const flag = z.boolean();

/** Yes or no, which some services send as a word or a digit. */
export const yesOrNo = reading('true or false', (value) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : UNREADABLE;
});

/** A value whose type the specification does not show. The key must be there. */
export const untyped = z.unknown();

/** An identifier: text, or the populated document it stands for. */
export const idText = reading('an identifier as text, or an object with `_id`', readId);

/** The identifier of a mandate that an answer is about: 24 hexadecimal characters, or the populated document they stand for. Spec §4. */
export const mandateId = reading('an identifier as text, or an object with `_id`', readId);

/** A document's own identifier, which is never empty. */
export const ownId = reading('a non-empty identifier', readOwnId);

/** The identifier of a mandate or an instalment in its own document: 24 hexadecimal characters. Spec §4. */
export const ownHexId = reading('a non-empty identifier', readOwnId);

function readOwnId(value: unknown): string | typeof UNREADABLE {
  return answerId(value) || UNREADABLE;
}

function readId(value: unknown): string | typeof UNREADABLE {
  return answerId(value) ?? UNREADABLE;
}

/** An amount in naira: a number as it came, or decimal text, as a number. What no loan can hold is refused here, before it can be added up. */
export const amount = reading('an amount up to a trillion, as a number or decimal text', readAmount);

export const amountOrNull = reading('an amount or null', (value) => (value === null ? null : readAmount(value)));

function readAmount(value: unknown): number | typeof UNREADABLE {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NAIRA ? value : UNREADABLE;
  const kobo = typeof value === 'string' ? koboFromAnswer(value) : undefined;
  return kobo === undefined ? UNREADABLE : nairaFromKobo(kobo);
}

/** A number that is no money, such as a rate: decimal text keeps all its decimals. */
export const decimal = reading('a number, or decimal text', readDecimal);

function readDecimal(value: unknown): number | typeof UNREADABLE {
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNREADABLE;
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : UNREADABLE;
}

/** Decimal text, which some services send as a number. Any other text is kept: `null` and `N/A` are seen. */
export const decimalText = reading('decimal text', (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : UNREADABLE;
});

/** Text that says `null` where there is nothing; a null proper is read the same. */
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

// In milliseconds this would be a day of 1973, in seconds one of the year 5138.
const LEAST_EPOCH_MS = 1e11;

/** A timestamp: ISO 8601 text as it came, the epoch in milliseconds or seconds as ISO 8601 text. */
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

/** A day: `YYYY-MM-DD` as it came, an instant as its day in Lagos, `DD/MM/YYYY` and `DD-Mon-YYYY` turned round. Other text is kept. */
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

/** A stored file: its path as text, or `{ name, download }`, of which the download counts. */
export const storedFile = reading('a file path, or an object with `download` or `name`', (value) => {
  if (typeof value === 'string') return value;
  const { download, name } = isFields(value) ? value : {};
  if (typeof download === 'string') return download;
  return typeof name === 'string' ? name : UNREADABLE;
});

/** A field that may be absent, or undefined after reading. */
type OptionalField<Value> = z.ZodExactOptional<z.ZodType<Value | undefined, unknown>>;

/** A field that the specification does not list: absent or null is absent, and a value of another kind is no reason to refuse the answer. */
function extra<Value>(read: (value: unknown) => Value | typeof UNREADABLE): OptionalField<Value> {
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

const shownFields = new WeakMap<z.ZodType, z.ZodType>();

/** What {@link shown} reads by; zod cannot derive it. */
export function fieldOfShown(shape: z.ZodType): z.ZodType | undefined {
  return shownFields.get(shape);
}

/**
 * A field that the specification shows and its reader can do without: where it is missing, null or cannot be read it is absent, and the rest is read all the same.
 * The contract has it as the specification does.
 */
export function shown<Value>(field: z.ZodType<Value, unknown>): OptionalField<Value> {
  const shape = z.exactOptional(z.transform((value: unknown) => readShape(field, value).data));
  shownFields.set(shape, field);
  return shape;
}

/** A part that may be missing or null. */
export function part<Value>(shape: z.ZodType<Value>): OptionalField<Value> {
  const present: z.ZodType<unknown, unknown> = z.transform((value: unknown): unknown => value ?? undefined);
  return z.exactOptional(z.pipe(present, z.optional(shape)));
}

/** A list that services also send page by page, under one of these names or a customary one, as one object, or as nothing when it is empty. */
export function oneOrMany<Item>(item: z.ZodType<Item>, names: readonly string[]): z.ZodType<Item[], unknown> {
  const asList: z.ZodType<unknown, unknown> = z.transform((data: unknown) => {
    if (isNothing(data)) return [];
    if (!isFields(data)) return data;
    return (isRecord(data) ? undefined : listIn(data, names)) ?? [data];
  });
  return z.pipe(asList, z.array(item));
}

// One item of the list, whose own fields are never taken for a list.
function isRecord(data: Readonly<Record<string, unknown>>): boolean {
  return data._id !== undefined || data.transactionRefence !== undefined;
}
