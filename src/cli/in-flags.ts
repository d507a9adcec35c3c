/** Checks command line input and reports problems by the names of the flags. */
import { ConfigurationError, type FieldIssue } from '../errors.ts';
import { type Check, check } from '../validation/checks.ts';

/** The unparsed flags of a command, by their names in camel case: required texts, other texts, switches, lists. */
export type CommandFlags<
  Required extends string,
  Text extends string = never,
  Switch extends string = never,
  List extends string = never,
> = Readonly<
  Record<Required, string> & Partial<Record<Text, string> & Record<Switch, true> & Record<List, readonly string[]>>
>;

/** The errors of a command about its flags and arguments. `refuse` throws one for a rejected promise. */
export function commandErrors(command: string) {
  const wrong = (path: string, message: string, cause?: unknown) =>
    new ConfigurationError(command, [{ path, message }], { cause });
  const refuse = (path: string, message: string) => (cause: unknown) => {
    throw wrong(path, message, cause);
  };
  return { wrong, refuse };
}

/** Rewrites a refused option of `make` as an error about the flag that the user wrote. @throws ConfigurationError */
export function inFlags<Made>(command: string, asWritten: (issue: FieldIssue) => FieldIssue, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`repaykit ${command}`, error.issues.map(asWritten));
  }
}

/** A check for a flag. `takes` names the expected form. */
export function flagOf(form: RegExp, takes: string): Check<false> {
  return check({
    type: 'string',
    test: (text) => (typeof text === 'string' && form.test(text)) || `must be ${takes}`,
  });
}

export const smallCount = flagOf(/^[1-9]\d{0,2}$/, 'a whole number from 1');

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(?!0+\D)(\d{1,9})(ms|s|m|h)$/;

export const durationFlag = flagOf(DURATION, 'a duration such as 500ms, 30s or 5m');

/** The milliseconds of a checked duration. */
export function durationMs(text: string): number {
  const [, amount, unit = ''] = DURATION.exec(text) ?? [];
  return Number(amount) * (UNITS[unit] ?? Number.NaN);
}

/** Checks all flags at once. @throws ConfigurationError */
export function checkFlags(
  command: string,
  flags: Readonly<Record<string, readonly [known: Check, written: unknown]>>,
  more: readonly FieldIssue[] = [],
): void {
  const issues = Object.entries(flags).flatMap(([path, [known, written]]) => known.problems(written, path));
  if (issues.length + more.length > 0) throw new ConfigurationError(command, [...issues, ...more]);
}
