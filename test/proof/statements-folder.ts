/** `npm run proof -- statement-folder DIR`: scores the reader on a folder of `NAME.pdf` and `NAME.truth.json`: rows, exact statements, narrations, salaries, categories. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../../src/statements/statement.ts';
import { compareReading, type ReadingComparison, type TrueEntry } from '../statements/reading/compare-reading.ts';
import { readInPlace } from '../statements/reading/read-in-place.ts';
import { InsightScore } from './statements-insight-score.ts';

/** What a truth file says. `accountOption` where the file holds several accounts. */
interface FolderTruth {
  readonly password?: string | null;
  readonly account: { readonly name: string; readonly number: string };
  readonly accountOption?: string | null;
  readonly rows: readonly FolderRow[];
}

interface FolderRow extends TrueEntry {
  readonly category: string;
  readonly tags: readonly string[];
}

/** Prints a line for each statement and the sums. Holds if every statement is exact and nothing wrong proves itself. */
export async function proveFolder(print: (text: string) => void): Promise<boolean> {
  const folder = process.argv.slice(3).find((argument) => !argument.startsWith('--'));
  if (folder === undefined) throw new Error('Name the folder of `NAME.pdf` and `NAME.truth.json`.');
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith('.truth.json') ? [file.slice(0, -'.truth.json'.length)] : [],
  );
  const sum = { rows: 0, read: 0, found: 0, narrations: 0, exact: 0, proved: 0, falselyProved: 0 };
  const insight = new InsightScore();
  for (const name of names.sort()) {
    const truth = JSON.parse(readFileSync(join(folder, `${name}.truth.json`), 'utf8')) as FolderTruth;
    const read = await readFile(join(folder, `${name}.pdf`), truth);
    const statement = typeof read === 'string' ? undefined : read;
    const compared = compareReading(statement?.transactions ?? [], truth.rows);
    for (const key of ['rows', 'read', 'found', 'narrations'] as const) sum[key] += compared[key];
    if (compared.isExact) sum.exact++;
    if (statement?.proof.proved) sum.proved++;
    if (statement?.proof.proved && !compared.isExact) sum.falselyProved++;
    if (statement) insight.add(statement, truth.rows);
    else insight.addUnread(truth.rows);
    print(lineOf(name, compared, read));
  }
  print(
    `== ${sum.found}/${sum.rows} rows of ${sum.read} read, ${sum.exact}/${names.length} statements exact, narrations exact ${percent(sum.narrations, sum.found)}, ` +
      `${sum.proved} proved, ${sum.falselyProved} falsely proved; ${insight.summary()}\n`,
  );
  return sum.falselyProved === 0 && sum.exact === names.length;
}

async function readFile(path: string, { password, account, accountOption }: FolderTruth): Promise<Statement | string> {
  const pdf = new Uint8Array(readFileSync(path));
  const options = { ...(password && { password }) };
  try {
    return await readInPlace(pdf, { ...options, ...(accountOption && { account: accountOption }) });
  } catch (error) {
    const code = (error as { code?: string }).code;
    return code === 'several_accounts'
      ? readInPlace(pdf, { ...options, account: account.number }).catch(String)
      : String(error);
  }
}

function lineOf(
  name: string,
  { found, rows, read, narrations, isExact, isInOrder, difference }: ReadingComparison,
  statement: Statement | string,
): string {
  const result =
    typeof statement === 'string'
      ? statement
      : `${statement.proof.proved ? 'proved' : `unproved (${statement.proof.doubts.join('; ')})`}`;
  const verdict = isExact ? (isInOrder ? 'EXACT' : 'EXACT, in another order') : `NOT EXACT: ${difference}`;
  return `${name.padEnd(42)} rows ${`${found}/${rows}`.padStart(9)} of ${String(read).padStart(4)}  narrations ${percent(narrations, found).padStart(8)}  ${result}  ${verdict}\n`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
