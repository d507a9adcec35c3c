/** Fields that nobody reads: a mistyped one would be lost without a word. One way to refuse them, for options and for the input of every step. */
import type { Problem } from './decision.ts';
import { editDistance } from './edit-distance.ts';

/** The names of a record's fields: the compiler sees to it that the list and the type do not part. */
export function fieldsOf<Fields>(fields: Readonly<Record<keyof Fields, true>>): readonly string[] {
  return Object.keys(fields);
}

/** Where a record stands, and what else it may hold. */
export interface FieldPlace {
  /** Path of the record: `payer`. */
  readonly under?: string | undefined;
  /** Fields that such a record may hold besides, such as those that this package itself gives it: whoever passes them back means no harm. */
  readonly returned?: readonly string[];
}

// More mistakes than anybody reads; bytes that are passed by mistake have millions of fields.
const MOST_NAMED = 20;
// More columns than any table of people has.
const MOST_LOOKED_AT = 1_000;

/** The fields of a record that do not exist, each with the one that was probably meant. What is no record is for other checks to refuse. */
export function unknownFields(
  record: unknown,
  known: readonly string[],
  { under, returned = [] }: FieldPlace = {},
): Problem[] {
  const unknown = fieldsIn(record).filter((field) => !known.includes(field) && !returned.includes(field));
  return unknown.slice(0, MOST_NAMED).map((field) => unknownField(field, nearestField(field, known) ?? known, under));
}

/** The fields of a record that are nearly one of those that it lacks; whatever else it holds is nobody's mistake. */
export function mistypedFields(
  record: unknown,
  lacking: readonly string[],
  { under, returned = [] }: FieldPlace = {},
): Problem[] {
  const problems: Problem[] = [];
  for (const field of fieldsIn(record).slice(0, MOST_LOOKED_AT)) {
    if (problems.length === MOST_NAMED) break;
    if (lacking.includes(field) || returned.includes(field)) continue;
    const meant = nearestField(field, lacking);
    if (meant) problems.push(unknownField(field, meant, under));
  }
  return problems;
}

/**
 * For records that come from the lender's own tables, such as a payer: they may hold more than is read. All that is read there is required, so a mistyped field
 * leaves a problem, and is told beside it.
 */
export function besideMistyped(
  problems: readonly Problem[],
  record: unknown,
  known: readonly string[],
  { under }: FieldPlace = {},
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const values = record as Readonly<Record<string, unknown>> | null | undefined;
  const lacking = known.filter((field) => {
    const at = pathOf(field, under);
    // What is wrong inside of a field that is there is told of that one.
    const isAbsent = (values?.[field] ?? undefined) === undefined;
    return problems.some(({ path }) => path === at || (isAbsent && path.startsWith(`${at}.`)));
  });
  return [...mistypedFields(record, lacking, { under, returned: known }), ...problems];
}

function fieldsIn(record: unknown): readonly string[] {
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? Object.keys(record) : [];
}

function unknownField(field: string, meant: string | readonly string[], under: string | undefined): Problem {
  const hint = typeof meant === 'string' ? `did you mean ${meant}?` : `known are ${meant.join(', ')}`;
  return { path: pathOf(field, under), message: `is unknown; ${hint}` };
}

function pathOf(field: string, under = ''): string {
  return under ? `${under}.${field}` : field;
}

// Longer than any name here: what is longer is like none.
const LONGEST_NAME = 64;
// Shorter ones say nothing: `at` is a part of many names.
const SHORTEST_PART = 4;

/** The known field that a name is nearly, mistyped or a part of it (`date` for `debitDate`); undefined where it is like none, or like several. */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const word = name.toLowerCase();
  // Beyond a third of the word, a suggestion is a guess.
  let nearest: string | undefined;
  let nearestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate.toLowerCase());
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  return nearest ?? onlyWhole(word, known) ?? onlySameStart(word, known);
}

/** The only known field with which a name shares three quarters of its letters from the start: `attemptsPerDay` for `attemptsPerDueDate`. */
function onlySameStart(word: string, known: readonly string[]): string | undefined {
  const length = Math.ceil(word.length * 0.75);
  if (length < 2 * SHORTEST_PART) return undefined;
  const alike = known.filter((candidate) => candidate.toLowerCase().startsWith(word.slice(0, length)));
  return alike.length === 1 ? alike[0] : undefined;
}

function onlyWhole(part: string, known: readonly string[]): string | undefined {
  if (part.length < SHORTEST_PART) return undefined;
  const wholes = known.filter(
    (candidate) => candidate.toLowerCase().startsWith(part) || candidate.toLowerCase().endsWith(part),
  );
  return wholes.length === 1 ? wholes[0] : undefined;
}
