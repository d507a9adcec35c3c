/** What a shape found wrong, as paths and sentences without the values. */
import type * as z from 'zod/mini';

type Result<Shape extends z.ZodMiniType> = z.core.util.SafeParseResult<z.output<Shape>>;

/**
 * Reads a value with a shape. The validator's own message converts the value's `constructor` member to text. A sender
 * could make that throw a TypeError, or put text into the message.
 */
export function readShape<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): Result<Shape> {
  // The validator's own functions copy options and wrap the result, which costs as much as the check of a valid value.
  const run = shape._zod.run({ value, issues: [] }, { async: false });
  if (!(run instanceof Promise) && run.issues.length === 0)
    return { success: true, data: run.value as z.output<Shape> };
  return shape.safeParse(value, { error: typeMessage });
}

const typeMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type'
    ? `Invalid input: expected ${issue.expected}, received ${typeName(issue.input)}`
    : undefined;

function typeName(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

/** One mismatch between a value and a shape. */
export interface ShapeIssue {
  /** The path, such as `consents.0.bankCode`. Empty for the whole value. */
  readonly path: string;
  /** The expectation. Never contains the value. */
  readonly message: string;
  /** Whether the only problem is an unknown field. */
  readonly unrecognized: boolean;
}

/** The issues of a failed reading, each with its path. Unknown fields are listed one by one. */
export function shapeIssues(error: { readonly issues: readonly z.core.$ZodIssue[] }): readonly ShapeIssue[] {
  return error.issues.flatMap((issue): ShapeIssue[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        message: 'is not a known field',
        unrecognized: true,
      }));
    }
    return [{ path: path.join('.'), message: sentenceOf(issue), unrecognized: false }];
  });
}

// Rewrites the validator's messages, so that they can follow a field's name. Our messages can already.
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^Invalid input: expected .*, received undefined$/, 'is missing'],
  [/^Invalid input: expected (.+), received (.+)$/, 'must be of type $1, not $2'],
  [/^Invalid (?:option|input): expected (.+)$/, 'must be $1'],
  [/^Too (?:small|big): expected \w+ to (be|have) (.+)$/, 'must $1 $2'],
];

// The validator's symbols, in words.
const signs: readonly (readonly [RegExp, string])[] = [
  [/\bof type int, not number$/, 'a whole number'],
  [/\bof type int\b/, 'a whole number'],
  [/>=(?=\S)/, 'at least '],
  [/<=(?=\S)/, 'at most '],
  [/>(?=\S)/, 'more than '],
  [/<(?=\S)/, 'less than '],
  [/\b1 (character|item)s$/, '1 $1'],
];

function sentenceOf({ message }: z.core.$ZodIssue): string {
  const found = wordings.find(([pattern]) => pattern.test(message));
  if (!found) return message;
  return signs
    .reduce((text, [pattern, words]) => text.replace(pattern, words), message.replace(...found))
    .replaceAll('|', ' or ');
}
