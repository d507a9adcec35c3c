import type * as z from 'zod/mini';
import type { OperationObject, PathItem, Schema } from '../../src/wire/openapi.ts';
import { incomeInsightShape } from '../../src/wire/webhooks/insight-shapes.ts';
import * as payloads from '../../src/wire/webhooks/webhook-payloads.ts';
import { type Context, paragraphs } from './context.ts';
import { jsonSchemaOf } from './json-schema.ts';

interface Webhook {
  /** Name of the operation that the merchant offers. */
  readonly operationId: string;
  readonly summary: string;
  readonly text: string;
  readonly spec: string;
  readonly shape: z.ZodMiniType;
  readonly interfaceName: string;
  /** What `event` is, where it is not the webhook's name; null: the payload travels without an envelope. */
  readonly event?: Schema | null;
}

const IN_THE_FIELD = 'Seen in the field; not in the specification.';

const mandateEvent = (operationId: string, summary: string, more = ''): Webhook => ({
  operationId,
  summary,
  text: `The specification names the event and does not show its payload: only the mandate is sure, the rest is as the reference server sends it. ${more}`.trim(),
  spec: '§6.1',
  shape: payloads.mandateEventShape,
  interfaceName: 'MandateEventData',
});

const webhooks: Readonly<Record<string, Webhook>> = {
  collection: {
    operationId: 'onCollection',
    summary: 'The outcome of an instalment',
    text: `The events \`collection.success\`, \`collection.partial\` and \`collection.failed\` of §6.1 share this
payload, which has no \`event\`. Read the outcome from \`instalmentStatus\`: \`status\` is \`success\` even if nothing was
collected.`,
    spec: '§6.2',
    shape: payloads.collectionPayloadShape,
    interfaceName: 'CollectionPayload',
    event: null,
  },
  'mandate.activated': mandateEvent('onMandateActivated', 'An account is verified and ready for collection'),
  'mandate.failed': mandateEvent('onMandateFailed', 'The micro-deposit was rejected, or the mandate not approved'),
  'mandate.expired': mandateEvent(
    'onMandateExpired',
    'The mandate reached the end of the tenure',
    'Its `status` is `expired`, which §3.1 does not list.',
  ),
  income_transaction: {
    operationId: 'onIncomeTransaction',
    summary: 'The entries of an uploaded statement',
    text: 'Follows `uploadStatement`.',
    spec: '§6.4',
    shape: payloads.incomeTransactionShape,
    interfaceName: 'IncomeTransactionData',
  },
  income_insight: {
    operationId: 'onIncomeInsight',
    summary: 'The insight computed from an uploaded statement',
    text: 'Follows `processIncome`.',
    spec: '§6.4',
    shape: incomeInsightShape,
    interfaceName: 'IncomeInsightData',
  },
  pdf_upload: {
    operationId: 'onPdfUpload',
    summary: 'A statement was received',
    text: IN_THE_FIELD,
    spec: '§6.4',
    shape: payloads.pdfUploadShape,
    interfaceName: 'PdfUploadData',
  },
  income_insight_failure: {
    operationId: 'onIncomeInsightFailure',
    summary: 'A statement could not be read',
    text: IN_THE_FIELD,
    spec: '§6.4',
    shape: payloads.incomeInsightFailureShape,
    interfaceName: 'IncomeInsightFailureData',
  },
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

const HINT = `A delivery is a hint: confirm it by reading the mandate or the attempts again. Authenticity checks,
retries and order of deliveries are not shown in the specification; deliveries may come never, twice, or in another order.`;

const secretHeader = {
  name: 'x-auth-signature',
  in: 'header',
  required: false,
  description: 'A static secret that both sides know, not a signature. Seen in the field; not in the specification.',
  schema: { type: 'string' },
} as const;

/** What the service sends to the merchant's URL. Spec §6. */
export function webhookObjects(context: Context): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, webhook]) => [name, { post: webhookObject(name, webhook, context) }]),
  );
}

function webhookObject(
  name: string,
  { operationId, summary, text, spec, shape, interfaceName, event = { type: 'string', enum: [name] } }: Webhook,
  { schemas, examples }: Context,
): OperationObject {
  const data = schemas.name(jsonSchemaOf(shape, 'output'), interfaceName);
  const schema: Schema = event
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
    description: paragraphs(text, HINT, `Spec ${spec}.`),
    'x-spec': spec,
    security: [],
    parameters: [secretHeader],
    requestBody: { required: true, content: { 'application/json': { schema, ...examples(`webhook ${name}`) } } },
    responses: {
      200: { description: 'Received, as any 2xx; the body is ignored. Answer first, work after.' },
      '4XX': { description: 'Refused, such as a delivery without the secret.' },
    },
  };
}
