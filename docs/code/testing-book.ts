// A portfolio that the test kit plays.
import assert from 'node:assert/strict';
import { createBook } from 'repaykit/testing';

// #region book
const book = await createBook({ loans: 10, months: 3, seed: 7 });
const { kit, loans, loanIds, clock } = book;
// #endregion book
assert.equal(loans.length, 10);

// #region play
await book.play({ days: 30 });
assert.equal(clock.today(), '2026-05-05');
const states = await Promise.all(loanIds.map((id) => kit.loans.get(id)));
assert.ok(states.some(({ stage }) => stage === 'closed'));
// #endregion play
await book.close();
