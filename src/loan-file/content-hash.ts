import crypto from 'node:crypto';
import { canonicalContent, canonicalJson, contentProblem, jsonProblem } from '../domain/canonical-json.ts';
import { InputError } from '../errors.ts';
import type { Problem } from '../validation/checks.ts';

/** Members without a value count as absent. @throws InputError if the content cannot be JSON */
export function contentHash(content: unknown): string {
  return sha256(canonicalContent(content) ?? refuse('Content that cannot be written as JSON', contentProblem(content)));
}

/** The canonical JSON of a value. @throws InputError with this title, if the value cannot be JSON */
export function requireJson(value: unknown, title: string): string {
  return canonicalJson(value) ?? refuse(title, jsonProblem(value));
}

function refuse(title: string, problem: Problem | undefined): never {
  throw new InputError(title, problem ? [problem] : []);
}

export function sha256(content: string | Uint8Array): string {
  return crypto.hash('sha256', content, 'hex');
}
