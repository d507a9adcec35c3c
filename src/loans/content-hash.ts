import { createHash } from 'node:crypto';

/** A short name for a content: the same content always has the same one, so that what is filed twice is told apart from what is new. */
export function contentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content, inKeyOrder)).digest('hex').slice(0, 32);
}

// Two objects with the same fields are the same content, in whichever order somebody wrote them down.
function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
