/**
 * The JSON Schema of each field of requests and answers, in the form that the specification shows. Answers are read from more forms than this (`answer-fields.ts`).
 * Spec §2, §4 and §8.
 */
import type * as z from 'zod/mini';
import { MAX_NAIRA } from '../../src/domain/money.ts';
import type { Schema } from '../../src/wire/openapi.ts';
import * as answer from '../../src/wire/shapes/answer-fields.ts';
import { collectionLogShape, newestLogShape } from '../../src/wire/shapes/collection-shapes.ts';
import { banksShape, discoveryShapes } from '../../src/wire/shapes/discovery-shapes.ts';
import { depositAttachmentShape } from '../../src/wire/shapes/mandate-shapes.ts';
import * as request from '../../src/wire/shapes/request-fields.ts';
import { collectionOf } from '../../src/wire/shapes/shapes.ts';
import { incomeInsightFields, incomeInsightShape } from '../../src/wire/webhooks/insight-shapes.ts';
import { incomeTransactionShape } from '../../src/wire/webhooks/webhook-payloads.ts';

/** The schema of another shape. */
export type Describe = (shape: z.ZodMiniType) => Schema;

const string = { type: 'string' } as const;
const hexId = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' } as const;
const nuban = { type: 'string', pattern: '^[0-9]{10}$' } as const;
const bankCode = { type: 'string', pattern: '^[0-9]{3}$' } as const;
const bvn = { type: 'string', pattern: '^[0-9]{11}$' } as const;
const url = { type: 'string', format: 'uri' } as const;
const day = { type: 'string', format: 'date' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;
const text = { type: 'string', pattern: '\\S' } as const;
const naira = { type: 'number', exclusiveMinimum: 0, maximum: MAX_NAIRA } as const;
// Not `format: email`: validators refuse addresses by it that have letters beyond ASCII, and others take the format for a mere remark.
const email = { type: 'string', pattern: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$', maxLength: 254 } as const;

const schemas: ReadonlyMap<z.ZodMiniType, Schema> = new Map<z.ZodMiniType, Schema>([
  [answer.idText, string],
  [answer.mandateId, hexId],
  [answer.ownId, string],
  [answer.ownHexId, hexId],
  [answer.nuban, nuban],
  [answer.bankCode, bankCode],
  [answer.bvn, bvn],
  [answer.url, url],
  [answer.dayText, day],
  [answer.amount, number],
  [answer.amountOrNull, { type: ['number', 'null'] }],
  [answer.decimal, number],
  [answer.decimalText, string],
  [answer.creditText, string],
  [answer.yesOrNo, { type: 'boolean' }],
  [answer.integer, integer],
  [answer.integerOrNull, { type: ['integer', 'null'] }],
  [answer.timestamp, instant],
  [answer.timestampOrNull, { type: ['string', 'null'], format: 'date-time' }],
  [answer.dayOrNull, { type: ['string', 'null'], format: 'date' }],
  [answer.storedFile, string],
  [answer.extraText, string],
  [answer.extraAmount, number],
  [answer.extraInteger, integer],
  [answer.extraDay, day],
  [answer.extraTimestamp, instant],
  [request.text, text],
  [request.objectId, hexId],
  [request.bvn, bvn],
  [request.accountNumber, nuban],
  [request.email, email],
  [request.bankCode('strict'), bankCode],
  [request.bankCode('lenient'), { type: 'string', pattern: '^[0-9]{3,6}$' }],
  [request.day, day],
  [request.amount, naira],
  [request.base64, { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$', contentEncoding: 'base64' }],
  [request.file, { type: 'string', format: 'binary' }],
  [request.something, {}],
]);

// The specification shows no body of 4.1 and 4.2; this is what the known dialects have in common.
const bank: Schema = {
  type: 'object',
  properties: { name: string, bankCode: string, icon: string },
  required: ['name'],
  additionalProperties: true,
};

const discoveredAccount: Schema = {
  type: 'object',
  properties: {
    accountNumber: nuban,
    bankCode: string,
    bankName: string,
    accountName: string,
    active: { type: 'boolean' },
  },
  required: ['accountNumber', 'bankCode'],
  additionalProperties: true,
};

/** The schema of a shape that is read by a function, so that zod cannot derive it. */
export function fieldSchemaOf(shape: z.ZodMiniType, describe: Describe): Schema | undefined {
  const inner = answer.fieldOfShown(shape);
  if (inner) return describe(inner);
  const collection = collectionOf(shape);
  if (collection?.kind === 'list') return { type: 'array', items: describe(collection.member) };
  if (collection) return { type: 'object', additionalProperties: describe(collection.member) };
  switch (shape) {
    case banksShape():
      return { type: 'array', items: bank };
    case discoveryShapes.strict():
    case discoveryShapes.lenient():
      return { type: 'array', items: discoveredAccount };
    case newestLogShape():
      return { anyOf: [describe(collectionLogShape()), { type: 'null' }] };
    case incomeInsightShape:
      return describe(incomeInsightFields);
    default:
      return schemas.get(shape);
  }
}

/**
 * The schema of a shape with what the specification shows in every answer and the client does without, because services leave it out. Spec §2.4, §4.4 and §6.4.
 */
export function withShownFields(shape: z.ZodMiniType, schema: Schema): Schema {
  switch (shape) {
    case depositAttachmentShape(): {
      const { mandate, transfer_destinations: destinations = {} } = schema.properties ?? {};
      const items = withField(destinations.items ?? {}, 'icon', url);
      return withField(withField(schema, 'mandate', mandate), 'transfer_destinations', { ...destinations, items });
    }
    case incomeTransactionShape:
      return withField(schema, 'pdfUrl', url);
    default:
      return schema;
  }
}

function withField(schema: Schema, name: string, field: Schema = {}): Schema {
  return {
    ...schema,
    properties: { ...schema.properties, [name]: field },
    required: [...new Set([...(schema.required ?? []), name])],
  };
}
