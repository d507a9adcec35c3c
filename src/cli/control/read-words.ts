/** Reads what people write on a command line in other ways than the control API takes it. */
import { type AccountKey, isObjectId } from '../../domain/identifiers.ts';
import { isRecord } from '../../validation/checks.ts';
import { type Flags, readNumber, wrong } from './control-command.ts';

/** An account as people write it, `058/0100000011`. */
export function readAccount(text: string | undefined, label: string): AccountKey {
  const [, bankCode, accountNumber] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? [];
  if (bankCode === undefined || accountNumber === undefined)
    throw wrong(label, 'must be a bank code and an account number, such as 058/0100000011');
  return { bankCode, accountNumber };
}

/** An account with its balance after an equals sign: `058/0123456789=5000`. */
export function readNewAccount(text: string, label: string): AccountKey & { readonly balance: number } {
  const [key, balance = '0'] = text.split('=');
  return { ...readAccount(key, label), balance: readNumber(balance, label) };
}

/** The account of a call. */
export const ACCOUNT = {
  '<account>': {
    meaning: 'bank code and account number, 058/0100000011',
    read: ([text]: readonly string[], label: string) => ({ ...readAccount(text, label) }),
  },
};

const mandateAs = (field: string) => ({
  '<mandateId>': {
    meaning: 'the mandate',
    read: ([text = '']: readonly string[], label: string) => {
      if (isObjectId(text)) return { [field]: text };
      throw wrong(label, 'must be the 24 hexadecimal characters of a mandate’s id, as `repaykit scenario` shows it');
    },
  },
});

/** The mandate in the path of a call. */
export const MANDATE = mandateAs('id');

/** The mandate in the query or the body of a call. */
export const MANDATE_ID = mandateAs('mandateId');

/** The flag of a list that empties it. */
export const CLEAR = { '--clear': { meaning: 'empties the list instead', read: () => ({}) } };

/** A list written with commas; `ok` stands for the bank's normal answer, which the server calls null. */
export function readScript([text = '']: readonly string[]): { readonly script: readonly (string | null)[] } {
  return { script: text === '' ? [] : text.split(',').map((code) => (code === 'ok' ? null : code.trim())) };
}

/** `--inactive`, unless `--active` is there too. */
export function readInactive(_: readonly string[], label: string, { active }: Flags): { readonly active: false } {
  if (active) throw wrong('--active', `and ${label} exclude each other`);
  return { active: false };
}

/**
 * `name=value` pairs; values that are JSON are read as such, all others are text. Dots lead into objects:
 * `webhook.attempts=3`.
 */
export function readPairs(pairs: readonly string[], label: string): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw wrong(label, `takes name=value, such as dueHour=10; '${pair}' is none`);
    const path = pair.slice(0, at).split('.');
    // Readers of JSON leave it out, and nothing would say so.
    if (path.includes('__proto__')) throw wrong(label, "'__proto__' is not a known field");
    put(read, path, readValue(pair.slice(at + 1)));
  }
  return { ...read };
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const next: Record<string, unknown> = Object.assign(Object.create(null), isRecord(inner) ? inner : {});
  into[name] = next;
  put(next, rest, value);
}

// Ids, account numbers and BVNs are digits too, but text: only plain numbers without a leading zero and of a length
// that no such number has are read as numbers.
function readValue(text: string): unknown {
  const isPlain = /^-?(0|[1-9]\d{0,8})(\.\d+)?$/.test(text) || /^(true|false|null)$/.test(text);
  if (!isPlain && !/^[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
