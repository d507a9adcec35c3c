import * as z from 'zod/mini';
import type { Schema } from '../../src/wire/openapi.ts';
import { fieldOfShown } from '../../src/wire/shapes/answer-fields.ts';
import { type Describe, fieldSchemaOf, withShownFields } from './field-schemas.ts';

/**
 * What a shape takes (`input`) or answers (`output`) as JSON Schema, in the form that the specification shows: the tolerances of reading are not part of it.
 * @throws Error when a shape says nothing about itself and has no schema in `field-schemas.ts`.
 */
export function jsonSchemaOf(shape: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const describe: Describe = (other) => jsonSchemaOf(other, io);
  const schema = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: (context) => override(context, describe),
  });
  delete schema.$schema;
  refuseUndescribed(schema as Schema, '');
  return withShownFields(shape, schema as Schema);
}

interface Context {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

// Stands where a transform says nothing, until the shape around it does.
const UNDESCRIBED = 'undescribed';

function override({ zodSchema, jsonSchema }: Context, describe: Describe): void {
  const known = fieldSchemaOf(zodSchema as unknown as z.ZodMiniType, describe);
  if (known) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, known);
    return;
  }
  if (zodSchema._zod.def.type === 'transform') jsonSchema.$comment = UNDESCRIBED;
  // A whole number is as large as JavaScript keeps exactly, which does not matter on the wire.
  if (jsonSchema.type === 'integer') for (const bound of ['minimum', 'maximum']) delete jsonSchema[bound];
  if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
  requireShown(zodSchema as unknown as z.ZodMiniType, jsonSchema);
}

// What the specification shows is part of the contract, also where the reader can do without it.
function requireShown(shape: z.ZodMiniType, schema: z.core.JSONSchema.BaseSchema): void {
  const { shape: fields = {} } = shape._zod.def as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
  const names = Object.keys(fields).filter(
    (name) => fields[name] && (schema.required?.includes(name) || fieldOfShown(fields[name])),
  );
  if (names.length > 0) schema.required = names;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function refuseUndescribed(schema: object, path: string): void {
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$comment' && value === UNDESCRIBED)
      throw new Error(`nothing says what ${path || 'the shape'} is on the wire; say it in field-schemas.ts`);
    if (typeof value === 'object' && value !== null) refuseUndescribed(value, `${path}/${name}`);
  }
}
