import { expect, test } from 'vitest';
import { openApiDocument } from '../../build/openapi/document.ts';

const { paths, components, webhooks } = openApiDocument({
  segments: { mandate: 'M', discovery: 'D' },
  baseUrl: 'https://api.example.com',
});

/** Spec §4 and §5, typed again by hand: method, path, the header with the credential (`-`: none is needed), the media type of the body. */
const endpoints: readonly (readonly [id: string, method: string, path: string, header: string, body: string])[] = [
  ['listBanks', 'get', '/v1/M/micro-deposit/bank-list', 'Authorization: token', '-'],
  ['discoverAccounts', 'post', '/v1/D/', 'Authorization: Bearer', 'application/json'],
  ['createConsent', 'post', '/v1/M/M/consent/create', 'token or -', 'application/json'],
  ['attachByMicroDeposit', 'post', '/v1/M/micro-deposit/create/mandate', 'token or -', 'application/json'],
  ['attachBySignature', 'post', '/v1/M/mandate/create-mandate', 'token or -', 'application/json'],
  ['getMandate', 'post', '/v1/M/consent/business/get-mandate', 'token', 'application/json'],
  ['collectManually', 'put', '/v1/M/consent/business/manual/activate', 'token', 'application/json'],
  ['collectionLog', 'get', '/v1/M/consent/business/collection-log', 'token', '-'],
  ['collectionAttempts', 'get', '/v1/M/consent/business/collection-log/installment', 'token', '-'],
  ['listCollections', 'get', '/v1/M/consent/business/collection', 'token', '-'],
  ['listProducts', 'post', '/v1/erm/policy/products/type', 'token', 'application/json'],
  ['createClaim', 'post', '/v1/erm/policy/products/claims', 'token', 'application/json'],
  ['listPolicies', 'get', '/v1/erm/policy/business/policies', 'token', '-'],
  ['uploadStatement', 'post', '/v1/income/api/pdf-parser', 'token', 'multipart/form-data'],
  ['processIncome', 'post', '/v1/income/api/process-income', 'token', 'multipart/form-data'],
];

const headerOf: Readonly<Record<string, string>> = {
  token: 'token',
  bearer: 'Authorization: Bearer',
  'authorization-token': 'Authorization: token',
};

test('the contract has the 15 operations of the specification and no other, each with its credential (§4, §5)', () => {
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody }]) => {
      const headers = security.map((wanted) => Object.keys(wanted).map((scheme) => headerOf[scheme])[0] ?? '-');
      return [operationId, method, path, headers.join(' or '), Object.keys(requestBody?.content ?? {})[0] ?? '-'];
    }),
  );
  expect(found).toEqual(endpoints);
});

test('the three ways in which a key travels are those of §5', () => {
  expect(components.securitySchemes).toMatchObject({
    token: { type: 'apiKey', in: 'header', name: 'token' },
    bearer: { type: 'http', scheme: 'bearer' },
    'authorization-token': { type: 'apiKey', in: 'header', name: 'Authorization' },
  });
});

test('a query has the fields of §4.8 to §4.10', () => {
  const queries = Object.values(paths).flatMap(({ get }) =>
    get?.parameters
      ? [[get.operationId, get.parameters.map(({ name, required }) => `${name}${required ? '' : '?'}`).join(' ')]]
      : [],
  );
  expect(Object.fromEntries(queries)).toEqual({
    collectionLog: 'mandateId',
    collectionAttempts: 'mandateId breakdownId',
    listCollections: 'type status? search?',
  });
});

test('the events of §6 are webhooks, and those of the field beside them', () => {
  expect(Object.keys(webhooks)).toEqual([
    'collection',
    'mandate.activated',
    'mandate.failed',
    'mandate.expired',
    'income_transaction',
    'income_insight',
    'pdf_upload',
    'income_insight_failure',
    'policy',
  ]);
});
