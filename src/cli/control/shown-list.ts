import { type ControlRequest, call, type Described, type Flags } from './control-command.ts';
import { given, readNumber } from './read-words.ts';

/** A list as the control API answers it. */
export interface ShownList<Item> {
  readonly items: readonly Item[];
  /** How many older ones fell out. */
  readonly dropped: number;
  /** How many all pages have, of a list that comes in pages. */
  readonly total?: number;
}

/** Shows a list: its items, what stands in place of none, and a line for what fell out. */
export function shownList<Item>(
  { items, dropped, total = items.length }: ShownList<Item>,
  none: string,
  show: (items: readonly Item[]) => string,
): string {
  const fellOut = dropped > 0 ? `  ${dropped} older ones fell out\n` : '';
  const more = total > items.length ? `  ${items.length} of ${total}\n` : '';
  return (items.length === 0 ? `${none}\n` : show(items)) + fellOut + more;
}

/** The flags of a list that comes in pages. */
export const PAGE: readonly Described[] = [
  ['--page <n>', 'which page, from 1 on'],
  ['--limit <n>', 'how many on a page; default 100'],
];

/** The page that was asked for. */
export function pageOf(flags: Flags): Readonly<Record<string, unknown>> {
  return { page: readNumber(flags, 'page'), limit: readNumber(flags, 'limit') };
}

/** A query of what is given, with its question mark; nothing if nothing is. */
export function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(given(fields)).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The flag of a list that empties it. */
export const CLEAR: Described = ['--clear', 'empties the list instead'];

/** Reads a list, or with the flag empties it. */
export function listOrClear(path: string): (words: readonly string[], flags: Flags) => ControlRequest {
  return (_, { clear }) => call(clear ? 'DELETE' : 'GET', path);
}
