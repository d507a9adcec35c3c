/** Texts as plain data: stored as bytes, and records found by a text. */
import { addRow, emptyTable, integers, setValue, smallNumbers, type Table, valueAt } from './columns.ts';
import { append, emptyLongList, itemAt, type LongList } from './long-list.ts';

/** Texts as bytes in columns. A string in memory takes 16 bytes more, and an object for each is larger. */
export type TextStore = ReturnType<typeof emptyTextStore>;

export function emptyTextStore() {
  return {
    bytes: emptyTable({ byte: smallNumbers() }),
    /** Where each text starts. It ends where the next one starts. */
    texts: emptyTable({ start: integers() }),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Adds a text and returns its number, counted from 0. */
export function storeText({ bytes, texts }: TextStore, text: string): number {
  const row = addRow(texts);
  setValue(texts.columns.start, row, bytes.length);
  for (const byte of encoder.encode(text)) setValue(bytes.columns.byte, addRow(bytes), byte);
  return row;
}

export function textAt({ bytes, texts }: TextStore, row: number): string {
  const start = valueAt(texts.columns.start, row);
  const end = row + 1 < texts.length ? valueAt(texts.columns.start, row + 1) : bytes.length;
  const text = new Uint8Array(end - start);
  for (let index = start; index < end; index += 1) text[index - start] = valueAt(bytes.columns.byte, index);
  return decoder.decode(text);
}

/** Records by a text that each of them has alone, oldest first. */
export interface Register<Item> {
  readonly items: LongList<Item>;
  readonly index: TextIndex;
}

export function emptyRegister<Item>(): Register<Item> {
  return { items: emptyLongList(), index: emptyTextIndex() };
}

/** Adds a record under a new text. */
export function registerItem<Item>({ items, index }: Register<Item>, text: string, item: Item): void {
  append(items, item);
  addText(index, text);
}

/** Finds a record by its text. `textOf` reads it from a record. */
export function findItem<Item>(
  { items, index }: Register<Item>,
  text: string,
  textOf: (item: Item) => string,
): Item | undefined {
  const row = rowOf(index, text, (each) => textOf(itemAt(items, each) as Item));
  return row === undefined ? undefined : itemAt(items, row);
}

/**
 * The rows of a list by a text. For a million records a `Map` would take 46 bytes each, and this takes 12. A hash table
 * that grows by one bucket for each row ("linear hashing"), so it is never built anew as a whole.
 */
export type TextIndex = ReturnType<typeof emptyTextIndex>;

/** The text of a row. */
export type TextOf = (row: number) => string;

export function emptyTextIndex() {
  return emptyTable({
    hash: integers(),
    /** The first row of the bucket with this number, plus 1. There are as many buckets as rows. */
    first: integers(),
    /** The next row of the same bucket, plus 1. */
    next: integers(),
  });
}

/** Adds the next row. Its text must not be in the index yet. */
export function addText(index: TextIndex, text: string): void {
  const row = addRow(index);
  const { hash, first, next } = index.columns;
  if (row > 0) splitFor(index, row);
  setValue(hash, row, hashOf(text));
  const bucket = bucketOf(index, hashOf(text));
  setValue(next, row, valueAt(first, bucket));
  setValue(first, bucket, row + 1);
}

/** The row of a text. Undefined for an unknown text. */
export function rowOf(index: TextIndex, text: string, textOf: TextOf): number | undefined {
  if (index.length === 0) return undefined;
  const { hash, first, next } = index.columns;
  const wanted = hashOf(text);
  for (let row = valueAt(first, bucketOf(index, wanted)) - 1; row >= 0; row = valueAt(next, row) - 1)
    if (valueAt(hash, row) === wanted && textOf(row) === text) return row;
  return undefined;
}

// The new bucket takes its rows from the bucket whose number lacks its highest bit.
function splitFor({ columns: { hash, first, next } }: TextIndex, bucket: number): void {
  const highest = 2 ** (31 - Math.clz32(bucket));
  const source = bucket - highest;
  let row = valueAt(first, source) - 1;
  setValue(first, source, 0);
  while (row >= 0) {
    const following = valueAt(next, row) - 1;
    const target = (valueAt(hash, row) & highest) === 0 ? source : bucket;
    setValue(next, row, valueAt(first, target));
    setValue(first, target, row + 1);
    row = following;
  }
}

function bucketOf({ length }: Table<TextIndex['columns']>, hash: number): number {
  const highest = length === 1 ? 1 : 2 ** (31 - Math.clz32(length - 1));
  const bucket = hash & (2 * highest - 1);
  return bucket < length ? bucket : bucket - highest;
}

// FNV-1a, with the finalizer of MurmurHash3, so that the low bits depend on all letters.
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
