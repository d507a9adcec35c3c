import { inspect } from 'node:util';
import { planted } from './planted-values.ts';

/** Where a planted value was found. */
export interface Leak {
  readonly where: string;
  readonly value: string;
  readonly around: string;
}

const AROUND = 60;

/** Each value in every spelling that people and programs give it; the longest ones first, so that a find has its own name. */
const spellings: readonly (readonly [string, string])[] = Object.entries(planted).flatMap(([name, value]) => {
  const plain = [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('hex'),
  ];
  return [...new Set(plain)].map((spelling) => [name, spelling.toLowerCase()] as const);
});

/** Looks at everything that is printed, and remembers what it found there. */
export class Watcher {
  readonly leaks: Leak[] = [];
  /** How many texts were looked at, by where they came from. */
  readonly looked = new Map<string, number>();

  /** Looks at a text. */
  look(where: string, text: string): void {
    this.looked.set(where, (this.looked.get(where) ?? 0) + 1);
    const lower = text.toLowerCase();
    for (const [value, spelling] of spellings) {
      const at = lower.indexOf(spelling);
      if (at >= 0) this.leaks.push({ where, value, around: text.slice(Math.max(0, at - AROUND), at + AROUND) });
    }
  }

  /** Looks at a value in every way in which people print it. JSON of a loan is left out: it is complete, for the page on which the payer chooses. */
  lookAt(where: string, value: unknown, { withJson = true } = {}): void {
    for (const text of printed(value, withJson)) this.look(where, text);
  }
}

/** Every way in which people print things. */
export function printed(value: unknown, withJson = true): readonly string[] {
  const ways = [
    inspect(value, { depth: 10 }),
    inspect(
      { nested: [value] },
      { depth: 10, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null },
    ),
    textOf(value),
    ...(withJson ? [jsonOf(value)] : []),
  ];
  if (!(value instanceof Error)) return ways;
  const own = Object.entries(value).map(([name, part]) => `${name}: ${textOf(part)} ${withJson ? jsonOf(part) : ''}`);
  return [
    ...ways,
    value.message,
    value.stack ?? '',
    ...own,
    ...(value.cause === undefined ? [] : printed(value.cause, withJson)),
  ];
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

function jsonOf(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, part: unknown) =>
        typeof part === 'function' || typeof part === 'bigint' ? String(part) : part,
      ) ?? ''
    );
  } catch {
    return '';
  }
}
