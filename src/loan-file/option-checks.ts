/** Checks the options of checkpoints and evidence: one that is misspelt must not turn off what it was to check. */

import { ConfigurationError, type FieldIssue } from '../errors.ts';
import { unknownFields } from '../validation/record.ts';

/** What an option has to be, and the message for one that is not. */
export interface OptionRule {
  readonly isGood: (value: unknown) => boolean;
  readonly message: string;
  readonly isRequired?: true;
}

/** A rule for every option: the compiler sees to it that none lacks one. */
export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

/** Refuses options that are no record, do not exist, are missing or are of another kind. @throws ConfigurationError with every mistake */
export function checkOptions<Options>(subject: string, options: Options, rules: OptionRules<Options>): void {
  const names = Object.keys(rules);
  if (!isRecord(options)) {
    throw new ConfigurationError(subject, [{ path: 'options', message: `must be a record: { ${names.join(', ')} }` }]);
  }
  const values = options as Readonly<Record<string, unknown>>;
  const wrong = Object.entries<OptionRule>(rules).flatMap(([path, { isGood, message, isRequired }]): FieldIssue[] => {
    const value = values[path];
    if (value === undefined ? !isRequired : isGood(value)) return [];
    return [{ path, message }];
  });
  const issues = [...unknownFields(options, names), ...wrong];
  if (issues.length > 0) throw new ConfigurationError(subject, issues);
}

// Neither a list nor an object of another kind, such as a key, in which no option can be found.
function isRecord(options: unknown): options is object {
  if (typeof options !== 'object' || options === null) return false;
  const prototype: unknown = Object.getPrototypeOf(options);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Can a value be read piece by piece? A text is one piece. */
export function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Has a value all of these methods? */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function');
}

/** Checkpoints that evidence is held against. */
export const checkpointsRule: OptionRule = {
  isGood: isIterable,
  message: 'must be the checkpoints themselves, oldest first: pass sink.all(), not the sink',
};
/** What opens the personal parts. */
export const keysRule: OptionRule = {
  isGood: (value) => hasMethods(value, 'payerKey'),
  message: 'must be a provider of keys, such as localKeys(…)',
};
/** Who hears how far it is. */
export const onProgressRule: OptionRule = {
  isGood: (value) => typeof value === 'function',
  message: 'must be a function',
};
