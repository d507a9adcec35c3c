import { isNamedInTheBody } from '../../src/wire/credentials.ts';
import type { Examples, MediaType, OperationObject, Parameter, Schema } from '../../src/wire/openapi.ts';
import type { OperationRow, Repeatability } from '../../src/wire/operations.ts';
import type { OperationId } from '../../src/wire/types/operation-types.ts';
import { type Context, paragraphs } from './context.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { refusalsOf } from './refusals.ts';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationId[];
}

/** The groups of operations, each a tag of the document. */
export const groups: readonly Group[] = [
  {
    name: 'Discovery',
    description: 'Banks that support the micro-deposit, and the accounts of a payer who consented.',
    operations: ['listBanks', 'discoverAccounts'],
  },
  {
    name: 'Mandates',
    description: 'Placing a mandate on each account that the payer chose, proving the accounts, reading the result.',
    operations: ['createConsent', 'attachByMicroDeposit', 'attachBySignature', 'getMandate'],
  },
  {
    name: 'Collections',
    description: 'Debits on demand, and collections.',
    operations: ['collectManually', 'collectionLog', 'collectionAttempts', 'listCollections'],
  },
  {
    name: 'Insurance',
    description: 'Products, claims and policies.',
    operations: ['listProducts', 'createClaim', 'listPolicies'],
  },
  {
    name: 'Income',
    description: 'Bank statements. Their content arrives by webhook.',
    operations: ['uploadStatement', 'processIncome'],
  },
];

const repeatTexts: { readonly [Repeat in Repeatability]: string } = {
  safe: 'May it be sent again? Yes, at any time: it changes nothing.',
  'ask-first': `May it be sent again? After a failure whose effect is unknown, read the mandate first (4.6) and send
only what is missing; the same call for the same account changes nothing.`,
  never: `May it be sent again? No: there is no idempotency key, so a request that may have left must not be repeated,
neither by hand nor by a gateway. Ask for its outcome instead.`,
};

/** A row of the table as an operation of the document. */
export function operationObject(row: OperationRow, context: Context): OperationObject {
  const { id, spec, repeat, credential } = row;
  const { summary = '', text = '' } = context.texts.operations.get(id) ?? {};
  return {
    operationId: id,
    tags: groups.flatMap(({ name, operations }) => (operations.includes(id) ? [name] : [])),
    summary,
    description: paragraphs(text, repeatTexts[repeat], `Spec ${spec}.`),
    'x-spec': spec,
    'x-repeat': repeat,
    security: isNamedInTheBody(row) ? [{ [credential]: [] }, {}] : [{ [credential]: [] }],
    ...input(row, context),
    responses: {
      200: {
        description: repeat === 'safe' ? 'The requested data.' : 'The request was accepted.',
        content: { 'application/json': answer(row, context) },
      },
      ...refusalsOf(row),
    },
  };
}

function input(
  { id, encoding, input: shape }: OperationRow,
  { schemas, texts, examples }: Context,
): Pick<OperationObject, 'parameters' | 'requestBody'> {
  if (encoding === 'none') return {};
  const schema = jsonSchemaOf(shape, 'input');
  const takes = texts.operations.get(id)?.takes;
  const played = examples(`${id} request`);
  if (encoding === 'query') return { parameters: parameters(schemas.inline(schema, takes), played) };
  const media: MediaType = { schema: schemas.name(schema, takes), ...played };
  const content: Readonly<Record<string, MediaType>> =
    encoding === 'json'
      ? { 'application/json': media }
      : { 'multipart/form-data': { ...media, encoding: { statement: { contentType: 'application/pdf' } } } };
  return { requestBody: { required: true, content } };
}

function parameters(
  { properties = {}, required = [] }: Schema,
  { examples = {} }: { readonly examples?: Examples },
): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const example = Object.values(examples)
      .map(({ value }) => (value as Readonly<Record<string, unknown>>)[name])
      .find((value) => value !== undefined);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description && { description }),
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

function answer({ id, output }: OperationRow, { schemas, texts, examples }: Context): MediaType {
  const gives = texts.operations.get(id)?.gives;
  const schema: Schema = {
    type: 'object',
    properties: {
      status: { type: 'boolean', enum: [true], description: 'Success.' },
      message: { type: ['string', 'null'], description: 'For people, never a condition.' },
      error: { type: 'boolean', enum: [false], description: 'No failure.' },
      data: {
        ...schemas.name(jsonSchemaOf(output, 'output'), gives),
        ...(!gives && { description: 'Not shown in the specification.' }),
      },
    },
    required: ['status', 'message', 'error', 'data'],
    additionalProperties: true,
  };
  return { schema, ...examples(`${id} answer`) };
}
