import type * as z from 'zod';
import type { Problem } from '../validation/checks.ts';
import { nearestName } from '../validation/nearest-name.ts';
import type { RecordCheck } from '../validation/record.ts';
import { readShape, type ShapeIssue, shapeIssues } from '../wire/shape-issues.ts';
import { type Answer, refuse } from './answer.ts';
import { knownFieldsAt, knownWordsAt } from './known-fields.ts';
import { meantName } from './nearest-name.ts';

/** A refusal names this many fields; more would not be read. */
const MOST_FIELDS = 100;

/** What to do with fields that a shape does not know: the platform overlooks them, the control API refuses them; a function overlooks them and gets each. */
export type UnknownFields = 'overlooked' | 'refused' | ((path: string) => void);

/** Adds to an issue what was probably meant: the field instead of one that does not exist, or the word instead of one that is not taken there. Never holds the value. */
export function withGuess(issue: ShapeIssue, shape: z.ZodType, input: unknown): ShapeIssue {
  const parts = issue.path.split('.');
  const name = parts.at(-1) ?? '';
  if (issue.unrecognized) return guessed(issue, name, knownFieldsAt(shape, parts.slice(0, -1)));
  const words = knownWordsAt(shape, parts);
  const given = parts.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    input,
  );
  return typeof given === 'string' && words.length > 0 ? guessed(issue, given, words) : issue;
}

function guessed(issue: ShapeIssue, name: string, known: readonly string[]): ShapeIssue {
  const nearest = meantName(name, known) ?? nearestName(name, known);
  // The list of words may be long: what was meant comes first.
  if (nearest !== undefined && !issue.unrecognized)
    return { ...issue, message: `is not known; did you mean ${nearest}? It ${issue.message}` };
  if (nearest !== undefined) return { ...issue, message: `${issue.message}; did you mean ${nearest}?` };
  return issue.unrecognized && known.length > 0
    ? { ...issue, message: `${issue.message}; known are ${known.join(', ')}` }
    : issue;
}

/** Checks an input against a shape; the answer is the input itself, or a 400 that lists every field that does not fit. */
export function checkShape<Input>(
  shape: z.ZodType<Input>,
  input: unknown,
  unknownFields: UnknownFields,
): Answer<Input> {
  const reading = readShape(shape, input);
  if (reading.success) return { ok: true, data: reading.data };
  const all = shapeIssues(reading.error);
  if (typeof unknownFields === 'function')
    for (const { path, unrecognized } of all) if (unrecognized) unknownFields(path);
  const isRefused = unknownFields === 'refused';
  const issues = all.filter((issue) => isRefused || !issue.unrecognized);
  // Request shapes have no transforms, so an input whose only fault is a field too many is as good as its reading.
  if (issues.length === 0) return { ok: true, data: input as Input };
  return refuseFields(issues.map((issue) => (isRefused ? withGuess(issue, shape, input) : issue)));
}

/** Checks a body or a query as it is declared; the answer is the value itself, or a 400 that lists every field that does not fit. */
export function checkRecord<Value>(declared: RecordCheck<Value>, value: unknown): Answer<Value> {
  const problems = declared.problems(value, '');
  // The check has just shown that it is one.
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
