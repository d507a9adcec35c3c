/**
 * For tests of your code: a loan at any stage in one call, a payer and a bank under your control, and webhooks to wait
 * for.
 * @module repaykit/testing
 */

export type { NamedEvents } from '../wire/webhooks/webhook-events.ts';
export type { BookStory } from './book/book-plan.ts';
export type { PayerType } from './book/cash-flow.ts';
export { type BookEntry, createBook, type PlayedBook, type PlayedBookOptions } from './book/create-book.ts';
export type { BookProgress, PlayOptions } from './book/play-book.ts';
export type { LoanOverrides, TestAccount } from './loan-plan.ts';
export type { PlayedScenario } from './played-scenario.ts';
export { createStatement, type SyntheticStatement } from './statements/create-statement.ts';
export { type LayoutName, layoutNames } from './statements/layouts/layouts.ts';
export type { PrintedFact } from './statements/layouts/statement-layout.ts';
export type { EntryCategory, EntryTag } from './statements/life/entries.ts';
export type { ProfileName } from './statements/life/month-plan.ts';
export type { Tamper } from './statements/print/printed-entries.ts';
export type { SyntheticStatementOptions } from './statements/statement-options.ts';
export type { ByMonth, StatementTruth, TruthOracle, TruthRow } from './statements/statement-truth.ts';
export type { TestKitOptions } from './test-kit.ts';
export { createTestKit, type TestHooks, type TestKit, testKitFixture, useTestKit } from './test-kit.ts';
export type { AtAccount, LoanName, TestBank, TestPayer } from './test-world.ts';
export type { TestWebhooks, WaitOptions } from './webhooks.ts';
