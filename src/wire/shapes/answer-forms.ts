/** Lists inside wrappers or pages. The specification shows none (§4.1, §4.2, §4.10), so the common formats are read. */
import { isRecord } from '../../validation/checks.ts';

/**
 * Reads an identifier: text, a whole number, or a populated document. It is separate from the shapes, because the
 * client reads notifications without loading them.
 */
export function answerId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { _id, id, $oid } = isRecord(value) ? value : {};
  const inner = _id ?? id ?? $oid;
  return inner === undefined || inner === value ? undefined : innerId(inner);
}

// One more level, for `{ _id: { $oid: '…' } }`. No deeper, because an answer must not control the depth of recursion.
function innerId(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const oid = isRecord(value) ? value.$oid : undefined;
  return typeof oid === 'string' && oid !== '' ? oid : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const LIST_NAMES = 'docs data items results records rows list'.split(' ');

/** The list in a payload: itself, or under one of its own names or a common name, up to one level deeper. */
export function listIn(data: unknown, names: readonly string[]): readonly unknown[] | undefined {
  return findList(data, [...names, ...LIST_NAMES], 2);
}

function findList(data: unknown, names: readonly string[], depth: number): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (depth === 0 || !isRecord(data)) return undefined;
  for (const name of names) {
    const list = Object.hasOwn(data, name) ? findList(data[name], names, depth - 1) : undefined;
    if (list) return list;
  }
  return undefined;
}

const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['status', 'success', 'error', 'message', 'data']);

/**
 * The content of an answer to a read: `data`, or, if that is empty, the fields beside the envelope. So a list in an
 * unexpected place is never taken for an empty one, which would count as proof of absence.
 */
export function payloadOfRead(body: unknown, data: unknown): unknown {
  if (!isRecord(body) || !isNothing(data)) return data;
  const beside = Object.fromEntries(Object.entries(body).filter(([name]) => !ENVELOPE_FIELDS.has(name)));
  const isPayload = 'data' in body ? holdsRecords(beside, 3) : Object.keys(beside).length > 0;
  return isPayload ? beside : data;
}

// With an empty `data`, a request id or a page number is not a payload.
function holdsRecords(fields: Fields, depth: number): boolean {
  return Object.entries(fields).some(([name, value]) => {
    if (Array.isArray(value)) return value.length > 0;
    if (!isRecord(value) || Object.keys(value).length === 0) return false;
    return !PAGE_PARTS.includes(name) || (depth > 1 && holdsRecords(value, depth - 1));
  });
}

/** Whether there is no value: null, empty text, or no `data` at all. */
export function isNothing(data: unknown): boolean {
  return data === null || data === undefined || data === '';
}

const PAGE_PARTS = 'data pagination meta paging pageInfo page_info'.split(' ');
const MORE_FLAGS = 'hasNextPage hasNext has_next has_next_page hasMore has_more hasPrevPage hasPreviousPage'.split(' ');
const NEXT_PAGES = 'next nextPage next_page nextCursor next_cursor nextPageUrl next_page_url'.split(' ');
const PAGE_COUNTS =
  'totalPages total_pages pages pageCount page_count lastPage last_page page currentPage current_page'.split(' ');
const OFFSETS = ['offset', 'skip', 'skipped'];
const TOTALS = 'total totalDocs totalCount total_count totalItems totalRecords totalResults count'.split(' ');
const LIMITS = ['limit', 'pageSize', 'page_size', 'perPage', 'per_page'];

/**
 * Whether a body says that its list, the payload, is only a part. Then a missing item may still exist. A full page
 * counts as a part too, unless a total says otherwise.
 */
export function showsPartOfList(body: unknown, payload: unknown, names: readonly string[]): boolean {
  const list = isNothing(payload) ? [] : listIn(payload, names);
  if (!list) return false;
  const parts = pageParts(body, 3);
  const numbers = (fields: readonly string[]) =>
    parts.flatMap((part) => fields.flatMap((field) => numberOf(part[field]) ?? []));
  const totals = numbers(TOTALS);
  return (
    parts.some((part) =>
      MORE_FLAGS.some((field) => part[field] === true || part[field] === 'true' || part[field] === 1),
    ) ||
    parts.some((part) => NEXT_PAGES.some((field) => Boolean(part[field]))) ||
    (list.length === 0 && holdsList(body, 5)) ||
    numbers(PAGE_COUNTS).some((count) => count > 1) ||
    numbers(OFFSETS).some((offset) => offset > 0) ||
    totals.some((total) => total > list.length) ||
    (totals.length === 0 && list.length > 0 && numbers(LIMITS).some((limit) => list.length >= limit))
  );
}

function pageParts(value: unknown, depth: number): readonly Fields[] {
  if (depth === 0 || !isRecord(value)) return [];
  return [value, ...PAGE_PARTS.flatMap((name) => pageParts(value[name], depth - 1))];
}

// With an empty list beside a non-empty one, it is unknown which is meant.
function holdsList(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return depth > 0 && isRecord(value) && Object.values(value).some((inner) => holdsList(inner, depth - 1));
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}
