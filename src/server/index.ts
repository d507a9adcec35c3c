/**
 * The whole service in memory, on virtual time: in process, on a port, or behind `fetch`.
 * @module repaykit/server
 */

export type { Instant } from '../domain/calendar.ts';
export type { AccountState, MandateStatus } from '../domain/mandate.ts';
export type { Policy as InsurancePolicy, PolicyCustomer, PolicyOrder } from '../wire/types/insurance-types.ts';
export type {
  BreakdownItem,
  CollectionMode,
  Consent,
  Frequency,
  RepaymentDetails,
} from '../wire/types/mandate-types.ts';
export type { OrderedProduct } from '../wire/types/product-types.ts';
export type { DispatchController, DispatchHandler } from './adapters/dispatch-exchange.ts';
export type { DispatchRequest, ServerDispatcher } from './adapters/dispatcher.ts';
export type { ServerFetch } from './adapters/fetch.ts';
export type { ListenOptions } from './adapters/listen.ts';
export type { BankControls, ServerControls, ServerWorld } from './control/server-controls.ts';
export { REFERENCE_DEFAULTS } from './defaults.ts';
export type {
  CollectionVerdict,
  ExplainedAccount,
  ExplainedAttempt,
  ExplainedInstalment,
  Explanation,
  Finding,
  FindingEffect,
} from './diagnosis/explanation.ts';
export type { NewInsurancePolicy } from './engine/insurance/policies.ts';
export type { MandateFilter, MandateSummary, Page, PageOptions } from './engine/mandates/lists.ts';
export type {
  MandateEventView,
  MandateInside,
  MicroDeposit,
  SignatureJudgement,
} from './engine/mandates/mandate-inside.ts';
export type { AccountStateView, MandateDocument } from './engine/mandates/mandate-view.ts';
export type { AccountPatch, AccountView, PayerView } from './engine/world/payers.ts';
export type {
  MandateIdPolicy,
  Policy,
  PolicyPatch,
  SignaturePolicy,
  UnprovedStatements,
} from './engine/world/policy.ts';
export type { Email } from './engine/world/records.ts';
export type { Merchant, MerchantStatus, NewAccount, NewPayer } from './engine/world/world.ts';
export type {
  AppliedFault,
  CallFaultKind,
  Fault,
  FaultableEvent,
  FaultableOperation,
  FaultKind,
  NewFault,
  WebhookFaultKind,
} from './faults/fault.ts';
export type { InstantLike } from './instant-like.ts';
export type {
  ClockEvent,
  ClockMove,
  ControlEvent,
  DeliveryEvent,
  EventRefusal,
  RequestEvent,
  ServerEvent,
} from './journal/announce.ts';
export type { NearMiss, ShownRequest, ShownViolation } from './journal/journal.ts';
export type { MerchantOptions, ReferenceServerOptions, WebhookOptions } from './options.ts';
export { createReferenceServer, type ReferenceServer } from './reference-server.ts';
export type { BoundedList } from './ring-buffer.ts';
export type { InventedPayer } from './scenarios/invented-payer.ts';
export type { ScenarioOptions, ScenarioView } from './scenarios/play-scenario.ts';
export type { ScenarioResult } from './scenarios/play-story.ts';
export type { ScenarioName } from './scenarios/scenarios.ts';
export type { Delivery, DeliveryAttempt, DeliveryFault, DeliveryStatus } from './webhooks/delivery.ts';
export type { WebhookHandler } from './webhooks/endpoint.ts';
export type { DurationLike, MoveOptions, ServerClock } from './worlds/server-clock.ts';
export type { Fork, Snapshot } from './worlds/snapshots.ts';
export type { WorldView } from './worlds/worlds.ts';
