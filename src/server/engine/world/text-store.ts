/** Texts as bytes in columns, as plain data. A string in memory takes 16 bytes more, and an object for each is larger. */
import { addRow, emptyTable, integers, setValue, smallNumbers, valueAt } from './columns.ts';

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
