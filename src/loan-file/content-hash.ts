import crypto from 'node:crypto';
import { canonicalContent, canonicalJson, contentProblem, jsonProblem } from '../domain/canonical-json.ts';
import { InputError } from '../errors.ts';
import type { Problem } from '../validation/checks.ts';

/** A name for a content, the same for the same content; members without a value count as left out. @throws InputError if it holds what JSON cannot */
export function contentHash(content: unknown): string {
  return sha256(canonicalContent(content) ?? refuse('Content that cannot be written as JSON', contentProblem(content)));
}

/** The canonical JSON of a value. @throws InputError, with this title, if it holds what JSON cannot */
export function requireJson(value: unknown, title: string): string {
  return canonicalJson(value) ?? refuse(title, jsonProblem(value));
}

function refuse(title: string, problem: Problem | undefined): never {
  throw new InputError(title, problem ? [problem] : []);
}

/** SHA-256 of text in UTF-8 or of bytes, 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return crypto.hash('sha256', content, 'hex');
}
