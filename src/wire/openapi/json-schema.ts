import type * as z from 'zod';
import { stoneOfShown } from '../answer-fields.ts';
import { type Describe, meaningOf } from './field-meanings.ts';
import type { JsonSchema } from './json-schema-types.ts';
import { withShownFields } from './shown-fields.ts';

/**
 * What a shape takes (`input`) or answers (`output`) as JSON Schema, in the form that the specification shows: the tolerances of reading are not part of it.
 * @throws Error when a shape says nothing about itself and has no meaning in `field-meanings.ts`.
 */
export function jsonSchemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const describe: Describe = (other) => jsonSchemaOf(other, io);
  // The shape's own method: zod's function of the same name would add every converter to what each process loads with its first shape.
  const schema = shape.toJSONSchema({ io, unrepresentable: 'any', override: (context) => override(context, describe) });
  delete schema.$schema;
  refuseUnsaid(schema as JsonSchema, '');
  return withShownFields(shape, schema as JsonSchema);
}

interface Context {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

// Stands where a transform says nothing, until the shape around it does.
const UNSAID = 'unsaid';

function override({ zodSchema, jsonSchema }: Context, describe: Describe): void {
  const meaning = meaningOf(zodSchema as unknown as z.ZodType, describe);
  if (meaning) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, meaning);
    return;
  }
  if (zodSchema._zod.def.type === 'transform') jsonSchema.$comment = UNSAID;
  // A whole number is as large as JavaScript keeps exactly: nobody's business on the wire.
  if (jsonSchema.type === 'integer') for (const bound of ['minimum', 'maximum']) delete jsonSchema[bound];
  if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
  requireShown(zodSchema as unknown as z.ZodType, jsonSchema);
}

// What the specification shows is part of the contract, also where the reader can do without it.
function requireShown(shape: z.ZodType, schema: z.core.JSONSchema.BaseSchema): void {
  const { shape: fields = {} } = shape._zod.def as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const names = Object.keys(fields).filter(
    (name) => fields[name] && (schema.required?.includes(name) || stoneOfShown(fields[name])),
  );
  if (names.length > 0) schema.required = names;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function refuseUnsaid(schema: object, path: string): void {
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$comment' && value === UNSAID)
      throw new Error(`nothing says what ${path || 'the shape'} is on the wire; say it in field-meanings.ts`);
    if (typeof value === 'object' && value !== null) refuseUnsaid(value, `${path}/${name}`);
  }
}
