/** Masks personal data and secrets before they reach a log, an error, a journal or a page. No other folder masks. */
import { fieldKind } from './field-names.ts';
import { isNameKey, isPersonBeside, type KnownValue } from './known-person.ts';

export { type KnownValue, personMask } from './known-person.ts';
export { maskAccountNumber, maskBvn } from './masks.ts';
export { redact } from './structure.ts';
export { redactText, redactUrl } from './text.ts';

/** Whether a field of this name, in any spelling, is masked. `name` is masked only in a person's record. */
export function isSensitiveKey(key: string, within: object = {}): boolean {
  return isNameKey(key) ? isPersonBeside(Object.keys(within)) : fieldKind(key) !== undefined;
}

const nameField = /name$/i;
const wholeField = /password|passphrase|pin|secret|token|file|signature|statement/i;

/** Collects what a structure says about a person, by the names of its fields. */
export function knownIn(structure: object): readonly KnownValue[] {
  return Object.entries(structure).flatMap(([key, value]): readonly KnownValue[] => {
    if (typeof value === 'string') return isSensitiveKey(key, structure) ? [{ kind: kindOf(key), value }] : [];
    return isPlain(value) ? knownIn(value) : [];
  });
}

function kindOf(key: string): KnownValue['kind'] {
  return nameField.test(key) ? 'name' : wholeField.test(key) ? 'whole' : 'text';
}

// Excludes files and streams, which some inputs contain.
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
