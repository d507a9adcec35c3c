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
export { expressHandler } from './adapters/express-handler.ts';
export { type FastifyDelivery, type FastifyReplySocket, type FastifyScope, fastifyPlugin } from './adapters/fastify-plugin.ts';
export { type HonoContext, honoHandler } from './adapters/hono-handler.ts';
export { nextHandler } from './adapters/next-handler.ts';
export type { NodeListener } from './adapters/node-answer.ts';
export { nodeHandler } from './adapters/node-handler.ts';
export type { BrokenTestDelivery } from './broken-delivery.ts';
export { type BrokenKind, type BrokenKindFacts, brokenKinds, describeBroken, type WantedAnswer } from './broken-kinds.ts';
export type { Confirmation, Confirmed, Confirmer, WebhookHandlers } from './confirmer.ts';
export { deliveryKey } from './delivery-key.ts';
export type { ClaimTerms, Inbox, InboxItem, InboxStatus, NewDelivery, Settlement } from './inbox.ts';
export type { WorkEnd } from './inbox-work.ts';
export { type MemoryInboxOptions, memoryInbox } from './memory-inbox.ts';
export { parse } from './parse.ts';
export { type DrainReport, type Receiver, receive, type Sender } from './receive.ts';
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
