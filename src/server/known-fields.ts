import * as z from 'zod';

/** The names of the fields that a shape knows at a path (`[]` for the top); none where the shape has no fields there. */
export function knownFieldsAt(shape: z.ZodType, path: readonly string[]): readonly string[] {
  const at = shapeAt(shape, path);
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

/** The words that a shape takes at a path; none where it does not choose among words. */
export function knownWordsAt(shape: z.ZodType, path: readonly string[]): readonly string[] {
  const at = shapeAt(shape, path);
  return at instanceof z.ZodEnum ? at.options.filter((word): word is string => typeof word === 'string') : [];
}

function shapeAt(shape: z.ZodType, path: readonly string[]): unknown {
  let at: unknown = bare(shape);
  for (const part of path) {
    if (at instanceof z.ZodObject) at = bare(at.shape[part]);
    else if (at instanceof z.ZodArray) at = bare(at.element);
    else return undefined;
  }
  return at;
}

// What an optional or nullable shape is about.
function bare(shape: unknown): unknown {
  let at = shape;
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodExactOptional)
    at = at.unwrap();
  return at;
}
