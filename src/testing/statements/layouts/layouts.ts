import type { StatementLayout } from '../statement-layout.ts';
import { bankLayouts } from './bank-layouts.ts';
import { type LayoutDifference, layoutFrom } from './base-layout.ts';
import { walletLayouts } from './wallet-layouts.ts';

/** The name of a layout that comes with the kit: what is hard about it. */
export type LayoutName =
  | 'classic'
  | 'centred-remarks'
  | 'newest-first'
  | 'broken-dates'
  | 'torn-numbers'
  | 'daily-balance'
  | 'parentheses'
  | 'landscape'
  | 'multi-account'
  | 'wallet'
  | 'signed'
  | 'time-below'
  | 'piped-references'
  | 'no-balance'
  | 'aggregator'
  | 'yearless'
  | 'american';

const named: Readonly<Record<LayoutName, LayoutDifference>> = { ...bankLayouts, ...walletLayouts };

/** The names of the layouts that come with the kit. */
export const layoutNames: readonly LayoutName[] = Object.keys(named) as LayoutName[];

/** A layout by its name. */
export function layoutNamed(name: LayoutName): StatementLayout {
  if (!Object.hasOwn(named, name))
    throw new RangeError(`There is no layout ${name}; there are ${layoutNames.join(', ')}.`);
  return layoutFrom(name, named[name]);
}
