/** The one table of control calls. Routes, typed controls, command line and docs/control-api.md come from it. */
import type { AccountKey } from '../../domain/identifiers.ts';
import type { Policy as InsurancePolicy } from '../../wire/types/insurance-types.ts';
import type { Explanation } from '../diagnosis/explanation.ts';
import type { NewInsurancePolicy } from '../engine/insurance/policies.ts';
import type { MandateFilter, MandateSummary, Page, PageOptions } from '../engine/mandates/lists.ts';
import type { MandateInside, MicroDeposit, SignatureJudgement } from '../engine/mandates/mandate-inside.ts';
import type { AccountStateView } from '../engine/mandates/mandate-view.ts';
import type { AccountPatch, AccountView, PayerView } from '../engine/world/payers.ts';
import { type Policy, type PolicyPatch, policyTerms } from '../engine/world/policy.ts';
import type { Email } from '../engine/world/records.ts';
import type { Merchant, MerchantStatus, NewPayer } from '../engine/world/world.ts';
import { type Fault, type NewFault, newFault } from '../faults/fault.ts';
import type { ClockMove } from '../journal/announce.ts';
import type { NearMiss, ShownRequest, ShownViolation } from '../journal/journal.ts';
import type { BoundedList } from '../ring-buffer.ts';
import type { ScenarioOptions, ScenarioView } from '../scenarios/play-scenario.ts';
import type { ScenarioResult } from '../scenarios/play-story.ts';
import type { ScenarioName } from '../scenarios/scenarios.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type { Fork, Snapshot } from '../worlds/snapshots.ts';
import type { WorldView } from '../worlds/worlds.ts';
import { call } from './call.ts';
import * as shapes from './shapes.ts';

/** Calls that are also methods of the typed controls. */
const typedCalls = {
  // Time
  /** Resets the world. Only the webhook endpoint stays. */
  reset: call<
    (beginning?: {
      readonly seed?: number;
      readonly now?: string;
    }) => Promise<{ readonly status: 'ok'; readonly now: string }>
  >('POST /reset', 'Resets the world. Only the webhook endpoint stays.', {
    body: shapes.beginning,
    passesReadings: true,
  }),

  // Worlds
  /** The worlds in use. */
  worlds: call<() => Promise<BoundedList<WorldView>>>('GET /worlds', 'The worlds in use.'),
  /** The scenarios that you can play. */
  scenarios: call<() => Promise<BoundedList<ScenarioView>>>('GET /scenarios', 'The scenarios that you can play.'),
  /** Plays a scenario with a new payer and mandate. It may move the clock by months. */
  scenario: call<(name: ScenarioName, options?: ScenarioOptions) => Promise<ScenarioResult>>(
    'POST /scenarios/{name}',
    'Plays a scenario with a new payer and mandate. It may move the clock by months.',
    { body: shapes.scenario },
  ),
  /** Saves the world: records, clock, randomness, queues, faults, journals. Waits for a running clock move. */
  snapshot: call<() => Promise<Snapshot>>(
    'POST /snapshots',
    'Saves the world: records, clock, randomness, queues, faults, journals. Waits for a running clock move.',
  ),
  /** The snapshots of this world. */
  snapshots: call<() => Promise<BoundedList<Snapshot>>>('GET /snapshots', 'The snapshots of this world.'),
  /** Restores a snapshot of this world, any number of times. */
  restore: call<(snapshotId: string) => Promise<Snapshot>>(
    'POST /snapshots/{id}/restore',
    'Restores a snapshot of this world, any number of times.',
    { passesReadings: true },
  ),
  /** Creates another world from a snapshot. Without a name, the server generates one. */
  fork: call<(snapshotId: string, options?: { readonly world?: string }) => Promise<Fork>>(
    'POST /snapshots/{id}/fork',
    'Creates another world from a snapshot. Without a name, the server generates one.',
    { body: shapes.fork },
  ),
  /** Deletes a snapshot. */
  deleteSnapshot: call<(snapshotId: string) => Promise<BoundedList<Snapshot>>>(
    'DELETE /snapshots/{id}',
    'Deletes a snapshot.',
  ),

  // Payers, banks and proofs
  /** The payers, with their accounts at banks. */
  payers: call<(page?: PageOptions) => Promise<Page<PayerView>>>(
    'GET /payers',
    'The payers, with their accounts at banks.',
    { query: shapes.page },
  ),
  /** Adds a payer with bank accounts. */
  addPayer: call<(payer: NewPayer) => Promise<PayerView>>('POST /payers', 'Adds a payer with bank accounts.', {
    body: shapes.newPayer,
  }),
  /** An account as its bank sees it. */
  readAccount: call<(account: AccountKey) => Promise<AccountView>>(
    'GET /accounts/{bankCode}/{accountNumber}',
    'An account as its bank sees it.',
  ),
  /** Changes the balance, the activity, or the answers to debits. */
  patchAccount: call<(account: AccountKey, patch: AccountPatch) => Promise<AccountView>>(
    'PATCH /accounts/{bankCode}/{accountNumber}',
    'Changes the balance, the activity, or the answers to debits.',
    { body: shapes.accountPatch },
  ),
  /** The payer's ₦50 arrives. Spec §3.1. */
  makeDeposit: call<(deposit: MicroDeposit) => Promise<AccountStateView>>(
    'POST /micro-deposits',
    "The payer's ₦50 arrives. Spec §3.1.",
    { body: shapes.microDeposit },
  ),
  /** The payer's bank judges a signature. Spec §4.5. */
  judgeSignature: call<(judgement: SignatureJudgement) => Promise<AccountStateView>>(
    'POST /signatures',
    "The payer's bank judges a signature. Spec §4.5.",
    { body: shapes.judgement },
  ),

  // Mandates
  /** The mandates, filtered by payer, status or due date. */
  mandates: call<(filter?: MandateFilter) => Promise<Page<MandateSummary>>>(
    'GET /mandates',
    'The mandates, filtered by payer, status or due date.',
    { query: shapes.mandateFilter },
  ),
  /** The full state of a mandate: accounts, schedule, gate, history. */
  readMandate: call<(mandateId: string) => Promise<MandateInside>>(
    'GET /mandates/{id}',
    'The full state of a mandate: accounts, schedule, gate, history.',
  ),
  /** Why the mandate was, was not, or will be collected. */
  explain: call<(mandateId: string) => Promise<Explanation>>(
    'GET /explain',
    'Why the mandate was, was not, or will be collected.',
    { query: shapes.explained },
  ),
  /** The payer disputes the mandate. Collection pauses. */
  openDispute: call<(mandateId: string, details?: { readonly reason?: string }) => Promise<MandateInside>>(
    'POST /mandates/{id}/dispute',
    'The payer disputes the mandate. Collection pauses.',
    { body: shapes.dispute },
  ),
  /** Ends a dispute. */
  resolveDispute: call<
    (
      mandateId: string,
      resolution: { readonly outcome: 'reinstated' | 'failed'; readonly reason?: string },
    ) => Promise<MandateInside>
  >('POST /mandates/{id}/resolve-dispute', 'Ends a dispute.', { body: shapes.resolution }),

  // Faults
  /** Makes calls or webhooks fail. */
  addFault: call<(fault: NewFault) => Promise<Fault>>('POST /faults', 'Makes calls or webhooks fail.', {
    body: newFault,
  }),
  /** The current faults, and how often each applied. */
  faults: call<() => Promise<BoundedList<Fault>>>('GET /faults', 'The current faults, and how often each applied.'),
  /** Ends one fault. */
  removeFault: call<(faultId: string) => Promise<BoundedList<Fault>>>('DELETE /faults/{id}', 'Ends one fault.'),
  /** Ends all faults. */
  clearFaults: call<() => Promise<BoundedList<Fault>>>('DELETE /faults', 'Ends all faults.'),

  // Records
  /** The journal of requests, masked. */
  requests: call<() => Promise<BoundedList<ShownRequest>>>('GET /requests', 'The journal of requests, masked.'),
  /** Empties the journal. */
  clearRequests: call<() => Promise<BoundedList<ShownRequest>>>('DELETE /requests', 'Empties the journal.'),
  /** Requests that broke a business rule, refused or not. Spec §1. */
  violations: call<() => Promise<BoundedList<ShownViolation>>>(
    'GET /violations',
    'Requests that broke a business rule, refused or not. Spec §1.',
  ),
  /** Clears the violations. */
  clearViolations: call<() => Promise<BoundedList<ShownViolation>>>('DELETE /violations', 'Clears the violations.'),
  /** Likely fixes for requests that were refused or had unknown fields. */
  nearMisses: call<() => Promise<BoundedList<NearMiss>>>(
    'GET /near-misses',
    'Likely fixes for requests that were refused or had unknown fields.',
  ),
  /** Clears the near misses. */
  clearNearMisses: call<() => Promise<BoundedList<NearMiss>>>('DELETE /near-misses', 'Clears the near misses.'),
  /** The merchant's daily digests, oldest first. Spec §6. */
  emails: call<() => Promise<BoundedList<Email>>>(
    'GET /emails',
    "The merchant's daily digests, oldest first. Spec §6.",
  ),
  /** The reports that the bureau received from the merchant and the platform. */
  bureauReports: call<() => Promise<BoundedList<object>>>(
    'GET /bureau/reports',
    'The reports that the bureau received from the merchant and the platform.',
  ),

  // Merchant and agreement
  /** The terms of the merchant agreement. */
  policy: call<() => Promise<Policy>>('GET /policy', 'The terms of the merchant agreement.'),
  /** Changes the given terms of the merchant agreement. */
  patchPolicy: call<(patch: PolicyPatch) => Promise<Policy>>(
    'PATCH /policy',
    'Changes the given terms of the merchant agreement.',
    { body: policyTerms },
  ),
  /** The merchant and its status. */
  merchant: call<() => Promise<Merchant>>('GET /merchant', 'The merchant and its status.'),
  /** Changes the merchant's status. Only an approved merchant may make calls. */
  patchMerchant: call<(patch: { readonly status: MerchantStatus }) => Promise<Merchant>>(
    'PATCH /merchant',
    "Changes the merchant's status. Only an approved merchant may make calls.",
    { body: shapes.merchantPatch },
  ),
  /** Adds an insurance policy. Spec §2.9. */
  addPolicy: call<(policy: NewInsurancePolicy) => Promise<InsurancePolicy>>(
    'POST /policies',
    'Adds an insurance policy. Spec §2.9.',
    { body: shapes.newInsurancePolicy },
  ),

  // Webhooks
  /** The webhooks that were raised, and the outcome of each. */
  webhooks: call<() => Promise<BoundedList<Delivery>>>(
    'GET /webhooks',
    'The webhooks that were raised, and the outcome of each.',
  ),
  /** Sends a webhook again, byte for byte. */
  redeliver: call<(webhookId: string) => Promise<Delivery>>(
    'POST /webhooks/{id}/redeliver',
    'Sends a webhook again, byte for byte.',
  ),
  /** Clears the webhooks. */
  clearWebhooks: call<() => Promise<BoundedList<Delivery>>>('DELETE /webhooks', 'Clears the webhooks.'),
  /** Sets where webhooks go. Without a secret, the current one stays. */
  setWebhookEndpoint: call<
    (endpoint: { readonly url: string | null; readonly secret?: string }) => Promise<{ readonly url: string | null }>
  >('PUT /webhook-endpoint', 'Sets where webhooks go. Without a secret, the current one stays.', {
    body: shapes.webhookEndpoint,
  }),
};

/** The typed controls, with the sentences of the table. */
export type ControlMethods = {
  readonly [Name in keyof typeof typedCalls]: NonNullable<(typeof typedCalls)[Name]['signature']>;
};

/** Every control call by name. Those added here have no method: in TypeScript `clock` and the types replace them. */
export const controlCalls = {
  ...typedCalls,
  index: call<() => Promise<BoundedList<object>>>('GET /', 'Every control call, with its input.'),
  openApi: call<() => Promise<object>>('GET /openapi.json', 'The operations of this server as an OpenAPI document.'),
  health: call<() => Promise<{ readonly status: 'ok'; readonly now: string }>>(
    'GET /health',
    'The health of the server, and its current time.',
  ),
  readClock: call<() => Promise<{ readonly now: string; readonly flow: 'frozen' | 'real' }>>(
    'GET /clock',
    'The current time of the world.',
  ),
  moveClock: call<(move: { readonly advance?: string; readonly to?: string }) => Promise<ClockMove>>(
    'POST /clock',
    'Moves the clock forward. Answers after all webhooks on the way.',
    { body: shapes.clockMove, passesReadings: true },
  ),
} as const;

export type ControlName = keyof typeof controlCalls;

export const methodNames = Object.keys(typedCalls) as readonly (keyof ControlMethods)[];

export const controlNames = Object.keys(controlCalls) as readonly ControlName[];
