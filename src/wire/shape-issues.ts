/** What a shape found wrong, as paths and sentences without the values. */
import type * as z from 'zod';

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
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field', unrecognized: true }));
    }
    return [{ path: path.join('.'), message: isMissing(issue) ? 'is missing' : issue.message, unrecognized: false }];
  });
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}
