import type { MonthlyAmounts } from '../../domain/income-insight.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type { Statement } from '../../statements/statement.ts';
import { paintWith } from '../colour.ts';
import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';
import { type Cell, textTable } from '../text-table.ts';
import { amountText } from './amount-text.ts';
import { type Bar, barChart, type ChartStyle } from './bar-chart.ts';
import type { StatementInsight } from './insight-of.ts';
import { insightText } from './insight-text.ts';
import { proofText } from './proof-text.ts';
import { transactionTable } from './transaction-table.ts';

/** What is printed beside the statement itself. */
export interface StatementFigures extends StatementInsight {
  /** Is the whole insight wanted, or only its charts? */
  readonly showsInsight: boolean;
}

const WIDTH_ELSEWHERE = 80;

/** A statement for people: whose it is, its entries, its proof, charts of income and balance, and the insight if it is wanted. The account number is masked: screens are shared. */
export function statementText(
  statement: Statement,
  { insight, explanation, income, showsInsight }: StatementFigures,
  io: CliIo,
): string {
  const paint = paintWith(io.showsColour);
  const drawsBlocks = io.drawsBlocks !== false;
  const style = { width: io.columns ?? WIDTH_ELSEWHERE, drawsBlocks, paint };
  return [
    headText(statement),
    transactionTable(statement, { columns: io.columns, drawsBlocks, paint }),
    proofText(statement, paint),
    chartOf('Income by month', income, { ...style, colour: 'green' }),
    chartOf('Balance at the end of each month', insight.balance, { ...style, colour: 'cyan' }),
    showsInsight ? insightText(insight, explanation, paint) : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function headText({ account, period, openingBalance, closingBalance, transactions, pages }: Statement): string {
  const { name, number, type, currency } = account;
  const shown = [name, type, number && maskAccountNumber(number), currency]
    .filter((part) => part !== undefined)
    .map((part) => printable(part));
  const rows: readonly Cell[][] = [
    ['account', shown.length === 0 ? 'not told' : shown.join(', ')],
    ['period', period ? `${period.from} to ${period.to}` : 'not told'],
    ['entries', `${transactions.length} on ${pages} ${pages === 1 ? 'page' : 'pages'}`],
    ['opening balance', amountText(openingBalance)],
    ['closing balance', amountText(closingBalance)],
  ];
  return textTable(rows, (_, text) => text);
}

function chartOf(title: string, months: MonthlyAmounts, style: ChartStyle): string {
  const bars = Object.entries(months).map(
    ([month, value]): Bar => ({ label: shortMonth(month), value, text: amountText(value) }),
  );
  return bars.length === 0 ? '' : `${style.paint('bold', title)}\n${barChart(bars, style)}`;
}

/** `August 2022` as `Aug 2022`. */
function shortMonth(month: string): string {
  return month.replace(/^(\p{L}{3})\p{L}*/u, '$1');
}
