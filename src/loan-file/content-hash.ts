import crypto from 'node:crypto';
import { canonicalContent, contentProblem } from '../domain/canonical-json.ts';
import { InputError } from '../errors.ts';
import type { Problem } from '../validation/checks.ts';

/**
 * A name for a content: the same content always has the same one, so that what is filed twice is distinguished from what is new. Members without a value
 * count as left out.
 * @throws InputError if the content holds what JSON cannot
 */
export function contentHash(content: unknown): string {
  const text = canonicalContent(content);
  if (text === undefined)
    throw new InputError('Content that cannot be written as JSON', [contentProblem(content) as Problem]);
  return sha256(text);
}

/** SHA-256 of text in UTF-8 or of bytes, 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return crypto.hash('sha256', content, 'hex');
}
