import type { StatementLayout } from '../statement-layout.ts';
import { bankLayouts } from './bank-layouts.ts';
import { type LayoutDifference, layoutFrom } from './base-layout.ts';
import { walletLayouts } from './wallet-layouts.ts';

const all = { ...bankLayouts, ...walletLayouts } as const;

/** The name of a layout that comes with the kit. */
export type LayoutName = keyof typeof all;

/** The names of the layouts that come with the kit. */
export const layoutNames: readonly LayoutName[] = Object.keys(all) as LayoutName[];

/** A layout by its name. */
export function layoutNamed(name: LayoutName): StatementLayout {
  if (!Object.hasOwn(all, name)) throw new RangeError(`There is no layout ${name}; there are ${layoutNames.join(', ')}.`);
  const difference: LayoutDifference = all[name];
  return layoutFrom(name, difference);
}
