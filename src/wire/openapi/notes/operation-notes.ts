// Generated from src/wire/operation-types.ts: do not edit.
import type { OperationId } from '../../operation-types.ts';
import type { OperationNote } from '../interface-note.ts';

/** What each operation is for, takes and gives, as src/wire/operation-types.ts says. */
export const operationNotes: { readonly [Id in OperationId]: OperationNote } = {
  listBanks: { says: 'Banks that support the micro-deposit. Spec §4.1.', gives: 'Bank' },
  discoverAccounts: {
    says: "The payer's accounts by BVN. Spec §4.2.",
    takes: 'DiscoverAccountsInput',
    gives: 'AccountsDiscovered',
  },
  createConsent: {
    says: 'Place the mandate on one account. Spec §4.3.',
    takes: 'CreateConsentInput',
    gives: 'CreatedConsent',
  },
  attachByMicroDeposit: {
    says: 'Attach an account by the ₦50 deposit. Spec §4.4.',
    takes: 'AttachByMicroDepositInput',
    gives: 'MicroDepositAttachment',
  },
  attachBySignature: {
    says: 'Attach an account by e-signature. Spec §4.5.',
    takes: 'AttachBySignatureInput',
    gives: 'SignatureAttachment',
  },
  getMandate: { says: 'Read a mandate. Spec §4.6.', takes: 'GetMandateInput', gives: 'Mandate' },
  collectManually: { says: 'Debit on demand. Spec §4.7.', takes: 'CollectManuallyInput', gives: 'ScheduledCollection' },
  collectionLog: {
    says: 'The newest log of a mandate, or null. Spec §4.8.',
    takes: 'CollectionLogInput',
    gives: 'CollectionLog',
  },
  collectionAttempts: {
    says: 'All attempts on an instalment, newest first. Spec §4.9.',
    takes: 'CollectionAttemptsInput',
    gives: 'CollectionAttempt',
  },
  listCollections: {
    says: 'Past collections of the business. Spec §4.10.',
    takes: 'ListCollectionsInput',
    gives: 'CollectionRecord',
  },
  listProducts: { says: 'Insurance products of a type. Spec §4.11.', takes: 'ListProductsInput', gives: 'Product' },
  createClaim: { says: 'Claim against a policy. Spec §4.12.', takes: 'CreateClaimInput', gives: 'CreatedClaim' },
  listPolicies: { says: "The business's policies. Spec §4.13.", gives: 'BusinessPolicy' },
  uploadStatement: {
    says: 'Upload a bank statement; the transactions come by webhook. Spec §4.14.',
    takes: 'StatementInput',
  },
  processIncome: {
    says: 'Upload a bank statement; the insight comes by webhook. Spec §4.15.',
    takes: 'StatementInput',
  },
};
