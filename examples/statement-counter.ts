// At the counter: an applicant hands in a statement, maybe locked. Take it, or ask for another copy? `statement-counter.ts [FILE.pdf [PASSWORD-FILE]]`
// Without a file it judges synthetic ones: a good one, one that stays locked, one of another person, and a forged one.
// Run it: `node --import ./examples/typescript.js examples/statement-counter.ts`.
import { readFileSync } from 'node:fs';
import {
  computeInsight,
  explainInsight,
  readStatement,
  type Statement,
  StatementError,
  type StatementSource,
} from 'repaykit/statements';
import { createStatement } from 'repaykit/testing';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const masked = (accountNumber = '') => `******${accountNumber.slice(-4)}`;

/** What the applicant wrote on the form. */
export interface Application {
  readonly name: string;
  readonly accountNumber: string;
}

/** Says whether to take a statement, and why not. Nothing that it prints identifies the applicant. */
export async function judge(
  file: StatementSource,
  application: Application,
  password?: string,
): Promise<'take it' | 'ask for another copy'> {
  const doubts: string[] = [];
  try {
    const statement = await readStatement(file, {
      password,
      limits: { pages: 100 },
    });
    doubts.push(
      ...statement.proof.doubts,
      ...ownerDoubts(statement, application),
    );
    if (doubts.length === 0) printIncome(statement);
  } catch (error) {
    // A file that cannot be read: locked, a photograph, no statement. The code says which, the message what to ask for.
    if (!(error instanceof StatementError)) throw error;
    doubts.push(`${error.code}: ${error.message}`);
  }
  for (const doubt of doubts) print(`  ? ${doubt}`);
  const decision = doubts.length === 0 ? 'take it' : 'ask for another copy';
  print(`  → ${decision}`);
  return decision;
}

// The proof is about arithmetic, not about whose it is. Names are printed in any order and with titles, so words are compared, not text.
function ownerDoubts(
  { account }: Statement,
  { name, accountNumber }: Application,
): string[] {
  const words = (text = '') =>
    text
      .toUpperCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1);
  const printed = new Set(words(account.name));
  const doubts: string[] = [];
  if (words(name).filter((word) => printed.has(word)).length < 2)
    doubts.push('the name on the statement is not that of the application');
  if (account.number !== accountNumber)
    doubts.push(
      `the statement is of ${masked(account.number)}, the application of ${masked(accountNumber)}`,
    );
  return doubts;
}

// Figures with the entries behind them: so that you can answer an applicant who asks why.
function printIncome({
  account,
  period,
  openingBalance,
  closingBalance,
  transactions,
}: Statement): void {
  const about = {
    accountName: account.name,
    currency: account.currency,
    period,
    openingBalance,
    closingBalance,
  };
  const insight = computeInsight(transactions, about);
  const { figures, entries } = explainInsight(transactions, about);
  const notCounted = entries.filter(
    ({ row, isIncome }) => transactions[row]?.type === 'credit' && !isIncome,
  ).length;
  print(
    `  ${masked(account.number)}, ${period?.from} to ${period?.to}, ${transactions.length} entries, proved by its own balances`,
  );
  print(
    `  income ₦${insight.average_monthly_income} a month, from ${figures.average_monthly_income.rows.length} credits; ${notCounted} others do not count`,
  );
  print(
    `  ${insight.salary.amount.length} salaries; may borrow ₦${insight.eligibleAmount}`,
  );
}

const [path, passwordFile] = process.argv
  .slice(2)
  .filter((argument) => /\.(pdf|txt)$/i.test(argument));
if (path) {
  // The form of your system; here of the environment. A password comes from a file, for arguments can be seen by others on the machine.
  const application = {
    name: process.env.APPLICANT ?? '',
    accountNumber: process.env.ACCOUNT ?? '',
  };
  await judge(
    path,
    application,
    passwordFile && readFileSync(passwordFile, 'utf8').trim(),
  );
} else {
  const made = {
    profile: 'salary',
    labelledSalary: true,
    months: 6,
    seed: 7,
  } as const;
  const { pdf, password, truth } = createStatement({
    ...made,
    password: 'moth-lantern',
  });
  const application = {
    name: truth.account.name,
    accountNumber: truth.account.number,
  };
  print('A statement of six months:');
  await judge(pdf, application, password);
  print('The same, without its password:');
  await judge(pdf, application);
  print('One of another person:');
  await judge(createStatement({ ...made, seed: 8 }).pdf, application);
  print('One from which a row was taken out:');
  await judge(
    createStatement({ ...made, tamper: { kind: 'delete', row: 20 } }).pdf,
    application,
  );
}
