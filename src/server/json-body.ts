import { isUtf8 } from 'node:buffer';
import { type Answer, refuse } from './answer.ts';

/** Deeper than any shape of the interface goes; what is nested deeper is an attack or a mistake. */
const MAX_DEPTH = 32;

/** Reads a JSON body. Nesting is capped and `__proto__` members are left out, so that no later copy of the value can be led astray. */
export function readJsonBody(bytes: Uint8Array | undefined): Answer<unknown> {
  if (bytes === undefined || bytes.byteLength === 0) return malformed('The body is empty: send a JSON object.');
  if (!isUtf8(bytes)) return malformed('The body is not UTF-8: send JSON text in UTF-8.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (isTooDeep(text)) return malformed(`The body is nested deeper than ${MAX_DEPTH} levels: no operation needs that.`);
  try {
    return { ok: true, data: mayHoldProto(text) ? JSON.parse(text, withoutProto) : JSON.parse(text) };
  } catch {
    // The parser's own message quotes the body, which may hold personal data.
    return malformed('The body is not JSON: check its quotes, commas and brackets.');
  }
}

function malformed(message: string): Answer<never> {
  return refuse({ status: 400, code: 'body_malformed', message });
}

// Counts open brackets outside of strings, before the parser builds anything.
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
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
  while (text.charCodeAt(index - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

// An escape such as \u005f can spell the name too; then the slower path decides on the parsed names.
function mayHoldProto(text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u');
}

function withoutProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
