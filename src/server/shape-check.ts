import * as z from 'zod/mini';
import type { Problem } from '../validation/checks.ts';
import type { RecordCheck } from '../validation/record.ts';
import { readShape, shapeIssues } from '../wire/shapes/shape-issues.ts';
import { type Answer, refuse } from './answer.ts';

const MOST_FIELDS = 100;

/**
 * Checks the input of an operation against its shape. Returns the input, or a 400 that lists every invalid field.
 * Unknown fields are ignored, as on the platform; `onUnknown` gets the path of each.
 */
export function checkShape<Input>(
  shape: z.ZodMiniType<Input>,
  input: unknown,
  onUnknown: (path: string) => void = () => undefined,
): Answer<Input> {
  const reading = readShape(shape, input);
  if (reading.success) return { ok: true, data: reading.data };
  const issues = shapeIssues(reading.error);
  for (const { path, unrecognized } of issues) if (unrecognized) onUnknown(path);
  const misfits = issues.filter(({ unrecognized }) => !unrecognized);
  // Request shapes have no transforms, so the input equals its parsed value except for unknown fields.
  return misfits.length === 0 ? { ok: true, data: input as Input } : refuseFields(misfits);
}

/** Checks a declared body or query. Returns the value, or a 400 that lists every invalid field. */
export function checkRecord<Value>(declared: RecordCheck<Value>, value: unknown): Answer<Value> {
  const problems = declared.problems(value, '');
  // No problems: the value has the declared type.
  return problems.length === 0 ? { ok: true, data: value as Value } : refuseFields(problems);
}

function refuseFields(problems: readonly Problem[]): Answer<never> {
  const fields = problems.slice(0, MOST_FIELDS).map(({ path, message }) => ({ path, message }));
  const named = fields.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  const more = problems.length > fields.length ? `; and ${problems.length - fields.length} more` : '';
  return refuse({
    status: 400,
    code: 'input_invalid',
    message: `The request does not have the right shape: ${named}${more}.`,
    fields,
  });
}

/** The names of a shape's fields at a path (`[]` for the top); none if the shape has no fields there. */
export function knownFieldsAt(shape: z.ZodMiniType, path: readonly string[]): readonly string[] {
  let at = bare(shape);
  for (const part of path) {
    if (at instanceof z.ZodMiniObject) at = bare(at.shape[part]);
    else if (at instanceof z.ZodMiniArray) at = bare(at.def.element);
    else return [];
  }
  return at instanceof z.ZodMiniObject ? Object.keys(at.shape) : [];
}

// The shape inside an optional or nullable one.
function bare(shape: unknown): unknown {
  let at = shape;
  while (at instanceof z.ZodMiniOptional || at instanceof z.ZodMiniNullable || at instanceof z.ZodMiniExactOptional)
    at = at.def.innerType;
  return at;
}
