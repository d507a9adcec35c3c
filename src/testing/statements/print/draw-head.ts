import type { HeadFact, HeadLabels, StatementLayout } from '../layouts/statement-layout.ts';
import type { StatementFacts } from '../life/invent-account.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';
import { balanceText, dateText, moneyText, wrapText } from './cells.ts';
import type { Sheets } from './sheets.ts';

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
