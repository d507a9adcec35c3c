import type { PlainDate } from '../../../domain/calendar.ts';
import { type Font, textWidth } from '../pdf/font-metrics.ts';
import type { HeadLabels, StatementLayout } from '../statement-layout.ts';
import { balanceText } from './cells.ts';
import { dateText } from './date-text.ts';
import { moneyText } from './money-text.ts';
import type { Sheets } from './sheets.ts';
import { wrapText } from './wrap-text.ts';

/** What a statement says about itself. Money in kobo. */
export interface StatementFacts {
  readonly name: string;
  readonly number: string;
  readonly type: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly opening: number;
  readonly closing: number;
  readonly totalDebit: number;
  readonly totalCredit: number;
  readonly debitCount: number;
  readonly creditCount: number;
}

type Fact = readonly [label: string, value: string];

/** Draws the head at the sheets' place, and moves on; a cover fills its page. */
export function drawHead(sheets: Sheets, layout: StatementLayout, facts: StatementFacts): void {
  const { head, page, type } = layout;
  const size = type.size + 1;
  const bold: Font = `${type.family}-bold`;
  const step = size * 1.45;
  sheets.y += size * 1.8;
  sheets.put(layout.bank.name, { x: page.margin, y: sheets.y, font: bold, size: size + 4 });
  sheets.y += step * 1.3;
  sheets.put(head.title, { x: page.margin, y: sheets.y, font: bold, size: size + 1 });
  sheets.y += step * 0.6;
  const who = whoFacts(layout, facts);
  const figures = figureFacts(layout, facts);
  const column = (
    list: readonly Fact[],
    x: number,
    { value, width }: { readonly value: number; readonly width?: number },
  ): number => {
    for (const [at, [label, text]] of list.entries()) {
      const y = sheets.y + (at + 1) * step;
      sheets.put(label, { x, y, font: bold, size });
      sheets.put(text, { x: x + value, y, font: type.family, size, ...(width && { width, align: 'right' }) });
    }
    return list.length * step;
  };
  const words = Math.max(...[...who, ...figures].map(([label]) => textWidth(label, bold, size))) + 14;
  if (head.arrangement === 'sentence') sheets.y += drawSentences(sheets, [who, figures], { size, step, layout });
  else if (head.arrangement === 'list') sheets.y += column([...who, ...figures], page.margin, { value: words });
  else if (head.arrangement === 'pairs')
    sheets.y += Math.max(
      column(who, page.margin, { value: words }),
      column(figures, sheets.width * 0.55, { value: words, width: sheets.width * 0.45 - words - page.margin }),
    );
  else {
    sheets.y += column(who, page.margin, { value: words });
    sheets.y += drawFigureTable(sheets, figures, { size, step, layout });
  }
  sheets.y += step * 1.2;
  if (head.isCover) sheets.open();
}

function whoFacts({ head }: StatementLayout, facts: StatementFacts): Fact[] {
  const period = head.period
    .replace('{from}', dateText(head.dates, facts.from))
    .replace('{to}', dateText(head.dates, facts.to));
  return worded(head.labels, {
    name: facts.name,
    number: head.numberPrefix + facts.number,
    type: facts.type,
    currency: 'NGN',
    period,
  });
}

function figureFacts(layout: StatementLayout, facts: StatementFacts): Fact[] {
  return worded(layout.head.labels, {
    opening: balanceText(facts.opening, layout),
    totalDebit: moneyText(facts.totalDebit, layout.money),
    totalCredit: moneyText(facts.totalCredit, layout.money),
    debitCount: String(facts.debitCount),
    creditCount: String(facts.creditCount),
    closing: balanceText(facts.closing, layout),
  });
}

function worded(labels: HeadLabels, values: Readonly<Partial<Record<keyof HeadLabels, string>>>): Fact[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const label = labels[key as keyof HeadLabels];
    return label === undefined ? [] : [[label, value] as const];
  });
}

interface Drawing {
  readonly size: number;
  readonly step: number;
  readonly layout: StatementLayout;
}

function drawSentences(sheets: Sheets, groups: readonly (readonly Fact[])[], { size, step, layout }: Drawing): number {
  const { family } = layout.type;
  const { margin } = layout.page;
  const lines = groups.flatMap((group) =>
    wrapText(group.map(([label, value]) => (label ? `${label}: ${value}` : value)).join('   '), {
      font: family,
      size,
      width: sheets.width - 2 * margin,
    }),
  );
  for (const [at, line] of lines.entries())
    sheets.put(line, { x: margin, y: sheets.y + (at + 1) * step, font: family, size });
  return lines.length * step;
}

function drawFigureTable(sheets: Sheets, figures: readonly Fact[], { size, step, layout }: Drawing): number {
  if (!figures.length) return 0;
  const { margin } = layout.page;
  const width = (sheets.width - 2 * margin) / figures.length;
  for (const [at, [label, value]] of figures.entries()) {
    const x = margin + at * width;
    const small = Math.min(
      size,
      (size * (width - 8)) / Math.max(1, textWidth(label, `${layout.type.family}-bold`, size)),
    );
    sheets.put(label, {
      x,
      y: sheets.y + 2 * step,
      font: `${layout.type.family}-bold`,
      size: small,
      width: width - 6,
      align: 'right',
    });
    sheets.put(value, {
      x,
      y: sheets.y + 3 * step,
      font: layout.type.family,
      size: small,
      width: width - 6,
      align: 'right',
    });
  }
  return 3 * step;
}
