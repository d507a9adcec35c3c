import type { OperationId } from '../operation-types.ts';
import { type OperationRow, operations } from '../operations.ts';
import { operationPath, type PathSegments } from '../request-target.ts';
import { type ContractExamples, noExamples } from './contract-examples.ts';
import { refusalResponses } from './error-answers.ts';
import { NamedSchemas } from './named-schemas.ts';
import type { OpenApiDocument, PathItem } from './openapi-types.ts';
import { operationObject, securitySchemes } from './operation-object.ts';
import { groups, paragraphs } from './operation-words.ts';
import { webhookObjects } from './webhook-objects.ts';

/** What differs from one deployment to another. */
export interface Deployment {
  /** The fixed path segments. */
  readonly segments: PathSegments;
  /** Where the service is. */
  readonly baseUrl: string;
}

const ABOUT = paragraphs(
  `Multi-bank e-mandate direct debit, insurance and income insight for Nigerian lenders: the 15 operations and the webhooks of the interface specification, as the
package repaykit reads and writes them.`,
  `The service is a private, consent-based direct debit arrangement. It is not a regulated interbank standing-instruction system, and it must never be presented to
borrowers or regulators as equivalent to one or as backed by one.`,
  `What the specification does not show is described as the reference server does it, and marked so. Answers may hold more fields than are listed here, and texts such as
a \`status\` more values: both stay valid. Amounts are naira, as numbers with at most two decimals; a day is \`YYYY-MM-DD\` in Lagos, an instant ISO 8601 in UTC.`,
  'Paths are concrete: two of their segments are fixed for each merchant.',
);

const WEBHOOKS = "What the service sends to the merchant's webhook URL.";

/** The contract: every operation of the table and every webhook, for one deployment. The same input gives the same document. */
export function openApiDocument(
  { segments, baseUrl }: Deployment,
  examples: ContractExamples = noExamples,
): OpenApiDocument {
  const schemas = new NamedSchemas();
  const paths: Record<string, PathItem> = {};
  for (const row of Object.values(operations) as readonly OperationRow<OperationId>[]) {
    const path = operationPath(row, segments);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationObject(row, schemas, examples) };
  }
  const webhooks = webhookObjects(schemas, examples);
  const responses = refusalResponses(schemas, examples);
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
      ...Object.entries(groups).map(([name, description]) => ({ name, description })),
      { name: 'Webhooks', description: WEBHOOKS },
    ],
    paths,
    webhooks,
    components: { schemas: schemas.list(), responses, securitySchemes },
  };
}
