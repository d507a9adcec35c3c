import { findFieldValues } from './assignments.ts';
import { maskCredentials } from './credentials.ts';
import { maskPersonNumbers } from './person-numbers.ts';
import {
  type Reading,
  readAsWritten,
  readWithoutEntities,
  readWithoutEscapes,
  readWithoutPercents,
} from './readings.ts';
import { TextMask } from './text-mask.ts';

// Nobody reads longer texts, and on runs of some six million letters the patterns exhaust the stack.
const LONGEST_READ = 1_000_000;

// Most texts that are masked are words such as `pending`; there is nothing to find in these.
const wordsOnly = /^[A-Za-z .,;'()-]{0,100}$/;
const credentialWord = /basic|bearer|token/i;

/**
 * Masks what looks like a person, a secret or a document inside free text, also where it is escaped for an address, a page or JSON; of a text beyond a million
 * characters only the length is told. The time grows with the length alone.
 */
export function redactText(text: string): string {
  if (text.length > LONGEST_READ) return `[${text.length} characters]`;
  if (wordsOnly.test(text) && !credentialWord.test(text)) return text;
  let masked = text;
  // Percents first, because fields may be quoted by them; backslashes last, because they tell quotes within a field from those around it.
  for (const read of [readWithoutPercents, readWithoutEntities, readAsWritten, readWithoutEscapes]) {
    const reading = read(masked);
    if (reading) masked = maskReading(masked, reading);
  }
  return masked;
}

function maskReading(written: string, reading: Reading): string {
  const text = new TextMask(reading);
  // Fields first: a secret may look like an id, which is kept.
  text.maskPlaces(findFieldValues(text.plain));
  maskCredentials(text);
  maskPersonNumbers(text);
  return text.masked(written);
}
