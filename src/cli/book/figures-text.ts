import type { CascadeStepFigures } from '../../book/figures/debits.ts';
import type { BookFigures } from '../../book/figures/figures.ts';
import { instant, nairaCell } from '../control/shown-values.ts';
import { barTable, type ChartStyle, WIDTH_ELSEWHERE } from '../terminal/bar-chart.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Cell, columnsThatFit, type Paint, paintWith, right, textTable } from '../terminal/terminal-text.ts';
import { upToText } from './open-book.ts';

/** The next days that are shown. */
const DAYS = 30;

/** Summary, portfolio at risk, the next days and the cascade, in the width of the terminal. */
export function figuresText(figures: BookFigures, io: CliIo): string {
  const paint = paintWith(io.showsColour);
  const style = { width: io.columns ?? WIDTH_ELSEWHERE, drawsBlocks: io.drawsBlocks !== false, paint };
  const parts = [
    `the book as of ${figures.asOf}, as known at ${instant(figures.knownAt)}\n${upToText(figures.upTo, paint)}`,
    summaryText(figures, style.width, paint),
    riskText(figures, { ...style, colour: 'yellow' }),
    daysText(figures, { ...style, colour: 'cyan' }),
    cascadeText(figures, { ...style, colour: 'green' }),
  ];
  return parts.join('\n');
}

function summaryText({ summary }: BookFigures, width: number, paint: Paint): string {
  const { loans, ...sums } = summary;
  const rows: readonly (readonly [string, Cell])[] = [
    ['running loans', right(String(loans.running))],
    ['repaid loans', right(String(loans.repaid))],
    ['written-off loans', right(String(loans.writtenOff))],
    ['disbursed', nairaCell(sums.disbursed)],
    ['due in total', nairaCell(sums.due)],
    ['collected', nairaCell(sums.collected)],
    ['repaid elsewhere', nairaCell(sums.repaidElsewhere)],
    ['reversed', nairaCell(sums.reversed)],
    ['outstanding', nairaCell(sums.outstanding)],
    ['- of running loans', nairaCell(sums.balance)],
    ['- of these past due', nairaCell(sums.arrears)],
    ['- of written-off loans', nairaCell(sums.writtenOff)],
    ['overpaid', nairaCell(sums.overpaid)],
  ];
  const half = Math.ceil(rows.length / 2);
  const paired = rows.slice(0, half).map((row, index): readonly Cell[] => [...row, ...(rows[index + half] ?? [])]);
  const shown = columnsThatFit(paired, width) === 4 ? paired : rows;
  return `${paint('bold', 'Summary')}\n${textTable(shown, paint)}`;
}

function riskText({ portfolioAtRisk }: BookFigures, style: ChartStyle): string {
  const rows = portfolioAtRisk.map(({ daysPastDue, loans, balance, shareOfBalance }) => ({
    cells: [`${daysPastDue}+`, right(percent(shareOfBalance)), nairaCell(balance), right(String(loans))],
    value: shareOfBalance,
  }));
  const head = ['days past due', right('of balance'), right('balance'), right('loans')];
  return `${style.paint('bold', 'Portfolio at risk')}\n${barTable(rows, head, style)}`;
}

function daysText({ days, asOf }: BookFigures, style: ChartStyle): string {
  const title = style.paint('bold', `The next ${DAYS} days`);
  const next = days.filter(({ on }) => on > asOf).slice(0, DAYS);
  const rows = next.filter(({ due }) => due > 0).map(({ on, due }) => ({ cells: [on, nairaCell(due)], value: due }));
  if (rows.length === 0) return `${title}\n  nothing falls due\n`;
  return `${title}\n${barTable(rows, ['due on', right('unpaid')], style)}`;
}

function cascadeText({ cascade }: BookFigures, style: ChartStyle): string {
  const title = style.paint('bold', 'Cascade');
  if (cascade.length === 0) return `${title}\n  no attempts yet\n`;
  const rows = cascade.map((step) => ({
    cells: [
      stepName(step),
      nairaCell(step.collected),
      right(percent(step.shareOfCollected)),
      right(`${step.successful} of ${step.attempts}`),
    ],
    value: step.collected,
  }));
  const head = ['account', right('collected'), right('share'), right('attempts')];
  return `${title}\n${barTable(rows, head, style)}`;
}

function stepName({ position, isSweep }: CascadeStepFigures): string {
  const account = position === undefined ? 'not known' : position === 0 ? 'primary' : `backup ${position}`;
  return isSweep ? `${account}, last sweep` : account;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
