/**
 * Fields that the specification shows in every answer and that the client does without, because services leave them out: the contract has them as the specification
 * does. Spec §2.4, §4.4 and §6.4.
 */
import type * as z from 'zod';
import { microDepositAttachmentShape } from '../mandate-shapes.ts';
import { incomeTransactionShape } from '../webhook-payloads.ts';
import type { JsonSchema } from './json-schema-types.ts';

const url: JsonSchema = { type: 'string', format: 'uri' };

/** The schema of a shape, with what the specification shows beyond what reading asks for. */
export function withShownFields(shape: z.ZodType, schema: JsonSchema): JsonSchema {
  switch (shape) {
    case microDepositAttachmentShape: {
      const { transfer_destinations: destinations = {} } = schema.properties ?? {};
      const items = withField(destinations.items ?? {}, 'icon', url);
      return withField(withField(schema, 'mandate', schema.properties?.mandate), 'transfer_destinations', {
        ...destinations,
        items,
      });
    }
    case incomeTransactionShape:
      return withField(schema, 'pdfUrl', url);
    default:
      return schema;
  }
}

function withField(schema: JsonSchema, name: string, field: JsonSchema = {}): JsonSchema {
  return {
    ...schema,
    properties: { ...schema.properties, [name]: field },
    required: [...new Set([...(schema.required ?? []), name])],
  };
}
