/** A list as the control API answers it. */
export interface ShownList<Item> {
  readonly items: readonly Item[];
  /** How many older ones fell out. */
  readonly dropped: number;
}

/** Shows a list: its items, what stands in place of none, and a line for what fell out. */
export function shownList<Item>({ items, dropped }: ShownList<Item>, none: string, show: (items: readonly Item[]) => string): string {
  const fellOut = dropped > 0 ? `  ${dropped} older ones fell out\n` : '';
  return (items.length === 0 ? `${none}\n` : show(items)) + fellOut;
}
