/** Declares once what a value may be. A refusal never repeats the value, because it may be secret or personal. */
import { nearestName } from './nearest-name.ts';

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where: `payer.bvn`, `breakdown.0.amount`. Empty for the whole value. */
  readonly path: string;
  /** What is wrong and what to do. */
  readonly message: string;
}

export interface Check<Optional extends boolean = boolean> {
  /** For references: `whole number, 1 to 98`. */
  readonly type: string;
  /** For refusals, after "give" or "must be": `a whole number, 1 to 98`. */
  readonly takes: string;
  /** Rules beyond the type, for references. Empty if there are none. */
  readonly rule: string;
  /** Its purpose. Empty if the comment on the interface describes it. */
  readonly meaning: string;
  readonly optional: Optional;
  readonly problems: (value: unknown, path: string) => readonly Problem[];
  /** The only values allowed, if the check has a list of them. */
  readonly words?: readonly string[];
  readonly item?: Check;
  readonly fields?: Readonly<Record<string, Check>>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of any value, such as one that was thrown or passed by JavaScript. */
export function looseFields(value: unknown): Readonly<Record<PropertyKey, unknown>> {
  // Reading a field of anything but null and undefined is safe.
  return (value ?? {}) as Readonly<Record<PropertyKey, unknown>>;
}

/** The kind of a value, in words that follow "is". */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isDateObject(value)) return 'a Date';
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? 'a number' : 'infinite';
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'a string';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

// Checked by its tag, because it may come from another realm, as in test runners.
function isDateObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}

export interface Declaration {
  readonly type: string;
  /** Default: the type with its article. */
  readonly takes?: string | undefined;
  readonly rule?: string | undefined;
  /** The kind of the valid values, as {@link kindOf} names it. The refusal names any other kind. */
  readonly kind?: string;
  /** True if the value is valid. A string replaces the default "must be" message. */
  readonly test: (value: unknown) => boolean | string;
  readonly words?: readonly string[];
}

export function check({ type, takes = withArticle(type), rule = '', kind, test, words }: Declaration): Check<false> {
  const problems = (value: unknown, path: string): readonly Problem[] => {
    const result = test(value);
    if (result === true) return [];
    if (typeof result === 'string') return [{ path, message: result }];
    const given = kindOf(value);
    if (given === kind) return [{ path, message: `must be ${takes}` }];
    return [{ path, message: `is ${given}${isNothing(given) ? ': give' : ', but must be'} ${takes}` }];
  };
  return { type, takes, rule, meaning: '', optional: false, problems, ...(words && { words }) };
}

function isNothing(kind: string): boolean {
  return kind === 'missing' || kind === 'null' || kind === 'empty';
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

export function optional<Known extends Check>(
  known: Known,
  meaning = known.meaning,
): Omit<Known, 'optional'> & Check<true> {
  const problems: Check['problems'] = (value, path) => (value === undefined ? [] : known.problems(value, path));
  return { ...known, optional: true, meaning, problems };
}

export function nullable<Known extends Check>(known: Known): Known {
  const problems: Check['problems'] = (value, path) => (value === null ? [] : known.problems(value, path));
  return { ...known, type: `${known.type} or null`, takes: `${known.takes}, or null`, problems };
}

export function described<Known extends Check>(known: Known, meaning: string): Known {
  return { ...known, meaning };
}

/** Text that says something, and perhaps more than that. */
export function text(takes?: string, test: (text: string) => boolean | string = () => true): Check<false> {
  return check({
    type: 'string',
    takes,
    rule: takes ?? 'not empty',
    kind: 'a string',
    test: (value) => typeof value === 'string' && value.trim() !== '' && test(value),
  });
}

/** Digits as text. A number gets a message of its own, because it loses leading zeros. */
export function digits(takes: string, test?: (text: string) => boolean): Check<false> {
  const known = text(takes, test);
  const problems: Check['problems'] = (value, path) =>
    typeof value === 'number' || typeof value === 'bigint'
      ? [{ path, message: `is ${kindOf(value)}, but must be ${takes}, as text` }]
      : known.problems(value, path);
  return { ...known, problems };
}

/** Any text, including empty text. */
export const anyText = check({ type: 'string', test: (value) => typeof value === 'string' });

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  /** The unit: `milliseconds`. */
  readonly of?: string;
}

export function number(limits: NumberLimits = {}): Check<false> {
  return numberCheck('number', limits, Number.isFinite);
}

export function wholeNumber(limits: NumberLimits = {}): Check<false> {
  return numberCheck('whole number', limits, Number.isSafeInteger);
}

function numberCheck(noun: string, limits: NumberLimits, isNumber: (value: unknown) => boolean): Check<false> {
  const { min, max, above, below, of } = limits;
  const wanted = [
    min !== undefined && max !== undefined ? `${figure(min)} to ${figure(max)}` : '',
    min !== undefined && max === undefined ? `${figure(min)} or more` : '',
    above === undefined ? '' : `above ${figure(above)}`,
    min === undefined && max !== undefined ? `at most ${figure(max)}` : '',
    below === undefined ? '' : `below ${figure(below)}`,
  ].filter((limit) => limit !== '');
  const whatIsWrong = (value: unknown): string | false | undefined => {
    if (typeof value !== 'number') return wrongType('number', value);
    if (!Number.isFinite(value)) return false;
    if (!isNumber(value)) return `must be ${withArticle(noun)}`;
    if (min !== undefined && value < min) return `must be at least ${figure(min)}`;
    if (max !== undefined && value > max) return `must be at most ${figure(max)}`;
    if (above !== undefined && value <= above) return `must be above ${figure(above)}`;
    return below !== undefined && value >= below ? `must be less than ${figure(below)}` : undefined;
  };
  return check({
    type: [of === undefined ? noun : `${noun} of ${of}`, ...wanted].join(', '),
    kind: 'a number',
    test: (value) => {
      const wrong = whatIsWrong(value);
      // A refusal always names the unit, if there is one.
      return wrong === undefined || (of === undefined && wrong);
    },
  });
}

// With thousands separators. `toLocaleString` would load the data of ICU, 12 ms of every start.
function figure(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export const flag = check({
  type: 'boolean',
  takes: 'true or false',
  test: (value) => typeof value === 'boolean' || wrongType('boolean', value),
});

/** Describes a value of the wrong type. False if there is no value. */
function wrongType(wanted: string, value: unknown): string | false {
  return !isNothing(kindOf(value)) && `must be of type ${wanted}, not ${Array.isArray(value) ? 'array' : typeof value}`;
}

export function oneOf(words: readonly string[], takes = listOf(words)): Check<false> {
  const test = (value: unknown) => {
    if (typeof value !== 'string' || words.includes(value) || value.trim() === '')
      return words.includes(value as string);
    const nearest = nearestName(value, words);
    return `${nearest === undefined ? '' : `is unknown; did you mean '${nearest}'? It `}must be ${takes}`;
  };
  return check({ type: words.map((word) => `\`${word}\``).join(' '), takes, kind: 'a string', test, words });
}

function listOf(words: readonly string[]): string {
  return `${words.length > 1 ? 'one of ' : ''}${words.map((word) => `"${word}"`).join(' or ')}`;
}

export const func = check({ type: 'function', kind: 'a function', test: (value) => typeof value === 'function' });

/** An object with these methods. `takes` describes it: `a store, such as memoryStore()`. */
export function withMethods(methods: readonly string[], takes: string): Check<false> {
  return check({
    type: 'object',
    takes,
    test: (value) => {
      const lacking = methods.filter(
        (method) => typeof (value as Record<string, unknown> | null)?.[method] !== 'function',
      );
      if (lacking.length === 0) return true;
      return isRecord(value) && `lacks ${lacking.map((method) => `${method}()`).join(', ')}: give ${takes}`;
    },
  });
}

/** An AbortSignal, checked by structure because it may come from another realm. Must also remove listeners. */
export const signal = check({
  type: 'AbortSignal',
  kind: 'an object',
  test: (value) => {
    const given = value as Partial<AbortSignal> | null | undefined;
    return (
      typeof given?.aborted === 'boolean' &&
      typeof given.addEventListener === 'function' &&
      typeof given.removeEventListener === 'function'
    );
  },
});

/** Any value but null and undefined. Its kind is checked elsewhere. */
export function present(takes: string): Check<false> {
  return check({ type: 'anything', takes, test: (value) => value !== undefined && value !== null });
}

export const anything = optional(check({ type: 'anything', test: () => true }));

// More problems than anyone reads.
const MOST_PROBLEMS = 100;

export function list(
  item: Check,
  limits: { readonly min?: number; readonly max?: number; readonly takes?: string } = {},
): Check<false> {
  const { min = 0, max, takes = `a list${max === undefined ? '' : ` of at most ${figure(max)}`}` } = limits;
  const most = max === undefined ? '' : ` (at most ${figure(max)})`;
  const type = `list${most} of ${item.type.includes(' or ') ? `(${item.type})` : item.type}`;
  const whole = check({
    type,
    takes,
    kind: 'a list',
    test: (value) => Array.isArray(value) && value.length >= min && value.length <= (max ?? value.length),
  });
  const problems: Check['problems'] = (value, path) => {
    const found = [...whole.problems(value, path)];
    if (found.length > 0 || !Array.isArray(value)) return found;
    // By index, so that a hole in a list counts as a missing item.
    for (let index = 0; index < value.length && found.length < MOST_PROBLEMS; index += 1)
      found.push(...item.problems(value[index], pathOf(path, index)));
    return found;
  };
  return { ...whole, item, problems };
}

export function pathOf(path: string, inner: string | number): string {
  if (inner === '') return path;
  return path === '' ? String(inner) : `${path}.${inner}`;
}
