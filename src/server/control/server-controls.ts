import type { AccountKey } from '../../domain/identifiers.ts';
import { InputError, ServiceError } from '../../errors.ts';
import type { Policy as InsurancePolicy } from '../../wire/insurance-types.ts';
import type { Answer } from '../answer.ts';
import type { Explanation } from '../diagnosis/explanation.ts';
import type { AccountStateView } from '../engine/mandate-view.ts';
import type { Policy } from '../engine/policy.ts';
import type { Email } from '../engine/records.ts';
import type { Merchant, MerchantStatus } from '../engine/world.ts';
import type { Fault, NewFault } from '../faults/fault.ts';
import type { ShownViolation } from '../journal/audit.ts';
import type { ShownRequest } from '../journal/journal.ts';
import type { NearMiss } from '../journal/near-miss.ts';
import type { BoundedList } from '../ring-buffer.ts';
import type { ScenarioName } from '../scenarios/scenarios.ts';
import type { ScenarioResult } from '../scenarios/tell-story.ts';
import type { ServerContext } from '../server-context.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { Fork, Snapshot } from '../worlds/snapshots.ts';
import { performControl } from './control-door.ts';
import type {
  AccountPatch,
  MicroDeposit,
  NewInsurancePolicy,
  NewPayer,
  PolicyPatch,
  ScenarioOptions,
  SignatureJudgement,
} from './control-inputs.ts';
import type { AccountView } from './engine/accounts.ts';
import type { MandateInside } from './engine/mandates.ts';
import type { PayerView } from './engine/payers.ts';
import type { ControlRoute } from './route.ts';
import { type ControlName, controlRoutes } from './routes.ts';
import type { ScenarioView } from './scenario-calls.ts';

/** The control API as methods. Each resolves once the deliveries that follow from it are settled. @throws InputError, ServiceError */
export interface ServerControls {
  /** Begins the world again; only the webhook endpoint stays. */
  reset(beginning?: {
    readonly seed?: number;
    readonly now?: string;
  }): Promise<{ readonly status: 'ok'; readonly now: string }>;
  /** The terms of the merchant agreement. */
  policy(): Promise<Policy>;
  /** Changes the terms that are named. */
  patchPolicy(patch: PolicyPatch): Promise<Policy>;
  /** The merchant and its standing. */
  merchant(): Promise<Merchant>;
  /** Changes the merchant's standing; only an approved one may work. */
  patchMerchant(patch: { readonly status: MerchantStatus }): Promise<Merchant>;
  /** Adds a payer with bank accounts. */
  addPayer(payer: NewPayer): Promise<PayerView>;
  /** An account as its bank sees it. */
  readAccount(account: AccountKey): Promise<AccountView>;
  /** Changes balance, activity, or what the bank answers to debits. */
  patchAccount(account: AccountKey, patch: AccountPatch): Promise<AccountView>;
  /** The payer's ₦50 arrives. Spec §3.1. */
  makeDeposit(deposit: MicroDeposit): Promise<AccountStateView>;
  /** The payer's bank judges a signature. Spec §4.5. */
  judgeSignature(judgement: SignatureJudgement): Promise<AccountStateView>;
  /** A mandate from the inside: accounts, schedule, gate, history. */
  readMandate(mandateId: string): Promise<MandateInside>;
  /** The payer disputes the mandate; collection pauses. */
  openDispute(mandateId: string, details?: { readonly reason?: string }): Promise<MandateInside>;
  /** Ends a dispute. */
  resolveDispute(
    mandateId: string,
    resolution: { readonly outcome: 'reinstated' | 'failed'; readonly reason?: string },
  ): Promise<MandateInside>;
  /** Registers where webhooks go; a secret that is left out stays. */
  setWebhookEndpoint(endpoint: {
    readonly url: string | null;
    readonly secret?: string;
  }): Promise<{ readonly url: string | null }>;
  /** The webhooks that were raised, and what became of each. */
  webhooks(): Promise<BoundedList<Delivery>>;
  /** Forgets them. */
  clearWebhooks(): Promise<BoundedList<Delivery>>;
  /** Sends a webhook again, byte for byte. */
  redeliver(webhookId: string): Promise<Delivery>;
  /** The journal of requests, masked. */
  requests(): Promise<BoundedList<ShownRequest>>;
  /** Empties the journal. */
  clearRequests(): Promise<BoundedList<ShownRequest>>;
  /** Adds an insurance policy. Spec §2.9. */
  addPolicy(policy: NewInsurancePolicy): Promise<InsurancePolicy>;
  /** What the bureau holds, of the merchant and of the platform. */
  bureauReports(): Promise<BoundedList<object>>;
  /** Why the mandate was, was not, or will be collected. */
  explain(mandateId: string): Promise<Explanation>;
  /** What the caller did against the rules of the business, refused or not. Spec §1. */
  violations(): Promise<BoundedList<ShownViolation>>;
  /** Forgets them. */
  clearViolations(): Promise<BoundedList<ShownViolation>>;
  /** What was nearly right about requests that were refused, or had fields that nobody reads. */
  nearMisses(): Promise<BoundedList<NearMiss>>;
  /** Forgets them. */
  clearNearMisses(): Promise<BoundedList<NearMiss>>;
  /** The faults that are there, with what each has struck. */
  faults(): Promise<BoundedList<Fault>>;
  /** Lets calls or webhooks go wrong. */
  addFault(fault: NewFault): Promise<Fault>;
  /** Ends one fault. */
  removeFault(faultId: string): Promise<BoundedList<Fault>>;
  /** Ends all faults. */
  clearFaults(): Promise<BoundedList<Fault>>;
  /** The named beginnings. */
  scenarios(): Promise<BoundedList<ScenarioView>>;
  /** Plays a scenario with a fresh payer and mandate; it may move the clock by months. */
  scenario(name: ScenarioName, options?: ScenarioOptions): Promise<ScenarioResult>;
  /** Keeps the world as it is: records, clock, chance, queues, faults and journals. Waits for the clock move under way. */
  snapshot(): Promise<Snapshot>;
  /** The snapshots of this world. */
  snapshots(): Promise<BoundedList<Snapshot>>;
  /** Puts the world back to a snapshot, as often as wanted. */
  restore(snapshotId: string): Promise<Snapshot>;
  /** Begins another world as a snapshot shows this one; without a name it gets one. */
  fork(snapshotId: string, options?: { readonly world?: string }): Promise<Fork>;
  /** Forgets a snapshot. */
  deleteSnapshot(snapshotId: string): Promise<BoundedList<Snapshot>>;
  /** The merchant's daily digests, oldest first. Spec §6. */
  emails(): Promise<BoundedList<Email>>;
}

/** Makes the methods over the world that `find` gives; each performs the same row as the HTTP call. */
export function serverControls(context: ServerContext, find: () => LiveWorld): ServerControls {
  const perform = async <Data>(
    name: ControlName,
    body: unknown = {},
    params: Readonly<Record<string, string>> = {},
  ): Promise<Data> => {
    const route = rowNamed(name);
    checkTexts(name, params);
    const data = unwrap(
      name,
      (await performControl(context, find(), { route, params, query: params, body })) as Answer<Data>,
    );
    // As over HTTP whoever asks gets a copy: what is done to it changes neither this world nor, where worlds share records, others.
    return structuredClone(data);
  };
  const at = (account: AccountKey) => ({ bankCode: account?.bankCode, accountNumber: account?.accountNumber });
  return {
    reset: (beginning) => perform('POST /reset', beginning),
    policy: () => perform('GET /policy'),
    patchPolicy: (patch) => perform('PATCH /policy', patch),
    merchant: () => perform('GET /merchant'),
    patchMerchant: (patch) => perform('PATCH /merchant', patch),
    addPayer: (payer) => perform('POST /payers', payer),
    readAccount: (account) => perform('GET /accounts/{bankCode}/{accountNumber}', {}, at(account)),
    patchAccount: (account, patch) => perform('PATCH /accounts/{bankCode}/{accountNumber}', patch, at(account)),
    makeDeposit: (deposit) => perform('POST /micro-deposits', deposit),
    judgeSignature: (judgement) => perform('POST /signatures', judgement),
    readMandate: (id) => perform('GET /mandates/{id}', {}, { id }),
    openDispute: (id, details) => perform('POST /mandates/{id}/dispute', details, { id }),
    resolveDispute: (id, resolution) => perform('POST /mandates/{id}/resolve-dispute', resolution, { id }),
    setWebhookEndpoint: (endpoint) => perform('PUT /webhook-endpoint', endpoint),
    webhooks: () => perform('GET /webhooks'),
    clearWebhooks: () => perform('DELETE /webhooks'),
    redeliver: (id) => perform('POST /webhooks/{id}/redeliver', {}, { id }),
    requests: () => perform('GET /requests'),
    clearRequests: () => perform('DELETE /requests'),
    addPolicy: (policy) => perform('POST /policies', policy),
    bureauReports: () => perform('GET /bureau/reports'),
    explain: (mandateId) => perform('GET /explain', {}, { mandateId }),
    violations: () => perform('GET /violations'),
    clearViolations: () => perform('DELETE /violations'),
    nearMisses: () => perform('GET /near-misses'),
    clearNearMisses: () => perform('DELETE /near-misses'),
    faults: () => perform('GET /faults'),
    addFault: (fault) => perform('POST /faults', fault),
    removeFault: (id) => perform('DELETE /faults/{id}', {}, { id }),
    clearFaults: () => perform('DELETE /faults'),
    scenarios: () => perform('GET /scenarios'),
    scenario: (name, options) => perform('POST /scenarios/{name}', options, { name }),
    snapshot: () => perform('POST /snapshots'),
    snapshots: () => perform('GET /snapshots'),
    restore: (id) => perform('POST /snapshots/{id}/restore', {}, { id }),
    fork: (id, options) => perform('POST /snapshots/{id}/fork', options, { id }),
    deleteSnapshot: (id) => perform('DELETE /snapshots/{id}', {}, { id }),
    emails: () => perform('GET /emails'),
  };
}

/** The data of an answer; a refusal becomes an error that names the call. */
export function unwrap<Data>(call: string, answer: Answer<Data>): Data {
  if (answer.ok) return answer.data;
  const { status, code, message, rule, fields } = answer.refusal;
  if (status === 400) throw new InputError(call, fields ?? [{ path: '', message }], { operation: call });
  throw new ServiceError(
    message,
    { status, serviceCode: code, ...(rule !== undefined && { rule }), ...(fields && { fields }) },
    { operation: call },
  );
}

// In a path every value is text; from JavaScript anything may come.
function checkTexts(call: string, params: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(params).filter((name) => typeof params[name] !== 'string');
  if (wrong.length > 0)
    throw new InputError(
      call,
      wrong.map((path) => ({ path, message: 'must be text' })),
      { operation: call },
    );
}

function rowNamed(name: ControlName): ControlRoute {
  return controlRoutes.find(({ method, path }) => `${method} ${path}` === name) as ControlRoute;
}
