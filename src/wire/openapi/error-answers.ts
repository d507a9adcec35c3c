/** Refusals. The specification shows none; these are the reference server's. Spec §7. */
import type { OperationId } from '../operation-types.ts';
import type { OperationRow } from '../operations.ts';
import type { ContractExamples, Told } from './contract-examples.ts';
import type { JsonSchema } from './json-schema-types.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { Examples, Reference, ResponseObject, Schema } from './openapi-types.ts';

const refusals = {
  400: ['Malformed', 'The request cannot be read, or a field is not as it should be; `data.fields` lists each.'],
  401: ['KeyRefused', 'The key is missing, unknown, or of the wrong kind.'],
  403: ['MerchantRefused', "`appId` or `businessId` are not this merchant's, or the merchant is not approved."],
  404: ['NotFound', 'The path, the mandate, the instalment, the payer or the policy is unknown.'],
  405: ['MethodRefused', 'The path takes another method; the header `Allow` says which.'],
  409: ['Conflict', 'It contradicts what is there, such as the same `mandateId` with another email, BVN or terms.'],
  413: ['TooLarge', 'The body is too large.'],
  415: ['MediaTypeRefused', 'The body is of another kind than the operation takes.'],
  422: ['RuleRefused', 'A rule of the service refused it; `data.rule` names it.'],
  429: ['TooMany', 'Too many requests: wait as long as `Retry-After` says, if it is there.'],
  500: ['ServiceFailed', 'The service failed. Whether the call took effect is not known.'],
} as const;

type Status = keyof typeof refusals;

const headers: Readonly<Partial<Record<Status, ResponseObject['headers']>>> = {
  405: { Allow: { description: 'The methods that the path takes.', schema: { type: 'string' } } },
  429: {
    'Retry-After': {
      description: 'Seconds to wait, or the date until when, where the service says so.',
      schema: { type: 'string' },
    },
  },
};

const statuses = Object.keys(refusals).map(Number) as Status[];

const everywhere: readonly Status[] = [400, 401, 403, 404, 405, 429, 500];

const besides: Readonly<Partial<Record<OperationId, readonly Status[]>>> = {
  createConsent: [409, 422],
  attachByMicroDeposit: [409, 422],
  attachBySignature: [409, 422],
  collectManually: [422],
};

const ORIGIN = "The specification shows no refusals; this is the reference server's.";

const field: JsonSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, message: { type: 'string' } },
  required: ['path', 'message'],
  additionalProperties: true,
};

const details: JsonSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, rule: { type: 'string' }, fields: { type: 'array', items: field } },
  required: ['code'],
  additionalProperties: true,
};

const failure: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    error: { type: 'boolean', enum: [true] },
    data: details,
  },
  required: ['status', 'message', 'error', 'data'],
  additionalProperties: true,
};

/** The refusals that an operation may answer with, by status. */
export function refusalsOf({ id, encoding }: OperationRow): Readonly<Record<string, Reference>> {
  const withBody: readonly Status[] = encoding === 'json' || encoding === 'multipart' ? [413, 415] : [];
  const own = new Set([...everywhere, ...withBody, ...(besides[id] ?? [])]);
  return Object.fromEntries(
    statuses
      .filter((status) => own.has(status))
      .map((status) => [status, { $ref: `#/components/responses/${refusals[status][0]}` }]),
  );
}

/** All refusals by name. */
export function refusalResponses(
  schemas: NamedSchemas,
  examples: ContractExamples,
): Readonly<Record<string, ResponseObject>> {
  const schema: Schema | Reference = schemas.name(failure, 'FailureEnvelope');
  const responses = statuses.map((status) => {
    const [name, description] = refusals[status];
    const told = examples.refusals[status];
    const content = { 'application/json': { schema, ...(told && { examples: toldExamples(told) }) } };
    return [
      name,
      { description: `${description} ${ORIGIN}`, ...(headers[status] && { headers: headers[status] }), content },
    ];
  });
  return Object.fromEntries(responses);
}

/** Bodies as examples. */
export function toldExamples(told: Readonly<Record<string, Told>>): Examples {
  return Object.fromEntries(Object.entries(told).map(([name, { summary, body }]) => [name, { summary, value: body }]));
}
