import { bankLayouts } from './bank-layouts.ts';
import { type LayoutDifference, layoutFrom, type StatementLayout } from './statement-layout.ts';
import { walletLayouts } from './wallet-layouts.ts';

const named = { ...bankLayouts, ...walletLayouts } satisfies Readonly<Record<string, LayoutDifference>>;

/** The name of a built-in layout. It says what is hard to read about it. */
export type LayoutName = keyof typeof named;

/** The names of the built-in layouts. */
// `Object.keys` loses the key type.
export const layoutNames = Object.keys(named) as readonly LayoutName[];

export function layoutNamed(name: LayoutName): StatementLayout {
  return layoutFrom(name, named[name]);
}

export function featuresOf(layout: StatementLayout): string[] {
  return [...tableFeatures(layout), ...printFeatures(layout)].flatMap(([isSo, description]) =>
    isSo ? [description] : [],
  );
}

type Feature = readonly [isSo: boolean, description: string];

function tableFeatures({ columns, table }: StatementLayout): readonly Feature[] {
  const has = (kind: string): boolean => columns.some((column) => column.kind === kind);
  const at = (kind: string): number => columns.findIndex((column) => column.kind === kind);
  const dates = columns.find(({ kind }) => kind === 'date')?.form ?? '';
  return [
    [has('amount') && table.side === 'sign', 'signed amount column'],
    [has('amount') && table.side.trim() === 'CR', 'CR or DR after the amount'],
    [has('amount') && has('type'), 'amount and type columns'],
    [has('amount') && table.side === 'plain' && !has('type'), 'side only from the balance'],
    [has('credit') && at('credit') < at('debit'), 'credit before debit'],
    [!has('balance'), 'no balance column'],
    [has('balance') && at('balance') < columns.length - 1, 'balance not last'],
    [at('narration') > at('balance') && has('balance'), 'narration after the money'],
    [table.balance === 'day-end', 'balance of the day only'],
    [table.balanceSide !== '', 'CR or DR after the balance'],
    [table.order === 'newest-first', 'newest first'],
    [table.valign !== 'top', `cells at the ${table.valign} of the row`],
    [table.splitsRows, 'rows broken over pages'],
    [table.titles === 'first-page', 'titles on the first page only'],
    [table.titles === 'mid-page', 'titles repeated in the middle of pages'],
    [dates.includes('\n'), 'dates broken over lines'],
    [!dates.includes('y'), 'dates without a year'],
    [/^M/.test(dates) && !dates.startsWith('MMM'), 'month before day'],
    [columns.some(({ title }) => title.includes('\n')), 'titles of several lines'],
    [columns.some(({ title }) => title === ''), 'a blank title'],
    [columns.some(({ title }) => /[\uE000\uE001]/.test(title)), 'a ligature without its letters'],
  ];
}

function printFeatures(layout: StatementLayout): readonly Feature[] {
  const { table, money, head, furniture, ink, form, page, accounts } = layout;
  return [
    [money.negative === 'parentheses', 'parentheses for negatives'],
    [money.negative === 'minus-after', 'minus after the figure'],
    [money.signGap, 'sign apart from the figure'],
    [money.symbol !== '', `${money.symbol.trim()} before figures`],
    [money.grouping === '', 'figures without separators'],
    [money.grouping === ' ', 'blanks as separators'],
    [money.braces, 'figures in braces'],
    [money.trimmed, 'whole naira without decimals'],
    [money.filler !== '', `${money.filler} in empty cells`],
    [head.isCover, 'a cover page'],
    [head.arrangement === 'table', 'a table of figures before the entries'],
    [Object.keys(table.rowNames).length > 0, 'rows that are no entries'],
    [furniture.footer.length + furniture.ending.length > 0 || furniture.header !== undefined, 'headers and footers'],
    [furniture.watermark !== undefined, 'a watermark'],
    [ink.torn > 0, 'figures torn in two'],
    [ink.pieces !== 'line', `drawn by ${ink.pieces}`],
    [ink.order !== 'rows', `drawn ${ink.order}`],
    [ink.space !== 'plain', `${ink.space} coordinates`],
    [form.rotate !== 0, `turned by ${form.rotate}`],
    [form.objectStreams, 'object streams'],
    [page.isLandscape, 'landscape'],
    [accounts > 1, 'several accounts'],
  ];
}
