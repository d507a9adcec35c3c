import type { Statement } from '../../statements/statement.ts';
import type { CliIo } from '../io.ts';
import { readSecretLine } from '../secret-line.ts';
import { insightOf } from './insight-of.ts';
import { readFile } from './read-file.ts';
import { statementCsv } from './statement-csv.ts';
import { readFlags, type StatementFlags } from './statement-flags.ts';
import { statementText } from './statement-text.ts';

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
