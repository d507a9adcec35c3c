import type { IntegrityFinding, Statement } from '../statement.ts';
import { type Page, pagesOf } from './page-tree.ts';
import type { PdfDictionary } from './pdf-syntax.ts';
import type { FileObjects } from './revisions.ts';

/** How a page was made, as far as its dictionary shows. */
export interface PageLook {
  /** In points, as shown. Undefined if it is not given in figures. */
  readonly size: Size | undefined;
  /** The names of its fonts, without the marks of subsets. Empty if none is named. */
  readonly fonts: ReadonlySet<string>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How each page was made. Undefined if the pages cannot be read. */
export function looksOf(file: FileObjects): readonly PageLook[] | undefined {
  const revision = file.sections.length - 1;
  // Most pages share their resources.
  const known = new Map<string, ReadonlySet<string>>();
  return pagesOf(file, revision)?.map((page) => {
    const resources = page.get('Resources') ?? '';
    const fonts = known.get(resources) ?? fontsIn(file, resources);
    known.set(resources, fonts);
    return { size: sizeOf(file, page), fonts };
  });
}

// Forms within forms.
const MOST_DEPTH = 4;

function fontsIn(file: FileObjects, value: string, depth = 0): ReadonlySet<string> {
  const entriesOf = (one: string | undefined): PdfDictionary =>
    file.resolve(one, file.sections.length - 1)?.entries ?? new Map();
  const resources = entriesOf(value);
  const fonts = [...entriesOf(resources.get('Font')).values()].flatMap((font) => {
    const entries = entriesOf(font);
    // A font of drawings has no name.
    const name = entries.get('BaseFont') ?? entries.get('Subtype');
    return name === undefined ? [] : [name.replace(/^\/[A-Z]{6}\+/, '/')];
  });
  const forms = depth < MOST_DEPTH ? [...entriesOf(resources.get('XObject')).values()] : [];
  const within = forms.flatMap((form) => [...fontsIn(file, entriesOf(form).get('Resources') ?? '', depth + 1)]);
  return new Set([...fonts, ...within]);
}

function sizeOf(file: FileObjects, page: Page): Size | undefined {
  const box = file.resolve(page.get('CropBox') ?? page.get('MediaBox'), file.sections.length - 1)?.text ?? '';
  const [left, bottom, right, top] = box.replace(/[[\]]/g, '').trim().split(/\s+/).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  if (!Number.isFinite(width + height)) return undefined;
  const isTurned = Number(page.get('Rotate') ?? 0) % 180 !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Pages with entries that were made in another way than the others. Covers and terms have none, and may differ. */
export function lookFindings(
  looks: readonly PageLook[],
  { transactions }: Pick<Statement, 'transactions'>,
): IntegrityFinding[] {
  const pages = [...new Set(transactions.map(({ page }) => page))].sort((a, b) => a - b);
  const table = pages.flatMap((page) => {
    const look = looks[page - 1];
    return look ? [{ page, ...look }] : [];
  });
  const strange = new Map<number, string>();
  for (const page of inOtherFonts(table)) strange.set(page, 'uses other fonts than');
  for (const page of ofOtherSize(table)) strange.set(page, 'has another size than');
  return [...strange].map(([page, what]) => {
    const rows = transactions.flatMap((entry, index) => (entry.page === page ? [index] : []));
    const message = `Page ${page} ${what} the other pages with entries.`;
    return { code: 'page_differs', severity: 'suspicious', page, rows, message };
  });
}

type TablePage = PageLook & { readonly page: number };

// A table goes on in the same font. So its pages share one, if the same program made them.
function inOtherFonts(table: readonly TablePage[]): readonly number[] {
  if (table.some(({ fonts }) => fonts.size === 0)) return [];
  const groups: { readonly fonts: Set<string>; readonly pages: number[] }[] = [];
  for (const { page, fonts } of table) {
    const [group, ...others] = groups.filter((one) => [...fonts].some((font) => one.fonts.has(font)));
    const home = group ?? { fonts: new Set<string>(), pages: [] };
    if (!group) groups.push(home);
    for (const other of others) {
      for (const font of other.fonts) home.fonts.add(font);
      home.pages.push(...other.pages);
      groups.splice(groups.indexOf(other), 1);
    }
    for (const font of fonts) home.fonts.add(font);
    home.pages.push(page);
  }
  return besidesTheMost(groups.map(({ pages }) => pages));
}

// Rounding of inches and millimetres.
const SAME_SIZE = 2;

function ofOtherSize(table: readonly TablePage[]): readonly number[] {
  const groups: { readonly size: Size; readonly pages: number[] }[] = [];
  for (const { page, size } of table) {
    if (!size) return [];
    const near = (a: number, b: number) => Math.abs(a - b) <= SAME_SIZE;
    const group = groups.find((one) => near(one.size.width, size.width) && near(one.size.height, size.height));
    if (group) group.pages.push(page);
    else groups.push({ size, pages: [page] });
  }
  const usual = groups.reduce(
    (most, one) => (one.pages.length > most.pages.length ? one : most),
    groups[0] as (typeof groups)[0],
  );
  const [first, last] = [table[0]?.page, table.at(-1)?.page];
  return besidesTheMost(groups.map(({ pages }) => pages)).filter((page) => {
    const size = table.find((one) => one.page === page)?.size;
    if (!size || !usual) return false;
    // The first page may be upright before a wide table, and the last one short.
    const isTurned = size.width > size.height !== usual.size.width > usual.size.height;
    const isAtEnd = page === first || page === last;
    return !isAtEnd || (!isTurned && Math.abs(size.width - usual.size.width) > SAME_SIZE);
  });
}

/** All pages but those of the largest group. None if there is no largest one, or nothing to compare with. */
function besidesTheMost(groups: readonly (readonly number[])[]): readonly number[] {
  const [most = [], ...others] = [...groups].sort((a, b) => b.length - a.length);
  if (most.length < 2 || others.some((other) => other.length === most.length)) return [];
  return others.flat().sort((a, b) => a - b);
}
