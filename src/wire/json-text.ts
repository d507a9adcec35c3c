/** Reads untrusted JSON safely: no stack overflow, no access to prototypes, no numbers that are not finite. */

/** The value, or the reason of a failure. The reason never quotes the text, which may contain personal data. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** Deeper than any payload of the service. */
const MAX_DEPTH = 32;

// Skips a byte order mark.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads UTF-8 JSON text, with or without a byte order mark. No object in the value has a prototype, so a member named
 * `constructor` or `toString` exists only if it was sent. Members named `__proto__`, however escaped, are left out. Of
 * members with the same name the last one counts.
 */
export function readJsonText(body: Uint8Array | string): JsonReading {
  const text = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : decode(body);
  if (text === undefined) return { ok: false, problem: 'the body is not UTF-8' };
  if (text.trim() === '') return { ok: false, problem: 'the body is empty' };
  if (isDeeperThan(MAX_DEPTH, text))
    return { ok: false, problem: `the body is nested deeper than ${MAX_DEPTH} levels` };
  try {
    return withoutPrototypes(JSON.parse(text));
  } catch {
    return { ok: false, problem: 'the body is not JSON' };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function withoutPrototypes(value: unknown): JsonReading {
  if (dropPrototypes(value)) return { ok: true, value };
  return { ok: false, problem: 'the body holds a number that is too great' };
}

/**
 * Removes the prototype of every object in a tree, in place. No one else may hold the tree. An object without one was
 * visited before. Returns false, half done, for a number that is not finite, such as `1e999`.
 */
export function dropPrototypes(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) ? value.every(dropPrototypes) : dropOwnPrototype(value as Record<string, unknown>);
}

function dropOwnPrototype(fields: Record<string, unknown>): boolean {
  if (Object.getPrototypeOf(fields) === null) return true;
  Object.setPrototypeOf(fields, null);
  for (const name in fields) {
    if (name === '__proto__') delete fields[name];
    else if (!dropPrototypes(fields[name])) return false;
  }
  return true;
}

// Counts open brackets outside strings, before the parser builds anything. Invalid JSON is left to the parser.
function isDeeperThan(limit: number, text: string): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(index - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether an object in this JSON text has a name twice. Parsers take the first or the last one, so it is ambiguous. */
export function hasRepeatedNames(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) open.push(code === OPEN_OBJECT ? new Set() : undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, index);
      const names = open.at(-1);
      if (names && isName(text, end)) {
        const name: string = JSON.parse(text.slice(index, end + 1));
        if (names.has(name)) return true;
        names.add(name);
      }
      index = end;
    }
  }
  return false;
}

function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (/\s/.test(text.charAt(next))) next += 1;
  return text.charAt(next) === ':';
}
