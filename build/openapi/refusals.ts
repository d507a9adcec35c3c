/** Refusals. The specification shows none; these are the reference server's. Spec §7. */
import type { ResponseObject, Schema } from '../../src/wire/openapi.ts';
import type { OperationRow } from '../../src/wire/operations.ts';
import type { OperationId } from '../../src/wire/types/operation-types.ts';
import type { Context } from './context.ts';

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

const everywhere: readonly Status[] = [400, 401, 403, 404, 405, 429, 500];

const besides: Readonly<Partial<Record<OperationId, readonly Status[]>>> = {
  createConsent: [409, 422],
  attachByMicroDeposit: [409, 422],
  attachBySignature: [409, 422],
  collectManually: [422],
};

const object = (properties: Schema['properties'], required: readonly string[]): Schema => ({
  type: 'object',
  ...(properties && { properties }),
  required,
  additionalProperties: true,
});

const text: Schema = { type: 'string' };
const field = object({ path: text, message: text }, ['path', 'message']);
const details = object({ code: text, rule: text, fields: { type: 'array', items: field } }, ['code']);
const failure = object(
  {
    status: { type: 'boolean', enum: [false] },
    message: text,
    error: { type: 'boolean', enum: [true] },
    data: details,
  },
  ['status', 'message', 'error', 'data'],
);

/** The refusals that an operation may answer with, by status. */
export function refusalsOf({ id, encoding }: OperationRow): Readonly<Record<string, { readonly $ref: string }>> {
  const withBody: readonly Status[] = encoding === 'json' || encoding === 'multipart' ? [413, 415] : [];
  const statuses = [...everywhere, ...withBody, ...(besides[id] ?? [])];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${refusals[status][0]}` }]),
  );
}

/** All refusals by name. */
export function refusalResponses({ schemas, examples }: Context): Readonly<Record<string, ResponseObject>> {
  const schema = schemas.name(failure, 'FailureEnvelope');
  const responses = (Object.keys(refusals).map(Number) as Status[]).map((status) => {
    const [name, description] = refusals[status];
    const response: ResponseObject = {
      description: `${description} The specification shows no refusals; this is the reference server's.`,
      ...(headers[status] && { headers: headers[status] }),
      content: { 'application/json': { schema, ...examples(`refusal ${status}`) } },
    };
    return [name, response] as const;
  });
  return Object.fromEntries(responses);
}
