// Reads a bank statement on this machine. Nothing is uploaded.
// The statement is synthetic and has a password.
// Yours can be a path, bytes, a Blob or a stream.
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
  print('for manual review:', statement.proof.doubts);

// #region insight
const { account, period, openingBalance, closingBalance, transactions } =
  statement;
const about = {
  accountName: account.name,
  currency: account.currency,
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
// #endregion insight

// #region explain
const { figures, entries } = explainInsight(transactions, about);
const { rows, rule } = figures.average_monthly_income;
print(rule);
for (const row of rows) {
  const { page, line, narration } = transactions[row] ?? {};
  print(`page ${page}, line ${line}: ${narration}`);
}
const notIncome = entries.filter(({ noIncomeBecause }) => noIncomeBecause);
print(`${notIncome.length} credits are not income`);
// #endregion explain

// #region rules
const rules = [
  // Your own rule comes first: the first match decides.
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
  // What this employer pays is salary, whatever the narration says.
  salaryPayers: ['Sahel Freight'],
  tenureMonths: 6,
  capRatio: 0.25,
});
// #endregion rules
