/** A dictionary of a PDF: its keys, without the slash, with each value as text in one spelling. */
export type PdfDictionary = ReadonlyMap<string, string>;

/** One object of a PDF, as written. */
export interface PdfObject {
  /** The value in one spelling: tokens with single blanks between them, dictionaries in the order of the file. */
  readonly text: string;
  /** The entries, if it is a dictionary or a stream. */
  readonly entries: PdfDictionary;
  /** Where the data of a stream begins. */
  readonly dataAt?: number;
}

// A hostile file may nest or fill an object without end.
const MOST_TOKENS = 50_000;

const BLANKS = '\0\t\n\f\r ';
const DELIMITERS = '()<>[]{}/%';

/** Reads one token. Comments and blanks before it are skipped. Undefined at the end. */
function nextToken(text: string, from: number): { readonly token: string; readonly end: number } | undefined {
  const at = skipBlanks(text, from);
  if (at >= text.length) return undefined;
  const end = tokenEnd(text, at);
  return { token: text.slice(at, end), end };
}

/** The first place from `at` on that is neither blank nor in a comment. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '%') while (at + 1 < text.length && !'\r\n'.includes(text.charAt(at + 1))) at += 1;
    else if (!BLANKS.includes(one)) break;
  }
  return at;
}

function tokenEnd(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '(') return stringEnd(text, at);
  if (first === '<' || first === '>') {
    if (text.charAt(at + 1) === first) return at + 2;
    const end = first === '<' ? text.indexOf('>', at) : at;
    return end < 0 ? text.length : end + 1;
  }
  if (first !== '/' && DELIMITERS.includes(first)) return at + 1;
  let end = at + 1;
  while (end < text.length && !BLANKS.includes(text.charAt(end)) && !DELIMITERS.includes(text.charAt(end))) end += 1;
  return end;
}

function stringEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '\\') at += 1;
    else if (one === '(') depth += 1;
    else if (one === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

const openers = new Set(['<<', '[']);
const closers = new Set(['>>', ']']);

/** Reads the value at a place: the tokens of one object. */
function valueTokens(text: string, from: number): { readonly tokens: readonly string[]; readonly end: number } {
  const tokens: string[] = [];
  let depth = 0;
  let at = from;
  while (tokens.length < MOST_TOKENS) {
    const next = nextToken(text, at);
    if (!next || next.token === 'endobj' || next.token === 'obj') break;
    if (depth === 0 && tokens.length > 0 && !isReference(tokens, next.token)) break;
    tokens.push(next.token);
    at = next.end;
    if (openers.has(next.token)) depth += 1;
    else if (closers.has(next.token)) depth -= 1;
    if (depth <= 0 && closers.has(next.token)) break;
  }
  return { tokens, end: at };
}

const isWhole = (token: string | undefined) => token !== undefined && /^\d{1,10}$/.test(token);

// `12 0 R` is one value of three tokens.
function isReference(tokens: readonly string[], next: string): boolean {
  if (tokens.length === 1) return isWhole(tokens[0]) && isWhole(next);
  return tokens.length === 2 && next === 'R';
}

/** Reads the object whose value begins at a place. */
export function objectAt(text: string, from: number): PdfObject {
  const { tokens, end } = valueTokens(text, from);
  const at = skipBlanks(text, end);
  const isStream = text.startsWith('stream', at);
  return {
    text: tokens.join(' '),
    entries: entriesOf(tokens),
    ...(isStream && { dataAt: dataAfter(text, at + 'stream'.length) }),
  };
}

function dataAfter(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return at + 2;
  return text.charAt(at) === '\n' || text.charAt(at) === '\r' ? at + 1 : at;
}

/** The entries of a dictionary in the spelling of `PdfObject`. Empty for other values. */
export function entriesIn(value: string): PdfDictionary {
  return value.startsWith('<<') ? entriesOf(valueTokens(value, 0).tokens) : new Map();
}

function entriesOf(tokens: readonly string[]): PdfDictionary {
  const entries = new Map<string, string>();
  if (tokens[0] !== '<<') return entries;
  let depth = 0;
  let key: string | undefined;
  let value: string[] = [];
  const close = () => {
    if (key !== undefined) entries.set(key, value.join(' '));
    value = [];
  };
  for (const token of tokens) {
    if (closers.has(token)) depth -= 1;
    // A name is a key if it follows a value, and a value if it follows a key.
    if (depth === 1 && token.startsWith('/') && (key === undefined || value.length > 0)) {
      close();
      key = nameOf(token);
    } else if (depth > 0) value.push(token);
    if (openers.has(token)) depth += 1;
  }
  close();
  return entries;
}

/** A name without its slash and without escapes: `/A#42` is `AB`. */
export function nameOf(token: string): string {
  const name = token.slice(1);
  return name.includes('#')
    ? name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;
}

/** The object number of a reference; undefined for other values. */
export function referenceIn(value: string | undefined): number | undefined {
  const [, number] = /^(\d{1,10}) \d{1,5} R$/.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The object numbers of all references in a value, in order. */
export function referencesIn(value: string): number[] {
  if (!value.includes(' R')) return [];
  return Array.from(value.matchAll(/(?<![^ ])(\d{1,10}) \d{1,5} R(?![^ ])/g), ([, number]) => Number(number));
}

/** The whole numbers of an array, or the one number; undefined if it holds anything else. */
export function wholeNumbersIn(value: string | undefined): number[] | undefined {
  if (value === undefined) return undefined;
  const numbers = value.replace(/^\[ ?| ?\]$/g, '').split(' ');
  return numbers.every(isWhole) ? numbers.map(Number) : undefined;
}
