/** Reads what was written on the command line into what the control API takes. */
import { isObjectId } from '../../domain/identifiers.ts';
import { InputError } from '../../errors.ts';
import type { Flags } from './control-command.ts';

/** An account as people write it, `058/0100000011`. */
export function readAccount(
  text: string | undefined,
  name: string,
): { readonly bankCode: string; readonly accountNumber: string } {
  const [, bankCode, accountNumber] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? [];
  if (bankCode === undefined || accountNumber === undefined)
    throw wrong(name, 'must be a bank code and an account number, such as 058/0100000011');
  return { bankCode, accountNumber };
}

/** The id of a mandate. */
export function readMandateId(text: string | undefined): string {
  if (text !== undefined && isObjectId(text)) return text;
  throw wrong(
    '<mandateId>',
    'must be the 24 hexadecimal characters of a mandate’s id, as `repaykit scenario` shows it',
  );
}

/** A number, where the flag was given. */
export function readNumber(flags: Flags, name: string): number | undefined {
  const text = flags[name];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw wrong(flagOf(name), 'must be a number');
}

/** A list written with commas; `ok` stands for the bank's normal answer, which the server calls null. */
export function readScript(text: string): readonly (string | null)[] {
  return text === '' ? [] : text.split(',').map((code) => (code === 'ok' ? null : code.trim()));
}

/** `name=value` pairs; values that are JSON are read as such, all others are text. Dots lead into objects: `webhook.attempts=3`. */
export function readPairs(pairs: readonly string[], name: string): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw wrong(name, `takes name=value, such as dueHour=10; '${pair}' is none`);
    // Readers of JSON leave it out, and nothing would say so.
    if (pair.slice(0, at).split('.').includes('__proto__')) throw wrong(name, "'__proto__' is not a known field");
    put(read, pair.slice(0, at).split('.'), readValue(pair.slice(at + 1)));
  }
  return { ...read };
}

/** The members whose value is there. */
export function given(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** What is wrong with a word or a flag. */
export function wrong(name: string, message: string): InputError {
  return new InputError('command line', [{ path: name, message }]);
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const next: Record<string, unknown> =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : Object.create(null);
  into[name] = next;
  put(next, rest, value);
}

// Ids, account numbers and BVNs are digits too, but text: only plain numbers without a leading zero and of a length that no such number has are read as numbers.
function readValue(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,8})(\.\d+)?$/.test(text) || /^(true|false|null)$/.test(text)) return JSON.parse(text);
  if (!/^[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
