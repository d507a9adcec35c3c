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
  readonly under?: string;
  /** Fields that this package itself gives such a record: whoever passes it back means no harm, and they are read by nobody. */
  readonly returned?: readonly string[];
}

// More mistakes than anybody reads; bytes that are passed by mistake have millions of fields.
const MOST_NAMED = 20;

/** The fields of a record that do not exist, each with the one that was probably meant. What is no record is for other checks to refuse. */
export function unknownFields(record: unknown, known: readonly string[], { under = '', returned = [] }: FieldPlace = {}): Problem[] {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return [];
  const unknown = Object.keys(record).filter((field) => !known.includes(field) && !returned.includes(field));
  return unknown.slice(0, MOST_NAMED).map((field) => {
    const meant = nearestField(field, known);
    const message = meant ? `is unknown; ${MEANT} ${meant}?` : `is unknown; known are ${known.join(', ')}`;
    return { path: under ? `${under}.${field}` : field, message };
  });
}

/**
 * For records that come from the lender's own tables, such as a payer: they may hold more than is read. All that is read there is required, so a mistyped field
 * leaves a problem, and is told beside it.
 */
export function besideMistyped(problems: readonly Problem[], record: unknown, known: readonly string[], place: FieldPlace = {}): readonly Problem[] {
  if (problems.length === 0) return problems;
  return [...unknownFields(record, known, place).filter(({ message }) => message.includes(MEANT)), ...problems];
}

const MEANT = 'did you mean';

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
  return nearest ?? onlyWhole(word, known);
}

function onlyWhole(part: string, known: readonly string[]): string | undefined {
  if (part.length < SHORTEST_PART) return undefined;
  const wholes = known.filter((candidate) => candidate.toLowerCase().startsWith(part) || candidate.toLowerCase().endsWith(part));
  return wholes.length === 1 ? wholes[0] : undefined;
}
