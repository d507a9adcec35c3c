import type { RepayKitError } from '../errors.ts';
import { isSensitiveKey } from '../redact.ts';

const PERSONAL = '[personal]';
// What is shorter stands in any sentence.
const SHORTEST = 4;

/**
 * Takes out of an error what the service repeated of the request: patterns catch numbers and mail addresses wherever they stand, but a name or a postal
 * address is known only by who sent it.
 */
export function maskEchoedInput(error: RepayKitError, input: object): void {
  const spellings = spellingsOf(input);
  const mask = (text: string) => spellings.reduce((masked, spelling) => masked.replaceAll(spelling, PERSONAL), text);
  error.message = mask(error.message);
  if (error.stack) error.stack = mask(error.stack);
  for (const list of ['fields', 'issues'] as const) {
    const items = (error as { readonly fields?: unknown; readonly issues?: unknown })[list];
    if (Array.isArray(items)) Object.assign(error, { [list]: items.map(({ path, message }) => ({ path: mask(path), message: mask(message) })) });
  }
}

// As it was sent, as JSON writes it and as banks write it; longest first, so that no part is left of one that holds another.
function spellingsOf(input: object): readonly string[] {
  const values = Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && value.length >= SHORTEST && isSensitiveKey(key, input) ? [value] : [],
  );
  const spellings = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), value.toUpperCase(), value.toLowerCase()]);
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}
