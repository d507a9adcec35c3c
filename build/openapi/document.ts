import type { CredentialScheme } from '../../src/wire/credentials.ts';
import {
  type Deployment,
  type Examples,
  type OpenApiDocument,
  pathsOf,
  type SecurityScheme,
} from '../../src/wire/openapi.ts';
import { operationRows } from '../../src/wire/operations.ts';
import { type Context, paragraphs } from './context.ts';
import { readInterfaces } from './interfaces.ts';
import { NamedSchemas } from './named-schemas.ts';
import { groups, operationObject } from './operations.ts';
import { refusalResponses } from './refusals.ts';
import { webhookObjects } from './webhooks.ts';

const ABOUT = paragraphs(
  `Multi-bank e-mandate direct debit, insurance and income insight for Nigerian lenders: the 15 operations and the
webhooks of the interface specification, as the package repaykit reads and writes them.`,
  `The service is a private, consent-based direct debit arrangement. It is not a regulated interbank standing-instruction
system, and it must never be presented to borrowers or regulators as equivalent to one or as backed by one.`,
  `Where the specification shows nothing, this document describes the reference server, and marks it. Answers may have
more fields than listed here, and texts such as a \`status\` may have more values. Amounts are naira, as numbers with at
most two decimals. A day is \`YYYY-MM-DD\` in Lagos. An instant is ISO 8601 in UTC.`,
  'Paths are concrete: two of their segments are fixed for each merchant.',
);

/** The three ways in which a key travels. Spec §5. */
const securitySchemes: { readonly [Scheme in CredentialScheme]: SecurityScheme } = {
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

/** The document: every operation of the table and every webhook. The same sources give the same document. */
export function openApiDocument(
  { segments, baseUrl }: Deployment,
  played: ReadonlyMap<string, Examples> = new Map(),
): OpenApiDocument {
  const texts = readInterfaces();
  const schemas = new NamedSchemas(texts);
  const examples = (of: string) => {
    const found = played.get(of);
    return found ? { examples: found } : {};
  };
  const context: Context = { texts, schemas, examples };
  const paths = pathsOf(segments, new Map(operationRows.map((row) => [row.id, operationObject(row, context)])));
  const webhooks = webhookObjects(context);
  const responses = refusalResponses(context);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandate collection, insurance and income insight',
      version: '1.0.0',
      summary: 'The interface of a multi-bank e-mandate service for lenders',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'The service' }],
    tags: [
      ...groups.map(({ name, description }) => ({ name, description })),
      { name: 'Webhooks', description: "The events that the service sends to the merchant's webhook URL." },
    ],
    paths,
    webhooks,
    components: { schemas: schemas.list(), responses, securitySchemes },
  };
}
