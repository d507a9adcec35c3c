import { type ControlRequest, call, type Described, type Flags } from './control-command.ts';

/** A list as the control API answers it. */
export interface ShownList<Item> {
  readonly items: readonly Item[];
  /** How many older ones fell out. */
  readonly dropped: number;
}

/** Shows a list: its items, what stands in place of none, and a line for what fell out. */
export function shownList<Item>(
  { items, dropped }: ShownList<Item>,
  none: string,
  show: (items: readonly Item[]) => string,
): string {
  const fellOut = dropped > 0 ? `  ${dropped} older ones fell out\n` : '';
  return (items.length === 0 ? `${none}\n` : show(items)) + fellOut;
}

/** The flag of a list that empties it. */
export const CLEAR: Described = ['--clear', 'empties the list instead'];

/** Reads a list, or with the flag empties it. */
export function listOrClear(path: string): (words: readonly string[], flags: Flags) => ControlRequest {
  return (_, { clear }) => call(clear ? 'DELETE' : 'GET', path);
}
