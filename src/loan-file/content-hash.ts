import { builtins } from '../builtins.ts';
import { canonicalJson, jsonProblem } from '../domain/canonical-json.ts';
import { InputError } from '../errors.ts';
import type { Problem } from '../validation/checks.ts';

/** Members without a value count as absent. @throws InputError if the content cannot be JSON */
export function contentHash(content: unknown): string {
  const json = canonicalJson(content, 'content');
  return sha256(json ?? refuse('Content that cannot be written as JSON', jsonProblem(content, 'content')));
}

/** The canonical JSON of a value. @throws InputError with this title, if the value cannot be JSON */
export function requireJson(value: unknown, title: string): string {
  return canonicalJson(value) ?? refuse(title, jsonProblem(value));
}

function refuse(title: string, problem: Problem | undefined): never {
  throw new InputError(title, problem ? [problem] : []);
}

export function sha256(content: string | Uint8Array): string {
  return builtins.crypto.hash('sha256', content, 'hex');
}
