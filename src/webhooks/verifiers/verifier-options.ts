/** Options of verifiers, which also come from JavaScript and from environments where a variable is missing: checked all at once, and never quoted where they are secret. */
import { ConfigurationError, type FieldIssue } from '../../errors.ts';

/** What was given in place of options, with the names that are not known told as mistakes. */
export function readOptions<Options extends object>(
  given: unknown,
  known: Readonly<Record<keyof Options, true>>,
): { readonly options: Readonly<Record<keyof Options, unknown>>; readonly issues: readonly FieldIssue[] } {
  const isRecord = typeof given === 'object' && given !== null;
  const options = (isRecord ? given : {}) as Record<keyof Options, unknown>;
  const unknownNames = Object.keys(options).filter((name) => !Object.hasOwn(known, name));
  return {
    options,
    issues: unknownNames.map((path) => ({ path, message: `is not known; known are ${Object.keys(known).join(', ')}` })),
  };
}

/** What is wrong with one item of a list, for people: never the item itself. Undefined when it is good. */
export type ItemCheck = (item: string) => string | undefined;

/** One text or a list of texts as a list, and what is wrong with it. */
export interface TextList {
  readonly items: readonly string[];
  readonly issues: readonly FieldIssue[];
}

/** Reads an option that is one text or several. Where it has none, `missing` says what to do. */
export function readTexts(
  given: unknown,
  path: string,
  { missing, check }: { readonly missing: string; readonly check: ItemCheck },
): TextList {
  const isList = Array.isArray(given);
  // A copy without holes, which would be passed over below.
  const list: readonly unknown[] = isList ? Array.from(given as readonly unknown[]) : [given];
  if (list.length === 0) return { items: [], issues: [{ path, message: missing }] };
  const issues = list.flatMap((item, index) => {
    const message = typeof item === 'string' && item !== '' ? check(item) : whyNoText(item);
    return message === undefined ? [] : [{ path: isList ? `${path}.${index}` : path, message }];
  });
  return { items: issues.length === 0 ? (list as readonly string[]) : [], issues };
}

function whyNoText(item: unknown): string {
  return item === undefined || item === null || item === ''
    ? 'is empty: is the environment variable set?'
    : `must be text, not ${typeof item}`;
}

/** Throws when anything is wrong. @throws ConfigurationError with every mistake */
export function refuseMistakes(subject: string, ...issues: readonly (readonly FieldIssue[])[]): void {
  const all = issues.flat();
  if (all.length > 0) throw new ConfigurationError(subject, all);
}

/** Is it the name of a header? */
export function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
