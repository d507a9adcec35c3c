/** The types of the 15 operations. Importing them loads no shapes and no library. */

import type { StatementInput } from '../shapes/statement-shapes.ts';
import type * as collection from './collection-types.ts';
import type { Bank, DiscoverAccountsInput, DiscoveredAccount, Discovery, NoInput } from './discovery-types.ts';
import type { BusinessPolicy, CreateClaimInput, CreatedClaim } from './insurance-types.ts';
import type * as mandate from './mandate-types.ts';
import type { ListProductsInput, Product } from './product-types.ts';

/**
 * The input (body, query or form) and the output (decoded `data` of the envelope) of each operation. The OpenAPI
 * document takes its texts from here: the first sentence is the summary, the second paragraph the description.
 */
export interface OperationTypes {
  /**
   * Banks that support the micro-deposit. Spec §4.1.
   *
   * The specification shows no body. These are the fields that known services share.
   */
  listBanks: { input: NoInput; output: readonly Bank[] };
  /**
   * The payer's accounts by BVN. Spec §4.2.
   *
   * Needs the payer's prior consent (§1). The payer then chooses one primary account and opts in to each backup. Choose
   * nothing for the payer. The specification shows no body. These are the fields that known services share.
   */
  discoverAccounts: { input: DiscoverAccountsInput; output: Discovery };
  /**
   * Place the mandate on one account. Spec §4.3.
   *
   * Call it once for each chosen account, with the same `mandateId`, `email` and BVN for every account of a loan. Use
   * the `_id` of the answer as `mandateId` from then on, also for the next account. It may differ from the `mandateId`
   * that you sent. The specification does not list the fields from `bvn` on.
   */
  createConsent: { input: mandate.CreateConsentInput; output: mandate.CreatedConsent };
  /**
   * Attach an account by the ₦50 deposit. Spec §4.4.
   *
   * The payer sends ₦50 to one of the destinations from exactly this account. A deposit from another account proves
   * nothing. Call it once for each account of a mandate.
   */
  attachByMicroDeposit: { input: mandate.AttachByMicroDepositInput; output: mandate.MicroDepositAttachment };
  /**
   * Attach an account by e-signature. Spec §4.5.
   *
   * The signature must match the one at the payer's bank. Read `successful`: an answer with HTTP status 200 can report
   * that it does not match.
   */
  attachBySignature: { input: mandate.AttachBySignatureInput; output: mandate.SignatureAttachment };
  /**
   * Read a mandate. Spec §4.6.
   *
   * Returns the current status, linked accounts, totals and balances. A read, although it is a POST. The reference
   * server has two more statuses than §3: `expired` for a mandate after its tenure, and `scheduled` for an instalment
   * before its due date.
   */
  getMandate: { input: mandate.GetMandateInput; output: mandate.Mandate };
  /**
   * Debit on demand. Spec §4.7.
   *
   * Only for mandates with `collectionMode` `manual`, after `loan.disbursed` was reported to the bureau (§3.4), and
   * never for more than the payer agreed to. The answer means that the debit is scheduled, not collected. See the
   * collection log, or wait for the webhook.
   */
  collectManually: { input: collection.CollectManuallyInput; output: collection.ScheduledCollection };
  /**
   * The newest log of a mandate, or null. Spec §4.8.
   *
   * The specification shows one log. Without a log, `data` is null.
   */
  collectionLog: { input: collection.CollectionLogInput; output: collection.CollectionLog | null };
  /**
   * All attempts on an instalment, newest first. Spec §4.9.
   *
   * Includes retries, declines, and the cascade from the primary account to the backups.
   */
  collectionAttempts: { input: collection.CollectionAttemptsInput; output: readonly collection.CollectionAttempt[] };
  /**
   * Past collections of the business. Spec §4.10.
   *
   * Covers all mandates of the business. The specification shows no body. The records are those of 4.8, with the
   * payer's BVN if the service sends it.
   */
  listCollections: { input: collection.ListCollectionsInput; output: readonly collection.CollectionRecord[] };
  /**
   * Insurance products of a type. Spec §4.11.
   *
   * A read, although it is a POST. An unknown type gives an empty list.
   */
  listProducts: { input: ListProductsInput; output: readonly Product[] };
  /**
   * Claim against a policy. Spec §4.12.
   *
   * The specification does not show the required fields. This package requires the amount, the policy and the account
   * to pay to, because a payment needs them.
   */
  createClaim: { input: CreateClaimInput; output: CreatedClaim };
  /**
   * The business's policies. Spec §4.13.
   *
   * All policies that the business sold.
   */
  listPolicies: { input: NoInput; output: readonly BusinessPolicy[] };
  /**
   * Upload a bank statement; the transactions come by webhook. Spec §4.14.
   *
   * The answer only acknowledges the file. The specification does not show its `data`. The entries come as the webhook
   * `income_transaction`.
   */
  uploadStatement: { input: StatementInput; output: unknown };
  /**
   * Upload a bank statement; the insight comes by webhook. Spec §4.15.
   *
   * The answer only acknowledges the file. The specification does not show its `data`. The insight comes as the webhook
   * `income_insight`.
   */
  processIncome: { input: StatementInput; output: unknown };
}

/** The name of one of the 15 operations. */
export type OperationId = keyof OperationTypes;

/** The input of an operation. */
export type OperationInput<Id extends OperationId> = OperationTypes[Id]['input'];

/** The output of an operation: `data` of the envelope, decoded. */
export type OperationOutput<Id extends OperationId> = OperationTypes[Id]['output'];

/** The return value of an adapter: the output of the operation. For discovery, the list of accounts. */
export type AdaptedAnswer<Id extends OperationId> = Id extends 'discoverAccounts'
  ? readonly DiscoveredAccount[]
  : OperationOutput<Id>;

/**
 * Converts a successful answer to the output of the operation, which is then checked. `raw` is the envelope's `data`,
 * or the whole body without an envelope. `body` is always the whole parsed body.
 */
export type AnswerAdapter<Id extends OperationId> = (raw: unknown, body: unknown) => AdaptedAnswer<Id>;

/** An adapter for each operation that needs one. */
export type AnswerAdapters = { readonly [Id in OperationId]?: AnswerAdapter<Id> };

// A record, so that a missing name does not compile. The table of operations is too heavy to load for its names.
const ids: Readonly<Record<OperationId, true>> = {
  listBanks: true,
  discoverAccounts: true,
  createConsent: true,
  attachByMicroDeposit: true,
  attachBySignature: true,
  getMandate: true,
  collectManually: true,
  collectionLog: true,
  collectionAttempts: true,
  listCollections: true,
  listProducts: true,
  createClaim: true,
  listPolicies: true,
  uploadStatement: true,
  processIncome: true,
};

/** The ids of all operations. */
export const operationIds = Object.keys(ids) as readonly OperationId[];
