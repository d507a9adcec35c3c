/**
 * The typed client: loans as values whose type is their stage, over the service's 15 operations.
 * @module repaykit
 */

export type { BureauReporter } from './client/bureau-reporter.ts';
export type { CallOptions } from './client/call-options.ts';
export type { CallPromise, CallResponse, CallResult } from './client/call-promise.ts';
export type { Hooks, Logger } from './client/hooks.ts';
export {
  dayMonthYear,
  type HttpBureauReporter,
  httpBureauReporter,
} from './client/http-bureau-reporter.ts';
export type { BureauAnswer, BureauVerdict, HttpBureauReporterOptions } from './client/http-bureau-reporter-options.ts';
export type {
  CheckpointOptions,
  FrequencySpelling,
  RepayKitOptions,
  RepaymentReports,
  RetryOptions,
  Segments,
  TimeoutOptions,
} from './client/options.ts';
export { RepayKit } from './client/repay-kit.ts';
export type { Bureau } from './client/resources/bureau.ts';
export type { Collections, DebitRequest, DebitResult } from './client/resources/collections.ts';
export type { Discovery } from './client/resources/discovery.ts';
export type { Income, StatementUpload } from './client/resources/income.ts';
export type { Insurance } from './client/resources/insurance.ts';
export type { DisbursementDecision, LoanPage, LoanQuery, Loans } from './client/resources/loans.ts';
export type { AwaitActiveOptions, Mandates, Refreshed, Withdrawal } from './client/resources/mandates.ts';
export type { AdoptedRepayment, AdoptLoanInput } from './client/workflows/adoption/adopted-events.ts';
export type { DebitOutcome } from './client/workflows/debits/send-debit.ts';
export {
  adviseOnDecline,
  type DebitStanding,
  type DecidedDebit,
  type ResendAssumption,
  type SettleOptions,
  type SettleResult,
} from './client/workflows/debits/settle-debits.ts';
export { type KnownRequest, RequestRepeatedError } from './client/workflows/idempotency-file.ts';
export type { OnceOptions } from './client/workflows/idempotent-requests.ts';
export type { AttachmentPlan, MicroDepositWay, SignatureWay } from './client/workflows/onboarding/attach-accounts.ts';
export type { OpenLoanInput } from './client/workflows/onboarding/open-loan.ts';
export type { Erasure, ErasureInput } from './client/workflows/payer/erase-payer.ts';
export type { EvidenceOptions } from './client/workflows/payer/evidence-of.ts';
export type {
  DischargedDuty,
  ObligationInput,
  RepaymentInput,
  ReversalInput,
} from './client/workflows/payer/recorded-facts.ts';
export type { AwaitReportedOptions } from './client/workflows/reports/deliver-reports.ts';
export type {
  ApprovalInput,
  ClosureInput,
  DisbursementInput,
  ExtraContent,
  RestructuringInput,
} from './client/workflows/reports/file-report.ts';
export type { ConfirmEventOptions, FoundChange, LoanConfirmation } from './client/workflows/sync/confirm-event.ts';
export type { ReadingTerms } from './client/workflows/sync/mandate-sync.ts';
export type { Clock, Random } from './clock/clock.ts';
export { systemClock } from './clock/clock.ts';
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
export type { Period, PlainDate } from './domain/calendar.ts';
export type { Consent, ConsentGrant, ConsentScope } from './domain/consent/consent.ts';
export { DISCLAIMER } from './domain/consent/notice.ts';
export type { Payer } from './domain/consent/payer.ts';
export type { AccountSelection, BackupChoice, BackupSelection, ChosenBy } from './domain/consent/selection.ts';
export type { CancellationRequest, ScopeRevocation, WithdrawalEvidence } from './domain/consent/withdrawal.ts';
export type { DeclineAdvice, DeclineContext, DeclineStep, EarlierAnswer } from './domain/decline-advice.ts';
export type { AccountKey, BankCodeRule } from './domain/identifiers.ts';
export type {
  CreditBreakdown,
  IncomeInsightData,
  MonthlyAmounts,
  SalaryFindings,
  SpendingAnalysis,
  StatementTransaction,
} from './domain/income-insight.ts';
export type { DisputeInput, DisputeResolution } from './domain/loan/disputes.ts';
export type { Duty, DutyCode, DutySubject } from './domain/loan/duties/duty.ts';
export type { AttachmentWay, TransferDestination } from './domain/loan/events/events.ts';
export type {
  AbandonedLoan,
  ApprovedLoan,
  AtStage,
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
  LoanDischarge,
  LoanDispute,
  LoanFacts,
  LoanInstalment,
  LoanReversal,
  LoanTermsOnFile,
  OpenLoan,
  OwedLoan,
  PlacedLoan,
  SelectedLoan,
  UndisbursedLoan,
  VerifiedLoan,
  VerifyingLoan,
  WithAccounts,
  WithBalances,
  WithMandate,
  WithReason,
  WithReports,
  WithSelection,
} from './domain/loan/loan.ts';
export { type LoanStage, loanStages } from './domain/loan/stages.ts';
export type { WithdrawalEffect } from './domain/loan/withdrawal-effect.ts';
export type { Kobo } from './domain/money.ts';
export type { ResponseCategory } from './domain/response-codes.ts';
export type { LoanCharge, LoanTerms, LoanTermsInput, ScheduledInstalment } from './domain/terms.ts';
export type { ErrorFacts, RuleRefusal, ServiceRefusal } from './errors.ts';
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
export type { Checkpoint, CheckpointFacts, CheckpointRecord, KeyInput } from './evidence/checkpoint.ts';
export type { CheckpointRecords, CheckpointsReport, Contradiction } from './evidence/checkpoint-check.ts';
export {
  type CallbackCheckpointsOptions,
  type CheckpointSink,
  callbackCheckpoints,
  type FileCheckpointsOptions,
  fileCheckpoints,
  memoryCheckpoints,
  type ReadableCheckpointSink,
} from './evidence/checkpoint-files.ts';
export { type AuditFinding, type AuditInput, type AuditReport, auditStore } from './evidence/evidence-audit.ts';
export type { BrokenEvent, LoanEvidence } from './evidence/evidence-chain.ts';
export { type ExportEvidenceInput, exportEvidence } from './evidence/evidence-export.ts';
export type { LineInput } from './evidence/evidence-lines.ts';
export {
  type EvidenceReport,
  requireEvidence,
  type VerifyEvidenceOptions,
  verifyEvidence,
} from './evidence/evidence-verify.ts';
export type { ConsentReceipt, ReceiptEvent, ReceiptInput, ReceiptPurpose } from './evidence/receipt.ts';
export { type FetchTransportOptions, fetchTransport } from './http/fetch-transport.ts';
export type { BodyFacts, FailureEvent, RequestEvent, ResponseEvent, RetryEvent } from './http/outgoing-call.ts';
export type { RefusalAssumption } from './http/refusal-proof.ts';
export type { Transport, TransportRequest, TransportResponse } from './http/transport.ts';
export type {
  UndiciController,
  UndiciDispatcher,
  UndiciDispatchHandler,
  UndiciDispatchOptions,
} from './http/undici-dispatcher.ts';
export { type UndiciTransportOptions, undiciTransport } from './http/undici-transport.ts';
export type { UploadProgress } from './http/upload-body.ts';
export type { UploadSource } from './http/upload-source.ts';
export type { KeyProvider } from './loan-file/keys.ts';
export { memoryKeys } from './loan-file/keys.ts';
export { type LocalKeysOptions, localKeys } from './loan-file/local-keys.ts';
export { memoryStore } from './loan-file/memory-store.ts';
export type {
  AppendExtras,
  ClaimEnd,
  ClaimQuery,
  FileHead,
  FileHeadPage,
  LoanFile,
  LoanIdPage,
  LoanStore,
  PageQuery,
  StoredEvent,
  WorkClaim,
  WorkKind,
} from './loan-file/store.ts';
export type { CredentialScheme } from './wire/credentials.ts';
export type { StatementInput } from './wire/shapes/statement-shapes.ts';
export type {
  CollectionAttempt,
  CollectionAttemptsInput,
  CollectionLog,
  CollectionLogInput,
  CollectionRecord,
  CollectionStatus,
  CollectionType,
  CollectManuallyInput,
  ListCollectionsInput,
  ScheduledCollection,
} from './wire/types/collection-types.ts';
export type {
  AccountsDiscovered as DiscoveredAccountsAnswer,
  Bank,
  DiscoverAccountsInput,
  DiscoveredAccount,
  Discovery as DiscoveryAnswer,
  NoInput,
  OtherDiscovery,
} from './wire/types/discovery-types.ts';
export type {
  BusinessPolicy,
  BusinessPolicyOrder,
  Claim,
  CreateClaimInput,
  CreatedClaim,
  OrderMeta,
  PaymentDetails,
  PaymentInstructions,
  Policy,
  PolicyCustomer,
  PolicyOrder,
} from './wire/types/insurance-types.ts';
export type {
  AttachByMicroDepositInput,
  AttachBySignatureInput,
  AttachedMandate,
  BreakdownItem,
  BreakdownTerm,
  CollectionMode,
  Consent as MandateConsent,
  CreateConsentInput,
  CreatedConsent,
  Frequency,
  GetMandateInput,
  InstalmentStatus,
  Mandate,
  MandateStatus,
  MicroDepositAttachment,
  RepaymentDetails,
  SignatureAttachment,
  TransferDestination as DepositDestination,
} from './wire/types/mandate-types.ts';
export type {
  AdaptedAnswer,
  AnswerAdapter,
  AnswerAdapters,
  OperationId,
  OperationInput,
  OperationOutput,
  OperationTypes,
} from './wire/types/operation-types.ts';
export type {
  CoverBenefit,
  Insurer,
  ListProductsInput,
  OrderedProduct,
  Product,
  ProductType,
} from './wire/types/product-types.ts';
export type { CollectionPayload, IncomeTransactionData, MandateEventData } from './wire/webhooks/webhook-types.ts';
