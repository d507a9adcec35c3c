import { type CredentialScheme, isNamedInTheBody } from '../credentials.ts';
import type { OperationRow } from '../operations.ts';
import type { ContractExamples, Exchange } from './contract-examples.ts';
import { refusalsOf } from './error-answers.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { operationNotes } from './notes/operation-notes.ts';
import type {
  Examples,
  MediaType,
  OperationObject,
  Parameter,
  Schema,
  Security,
  SecurityScheme,
} from './openapi-types.ts';
import { operationWords, paragraphs, repeatWords } from './operation-words.ts';

/** The three ways in which a key travels. Spec §5. */
export const securitySchemes: { readonly [Scheme in CredentialScheme]: SecurityScheme } = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: "The application's public key, also called API key, alone. Spec §5.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: "The application's secret key. Spec §5, for account discovery.",
  },
  'authorization-token': {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: "The word `token`, a space, and the application's public key. Spec §5, for the list of banks.",
  },
};

/** A row of the table as an operation of the document. */
export function operationObject(row: OperationRow, schemas: NamedSchemas, examples: ContractExamples): OperationObject {
  const { id, spec, repeat } = row;
  const { group, text } = operationWords[id];
  const exchanges = Object.entries(examples.operations[id] ?? {});
  return {
    operationId: id,
    tags: [group],
    summary: operationNotes[id].says.replace(/\. Spec §[\d.]+\.$/, ''),
    description: paragraphs(text, repeatWords[repeat], `Spec ${spec}.`),
    'x-spec': spec,
    'x-repeat': repeat,
    security: securityOf(row),
    ...input(row, schemas, exchanges),
    responses: {
      200: {
        description: repeat === 'safe' ? 'What was asked for.' : 'It was taken on.',
        content: { 'application/json': answer(row, schemas, exchanges) },
      },
      ...refusalsOf(row),
    },
  };
}

type Exchanges = readonly (readonly [name: string, exchange: Exchange])[];

function securityOf(row: OperationRow): Security {
  const named = { [row.credential]: [] };
  return isNamedInTheBody(row) ? [named, {}] : [named];
}

function input(
  { id, encoding, input: shape }: OperationRow,
  schemas: NamedSchemas,
  exchanges: Exchanges,
): Pick<OperationObject, 'parameters' | 'requestBody'> {
  if (encoding === 'none') return {};
  const schema = jsonSchemaOf(shape, 'input');
  const { takes } = operationNotes[id];
  if (encoding === 'query') return { parameters: parameters(schemas.inline(schema, takes), exchanges) };
  const named = schemas.name(schema, takes);
  const examples = examplesOf(exchanges, ({ request }) => request);
  if (encoding === 'json')
    return { requestBody: { required: true, content: { 'application/json': { schema: named, ...examples } } } };
  const form: MediaType = { schema: named, ...examples, encoding: { statement: { contentType: 'application/pdf' } } };
  return { requestBody: { required: true, content: { 'multipart/form-data': form } } };
}

function parameters({ properties = {}, required = [] }: Schema, exchanges: Exchanges): readonly Parameter[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = field as Schema;
    const example = exchanges
      .map(([, { request }]) => (request as Record<string, unknown> | undefined)?.[name])
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

function answer({ id, output }: OperationRow, schemas: NamedSchemas, exchanges: Exchanges): MediaType {
  const { gives } = operationNotes[id];
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
  return { schema, ...examplesOf(exchanges, (exchange) => exchange.answer) };
}

function examplesOf(exchanges: Exchanges, side: (exchange: Exchange) => unknown): { readonly examples?: Examples } {
  const examples = exchanges.map(
    ([name, exchange]) => [name, { summary: exchange.summary, value: side(exchange) }] as const,
  );
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}
