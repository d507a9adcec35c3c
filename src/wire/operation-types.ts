/** What travels in each of the 15 operations, as plain types: no shape and no library is loaded by importing them. */
import type {
  CollectionAttempt,
  CollectionAttemptsInput,
  CollectionLog,
  CollectionLogInput,
  CollectionRecord,
  CollectManuallyInput,
  ListCollectionsInput,
  ScheduledCollection,
} from './collection-types.ts';
import type { Bank, DiscoverAccountsInput, Discovery, NoInput } from './discovery-types.ts';
import type { StatementInput } from './income-types.ts';
import type { BusinessPolicy, CreateClaimInput, CreatedClaim } from './insurance-types.ts';
import type {
  AttachByMicroDepositInput,
  AttachBySignatureInput,
  CreateConsentInput,
  CreatedConsent,
  GetMandateInput,
  Mandate,
  MicroDepositAttachment,
  SignatureAttachment,
} from './mandate-types.ts';
import type { ListProductsInput, Product } from './product-types.ts';

/** Per operation id: what goes in (body, query or form) and what comes out (`data` of the envelope, decoded). */
export interface OperationTypes {
  /** Banks that support the micro-deposit. Spec §4.1. */
  listBanks: { input: NoInput; output: readonly Bank[] };
  /** The payer's accounts by BVN. Spec §4.2. */
  discoverAccounts: { input: DiscoverAccountsInput; output: Discovery };
  /** Place the mandate on one account. Spec §4.3. */
  createConsent: { input: CreateConsentInput; output: CreatedConsent };
  /** Attach an account by the ₦50 deposit. Spec §4.4. */
  attachByMicroDeposit: { input: AttachByMicroDepositInput; output: MicroDepositAttachment };
  /** Attach an account by e-signature. Spec §4.5. */
  attachBySignature: { input: AttachBySignatureInput; output: SignatureAttachment };
  /** Read a mandate. Spec §4.6. */
  getMandate: { input: GetMandateInput; output: Mandate };
  /** Debit on demand. Spec §4.7. */
  collectManually: { input: CollectManuallyInput; output: ScheduledCollection };
  /** The newest log of a mandate, or null. Spec §4.8. */
  collectionLog: { input: CollectionLogInput; output: CollectionLog | null };
  /** All attempts on an instalment, newest first. Spec §4.9. */
  collectionAttempts: { input: CollectionAttemptsInput; output: readonly CollectionAttempt[] };
  /** Past collections of the business. Spec §4.10. */
  listCollections: { input: ListCollectionsInput; output: readonly CollectionRecord[] };
  /** Insurance products of a type. Spec §4.11. */
  listProducts: { input: ListProductsInput; output: readonly Product[] };
  /** Claim against a policy. Spec §4.12. */
  createClaim: { input: CreateClaimInput; output: CreatedClaim };
  /** The business's policies. Spec §4.13. */
  listPolicies: { input: NoInput; output: readonly BusinessPolicy[] };
  /** Upload a bank statement; the transactions come by webhook. Spec §4.14. */
  uploadStatement: { input: StatementInput; output: unknown };
  /** Upload a bank statement; the insight comes by webhook. Spec §4.15. */
  processIncome: { input: StatementInput; output: unknown };
}

/** The name of one of the 15 operations. */
export type OperationId = keyof OperationTypes;

/** What an operation takes. */
export type OperationInput<Id extends OperationId> = OperationTypes[Id]['input'];

/** What an operation answers: `data` of the envelope, decoded. */
export type OperationOutput<Id extends OperationId> = OperationTypes[Id]['output'];
