/** The table of operations. Client, server, OpenAPI, documentation and tests read it. Spec §4 and §5. */
import type * as z from 'zod/mini';
import type { BankCodeRule } from '../domain/identifiers.ts';
import type { CredentialScheme } from './credentials.ts';
import { operationPath, type PathSegments } from './request-target.ts';
import * as collection from './shapes/collection-shapes.ts';
import * as discovery from './shapes/discovery-shapes.ts';
import * as insurance from './shapes/insurance-shapes.ts';
import * as mandate from './shapes/mandate-shapes.ts';
import { acknowledgementShape, statementInputShape } from './shapes/statement-shapes.ts';
import type { OperationId, OperationInput, OperationOutput } from './types/operation-types.ts';

/** The encoding of the input. */
export type InputEncoding = 'json' | 'query' | 'multipart' | 'none';

/**
 * Whether the request may be sent again. `safe`: a read, at any time. `ask-first`: after a failure with an unknown
 * effect, read back first. `never`: one request only, whatever happens.
 */
export type Repeatability = 'safe' | 'ask-first' | 'never';

/** A request: its transport, input and output. */
export interface WireRow {
  readonly id: string;
  /** The section of the specification, such as `§4.6`. */
  readonly spec: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path under the base URL, with `{mandate_segment}` and `{discovery_segment}` as the specification writes them. */
  readonly path: string;
  /** The credential that names the merchant. */
  readonly credential: CredentialScheme;
  readonly encoding: InputEncoding;
  readonly repeat: Repeatability;
  /** The shape of the input: strict, without transforms. */
  readonly input: z.ZodMiniType;
  /** The shape of the envelope's `data`: tolerant, and normalising. */
  readonly output: z.ZodMiniType;
  /**
   * Set if the answer is a bank's verdict. Then a failure envelope means no, even with status 200. If the call took
   * effect anyway, the mandate shows it, and no money moves.
   */
  readonly isVerdict?: true;
  /** Set if the whole body is the payload, without an envelope. */
  readonly isBare?: true;
}

export interface OperationRow<Id extends OperationId = OperationId> extends WireRow {
  readonly id: Id;
  readonly input: z.ZodMiniType<OperationInput<Id>>;
  readonly output: z.ZodMiniType<OperationOutput<Id>>;
}

/** All 15 rows by id. */
export type OperationTable = { readonly [Id in OperationId]: OperationRow<Id> };

type Transport = Pick<OperationRow, 'spec' | 'method' | 'path' | 'credential' | 'encoding' | 'repeat' | 'isVerdict'>;

const read = { credential: 'token', repeat: 'safe' } as const;
const placement = { method: 'POST', credential: 'token', encoding: 'json', repeat: 'ask-first' } as const;
const upload = { method: 'POST', credential: 'token', encoding: 'multipart', repeat: 'never' } as const;

const BUSINESS = '/v1/{mandate_segment}/consent/business';

/** The transport of each operation. */
const transports: { readonly [Id in OperationId]: Transport } = {
  listBanks: {
    ...read,
    spec: '§4.1',
    method: 'GET',
    path: '/v1/{mandate_segment}/micro-deposit/bank-list',
    credential: 'authorization-token',
    encoding: 'none',
  },
  discoverAccounts: {
    ...read,
    spec: '§4.2',
    method: 'POST',
    path: '/v1/{discovery_segment}/',
    credential: 'bearer',
    encoding: 'json',
  },
  createConsent: { ...placement, spec: '§4.3', path: '/v1/{mandate_segment}/{mandate_segment}/consent/create' },
  attachByMicroDeposit: { ...placement, spec: '§4.4', path: '/v1/{mandate_segment}/micro-deposit/create/mandate' },
  attachBySignature: {
    ...placement,
    spec: '§4.5',
    path: '/v1/{mandate_segment}/mandate/create-mandate',
    isVerdict: true,
  },
  getMandate: { ...read, spec: '§4.6', method: 'POST', path: `${BUSINESS}/get-mandate`, encoding: 'json' },
  collectManually: {
    spec: '§4.7',
    method: 'PUT',
    path: `${BUSINESS}/manual/activate`,
    credential: 'token',
    encoding: 'json',
    repeat: 'never',
  },
  collectionLog: { ...read, spec: '§4.8', method: 'GET', path: `${BUSINESS}/collection-log`, encoding: 'query' },
  collectionAttempts: {
    ...read,
    spec: '§4.9',
    method: 'GET',
    path: `${BUSINESS}/collection-log/installment`,
    encoding: 'query',
  },
  listCollections: {
    ...read,
    spec: '§4.10',
    method: 'GET',
    path: '/v1/{mandate_segment}/consent/business/collection',
    encoding: 'query',
  },
  listProducts: { ...read, spec: '§4.11', method: 'POST', path: '/v1/erm/policy/products/type', encoding: 'json' },
  createClaim: {
    spec: '§4.12',
    method: 'POST',
    path: '/v1/erm/policy/products/claims',
    credential: 'token',
    encoding: 'json',
    repeat: 'never',
  },
  listPolicies: { ...read, spec: '§4.13', method: 'GET', path: '/v1/erm/policy/business/policies', encoding: 'none' },
  uploadStatement: { ...upload, spec: '§4.14', path: '/v1/income/api/pdf-parser' },
  processIncome: { ...upload, spec: '§4.15', path: '/v1/income/api/process-income' },
};

function row<Id extends OperationId>(
  id: Id,
  input: () => OperationRow<Id>['input'],
  output: () => OperationRow<Id>['output'],
): OperationRow<Id> {
  return {
    id,
    ...transports[id],
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  };
}

/** Creates the table for a rule about bank codes. */
export function defineOperations({ bankCodes }: { readonly bankCodes: BankCodeRule }): OperationTable {
  const inputs = mandate.placementInputShapes(bankCodes);
  return {
    listBanks: row('listBanks', discovery.noInputShape, discovery.banksShape),
    discoverAccounts: row('discoverAccounts', discovery.discoveryInputShape, discovery.discoveryShapes[bankCodes]),
    createConsent: row('createConsent', inputs.createConsent, mandate.createdConsentShape),
    attachByMicroDeposit: row('attachByMicroDeposit', inputs.attachByMicroDeposit, mandate.depositAttachmentShape),
    attachBySignature: row('attachBySignature', inputs.attachBySignature, mandate.signatureAttachmentShape),
    getMandate: row('getMandate', mandate.getMandateInputShape, mandate.mandateShape),
    collectManually: row('collectManually', collection.collectManuallyInputShape, collection.scheduledCollectionShape),
    collectionLog: row('collectionLog', collection.collectionLogInputShape, collection.newestLogShape),
    collectionAttempts: row('collectionAttempts', collection.attemptsInputShape, collection.attemptsShape),
    listCollections: row('listCollections', collection.listCollectionsInputShape, collection.collectionRecordsShape),
    listProducts: row('listProducts', insurance.listProductsInputShape, insurance.productsShape),
    createClaim: row('createClaim', insurance.createClaimInputShape, insurance.createdClaimShape),
    listPolicies: row('listPolicies', discovery.noInputShape, insurance.businessPoliciesShape),
    uploadStatement: row('uploadStatement', statementInputShape, acknowledgementShape),
    processIncome: row('processIncome', statementInputShape, acknowledgementShape),
  };
}

/** The table with the three-digit bank codes of spec §8. */
export const operations: OperationTable = defineOperations({ bankCodes: 'strict' });

/** The rows of the table, in the order of the specification. */
export const operationRows: readonly OperationRow[] = Object.values(operations);

/** No operation answers this method on this path. */
export interface NoOperation {
  /** Whether another method has an operation on this path. */
  readonly pathKnown: boolean;
  /** The methods of the path. */
  readonly methods: readonly string[];
}

type Match = OperationRow | NoOperation;

const unknownPath: NoOperation = { pathKnown: false, methods: [] };

interface KnownPath {
  readonly rows: readonly OperationRow[];
  readonly otherwise: NoOperation;
}

const pathsBySegments = new WeakMap<PathSegments, ReadonlyMap<string, KnownPath>>();

/** The operation of a method and a path (without query) in a deployment. One look-up. */
export function matchOperation(method: string, path: string, segments: PathSegments): Match {
  const known = (pathsBySegments.get(segments) ?? preparePaths(segments)).get(path);
  if (!known) return unknownPath;
  for (const row of known.rows) if (row.method === method) return row;
  return known.otherwise;
}

function preparePaths(segments: PathSegments): ReadonlyMap<string, KnownPath> {
  const paths = new Map<string, KnownPath>();
  for (const row of operationRows) {
    const path = operationPath(row, segments);
    const rows = [...(paths.get(path)?.rows ?? []), row];
    paths.set(path, { rows, otherwise: { pathKnown: true, methods: rows.map((each) => each.method) } });
  }
  pathsBySegments.set(segments, paths);
  return paths;
}
