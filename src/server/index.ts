/**
 * The whole service in memory, on virtual time: in process, on a port, or behind `fetch`.
 * @module repaykit/server
 */

export type { Instant } from '../domain/calendar.ts';
export type { AccountState, MandateStatus } from '../domain/mandate.ts';
export type { Policy as InsurancePolicy, PolicyCustomer, PolicyOrder } from '../wire/insurance-types.ts';
export type { BreakdownItem, CollectionMode, Consent, Frequency, RepaymentDetails } from '../wire/mandate-types.ts';
export type { OrderedProduct } from '../wire/product-types.ts';
export type {
  AccountPatch,
  MicroDeposit,
  NewAccount,
  NewInsurancePolicy,
  NewPayer,
  PolicyPatch,
  ScenarioOptions,
  SignatureJudgement,
} from './control/control-inputs.ts';
export type { ScenarioView } from './control/scenario-calls.ts';
export type { ServerControls } from './control/server-controls.ts';
export { REFERENCE_DEFAULTS } from './defaults.ts';
export type { Delivery, DeliveryAttempt, DeliveryFault, DeliveryStatus } from './delivery/delivery.ts';
export type { WebhookHandler } from './delivery/endpoint.ts';
export type {
  CallFaultKind,
  Fault,
  FaultKind,
  NewFault,
  StrikableEvent,
  StrikableOperation,
  StruckBy,
  WebhookFaultKind,
} from './faults/fault.ts';
export type { InstantLike } from './instant-like.ts';
export type { ShownViolation } from './journals/audit.ts';
export type { ShownRequest } from './journals/journal.ts';
export type { BoundedList } from './journals/ring-buffer.ts';
export type * from './journals/server-event.ts';
export type { NearMiss } from './near-misses/near-miss.ts';
export type { MerchantOptions, ReferenceServerOptions, WebhookOptions } from './options.ts';
export type { AccountView } from './platform/controls/accounts.ts';
export type { MandateEventView, MandateInside } from './platform/controls/mandates.ts';
export type { PayerView } from './platform/controls/payers.ts';
export type {
  CollectionVerdict,
  ExplainedAccount,
  ExplainedAttempt,
  ExplainedInstalment,
  Explanation,
  Finding,
  FindingEffect,
} from './platform/explain/explanation.ts';
export type { AccountStateView, MandateDocument } from './platform/mandate-view.ts';
export type { MandateIdPolicy, Policy, SignaturePolicy, UnprovedStatements } from './platform/policy.ts';
export type { Email } from './platform/records.ts';
export type { Merchant, MerchantStatus } from './platform/world.ts';
export { createReferenceServer, type ReferenceServer } from './reference-server.ts';
export type { InventedPayer } from './scenarios/invented-payer.ts';
export type { ScenarioName } from './scenarios/scenarios.ts';
export type { ScenarioResult } from './scenarios/tell-story.ts';
export type { DispatchController, DispatchHandler } from './skins/dispatch-exchange.ts';
export type { DispatchRequest, ServerDispatcher } from './skins/dispatcher.ts';
export type { ServerFetch } from './skins/fetch.ts';
export type { ListenOptions } from './skins/server-port.ts';
export type { Fork, Snapshot } from './snapshots/snapshots.ts';
export type { BankControls } from './worlds/bank-controls.ts';
export type { ClockMove, MoveOptions } from './worlds/clock-moves.ts';
export type { DurationLike, ServerClock } from './worlds/server-clock.ts';
export type { ServerWorld } from './worlds/server-world.ts';
