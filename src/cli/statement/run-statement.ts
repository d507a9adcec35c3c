import { koboFromAnswer, NO_MONEY, nairaFromKobo, sumKobo } from '../../domain/money.ts';
import {
  ConfigurationError,
  InputError,
  requireOptions,
  StatementError,
  type StatementErrorCode,
} from '../../errors.ts';
import { computeInsight, explainInsight } from '../../statements/insight/compute-insight.ts';
import { isNaira, toNaira } from '../../statements/insight/insight-options.ts';
import type { ReadStatementOptions, StatementLimits } from '../../statements/read-options.ts';
import { readStatement } from '../../statements/read-statement.ts';
import type { Statement } from '../../statements/statement.ts';
import { digits, flag, optional, text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { CommandFlags } from '../in-flags.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import { type StatementInsight, statementText } from './statement-text.ts';
import { statementCsv } from './transaction-table.ts';

export type StatementFlags = CommandFlags<
  'maxMegabytes' | 'maxPages',
  'passwordFile' | 'account' | 'nairaPerUnit' | 'maxSeconds',
  'json' | 'csv' | 'insight' | 'ocr'
>;

const NOT_PROVED = 3;
const STOPPED = 130;
const BYTES_PER_MEGABYTE = 1_048_576;
const MS_PER_SECOND = 1_000;

/**
 * Reads and prints a statement. Resolves with the exit code: 0 only if the statement is proved and does not
 * contradict itself.
 * @throws ConfigurationError, StatementError
 */
export async function runStatement(path: string, flags: StatementFlags, io: CliIo): Promise<number> {
  const limits = readLimits(flags);
  const place = { command: 'repaykit statement', flag: '--password-file', what: 'password' };
  const file = flags.passwordFile;
  const password = file === undefined ? undefined : await readSecretLine({ ...place, path: file }, io);
  const ocr = flags.ocr ? (await import('../../ocr/tesseract-reader.ts')).tesseractReader() : undefined;
  const statement = await readFile(path, { limits, password, account: flags.account, ocr }, io);
  if (!statement) {
    io.err('repaykit statement: stopped before it was read\n');
    return STOPPED;
  }
  io.out(formatStatement(statement, flags, io));
  const isContradicted = statement.integrity.findings.some(({ severity }) => severity === 'contradiction');
  if (statement.proof.proved && !isContradicted) return 0;
  const problem = statement.proof.proved
    ? 'the file contradicts itself: see its signs of editing'
    : 'the statement does not prove itself: rows may be missing or wrong';
  io.err(`repaykit statement: ${problem}\n`);
  return NOT_PROVED;
}

const limitText = text('a whole number from 1 to 9999', (digits) => /^[1-9]\d{0,3}$/.test(digits));
const statementFlags = record<{
  readonly '--max-megabytes': string;
  readonly '--max-pages': string;
  readonly '--max-seconds'?: string;
  readonly '--account'?: string;
  readonly '--csv'?: boolean;
  readonly '--insight'?: boolean;
  readonly '--naira-per-unit'?: string;
}>(
  {
    '--max-megabytes': limitText,
    '--max-pages': limitText,
    '--max-seconds': optional(limitText),
    '--account': optional(
      digits('an account number or its last digits, three or more', (digits) => /^\d{3,34}$/.test(digits)),
    ),
    '--csv': optional(flag),
    '--insight': optional(flag),
    '--naira-per-unit': optional(
      text('a rate, such as 1550.25', (rate) => /^\d{1,6}(?:\.\d+)?$/.test(rate) && Number(rate) > 0),
    ),
  },
  {
    rules: (good) =>
      good['--csv'] && good['--insight']
        ? [{ path: '--insight', message: 'has no place in the rows of --csv: use --json, or run it twice' }]
        : [],
  },
);

function readLimits({ maxMegabytes, maxPages, maxSeconds, ...flags }: StatementFlags): Partial<StatementLimits> {
  requireOptions('repaykit statement', statementFlags, {
    '--max-megabytes': maxMegabytes,
    '--max-pages': maxPages,
    '--max-seconds': maxSeconds,
    '--account': flags.account,
    '--csv': flags.csv,
    '--insight': flags.insight,
    '--naira-per-unit': flags.nairaPerUnit,
  });
  return {
    bytes: Number(maxMegabytes) * BYTES_PER_MEGABYTE,
    pages: Number(maxPages),
    ...(maxSeconds !== undefined && { timeMs: Number(maxSeconds) * MS_PER_SECOND }),
  };
}

function formatStatement(statement: Statement, flags: StatementFlags, io: CliIo): string {
  const { json, csv, insight } = flags;
  if (csv) return statementCsv(statement);
  const rate = flags.nairaPerUnit === undefined ? undefined : Number(flags.nairaPerUnit);
  const { source, account, period, openingBalance, closingBalance, transactions, proof, integrity } = statement;
  if (!json) {
    // Without a rate there are no charts in naira.
    const hasFigures = insight || rate !== undefined || isNaira(account.currency);
    const figures = hasFigures ? { ...insightOf(statement, rate), showsInsight: insight === true } : undefined;
    return statementText(statement, figures, io);
  }
  const facts = { source, account, period, openingBalance, closingBalance, transactions, proof, integrity };
  return `${JSON.stringify({ ...facts, insight: insight && insightOf(statement, rate).insight })}\n`;
}

/**
 * Reads the file and shows a progress bar; undefined if the user stops it.
 * @throws ConfigurationError, StatementError with the flag that helps
 */
async function readFile(path: string, options: ReadStatementOptions, io: CliIo): Promise<Statement | undefined> {
  const bar = shownBar(io);
  try {
    return await readStatement(path, {
      ...options,
      signal: io.stop,
      onProgress: ({ page, pages }) => bar.update(page, pages, `page ${page} of ${pages}`),
    });
  } catch (error) {
    if (io.stop.aborted) return undefined;
    throw namingFlags(error);
  } finally {
    bar.end();
  }
}

function namingFlags(error: unknown): unknown {
  if (error instanceof InputError) {
    const issues = error.issues.map(({ path, message }) => ({ path: path === 'source' ? 'FILE' : path, message }));
    return new ConfigurationError('repaykit statement', issues, { cause: error });
  }
  if (!(error instanceof StatementError)) return error;
  const [, limit = ''] = /limits\.(\w+)/.exec(error.message) ?? [];
  const hint = hints[error.code === 'limit_exceeded' ? limit : error.code];
  if (hint === undefined) return error;
  // A `StatementError` always has one of these codes.
  return new StatementError(error.code as StatementErrorCode, `${error.message} (${hint})`, { cause: error });
}

const hints: Readonly<Record<string, string>> = {
  password_required: '--password-file names the file whose first line it is',
  several_accounts: '--account chooses one',
  no_text_layer: '--ocr reads scans',
  bytes: 'with --max-megabytes',
  pages: 'with --max-pages',
  timeMs: 'with --max-seconds',
};

/** @throws ConfigurationError with the flag that helps, if the statement is in another currency */
export function insightOf(statement: Statement, nairaPerUnit?: number): StatementInsight {
  const { account, period, openingBalance, closingBalance, transactions } = statement;
  if (!isNaira(account.currency) && nairaPerUnit === undefined) {
    const message = 'is in naira, and the statement is not: give the naira for one unit with --naira-per-unit';
    throw new ConfigurationError('repaykit statement', [{ path: '--insight', message }]);
  }
  const { name: accountName, currency } = account;
  const rate = isNaira(currency) ? undefined : nairaPerUnit;
  const options = { accountName, currency, nairaPerUnit: rate, period, openingBalance, closingBalance };
  const explanation = explainInsight(transactions, options);
  const months = Object.entries(explanation.figures['creditBreakdown.monthlyCredit'].months ?? {});
  const incomeOf = (rows: readonly number[]) => {
    const income = rows.filter((row) => explanation.entries[row]?.isIncome);
    const amounts = income.map((row) => koboFromAnswer(transactions[row]?.amount) ?? NO_MONEY);
    return nairaFromKobo(toNaira(sumKobo(amounts), rate ?? 1));
  };
  return {
    insight: computeInsight(transactions, options),
    explanation,
    income: Object.fromEntries(months.map(([month, rows]) => [month, incomeOf(rows)])),
  };
}
