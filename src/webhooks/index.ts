/**
 * Hearing the service: verify, read, keep, confirm and handle its webhooks.
 * @module repaykit/webhooks
 */

export type { CollectionType } from '../wire/collection-types.ts';
export type { StatementTransaction } from '../wire/income-types.ts';
export type { CreditBreakdown, IncomeInsightData, MonthlyAmounts, SalaryFindings, SpendingAnalysis } from '../wire/insight-types.ts';
export type { InstalmentStatus, MandateStatus } from '../wire/mandate-types.ts';
export type * from '../wire/webhook-event-types.ts';
export type {
  CollectionPayload,
  IncomeInsightFailureData,
  IncomeTransactionData,
  MandateEventData,
  PdfUploadData,
  PolicyEventData,
} from '../wire/webhook-types.ts';
export type { BrokenTestDelivery } from './broken-delivery.ts';
export { type BrokenKind, type BrokenKindFacts, brokenKinds, describeBroken, type WantedAnswer } from './broken-kinds.ts';
export type { Confirmation, Confirmed, Confirmer, ConfirmOptions, HandledDelivery, WebhookHandlers } from './confirmer.ts';
export { deliveryKey } from './delivery-key.ts';
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
export { type NodeListener, nodeHandler } from './node-handler.ts';
export { parse } from './parse.ts';
export { type DrainOptions, type DrainReport, type FoundNews, type Receiver, receive, type Sender } from './receive.ts';
export type { ReceiveOptions, ReceiverLogger } from './receive-options.ts';
export { type SharedSecretOptions, sharedSecret } from './shared-secret.ts';
export {
  type BrokenDeliveryOptions,
  createTestDelivery,
  type TestDelivery,
  type TestDeliveryData,
  type TestDeliveryKind,
  type TestDeliveryOptions,
  testDeliveryKinds,
} from './test-delivery.ts';
export { type UnverifiedDelivery, unverified, type WebhookVerifier } from './webhook-verifier.ts';
