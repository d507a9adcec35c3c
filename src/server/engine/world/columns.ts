/**
 * Tables of numbers, as plain data: a typed array for each column. Millions of records make no objects, so the garbage
 * collector does not copy or visit them, and records of one mandate are next to each other in memory. The arrays are
 * pages, because copying a long array blocks the process.
 */
export interface Table<Columns extends Readonly<Record<string, Column>>> {
  readonly columns: Columns;
  length: number;
  /** The number of rows that the pages can hold. */
  room: number;
}

/** A column of whole numbers below 2^31, of small numbers (0 to 255), or of amounts and instants. */
export interface Column<Value extends number = number> {
  readonly kind: 'integer' | 'small' | 'real';
  /** All pages but the only one are full pages. */
  readonly pages: Page<Value>[];
}

// The value type exists for the compiler only.
type Page<Value extends number> = (Int32Array | Uint8Array | Float64Array) & { readonly value?: Value };

const BITS = 12;
const PAGE = 2 ** BITS;
// Most worlds are small. The first page grows from this number of rows.
const FIRST_ROOM = 16;

export function integers<Value extends number = number>(): Column<Value> {
  return { kind: 'integer', pages: [] };
}

export function smallNumbers<Value extends number = number>(): Column<Value> {
  return { kind: 'small', pages: [] };
}

export function reals<Value extends number = number>(): Column<Value> {
  return { kind: 'real', pages: [] };
}

export function emptyTable<Columns extends Readonly<Record<string, Column>>>(columns: Columns): Table<Columns> {
  return { columns, length: 0, room: 0 };
}

/** Adds a row of zeros and returns its number, counted from 0. */
export function addRow(table: Table<Readonly<Record<string, Column>>>): number {
  if (table.length === table.room) grow(table);
  table.length += 1;
  return table.length - 1;
}

export function valueAt<Value extends number>({ pages }: Column<Value>, row: number): Value {
  return pages[row >> BITS]?.[row & (PAGE - 1)] as Value;
}

export function setValue<Value extends number>({ pages }: Column<Value>, row: number, value: Value): void {
  const page = pages[row >> BITS];
  if (page) page[row & (PAGE - 1)] = value;
}

function grow(table: Table<Readonly<Record<string, Column>>>): void {
  const isSmall = table.room < PAGE;
  const length = isSmall ? Math.max(FIRST_ROOM, table.room * 4) : PAGE;
  for (const { kind, pages } of Object.values(table.columns)) {
    const page = newPage(kind, length);
    if (isSmall && pages[0]) page.set(pages[0]);
    if (isSmall) pages[0] = page;
    else pages.push(page);
  }
  table.room = isSmall ? length : table.room + PAGE;
}

// On shared buffers, because for every 64 MB of others V8 collects the whole heap: with a million loans, several seconds
// on a busy day.
// Copy a table by serialization: `structuredClone` would share the pages.
function newPage(kind: Column['kind'], length: number): Page<number> {
  switch (kind) {
    case 'integer':
      return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
    case 'small':
      return new Uint8Array(new SharedArrayBuffer(length));
    case 'real':
      return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  }
}
