/** What a shape found wrong, as paths and sentences without the values. */
import type * as z from 'zod';

/**
 * Reads a value by a shape. The validator's own message would convert what a value has under `constructor` to text: a sender of an object there that cannot be
 * converted would have a TypeError thrown, and a text there would stand in the message.
 */
export function readShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): z.ZodSafeParseResult<z.output<Shape>> {
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

/** One thing that does not fit. */
export interface ShapeIssue {
  /** Where: `consents.0.bankCode`; empty for the whole. */
  readonly path: string;
  /** What was expected. Never holds the value. */
  readonly message: string;
  /** Is it only a field that the shape does not know? */
  readonly unrecognized: boolean;
}

/** The issues of a failed reading, each with its path; unknown fields one by one. */
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

// The validator's own words are no predicate that could follow a field's name; messages of ours are.
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^Invalid input: expected .*, received undefined$/, 'is missing'],
  [/^Invalid input: expected (.+), received (.+)$/, 'must be of type $1, not $2'],
  [/^Invalid (?:option|input): expected (.+)$/, 'must be $1'],
  [/^Too (?:small|big): expected \w+ to (be|have) (.+)$/, 'must $1 $2'],
];

// Its signs, in words.
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
