import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';

/** A name for a content: the same content always has the same one, so that what is filed twice is told apart from what is new. */
export function contentHash(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
