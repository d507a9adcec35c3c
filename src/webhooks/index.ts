/**
 * Receives webhooks of the service: verifies, parses, stores, confirms and handles them.
 * @module repaykit/webhooks
 */

export type {
  CreditBreakdown,
  IncomeInsightData,
  MonthlyAmounts,
  SalaryFindings,
  SpendingAnalysis,
  StatementTransaction,
} from '../domain/income-insight.ts';
export type { CollectionType } from '../wire/types/collection-types.ts';
export type { InstalmentStatus, MandateStatus } from '../wire/types/mandate-types.ts';
export type {
  CollectionEvent,
  CollectionOutcome,
  IncomeInsightEvent,
  IncomeInsightFailureEvent,
  IncomeTransactionEvent,
  MandateActivatedEvent,
  MandateDisputedEvent,
  MandateExpiredEvent,
  MandateFailedEvent,
  MandatePendingTimeoutEvent,
  NamedEvents,
  PdfUploadEvent,
  PolicyEvent,
  UnknownEvent,
  WebhookEvent,
  WebhookEventKind,
  WebhookEventOf,
} from '../wire/webhooks/webhook-events.ts';
export type {
  CollectionPayload,
  IncomeInsightEventData,
  IncomeInsightFailureData,
  IncomeTransactionData,
  MandateEventData,
  PdfUploadData,
  PolicyEventData,
} from '../wire/webhooks/webhook-types.ts';
export { type HonoContext, honoHandler, nextHandler } from './adapters/fetch-handlers.ts';
export type { NodeListener } from './adapters/node-answer.ts';
export {
  expressHandler,
  type FastifyDelivery,
  type FastifyReplySocket,
  type FastifyScope,
  fastifyPlugin,
  nodeHandler,
} from './adapters/node-handlers.ts';
export {
  type BrokenKind,
  type BrokenKindFacts,
  type BrokenTestDelivery,
  brokenKinds,
  describeBroken,
  type HmacBrokenKind,
  hmacBrokenKinds,
  type WantedAnswer,
} from './broken-delivery.ts';
export type {
  Confirmation,
  Confirmed,
  Confirmer,
  ConfirmOptions,
  FoundStateChange,
  HandledDelivery,
  WebhookHandlers,
} from './confirmer.ts';
export type {
  ClaimTerms,
  DeliverySource,
  Inbox,
  InboxClaim,
  InboxDecision,
  InboxItem,
  InboxQuery,
  InboxStatus,
  NewDelivery,
  Settlement,
} from './inbox/inbox.ts';
export type { WorkEnd } from './inbox/inbox-work.ts';
export { type MemoryInboxOptions, memoryInbox } from './inbox/memory-inbox.ts';
export { deliveryKey, parse } from './parse.ts';
export { type DrainOptions, type DrainReport, type Receiver, receive, type Sender } from './receive.ts';
export type { ReceiveOptions, ReceiverLogger } from './receive-options.ts';
export type { HmacCredential, SecretCredential } from './test-credential.ts';
export {
  type BrokenDeliveryOptions,
  createTestDelivery,
  type TestDelivery,
  type TestDeliveryData,
  type TestDeliveryKind,
  type TestDeliveryOptions,
  testDeliveryKinds,
} from './test-delivery.ts';
export { type AllowIpsOptions, allowIps } from './verifiers/allow-ips.ts';
export { type HmacOptions, hmac, type SignatureHeaders } from './verifiers/hmac.ts';
export { type SecretPathOptions, type SharedSecretOptions, secretPath, sharedSecret } from './verifiers/secrets.ts';
export { all, any, type UnverifiedDelivery, unverified, type WebhookVerifier } from './verifiers/verifier.ts';
