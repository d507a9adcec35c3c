/**
 * The typed client: loans as values whose type is their stage, over the service's 15 operations.
 * @module repaykit
 */

export type { CallOptions } from './client/call-options.ts';
export type { CallPromise, CallResponse, CallResult } from './client/call-promise.ts';
export type { Hooks, Logger } from './client/hooks.ts';
export type {
  FrequencySpelling,
  RepayKitOptions,
  RepaymentReports,
  RetryOptions,
  Segments,
  TimeoutOptions,
} from './client/options.ts';
export { RepayKit } from './client/repay-kit.ts';
export type { AwaitReportedOptions, Bureau } from './client/resources/bureau.ts';
export type { Collections, DebitRequest, DebitResult } from './client/resources/collections.ts';
export type { Discovery } from './client/resources/discovery.ts';
export type { Income, StatementUpload } from './client/resources/income.ts';
export type { Insurance } from './client/resources/insurance.ts';
export type { DisbursementDecision, LoanPage, Loans, OpenLoanInput, RepaymentInput } from './client/resources/loans.ts';
export type { AwaitActiveOptions, Mandates, Refreshed } from './client/resources/mandates.ts';
export type { AttachmentPlan, MicroDepositWay, SignatureWay } from './client/steps/attach-accounts.ts';
export type { ApprovalInput, ClosureInput, DisbursementInput, ExtraContent, RestructuringInput } from './client/steps/report-inputs.ts';
export type { DebitOutcome } from './client/steps/send-debit.ts';
export type { Clock } from './clock/clock.ts';
export { systemClock } from './clock/system-clock.ts';
export { type VirtualClock, virtualClock } from './clock/virtual-clock.ts';
export type {
  BureauContents,
  BureauEventName,
  BureauReport,
  LoanApprovedContent,
  LoanClosedContent,
  LoanDisbursedContent,
  LoanRestructuredContent,
  RepaymentMissedContent,
  RepaymentSuccessfulContent,
} from './domain/bureau.ts';
export type { Consent, ConsentGrant, ConsentScope } from './domain/consent.ts';
export type { AccountKey, BankCodeRule } from './domain/identifiers.ts';
export type { LoanEvent } from './domain/loan/events.ts';
export type {
  AbandonedLoan,
  ApprovedLoan,
  ClosedLoan,
  CollectingLoan,
  ConsentedLoan,
  DisbursedLoan,
  DiscoveredLoan,
  LiveLoan,
  Loan,
  LoanAccount,
  LoanAt,
  LoanBalancesView,
  LoanDebit,
  LoanFacts,
  LoanInstalment,
  LoanTermsOnFile,
  PlacedLoan,
  SelectedLoan,
  UndisbursedLoan,
  VerifiedLoan,
  VerifyingLoan,
} from './domain/loan/loan.ts';
export { type LoanStage, loanStages } from './domain/loan/stages.ts';
export { DISCLAIMER } from './domain/notice.ts';
export type { Payer } from './domain/payer.ts';
export type { AccountSelection, ChosenBy } from './domain/selection.ts';
export type { LoanTermsInput } from './domain/terms.ts';
export {
  AbortedError,
  AnswerError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  type ErrorCode,
  EvidenceError,
  type FieldIssue,
  InputError,
  type Outcome,
  RateLimitError,
  RepayKitError,
  RuleError,
  ServiceError,
  StaleLoanError,
  StatementError,
  type StatementErrorCode,
  StoreError,
  WebhookError,
} from './errors.ts';
export type { BureauReporter } from './loans/bureau-reporter.ts';
export { memoryStore } from './loans/memory-store.ts';
export type { LoanFile, LoanIdPage, LoanStore } from './loans/store.ts';
export { type FetchTransportOptions, fetchTransport } from './transport/fetch-transport.ts';
export type { Transport, TransportRequest, TransportResponse } from './transport/transport.ts';
export type { UndiciDispatcher } from './transport/undici-dispatcher.ts';
export { type UndiciTransportOptions, undiciTransport } from './transport/undici-transport.ts';
export type { UploadSource } from './transport/upload-source.ts';
