// A bank statement is read and judged on this machine, before anything is uploaded. Here it is a synthetic one, locked with a password; yours is a path, bytes, a Blob or a stream.
// Run it: `node --import ./examples/typescript.js examples/statement-local.ts`.
import {
  categoryRules,
  computeInsight,
  explainInsight,
  readStatement,
} from 'repaykit/statements';
import { createStatement } from 'repaykit/testing';

const print = (...words: readonly unknown[]) =>
  void process.stdout.write(`${words.join(' ')}\n`);

const { pdf: file, password } = createStatement({
  profile: 'salary',
  labelledSalary: true,
  months: 6,
  seed: 7,
  password: 'moth-lantern',
});

export const statement = await readStatement(file, {
  password,
  limits: { pages: 50 },
  onProgress: ({ page, pages }) => print(`page ${page} of ${pages}`),
});
if (!statement.proof.proved)
  print('for a person to look at:', statement.proof.doubts);

// #region insight
const { account, period, openingBalance, closingBalance, transactions } =
  statement;
const about = {
  accountName: account.name,
  period,
  openingBalance,
  closingBalance,
};
export const insight = computeInsight(transactions, about);
print(
  insight.average_monthly_income,
  insight.eligibleAmount,
  insight.DTI_reason,
);

// Why is it that much? The entries that count, each with where it stands in the file.
const { figures, entries } = explainInsight(transactions, about);
for (const row of figures.average_monthly_income.rows)
  print(
    transactions[row]?.page,
    transactions[row]?.line,
    transactions[row]?.narration,
  );
const notCounted = entries.filter(
  ({ noIncomeBecause }) => noIncomeBecause !== undefined,
);
print(
  `${notCounted.length} credits are no income`,
  figures.average_monthly_income.rule,
);
// #endregion insight

// #region rules
// A biller of your own, before the rules that come with the package; and an employer whose payments are salary, whatever they say.
const rules = [
  {
    category: 'gambling',
    side: 'debit',
    words: ['LUCKY SPIN', 'SPINNA'],
  } as const,
  ...categoryRules,
];
export const known = computeInsight(transactions, {
  ...about,
  rules,
  salaryPayers: ['Sahel Freight'],
  tenureMonths: 6,
  capRatio: 0.25,
});
// #endregion rules
