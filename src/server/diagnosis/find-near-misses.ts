/** Which hints are looked for after which refusal. */
import type { WireRow } from '../../wire/operations.ts';
import type { PathSegments } from '../../wire/request-target.ts';
import type { Refusal } from '../answer.ts';
import type { ServerRequest } from '../message.ts';
import { hintBody } from './body-hints.ts';
import { hintFields, hintUnknownFields } from './field-hints.ts';
import { hintKey, type KeyReader } from './key-hints.ts';
import type { Hint } from './near-miss.ts';
import { hintMethod, hintRoute } from './route-hints.ts';

/** What is known of a request that was refused. */
export interface RefusedRequest {
  readonly request: ServerRequest;
  readonly row: Pick<WireRow, 'encoding' | 'credential' | 'input'> | undefined;
  readonly input: unknown;
  /** Undefined for a request that was taken. */
  readonly refusal: Refusal | undefined;
  /** Paths of fields that no shape knows. */
  readonly unknownFields: readonly string[];
}

/** What the server knows about itself. */
export interface Surroundings {
  readonly segments: PathSegments;
  readonly kindOfKey: KeyReader;
}

// Whoever got more wrong reads no further.
const MOST_HINTS = 20;

/** What was nearly right; of what a rule refused, or what is unknown, only the fields that nobody reads. */
export function findNearMisses(refused: RefusedRequest, around: Surroundings): readonly Hint[] {
  const { row, input, unknownFields } = refused;
  const overlooked =
    row && unknownFields.length > 0 ? hintUnknownFields({ shape: row.input, input }, unknownFields) : [];
  return [...hintsFor(refused, around), ...overlooked].slice(0, MOST_HINTS);
}

function hintsFor(
  { request, row, input, refusal }: RefusedRequest,
  { segments, kindOfKey }: Surroundings,
): readonly Hint[] {
  switch (refusal?.code) {
    case 'path_unknown':
      return hintRoute(request, segments);
    case 'method_not_allowed':
      return hintMethod(request.method, refusal.allow ?? 'POST');
    case 'key_missing':
    case 'key_unknown':
    case 'key_wrong_kind':
      return hintKey(row?.credential ?? 'token', request.headers, kindOfKey);
    case 'media_type_unsupported':
    case 'body_malformed':
      return hintBody(request, row?.encoding ?? 'json');
    case 'merchant_mismatch':
      return hintMerchant(input);
    case 'input_invalid':
      return row ? hintFields({ shape: row.input, input }, refusal.fields ?? []) : [];
    default:
      return [];
  }
}

function hintMerchant(input: unknown): readonly Hint[] {
  const { appId, businessId } = (input ?? {}) as { readonly appId?: unknown; readonly businessId?: unknown };
  const sent = [appId, businessId]
    .map((id) => (typeof id === 'string' ? `text of ${id.length} characters` : typeof id))
    .join(' and ');
  const suggestion = 'Check that appId and businessId are those of the key, and that they were not swapped.';
  return [
    { kind: 'merchant', where: 'appId, businessId', sent, expected: "the ids of the key's merchant", suggestion },
  ];
}

/** The refusal with what to do about it: the first suggestions that its message does not make already. */
export function withSuggestion(refusal: Refusal, hints: readonly Hint[]): Refusal {
  const said = refusal.message.toLowerCase();
  const isSaid = (suggestion: string) => said.includes(suggestion.toLowerCase().replace(/\.$/, ''));
  const suggestions = hints
    .flatMap(({ suggestion }) => (suggestion === null || isSaid(suggestion) ? [] : [suggestion]))
    .slice(0, 3);
  return suggestions.length === 0 ? refusal : { ...refusal, message: `${refusal.message} ${suggestions.join(' ')}` };
}
