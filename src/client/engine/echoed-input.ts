import { type BureauEventName, bureauEventNames } from '../../domain/bureau.ts';
import { isContentField } from '../../domain/loan/report-content.ts';
import type { RepayKitError } from '../../errors.ts';
import { isSensitiveKey } from '../../redact.ts';

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
  const parts = error as { readonly [Part in 'serviceCode' | 'rule' | 'fields' | 'issues']?: unknown };
  for (const word of ['serviceCode', 'rule'] as const) {
    const said = parts[word];
    if (typeof said === 'string') Object.assign(error, { [word]: mask(said) });
  }
  for (const list of ['fields', 'issues'] as const) {
    const items = parts[list];
    if (Array.isArray(items)) Object.assign(error, { [list]: items.map(({ path, message }) => ({ path: mask(path), message: mask(message) })) });
  }
}

// As it was sent, as JSON writes it and as banks write it; longest first, so that no part is left of one that holds another.
function spellingsOf(input: object): readonly string[] {
  const values = [...personalTexts(input), ...addedTexts(input)].filter((value) => value.length >= SHORTEST);
  const spellings = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), value.toUpperCase(), value.toLowerCase()]);
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

function personalTexts(input: object): readonly string[] {
  return Object.entries(input).flatMap(([key, value]) => {
    if (typeof value === 'string') return isSensitiveKey(key, input) ? [value] : [];
    return isPlain(value) ? personalTexts(value) : [];
  });
}

// What the merchant added to a lifecycle report may be about the payer, under whatever name.
function addedTexts(input: object): readonly string[] {
  const { event, content } = input as { readonly event?: unknown; readonly content?: unknown };
  if (!bureauEventNames.includes(event as BureauEventName) || !isPlain(content)) return [];
  return Object.entries(content).flatMap(([field, value]) => (isContentField(event as BureauEventName, field) ? [] : textsIn(value)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isPlain(value) ? Object.values(value).flatMap(textsIn) : [];
}

// Not files and streams, which travel with some inputs.
function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
}
