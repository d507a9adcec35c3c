import type { IncomeInsightData, MonthlyAmounts } from '../../domain/income-insight.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type { InsightExplanation } from '../../statements/insight/compute-insight.ts';
import { figureNames } from '../../statements/proof/prove-statement.ts';
import type { PrintedFigure, Statement, StatementProof } from '../../statements/statement.ts';
import { type Bar, barChart, type ChartStyle, WIDTH_ELSEWHERE } from '../terminal/bar-chart.ts';
import type { CliIo } from '../terminal/io.ts';
import {
  type Cell,
  counted,
  hiddenText,
  type Paint,
  paintWith,
  printable,
  right,
  textTable,
} from '../terminal/terminal-text.ts';
import { insightText } from './insight-text.ts';
import { amountText, transactionTable } from './transaction-table.ts';

export interface StatementInsight {
  readonly insight: IncomeInsightData;
  readonly explanation: InsightExplanation;
  /** Income by month, in naira: the credits that the insight counts as income. */
  readonly income: MonthlyAmounts;
}

export interface StatementFigures extends StatementInsight {
  /** Show the whole insight, not only its charts. */
  readonly showsInsight: boolean;
}

/**
 * A statement for people: account, entries, proof, signs of editing, charts of income and balance, and the insight on request. Masks the
 * account number, because others may see the screen.
 */
export function statementText(statement: Statement, figures: StatementFigures | undefined, io: CliIo): string {
  const paint = paintWith(io.showsColour);
  const drawsBlocks = io.drawsBlocks !== false;
  const style = { width: io.columns ?? WIDTH_ELSEWHERE, drawsBlocks, paint };
  const parts = [
    headText(statement),
    transactionTable(statement, { columns: io.columns, drawsBlocks, paint }),
    proofText(statement, paint),
    integrityText(statement, paint),
    chartOf('Income by month', figures?.income ?? {}, { ...style, colour: 'green' }),
    chartOf('Balance at the end of each month', figures?.insight.balance ?? {}, { ...style, colour: 'cyan' }),
    figures?.showsInsight ? insightText(figures.insight, figures.explanation, paint) : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function headText(statement: Statement): string {
  const { source, account, period, openingBalance, closingBalance, transactions, pages } = statement;
  const { name, number, type, currency } = account;
  const facts = [name, type, number && maskAccountNumber(number), currency];
  const shown = facts.flatMap((fact) => (fact === undefined ? [] : [printable(fact)]));
  const rows: readonly Cell[][] = [
    ['account', shown.length === 0 ? 'not stated' : shown.join(', ')],
    ['period', period ? `${period.from} to ${period.to}` : 'not stated'],
    ['entries', `${transactions.length} on ${counted(pages, 'page')}${source === 'ocr' ? ', read from a scan' : ''}`],
    ['opening balance', amountText(openingBalance)],
    ['closing balance', amountText(closingBalance)],
  ];
  return textTable(rows, (_, text) => text);
}

function chartOf(title: string, months: MonthlyAmounts, style: ChartStyle): string {
  const bars = Object.entries(months).map(([month, value]): Bar => {
    // `August 2022` as `Aug 2022`.
    return { label: month.replace(/^(\p{L}{3})\p{L}*/u, '$1'), value, text: amountText(value) };
  });
  return bars.length === 0 ? '' : `${style.paint('bold', title)}\n${barChart(bars, style)}`;
}

/**
 * The proof as text: the result with its doubts, the balance chain, and the printed figures next to the computed ones.
 */
export function proofText({ proof, transactions }: Statement, paint: Paint): string {
  const { proved, confidence, chain, doubts } = proof;
  const verdict = proved
    ? `${paint('green', 'proved')}: ${chain.checked > 0 ? 'each balance follows from the one before, and the entries' : 'no balances are printed, but the entries'} agree with what the statement prints about itself`
    : `${paint('red', 'not proved')} (confidence ${confidence.toFixed(2)}): rows may be missing or wrong`;
  const links = `balance chain: ${counted(chain.checked, 'link')} checked, ${chain.broken.length || 'none'} broken`;
  return [
    `${verdict}\n`,
    ...doubts.map((doubt) => `  ${paint('yellow', printable(doubt))}\n`),
    `  ${links}\n`,
    brokenText(proof, { dates: transactions.map(({ date }) => date.slice(0, 10)), paint }),
    figuresText(proof.printed, paint),
  ].join('');
}

const severityColours = { note: 'dim', suspicious: 'yellow', contradiction: 'red' } as const;

/** The signs of editing as text: the gravest first, with the entries that they touch. */
export function integrityText({ integrity, transactions }: Statement, paint: Paint): string {
  const { findings } = integrity;
  if (findings.length === 0) return 'no signs of editing were found\n';
  const gravity = Object.keys(severityColours);
  const rows = findings
    .toSorted((one, other) => gravity.indexOf(other.severity) - gravity.indexOf(one.severity))
    .map(({ severity, message, rows = [] }): readonly Cell[] => {
      const days = rows.map((row) => transactions[row]?.date.slice(0, 10) ?? '').join(', ');
      const entries =
        days === '' ? '' : ` (${rows.length === 1 ? 'entry' : 'entries'} of ${printable(days, MOST_DAYS)})`;
      return [{ text: severity, colour: severityColours[severity] }, `${printable(message)}${entries}`];
    });
  return `${paint('bold', 'Signs of editing')}\n${textTable(rows, paint)}`;
}

// Some six days.
const MOST_DAYS = 70;

// More lines would not help to find the first one.
const MOST_BROKEN = 20;

function brokenText(
  { chain: { broken } }: StatementProof,
  { dates, paint }: { readonly dates: readonly string[]; readonly paint: Paint },
): string {
  const rows = broken
    .slice(0, MOST_BROKEN)
    .map(({ index, page, expected, printed }): readonly Cell[] => [
      right(String(page)),
      dates[index] ?? 'closing balance',
      right(amountText(expected)),
      right(amountText(printed)),
    ]);
  const head = [right('page'), 'date', right('would follow'), right('is printed')];
  return `${textTable(rows, paint, head)}${hiddenText(broken.length - rows.length)}`;
}

function figuresText(figures: readonly PrintedFigure[], paint: Paint): string {
  const rows = figures.map(({ figure, printed, computed, agrees }): readonly Cell[] => {
    const text = /count$/i.test(figure) ? (value: number | null) => String(value ?? '?') : amountText;
    return [
      figureNames[figure],
      right(text(printed)),
      right(text(computed)),
      agrees ? { text: 'agrees', colour: 'green' } : { text: 'differs', colour: 'red' },
    ];
  });
  return textTable(rows, paint, ['the statement says', right('printed'), right('of the rows'), '']);
}
