import type { Chance } from '../chance.ts';
import type { ColumnKind, HeadFact, HeadLabels, StatementLayout } from '../layouts/statement-layout.ts';
import type { Entry } from '../life/entries.ts';
import type { StatementFacts } from '../life/invent-account.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';
import { balanceText, dateText, entryRows, moneyText, ownRow, type Row, wrapText } from './cells.ts';
import { placeColumns } from './columns.ts';
import { TableDrawing, type TableEnds } from './draw-table.ts';
import type { PrintedEntry } from './printed-entries.ts';
import { Sheets } from './sheets.ts';

export interface PrintedAccount {
  readonly facts: StatementFacts;
  /** In printed order, with forgeries if any. */
  readonly printed: readonly PrintedEntry[];
}

const sizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const;
const FOOT_STEP = 11;
const FOOT_SIZE = 7;

export function printStatement(accounts: readonly PrintedAccount[], layout: StatementLayout, chance: Chance) {
  const { page, furniture } = layout;
  const [short, long] = sizes[page.size];
  const [width, height] = page.isLandscape ? [long, short] : [short, long];
  const tables = accounts.map(({ facts, printed }) => ({
    facts,
    rows: entryRows(printed, layout, chance),
    ends: ownRows(layout, facts, printed),
  }));
  const all = tables.flatMap(({ rows, ends }) => [...rows, ...ends.all]);
  const grid = placeColumns(layout, all, width);
  const sheets = new Sheets({
    width: grid.pageWidth,
    height,
    top: page.margin + (furniture.header ? FOOT_STEP : 0),
    bottom: page.margin + furniture.footer.length * FOOT_STEP,
  });
  const places = tables.map(({ rows, ends, facts }, at) => {
    if (at > 0) sheets.open();
    drawHead(sheets, layout, facts);
    return new TableDrawing(sheets, { rows, ends, grid, layout }).draw();
  });
  drawEnding(sheets, layout);
  drawFurniture(sheets, layout, accounts[0]?.facts);
  return { pages: sheets.pages, places };
}

// The bank's own rows: opening, closing, totals, and balances carried from page to page.
function ownRows(layout: StatementLayout, facts: StatementFacts, printed: readonly PrintedEntry[]): TableEnds {
  const { rowNames, order } = layout.table;
  const has = (kind: ColumnKind): boolean => layout.columns.some((column) => column.kind === kind);
  const balanceRow = (name: string | undefined, kobo: number): Row[] =>
    name === undefined || !has('balance') ? [] : [ownRow(layout, name, { balance: balanceText(kobo, layout) })];
  const sums = (name: string | undefined, debit: number, credit: number): Row[] => {
    if (name === undefined || !has('debit')) return [];
    const figures = { debit: moneyText(debit, layout.money), credit: moneyText(credit, layout.money) };
    return [ownRow(layout, name, figures)];
  };
  const undated = balanceRow(rowNames.opening, facts.opening);
  const opening = rowNames.opening?.includes('B/F') ? undated.map((row) => dated(row, layout, facts)) : undated;
  const closing = balanceRow(rowNames.closing, facts.closing);
  const totals = sums(rowNames.totals, facts.totalDebit, facts.totalCredit);
  const isOldestFirst = order === 'oldest-first';
  const balanceAfter = (at: number): number => printed[at]?.entry.balance ?? facts.opening;
  const before = isOldestFirst ? opening : closing;
  const after = [...(isOldestFirst ? closing : opening), ...totals];
  const carried = (kobo: number): Row[] => (isOldestFirst ? balanceRow(rowNames.carried, kobo) : []);
  const brought = (kobo: number): Row[] => (isOldestFirst ? balanceRow(rowNames.brought, kobo) : []);
  const pageTotals = (from: number, to: number): Row[] => {
    const sum = (type: Entry['type']): number =>
      printed.slice(from, to + 1).reduce((total, { entry }) => total + (entry.type === type ? entry.amount : 0), 0);
    return sums(rowNames.pageTotals, sum('debit'), sum('credit'));
  };
  return {
    before,
    after,
    all: [
      ...[...before, ...after, ...carried(facts.closing), ...brought(facts.opening)],
      ...sums(rowNames.pageTotals, facts.totalDebit, facts.totalCredit),
    ],
    pageEnd: (from, to) => [...pageTotals(from, to), ...carried(balanceAfter(to))],
    pageStart: (to) => brought(balanceAfter(to)),
  };
}

// "Balance B/F" usually has the first day's date. Other rows of the bank have none.
function dated(row: Row, { columns }: StatementLayout, { from }: StatementFacts): Row {
  const date = columns.findIndex(({ kind }) => kind === 'date');
  return date < 0 ? row : { ...row, cells: row.cells.with(date, dateText(columns[date]?.form ?? 'dd/MM/yyyy', from)) };
}

function drawEnding(sheets: Sheets, { furniture, page, type }: StatementLayout): void {
  for (const text of furniture.ending) {
    if (sheets.room < FOOT_STEP * 2) sheets.open();
    sheets.y += FOOT_STEP * 1.5;
    sheets.put(text, { x: page.margin, y: sheets.y, font: type.family, size: FOOT_SIZE + 0.5 });
  }
}

function drawFurniture(
  sheets: Sheets,
  { furniture, page: { margin }, type, head }: StatementLayout,
  facts: StatementFacts | undefined,
): void {
  const date = facts ? dateText(head.dates, facts.to) : '';
  for (const [at, sheet] of sheets.pages.entries()) {
    const line = (text: string, y: number): void => {
      const filled = text
        .replace('{page}', String(at + 1))
        .replace('{pages}', String(sheets.pages.length))
        .replace('{date}', date);
      sheets.put(filled, { x: margin, y, font: type.family, size: FOOT_SIZE }, sheet);
    };
    if (furniture.watermark) sheets.stamp(furniture.watermark, sheet);
    if (furniture.header) line(furniture.header, margin);
    const last = sheets.height - margin;
    for (const [index, text] of furniture.footer.entries())
      line(text, last - (furniture.footer.length - 1 - index) * FOOT_STEP);
  }
}

type Fact = readonly [label: string, value: string];

/** Draws the head at the current position, and moves down. A cover fills its page. */
function drawHead(sheets: Sheets, layout: StatementLayout, facts: StatementFacts): void {
  const { head, page, type } = layout;
  const size = type.size + 1;
  const bold: Font = `${type.family}-bold`;
  const step = size * 1.45;
  sheets.y += size * 1.8;
  sheets.put(layout.bank.name, { x: page.margin, y: sheets.y, font: bold, size: size + 4 });
  sheets.y += step * 1.3;
  sheets.put(head.title, { x: page.margin, y: sheets.y, font: bold, size: size + 1 });
  sheets.y += step * 0.6;
  const owner = ownerFacts(layout, facts);
  const figures = figureFacts(layout, facts);
  const labelWidth = Math.max(...[...owner, ...figures].map(([label]) => textWidth(label, bold, size))) + 14;
  const list = (of: readonly Fact[], x: number, width?: number): number => {
    for (const [at, [label, text]] of of.entries()) {
      const y = sheets.y + (at + 1) * step;
      sheets.put(label, { x, y, font: bold, size });
      sheets.put(text, { x: x + labelWidth, y, font: type.family, size, ...(width && { width, align: 'right' }) });
    }
    return of.length * step;
  };
  const drawing = { size, step, layout };
  const { margin } = page;
  switch (head.arrangement) {
    case 'sentence':
      sheets.y += drawSentences(sheets, [owner, figures], drawing);
      break;
    case 'list':
      sheets.y += list([...owner, ...figures], margin);
      break;
    case 'pairs': {
      const width = sheets.width * 0.45 - labelWidth - margin;
      sheets.y += Math.max(list(owner, margin), list(figures, sheets.width * 0.55, width));
      break;
    }
    case 'table':
      sheets.y += list(owner, margin);
      sheets.y += drawFigureTable(sheets, figures, drawing);
  }
  sheets.y += step * 1.2;
  if (head.isCover) sheets.open();
}

function ownerFacts({ head }: StatementLayout, facts: StatementFacts): Fact[] {
  const { from, to } = facts;
  const days = head.period.replace('{from}', dateText(head.dates, from)).replace('{to}', dateText(head.dates, to));
  return labelled(head.labels, [
    ['name', facts.name],
    ['number', head.numberPrefix + facts.number],
    ['type', facts.type],
    ['currency', 'NGN'],
    ['period', days],
  ]);
}

function figureFacts(layout: StatementLayout, facts: StatementFacts): Fact[] {
  return labelled(layout.head.labels, [
    ['opening', balanceText(facts.opening, layout)],
    ['totalDebit', moneyText(facts.totalDebit, layout.money)],
    ['totalCredit', moneyText(facts.totalCredit, layout.money)],
    ['debitCount', String(facts.debitCount)],
    ['creditCount', String(facts.creditCount)],
    ['closing', balanceText(facts.closing, layout)],
  ]);
}

function labelled(labels: HeadLabels, values: readonly (readonly [HeadFact, string])[]): Fact[] {
  return values.flatMap(([fact, value]) => {
    const label = labels[fact];
    return label === undefined ? [] : [[label, value]];
  });
}

interface Drawing {
  readonly size: number;
  readonly step: number;
  readonly layout: StatementLayout;
}

function drawSentences(sheets: Sheets, groups: readonly (readonly Fact[])[], { size, step, layout }: Drawing): number {
  const font = layout.type.family;
  const { margin } = layout.page;
  const setting = { font, size, width: sheets.width - 2 * margin };
  const lines = groups.flatMap((group) =>
    wrapText(group.map(([label, value]) => (label ? `${label}: ${value}` : value)).join('   '), setting),
  );
  for (const [at, line] of lines.entries()) sheets.put(line, { x: margin, y: sheets.y + (at + 1) * step, font, size });
  return lines.length * step;
}

function drawFigureTable(sheets: Sheets, figures: readonly Fact[], { size, step, layout }: Drawing): number {
  if (!figures.length) return 0;
  const { family } = layout.type;
  const bold: Font = `${family}-bold`;
  const { margin } = layout.page;
  const width = (sheets.width - 2 * margin) / figures.length;
  for (const [at, [label, value]] of figures.entries()) {
    const small = Math.min(size, (size * (width - 8)) / Math.max(1, textWidth(label, bold, size)));
    const cell = { x: margin + at * width, size: small, width: width - 6, align: 'right' } as const;
    sheets.put(label, { ...cell, y: sheets.y + 2 * step, font: bold });
    sheets.put(value, { ...cell, y: sheets.y + 3 * step, font: family });
  }
  return 3 * step;
}
