import type * as z from 'zod';
import { shapeIssues } from '../wire/shape-issues.ts';
import { type Answer, refuse } from './answer.ts';

/** A refusal names this many fields; whoever got more of them wrong reads no further. */
const MOST_FIELDS = 100;

/** What to do with fields that a shape does not know: the platform overlooks them, the control API refuses them; a function overlooks them and hears of each. */
export type UnknownFields = 'overlooked' | 'refused' | ((path: string) => void);

/** Checks an input against a shape; the answer is the input itself, or a 400 that lists every field that does not fit. */
export function checkShape<Input>(shape: z.ZodType<Input>, input: unknown, unknownFields: UnknownFields): Answer<Input> {
  const reading = shape.safeParse(input);
  if (reading.success) return { ok: true, data: reading.data };
  const all = shapeIssues(reading.error);
  if (typeof unknownFields === 'function') for (const { path, unrecognized } of all) if (unrecognized) unknownFields(path);
  const issues = all.filter((issue) => unknownFields === 'refused' || !issue.unrecognized);
  // Request shapes have no transforms, so an input whose only fault is a field too many is as good as its reading.
  if (issues.length === 0) return { ok: true, data: input as Input };
  const fields = issues.slice(0, MOST_FIELDS).map(({ path, message }) => ({ path, message }));
  const named = fields.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  const more = issues.length > fields.length ? `; and ${issues.length - fields.length} more` : '';
  return refuse({ status: 400, code: 'input_invalid', message: `The request does not have the right shape: ${named}${more}.`, fields });
}
