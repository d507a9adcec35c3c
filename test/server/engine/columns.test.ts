import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addRow,
  emptyTable,
  integers,
  reals,
  setValue,
  smallNumbers,
  valueAt,
} from '../../../src/server/engine/world/columns.ts';
import {
  emptyRegister,
  emptyTextStore,
  findItem,
  registerItem,
  storeText,
  textAt,
} from '../../../src/server/engine/world/texts.ts';

test('a table keeps every row while it grows, also beyond one page', () => {
  const table = emptyTable({ serial: integers(), status: smallNumbers(), amount: reals() });
  for (let row = 0; row < 10_000; row += 1) {
    expect(addRow(table)).toBe(row);
    setValue(table.columns.serial, row, row);
    setValue(table.columns.status, row, row % 256);
    setValue(table.columns.amount, row, row * 1e9 + 0.5);
  }
  const copy = deserialize(serialize(table));
  for (const row of [0, 15, 16, 4_095, 4_096, 9_999]) {
    const { serial, status, amount } = copy.columns;
    expect([valueAt(serial, row), valueAt(status, row), valueAt(amount, row)]).toEqual([
      row,
      row % 256,
      row * 1e9 + 0.5,
    ]);
  }
});

test('a new row of a table is zero', () => {
  const table = emptyTable({ serial: integers() });
  expect(valueAt(table.columns.serial, addRow(table))).toBe(0);
});

test('a register finds each record by its text, in any number and order, and no other text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 300 }), fc.string(), (texts, other) => {
      const register = emptyRegister<{ readonly text: string }>();
      const find = (text: string) => findItem(register, text, (item) => item.text);
      for (const text of texts) {
        expect(find(text)).toBeUndefined();
        registerItem(register, text, { text });
      }
      for (const text of texts) expect(find(text)).toEqual({ text });
      expect(find(other)?.text).toBe(texts.includes(other) ? other : undefined);
    }),
  );
});

test('a register finds records among many', () => {
  const register = emptyRegister<string>();
  for (let number = 0; number < 20_000; number += 1) registerItem(register, `id ${number}`, `id ${number}`);
  const missing = Array.from({ length: 20_000 }, (_, number) => `id ${number}`).filter(
    (text) => findItem(register, text, (item) => item) !== text,
  );
  expect(missing).toEqual([]);
});

test('a text comes back from the store as it was, whatever is stored beside it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const store = emptyTextStore();
      expect(texts.map((text) => textAt(store, storeText(store, text)))).toEqual(texts);
      expect(texts.map((_, index) => textAt(store, index))).toEqual(texts);
    }),
  );
});
