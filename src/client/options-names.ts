import type { CredentialScheme } from '../wire/credentials.ts';
import type { OperationId } from '../wire/operation-types.ts';
import type { RepayKitOptions } from './options.ts';

// Records rather than lists, so that a name that is missing here does not compile. The table of operations itself loads too much for a constructor.
const options: Readonly<Record<keyof RepayKitOptions, true>> = {
  baseUrl: true,
  appId: true,
  businessId: true,
  publicKey: true,
  secretKey: true,
  segments: true,
  store: true,
  keys: true,
  checkpoints: true,
  bureau: true,
  repaymentReports: true,
  transport: true,
  clock: true,
  random: true,
  retry: true,
  timeouts: true,
  logger: true,
  hooks: true,
  credentials: true,
  answers: true,
  bankCodes: true,
  frequencies: true,
  discoveryType: true,
  acceptRefusals: true,
  supportContact: true,
  maxUploadBytes: true,
  allowMixedKeys: true,
};

const operations: Readonly<Record<OperationId, true>> = {
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

const schemes: Readonly<Record<CredentialScheme, true>> = { token: true, bearer: true, 'authorization-token': true };

/** The options of the client. */
export const optionNames = Object.keys(options);

/** The 15 operations. */
export const operationIds = Object.keys(operations) as OperationId[];

/** The credentials that an operation may carry. Spec §5. */
export const credentialSchemes = Object.keys(schemes) as CredentialScheme[];
