import { type BureauEventName, bureauEventNames } from '../domain/bureau.ts';
import { isContentField } from '../domain/loan/report-content.ts';
import type { RepayKitError } from '../errors.ts';
import { type KnownValue, knownIn, personMask, redactText } from '../redact/redact.ts';

/**
 * Makes the mask for everything the service says during one call: takes out the client's keys, what is known of the payer, what was sent, and what looks like
 * personal data anywhere. Made when it is first needed: most calls go well and say nothing.
 */
export function callMask(
  maskKeys: (text: string) => string,
  input: object,
  person: readonly KnownValue[] = [],
): (text: string) => string {
  let maskPerson: ((text: string) => string) | undefined;
  return (text) => {
    maskPerson ??= personMask([...person, ...knownOf(input)]);
    return redactText(maskPerson(maskKeys(text)));
  };
}

/** Takes what is known of a person out of an error that was made before that was known. */
export function maskError(error: RepayKitError, person: readonly KnownValue[]): void {
  const mask = personMask(person);
  const parts = error as {
    readonly [Part in 'message' | 'stack' | 'serviceCode' | 'rule' | 'requestId' | 'fields' | 'issues']?: unknown;
  };
  for (const name of ['message', 'stack', 'serviceCode', 'rule', 'requestId'] as const) {
    const said = parts[name];
    if (typeof said === 'string') Object.assign(error, { [name]: mask(said) });
  }
  for (const name of ['fields', 'issues'] as const) {
    const items = parts[name];
    if (Array.isArray(items))
      Object.assign(error, {
        [name]: items.map(({ path, message }) => ({ path: mask(path), message: mask(message) })),
      });
  }
}

function knownOf(input: object): readonly KnownValue[] {
  return [...knownIn(input), ...addedValues(input)];
}

// What the merchant added to a lifecycle report may be about the payer, under whatever name.
function addedValues(input: object): readonly KnownValue[] {
  const { event, content } = input as { readonly event?: unknown; readonly content?: unknown };
  if (!bureauEventNames.includes(event as BureauEventName) || !isPlain(content)) return [];
  return Object.entries(content).flatMap(([field, value]) =>
    isContentField(event as BureauEventName, field) ? [] : valuesIn(value),
  );
}

/** Every text in a structure, as something that is known of a person. */
export function valuesIn(value: unknown): readonly KnownValue[] {
  if (typeof value === 'string') return [{ kind: 'text', value }];
  return isPlain(value) ? Object.values(value).flatMap(valuesIn) : [];
}

// Not files and streams, which travel with some inputs.
function isPlain(value: unknown): value is object {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
  );
}
