import { koboFromAnswer } from '../../domain/money.ts';
import type { IntegrityFinding, ReadTransaction } from '../statement.ts';
import { moneyOf } from '../text/money.ts';
import { type FigureMark, isSameStyle, type PageFigures, type Style } from './page-figures.ts';
import type { RowPlaces } from './row-places.ts';

/** A figure of an entry. */
interface Figure extends FigureMark {
  readonly page: number;
  readonly row: number;
  /** Figures of one role are set alike: debits, credits, balances of each sign. */
  readonly role: string;
}

const counted = (count: number, what: string) => (count === 1 ? `one ${what} is` : `${count} ${what}s are`);

/** Findings on figures that are set in another type than their column. */
export function fontFindings(
  pages: readonly PageFigures[],
  transactions: readonly ReadTransaction[],
  places: RowPlaces,
): IntegrityFinding[] {
  const figures = pages.flatMap(({ page, marks }) =>
    marks.flatMap((mark): Figure[] => {
      const row = places.onLine(page, mark.line);
      const role = row === undefined ? undefined : roleOf(mark, transactions[row] as ReadTransaction);
      return row === undefined || role === undefined ? [] : [{ ...mark, page, row, role }];
    }),
  );
  const strange = new Set<Figure>();
  for (const page of groupBy(figures, (figure) => String(figure.page)))
    for (const column of groupBy(page, ({ role }) => role))
      for (const one of strangersIn(column, page)) strange.add(one);
  return [...groupBy([...strange], ({ page }) => String(page))].map((list): IntegrityFinding => {
    const page = list[0]?.page ?? 1;
    const rows = [...new Set(list.map(({ row }) => row))].sort((a, b) => a - b);
    const message = `On page ${page}, ${counted(list.length, 'figure')} set in another font or size than the column.`;
    return { code: 'mixed_fonts', severity: 'suspicious', page, rows, message };
  });
}

/** What a figure is in its entry. Undefined for another figure, such as a fee or a number in the narration. */
function roleOf({ text }: FigureMark, { type, amount, balance }: ReadTransaction): string | undefined {
  const kobo = moneyOf(text)?.magnitude;
  if (kobo === koboFromAnswer(amount)) return type;
  if (balance === null || kobo !== koboFromAnswer(Math.abs(balance))) return undefined;
  return balance < 0 ? 'overdraft' : 'balance';
}

// Fewer figures make no column.
const A_COLUMN = 4;

/** The figures that are set in another type than most of their column, without a reason that a bank could have. */
function strangersIn(column: readonly Figure[], page: readonly Figure[]): readonly Figure[] {
  // A column of a few figures is compared with all figures of the page.
  const base = usualStyle(column.length >= A_COLUMN ? column : page);
  const strangers = column.filter(({ style }) => !isSameStyle(style, base));
  if (strangers.length === 0) return [];
  // Credits may be bold throughout, and balances smaller.
  if (strangers.length === column.length && column.length > 1) return [];
  return strangers.filter((figure) => !isWholeRow(figure, page) && !isFitted(figure, column, base));
}

function usualStyle(figures: readonly Figure[]): Style {
  const counts: { readonly style: Style; count: number }[] = [];
  for (const { style } of figures) {
    const known = counts.find((one) => isSameStyle(one.style, style));
    if (known) known.count += 1;
    else counts.push({ style, count: 1 });
  }
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).style;
}

// A bank may set a whole row in bold: then its date and narration are, too.
function isWholeRow({ row, around }: Figure, page: readonly Figure[]): boolean {
  const usual = new Map<string, number>();
  for (const figure of page) if (figure.row !== row) usual.set(figure.around, (usual.get(figure.around) ?? 0) + 1);
  const [most] = [...usual].sort((a, b) => b[1] - a[1]);
  return most !== undefined && around !== '' && !around.split(' ').some((font) => most[0].split(' ').includes(font));
}

// Some programs set figures smaller that are too long for their column.
function isFitted({ style, text }: Figure, column: readonly Figure[], base: Style): boolean {
  if (style.fonts !== base.fonts) return false;
  const usual = column.flatMap((one) => (isSameStyle(one.style, base) ? [one.text.length] : []));
  return style.size < base.size ? text.length > Math.max(...usual) : text.length < Math.min(...usual);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return [...groups.values()];
}
