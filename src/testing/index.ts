/**
 * Tests of lenders' code: a loan at any stage in one call, a payer and a bank that do as told, and webhooks that can be waited for.
 * @module repaykit/testing
 */

export type { NamedEvents } from '../wire/webhook-event-names.ts';
export type { TestBank } from './bank.ts';
export { type TestHooks, testKitFixture, useTestKit } from './fixtures.ts';
export type { LoanName } from './known-loans.ts';
export type { LoanOverrides, TestAccount } from './loan-plan.ts';
export type { AtAccount, TestPayer } from './payer.ts';
export type { PlayedScenario } from './played-scenario.ts';
export { createStatement, type SyntheticStatement } from './statements/create-statement.ts';
export { type LayoutName, layoutNamed, layoutNames } from './statements/layouts/layouts.ts';
export { randomLayout } from './statements/layouts/random-layout.ts';
export type { DialectName } from './statements/life/dialects.ts';
export type { EntryCategory, EntryTag } from './statements/life/entry.ts';
export type { ProfileName } from './statements/life/profiles.ts';
export type { Cipher } from './statements/pdf/encryption.ts';
export type { FileForm } from './statements/pdf/file-form.ts';
export type { Ink } from './statements/pdf/ink.ts';
export type {
  Align,
  ColumnKind,
  FurnitureStyle,
  HeadLabels,
  HeadStyle,
  MoneyStyle,
  StatementColumn,
  StatementLayout,
  TableStyle,
} from './statements/statement-layout.ts';
export type { SyntheticStatementOptions } from './statements/statement-options.ts';
export type { ByMonth, PrintedFact, StatementTruth, TruthOracle, TruthRow } from './statements/statement-truth.ts';
export type { Tamper } from './statements/tamper.ts';
export { createTestKit, type TestKit } from './test-kit.ts';
export type { TestKitOptions } from './test-kit-options.ts';
export type { TestWebhooks, WaitOptions } from './webhooks.ts';
