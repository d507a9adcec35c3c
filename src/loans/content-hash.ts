import { createHash } from 'node:crypto';

/** A short name for a content: the same content always has the same one, so that what is filed twice is told apart from what is new. */
export function contentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
