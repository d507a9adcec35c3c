import { type RepayKitError, RuleError } from '../../../errors.ts';
import type { RequestState } from './idempotency-file.ts';

/** What is on file about a request that is asked for again. */
export interface KnownRequest {
  /** How it ended; `unknown` while it is under way, too. */
  readonly outcome: 'succeeded' | 'refused' | 'unknown';
  /** When its intent was written down, ISO 8601 UTC. */
  readonly intendedAt: string;
  /** When its end was written down; absent while it is under way, or when its process ended first. */
  readonly endedAt?: string;
  /** By what the service knows the result, where it succeeded, such as `claim 12, discharge_voucher`. */
  readonly result?: string;
  /** Why, where it was refused or its outcome is unknown. */
  readonly reason?: string;
}

/** A request under this key was sent before and is not sent again; `known` is what is on file about it. Rule `request-is-single`. */
export class RequestRepeatedError extends RuleError {
  /** @internal */
  static override readonly lineage: readonly string[] = ['RequestRepeatedError', ...RuleError.lineage];
  /** What is on file about it. */
  readonly known: KnownRequest;

  constructor(spec: string, known: KnownRequest, operation: string) {
    super(
      { rule: 'request-is-single', spec, message: messages[known.outcome] },
      { operation, outcome: known.outcome === 'unknown' ? 'unknown' : 'none' },
    );
    this.known = known;
  }
}

const messages = {
  succeeded:
    'A request under this key has succeeded and is not sent again: error.known says how the service knows the result',
  refused:
    'A request under this key was refused by the service and is not sent again: fix what error.known says and use another key',
  unknown:
    'A request under this key is on its way or may have taken effect, and is not sent again: ask the service’s support, then use another key if it did not',
} as const;

/** The refusal of a request that was sent before. */
export function repeatedRequest({ operation, intendedAt, end }: RequestState, spec: string): RequestRepeatedError {
  const ended = end ? { endedAt: end.at } : {};
  const facts = { intendedAt, ...ended };
  switch (end?.type) {
    case 'request.succeeded':
      return new RequestRepeatedError(
        spec,
        { outcome: 'succeeded', ...facts, ...(end.result === undefined ? {} : { result: end.result }) },
        operation,
      );
    case 'request.refused':
      return new RequestRepeatedError(spec, { outcome: 'refused', ...facts, reason: end.reason }, operation);
    default:
      return new RequestRepeatedError(
        spec,
        { outcome: 'unknown', ...facts, ...(end ? { reason: end.reason } : {}) },
        operation,
      );
  }
}

/** The refusal of a key that stands for something else. */
export function otherContent(operation: string, spec: string): RepayKitError {
  const message =
    'This key stands for a request with other content, which was sent before: use one key for one request';
  return new RuleError({ rule: 'request-is-the-same', spec, message }, { operation });
}
