import { koboFromAnswer, NO_MONEY, nairaFromKobo, sumKobo } from '../../domain/money.ts';
import { ConfigurationError, InputError, StatementError } from '../../errors.ts';
import { computeInsight, explainInsight } from '../../statements/insight/compute-insight.ts';
import type { ReadStatementOptions } from '../../statements/read-options.ts';
import { readStatement } from '../../statements/read-statement.ts';
import type { Statement } from '../../statements/statement.ts';
import type { CliIo } from '../terminal/io.ts';
import { shownBar } from '../terminal/progress-bar.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import { statementCsv } from './statement-csv.ts';
import { readFlags, type StatementFlags } from './statement-flags.ts';
import { type StatementInsight, statementText } from './statement-text.ts';

const NOT_PROVED = 3;
const STOPPED = 130;

/** Reads a statement and prints it; the answer is the exit code, 0 only where it proves itself. @throws ConfigurationError, StatementError */
export async function runStatement(path: string, flags: StatementFlags, io: CliIo): Promise<number> {
  const limits = readFlags(flags);
  const password = flags.passwordFile === undefined ? undefined : await readPassword(flags.passwordFile, io);
  const statement = await readFile(path, { limits, password, account: flags.account }, io);
  if (!statement) {
    io.err('repaykit statement: stopped before it was read\n');
    return STOPPED;
  }
  io.out(written(statement, flags, io));
  if (statement.proof.proved) return 0;
  io.err('repaykit statement: the statement does not prove itself: rows may be missing or wrong\n');
  return NOT_PROVED;
}

function readPassword(path: string, io: CliIo): Promise<string> {
  return readSecretLine({ path, command: 'repaykit statement', flag: '--password-file', what: 'password' }, io);
}

function written(statement: Statement, { json, csv, insight }: StatementFlags, io: CliIo): string {
  if (csv) return statementCsv(statement);
  if (json) return `${JSON.stringify(jsonOf(statement, insight === true))}\n`;
  return statementText(statement, { ...insightOf(statement), showsInsight: insight === true }, io);
}

function jsonOf(statement: Statement, showsInsight: boolean): object {
  const { account, period, openingBalance, closingBalance, transactions, proof } = statement;
  const { insight } = showsInsight ? insightOf(statement) : {};
  return { account, period, openingBalance, closingBalance, transactions, proof, ...(insight && { insight }) };
}

/** Reads the file while a bar shows its pages; undefined where the user stopped it. @throws ConfigurationError, StatementError which name the flag that helps */
async function readFile(path: string, options: ReadStatementOptions, io: CliIo): Promise<Statement | undefined> {
  const bar = shownBar(io);
  try {
    return await readStatement(path, {
      ...options,
      signal: io.stop,
      onProgress: ({ page, pages }) => bar.tell(page, pages, `page ${page} of ${pages}`),
    });
  } catch (error) {
    if (io.stop.aborted) return undefined;
    throw inWordsOfTheCommand(error);
  } finally {
    bar.end();
  }
}

function inWordsOfTheCommand(error: unknown): unknown {
  if (error instanceof InputError) {
    const issues = error.issues.map(({ path, message }) => ({ path: path === 'source' ? 'FILE' : path, message }));
    return new ConfigurationError('repaykit statement', issues, { cause: error });
  }
  if (!(error instanceof StatementError)) return error;
  const flag = flagFor(error);
  return flag === undefined
    ? error
    : new StatementError(error.code as typeof error.code & StatementCode, `${error.message} (${flag})`, {
        cause: error,
      });
}

type StatementCode = ConstructorParameters<typeof StatementError>[0];

function flagFor({ code, message }: StatementError): string | undefined {
  if (code === 'password_required') return '--password-file names the file whose first line it is';
  if (code === 'several_accounts') return '--account chooses one';
  if (code !== 'limit_exceeded') return undefined;
  const [, limit = ''] = /limits\.(\w+)/.exec(message) ?? [];
  return limitFlags[limit];
}

const limitFlags: Readonly<Record<string, string>> = {
  bytes: 'with --max-megabytes',
  pages: 'with --max-pages',
  timeMs: 'with --max-seconds',
};

/** Computes the insight of a statement with all that it says about itself. */
export function insightOf({
  account,
  period,
  openingBalance,
  closingBalance,
  transactions,
}: Statement): StatementInsight {
  const options = { accountName: account.name, period, openingBalance, closingBalance };
  const explanation = explainInsight(transactions, options);
  const months = Object.entries(explanation.figures['creditBreakdown.monthlyCredit'].months ?? {});
  const incomeOf = (rows: readonly number[]) => {
    const income = rows.filter((row) => explanation.entries[row]?.isIncome);
    return nairaFromKobo(sumKobo(income.map((row) => koboFromAnswer(transactions[row]?.amount) ?? NO_MONEY)));
  };
  return {
    insight: computeInsight(transactions, options),
    explanation,
    income: Object.fromEntries(months.map(([month, rows]) => [month, incomeOf(rows)])),
  };
}
