/**
 * What each building stone of requests and answers is on the wire, in JSON Schema. The stones of answers read more than this (`answer-fields.ts`); here stands the form
 * that the specification shows. Spec §2, §4 and §8.
 */
import type * as z from 'zod';
import { MAX_NAIRA } from '../../domain/money.ts';
import { collectionOf } from '../answer-collections.ts';
import * as answer from '../answer-fields.ts';
import { collectionLogShape, newestLogShape } from '../collection-shapes.ts';
import { banksShape, discoveryShapes } from '../discovery-shapes.ts';
import { incomeInsightFields, incomeInsightShape } from '../insight-shapes.ts';
import * as request from '../request-fields.ts';
import type { JsonSchema } from './json-schema-types.ts';

/** The JSON Schema of another shape. */
export type Describe = (shape: z.ZodType) => JsonSchema;

const string = { type: 'string' } as const;
const hexId = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' } as const;
const nuban = { type: 'string', pattern: '^[0-9]{10}$' } as const;
const bankCode = { type: 'string', pattern: '^[0-9]{3}$' } as const;
const bvn = { type: 'string', pattern: '^[0-9]{11}$' } as const;
const day = { type: 'string', format: 'date' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;
const words = { type: 'string', pattern: '\\S' } as const;
const naira = { type: 'number', exclusiveMinimum: 0, maximum: MAX_NAIRA } as const;
// Not `format: email`: validators refuse addresses by it that have letters beyond ASCII, and others take the format for a mere remark.
const email = { type: 'string', pattern: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$', maxLength: 254 } as const;

const meanings: ReadonlyMap<z.ZodType, JsonSchema> = new Map<z.ZodType, JsonSchema>([
  [answer.idText, string],
  [answer.mandateId, hexId],
  [answer.ownId, string],
  [answer.ownHexId, hexId],
  [answer.nuban, nuban],
  [answer.bankCode, bankCode],
  [answer.bvn, bvn],
  [answer.url, { type: 'string', format: 'uri' }],
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
  [request.words, words],
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
const bank: JsonSchema = {
  type: 'object',
  properties: { name: string, bankCode: string, icon: string },
  required: ['name'],
  additionalProperties: true,
};

const discoveredAccount: JsonSchema = {
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

/** What a shape means on the wire, where its own making does not tell. */
export function meaningOf(shape: z.ZodType, describe: Describe): JsonSchema | undefined {
  const stone = answer.stoneOfShown(shape);
  if (stone) return describe(stone);
  const collection = collectionOf(shape);
  if (collection?.kind === 'list') return { type: 'array', items: describe(collection.member) };
  if (collection) return { type: 'object', additionalProperties: describe(collection.member) };
  switch (shape) {
    case banksShape:
      return { type: 'array', items: bank };
    case discoveryShapes.strict:
    case discoveryShapes.lenient:
      return { type: 'array', items: discoveredAccount };
    case newestLogShape:
      return { anyOf: [describe(collectionLogShape), { type: 'null' }] };
    case incomeInsightShape:
      return describe(incomeInsightFields);
    default:
      return meanings.get(shape);
  }
}
