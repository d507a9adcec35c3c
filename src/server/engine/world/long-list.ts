/**
 * A list of up to millions of items, as plain data. It is split into pieces, because an array is copied when it
 * outgrows its capacity, and the garbage collector then scans the whole copy. At a million items that blocks the
 * process for 100 ms.
 */
export interface LongList<Item> {
  /** All pieces but the last are full. */
  readonly pieces: Item[][];
  length: number;
}

// 32 KiB, well below the size of a large object in V8.
const PIECE = 4_096;

export function emptyLongList<Item>(): LongList<Item> {
  return { pieces: [], length: 0 };
}

export function append<Item>(list: LongList<Item>, item: Item): void {
  const last = list.pieces.at(-1);
  if (last && last.length < PIECE) last.push(item);
  else list.pieces.push([item]);
  list.length += 1;
}

export function itemAt<Item>({ pieces }: LongList<Item>, index: number): Item | undefined {
  return pieces[Math.floor(index / PIECE)]?.[index % PIECE];
}

export function* itemsOf<Item>(list: LongList<Item>, from = 0): Iterable<Item> {
  for (let index = from; index < list.length; index += 1) yield itemAt(list, index) as Item;
}
