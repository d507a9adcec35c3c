/**
 * A list that may grow to millions, as plain data. In pieces, because a plain list is copied whenever it outgrows its room, and the memory's young
 * generation then looks through the whole copy: at a million entries that holds up everything for a tenth of a second.
 */
export interface LongList<Item> {
  /** All but the last are full. */
  readonly pieces: Item[][];
  length: number;
}

// 32 KiB: well below what V8 treats as a large object.
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

/** The item at a place; undefined beyond the end. */
export function itemAt<Item>({ pieces }: LongList<Item>, index: number): Item | undefined {
  return pieces[Math.floor(index / PIECE)]?.[index % PIECE];
}

export function* itemsOf<Item>(list: LongList<Item>, from = 0): Iterable<Item> {
  for (let index = from; index < list.length; index += 1) yield itemAt(list, index) as Item;
}
