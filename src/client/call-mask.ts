import { bureauEventNames } from '../domain/bureau.ts';
import { isContentField } from '../domain/loan/report-content.ts';
import type { RepayKitError } from '../errors.ts';
import { type KnownValue, knownIn, personMask, redactText } from '../redact/redact.ts';
import { looseFields } from '../validation/checks.ts';

/** Masks what the service says during a call: own keys, the payer, the input, and whatever looks personal. */
export function callMask(
  maskKeys: (text: string) => string,
  input: object,
  person: readonly KnownValue[] = [],
): (text: string) => string {
  let maskPerson: ((text: string) => string) | undefined;
  return (text) => {
    maskPerson ??= personMask(together(person, knownOf(input)));
    return redactText(maskPerson(maskKeys(text)));
  };
}

export function maskError(error: RepayKitError, person: readonly KnownValue[]): void {
  const mask = personMask(person);
  for (const name of ['message', 'stack', 'serviceCode', 'rule', 'requestId']) {
    const said = looseFields(error)[name];
    if (typeof said === 'string') Object.assign(error, { [name]: mask(said) });
  }
  for (const name of ['fields', 'issues']) {
    const items = looseFields(error)[name];
    if (!Array.isArray(items)) continue;
    const masked = items.map(({ path, message }) => ({ path: mask(path), message: mask(message) }));
    Object.assign(error, { [name]: masked });
  }
}

/** Both lists. What is known about a person is mostly all, and the mask of that list is made already. */
export function together(person: readonly KnownValue[], more: readonly KnownValue[]): readonly KnownValue[] {
  return more.length === 0 ? person : [...person, ...more];
}

function knownOf(input: object): readonly KnownValue[] {
  return [...knownIn(input), ...addedValues(input)];
}

// The lender's own fields of a lifecycle report may describe the payer under any name.
function addedValues(input: object): readonly KnownValue[] {
  const content = looseFields(input).content;
  const event = bureauEventNames.find((name) => name === looseFields(input).event);
  if (!event || !isPlain(content)) return [];
  return Object.entries(content).flatMap(([field, value]) => (isContentField(event, field) ? [] : valuesIn(value)));
}

export function valuesIn(value: unknown): readonly KnownValue[] {
  if (typeof value === 'string') return [{ kind: 'text', value }];
  return isPlain(value) ? Object.values(value).flatMap(valuesIn) : [];
}

// Excludes files and streams, which some inputs contain.
function isPlain(value: unknown): value is object {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
  );
}
