/** Whose statement an event is about, as far as it says so. */
import { unwrittenOf } from '../../wire/notification-names.ts';

const fieldNames = ['businessId', 'appId', 'bvn', 'accountNumber', 'bankCode', 'borrowerId'] as const;

/** A field that identifies a merchant, a payer or an account. */
export type StatementField = (typeof fieldNames)[number];

/** What an event says in each field: nothing, one value, or several that disagree. */
export type StatementFacts = Readonly<Record<StatementField, readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the body of a statement event: fields beside `event`, in `data`, in a nested `record` or in `data` once more, since insights come in all of these. The typed data
 * will not do: of a nested insight it keeps the record alone.
 */
export function statementFacts(raw: unknown): StatementFacts {
  const body = fieldsOf(raw);
  const data = fieldsOf(body.data);
  const inner = fieldsOf(data.data);
  const places = [
    body,
    data,
    fieldsOf(body.record),
    fieldsOf(data.record),
    inner,
    fieldsOf(inner.record),
    fieldsOf(inner.data),
  ];
  const valuesOf = (name: StatementField) => [
    ...new Set(places.map((place) => comparable(name, place[name])).filter((value) => value !== undefined)),
  ];
  return Object.fromEntries(fieldNames.map((name) => [name, valuesOf(name)])) as unknown as StatementFacts;
}

const numeric: readonly StatementField[] = ['bvn', 'accountNumber', 'bankCode'];

/** A value as it is compared: services turn ids into the documents they stand for, and digits into numbers, which lose their zeros in front. */
export function comparable(name: StatementField, value: unknown): string | undefined {
  const { _id, id } = fieldsOf(value);
  const plain = _id ?? id ?? value;
  const text = typeof plain === 'number' || typeof plain === 'string' ? String(plain).trim() : '';
  if (text === '' || text === 'null') return undefined;
  return numeric.includes(name) ? text.replace(/^0+(?=\d)/, '') : text;
}

function fieldsOf(written: unknown): Fields {
  const value = unwrittenOf(written);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
