/** Reads words whose command line form differs from the control API. */
import { type AccountKey, isObjectId } from '../../domain/identifiers.ts';
import { isRecord } from '../../validation/checks.ts';
import { type Flags, readNumber, wrong } from './control-command.ts';

/** Reads an account such as `058/0100000011`. */
export function readAccount(text: string | undefined, label: string): AccountKey {
  const [, bankCode, accountNumber] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? [];
  if (bankCode === undefined || accountNumber === undefined)
    throw wrong(label, 'must be a bank code and an account number, such as 058/0100000011');
  return { bankCode, accountNumber };
}

/** Reads an account with its balance: `058/0123456789=5000`. */
export function readNewAccount(text: string, label: string): AccountKey & { readonly balance: number } {
  const [key, balance = '0'] = text.split('=');
  return { ...readAccount(key, label), balance: readNumber(balance, label) };
}

export const ACCOUNT = {
  '<account>': {
    meaning: 'bank code and account number: 058/0100000011',
    read: ([text]: readonly string[], label: string) => ({ ...readAccount(text, label) }),
  },
};

const mandateAs = (field: string) => ({
  '<mandateId>': {
    meaning: 'id of the mandate',
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

export const CLEAR = { '--clear': { meaning: 'clears the list instead', read: () => ({}) } };

/** Reads a list with commas. `ok` is the bank's normal answer, which is null for the server. */
export function readScript([text = '']: readonly string[]): { readonly script: readonly (string | null)[] } {
  return { script: text === '' ? [] : text.split(',').map((code) => (code === 'ok' ? null : code.trim())) };
}

/** Reads `--inactive`. Refuses it together with `--active`. */
export function readInactive(_: readonly string[], label: string, { active }: Flags): { readonly active: false } {
  if (active) throw wrong('--active', `and ${label} exclude each other`);
  return { active: false };
}

/** Reads `name=value` pairs. A value is JSON or text. Dots address fields of objects: `webhook.attempts=3`. */
export function readPairs(pairs: readonly string[], label: string): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw wrong(label, `takes name=value, such as dueHour=10; '${pair}' is none`);
    const path = pair.slice(0, at).split('.');
    // JSON readers drop this name silently.
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

// Ids, account numbers and BVNs must stay text. Only digits without a leading zero, shorter than those, are numbers.
function readValue(text: string): unknown {
  const isPlain = /^-?(0|[1-9]\d{0,8})(\.\d+)?$/.test(text) || /^(true|false|null)$/.test(text);
  if (!isPlain && !/^[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
