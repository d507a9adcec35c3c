import type * as z from 'zod';
import { incomeInsightShape } from '../insight-shapes.ts';
import * as payloads from '../webhook-payloads.ts';
import type { ContractExamples } from './contract-examples.ts';
import { toldExamples } from './error-answers.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { PathItem, Reference, Schema } from './openapi-types.ts';
import { paragraphs } from './operation-words.ts';

interface Webhook {
  /** Name of the operation that the merchant offers. */
  readonly operationId: string;
  readonly summary: string;
  readonly text: string;
  readonly spec: string;
  /** What it tells. */
  readonly shape: z.ZodType;
  readonly interfaceName: string;
  /** What `event` is; the collection has none and travels without an envelope. */
  readonly event?: Schema;
}

const IN_THE_FIELD = 'Seen in the field; not in the specification.';
const NOT_SHOWN =
  'The specification names the event and does not show its payload: only the mandate is sure, the rest is as the reference server sends it.';

function mandateEvent(name: string, operationId: string, summary: string, more = ''): Webhook {
  const event: Schema = { type: 'string', enum: [name] };
  return {
    operationId,
    summary,
    text: `${NOT_SHOWN} ${more}`.trim(),
    spec: '§6.1',
    shape: payloads.mandateEventShape,
    interfaceName: 'MandateEventData',
    event,
  };
}

function statementEvent(name: string, rest: Omit<Webhook, 'event' | 'spec'>): Webhook {
  return { ...rest, spec: '§6.4', event: { type: 'string', enum: [name] } };
}

const webhooks: Readonly<Record<string, Webhook>> = {
  collection: {
    operationId: 'onCollection',
    summary: 'News of an instalment',
    text: `The events \`collection.success\`, \`collection.partial\` and \`collection.failed\` of §6.1 travel in this one payload, without \`event\`: \`instalmentStatus\`
says what became of the instalment; \`status\` says \`success\` even where nothing was collected.`,
    spec: '§6.2',
    shape: payloads.collectionPayloadShape,
    interfaceName: 'CollectionPayload',
  },
  'mandate.activated': mandateEvent(
    'mandate.activated',
    'onMandateActivated',
    'An account is verified and ready for collection',
  ),
  'mandate.failed': mandateEvent(
    'mandate.failed',
    'onMandateFailed',
    'The micro-deposit was rejected, or the mandate not approved',
  ),
  'mandate.expired': mandateEvent(
    'mandate.expired',
    'onMandateExpired',
    'The mandate reached the end of the tenure',
    'Its `status` is `expired`, which §3.1 does not list.',
  ),
  income_transaction: statementEvent('income_transaction', {
    operationId: 'onIncomeTransaction',
    summary: 'The entries of an uploaded statement',
    text: 'Follows `uploadStatement`.',
    shape: payloads.incomeTransactionShape,
    interfaceName: 'IncomeTransactionData',
  }),
  income_insight: statementEvent('income_insight', {
    operationId: 'onIncomeInsight',
    summary: 'The insight computed from an uploaded statement',
    text: 'Follows `processIncome`.',
    shape: incomeInsightShape,
    interfaceName: 'IncomeInsightData',
  }),
  pdf_upload: statementEvent('pdf_upload', {
    operationId: 'onPdfUpload',
    summary: 'A statement was received',
    text: IN_THE_FIELD,
    shape: payloads.pdfUploadShape,
    interfaceName: 'PdfUploadData',
  }),
  income_insight_failure: statementEvent('income_insight_failure', {
    operationId: 'onIncomeInsightFailure',
    summary: 'A statement could not be read',
    text: IN_THE_FIELD,
    shape: payloads.incomeInsightFailureShape,
    interfaceName: 'IncomeInsightFailureData',
  }),
  policy: {
    operationId: 'onPolicy',
    summary: 'Something happened to an insurance policy',
    text: `${IN_THE_FIELD} \`event\` begins with \`policy\` and says what happened.`,
    spec: '§2.10',
    shape: payloads.policyEventShape,
    interfaceName: 'PolicyEventData',
    event: { type: 'string', pattern: '^policy[._]' },
  },
};

const DOORBELL = `A delivery is a hint: confirm it by reading the mandate or the attempts again. Authenticity checks, retries and order of deliveries are not shown in the
specification; deliveries may come never, twice, or in another order.`;

/** What the service sends to the merchant's URL. Spec §6. */
export function webhookObjects(schemas: NamedSchemas, examples: ContractExamples): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, webhook]) => [
      name,
      { post: webhookObject(name, webhook, { schemas, examples }) },
    ]),
  );
}

interface Surroundings {
  readonly schemas: NamedSchemas;
  readonly examples: ContractExamples;
}

function webhookObject(
  name: string,
  { operationId, summary, text, spec, shape, interfaceName, event }: Webhook,
  { schemas, examples }: Surroundings,
) {
  const data = schemas.name(jsonSchemaOf(shape, 'output'), interfaceName);
  const told = examples.webhooks[name];
  const schema: Schema | Reference = event
    ? {
        type: 'object',
        properties: { event: { ...event, description: 'What happened.' }, data },
        required: ['event', 'data'],
        additionalProperties: true,
      }
    : data;
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: paragraphs(text, DOORBELL, `Spec ${spec}.`),
    'x-spec': spec,
    security: [],
    parameters: [secretHeader],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(told && { examples: toldExamples(told) }) } },
    },
    responses: {
      200: { description: 'Received, as any 2xx; the body is ignored. Answer first, work after.' },
      '4XX': { description: 'Refused, such as a delivery without the secret.' },
    },
  } as const;
}

const secretHeader = {
  name: 'x-auth-signature',
  in: 'header',
  required: false,
  description: 'A static secret that both sides know, not a signature. Seen in the field; not in the specification.',
  schema: { type: 'string' },
} as const;
