// Questions about all loans: which are late, and the figures of a day, as known then and as known now.
import assert from 'node:assert/strict';
import { memoryStore } from 'repaykit';
import { createTestKit } from 'repaykit/testing';

const store = memoryStore();
const platform = await createTestKit({ client: { store } });
const { kit, loanAt, clock } = platform;
// Two loans over three months. The accounts of the second one are empty.
await loanAt('collecting');
const late = await loanAt('collecting', { accounts: [{ balance: 0 }] });
const rows: string[] = [];
const print = (text: string) => void rows.push(text);

// #region open
import { openBook } from 'repaykit/book';

// The store and the clock of your client. In production, leave out the clock.
const book = openBook({ store, clock });
// #endregion open

await clock.advance({ months: 2, days: 20 });
await book.advance();

// #region loans
const { loans, next, upTo } = await book.loans({
  stages: ['collecting'],
  daysPastDue: { from: 30 },
  orderBy: 'daysPastDue',
  limit: 100,
});
for (const { loanId, daysPastDue, outstanding } of loans)
  print(`${loanId}: ${daysPastDue} days, ₦${outstanding}`);
// #endregion loans

assert.equal(rows.length, 1);
assert.match(
  rows[0] ?? '',
  new RegExp(`^${late.loanId}: \\d\\d days, ₦90000$`),
);
assert.deepEqual([next, upTo.behind], [undefined, 0]);

// #region figures
const { summary, portfolioAtRisk } = await book.figures();
const par30 = portfolioAtRisk.find(({ daysPastDue }) => daysPastDue === 30);
print(`₦${par30?.balance} of ₦${summary.balance} is at risk`);
// #endregion figures

const day = clock.today();
await clock.advance({ days: 3 });
await kit.loans.recordRepayment(late, {
  amount: 90_000,
  date: day,
  reference: 'TRF-9',
});

// #region late
const reported = await book.figures({ asOf: day, knownAt: day });
await book.advance();
const asKnownNow = await book.figures({ asOf: day });
const { facts } = await book.lateFacts(day);
for (const { loanId, kind, on, amount } of facts)
  print(`${on} ${loanId} ${kind} ₦${amount}`);
// #endregion late

assert.equal(reported.portfolioAtRisk[2]?.loans, 1);
assert.equal(asKnownNow.portfolioAtRisk[2]?.loans, 0);
assert.equal(facts.length, 1);

// #region rebuild
await book.rebuild({
  onProgress: ({ build }) => print(`${build?.done} of ${build?.total}`),
});
// #endregion rebuild

assert.equal((await book.state()).upTo?.behind, 0);
await platform.close();
