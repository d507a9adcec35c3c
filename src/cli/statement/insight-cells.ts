import type { InsightField } from '../../statements/insight/compute-insight.ts';
import { printable } from '../printable.ts';
import { amountText } from './amount-text.ts';

/** Writes the name of a figure, with a star where its definition is ours. */
export type Label = (field: InsightField, name: string) => string;

/** Decimal text of the insight as `12,500.00`; what is none, such as `null`, as it is. */
export function decimal(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? amountText(Number(text)) : printable(text);
}

/** A share in percent. */
export function percent(text: string): string {
  return `${text} %`;
}

/** Text at the right edge of its column. */
export function right(text: string) {
  return { text, isRight: true };
}
