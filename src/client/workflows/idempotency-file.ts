import { type RepayKitError, RuleError } from '../../errors.ts';
import type { FileKind } from '../../loan-file/event-log.ts';

interface RequestIntended {
  readonly type: 'request.intended';
  readonly at: string;
  readonly operation: string;
  /** A hash of the content, keyed if keys are kept. Equal for equal content. */
  readonly content: string;
}

/** The service did what was asked. The answer itself is not kept, because it is about people. */
interface RequestSucceeded {
  readonly type: 'request.succeeded';
  readonly at: string;
  /** The service's name for the result, such as `claim 12, discharge_voucher`. */
  readonly result?: string;
}

/** `refused`: nothing was done. `unsent`: nothing left, and the key is free again. `unknown`: it may have been. */
interface RequestFailed {
  readonly type: 'request.refused' | 'request.unsent' | 'request.unknown';
  readonly at: string;
  readonly reason: string;
}

export type RequestEnd = RequestSucceeded | RequestFailed;

/** The events of a request that is sent once. */
export type RequestEvent = RequestIntended | RequestEnd;

export interface RequestState {
  readonly operation: string;
  readonly content: string;
  readonly intendedAt: string;
  /** Undefined while it is in progress, or if its process ended before the answer came. */
  readonly end: RequestEnd | undefined;
}

const FILE_PREFIX = 'request:';

export function requestFileId(key: string): string {
  return `${FILE_PREFIX}${key}`;
}

/** Whether this is the name of such a file. No loan may have it, because both are kept in the same store. */
export function isRequestFile(fileId: string): boolean {
  return fileId.startsWith(FILE_PREFIX);
}

/** The file of such a request. It is stored next to the loans under its key, without labels. */
export const requestFile: FileKind<RequestEvent, RequestState> = {
  apply(state, event) {
    if (event.type === 'request.intended')
      return { operation: event.operation, content: event.content, intendedAt: event.at, end: undefined };
    return state && { ...state, end: event };
  },
  isKnown: (type) => known.has(type),
  // Nothing in it is about a person.
  ownerOf: () => undefined,
};

const known: ReadonlySet<string> = new Set<RequestEvent['type']>([
  'request.intended',
  'request.succeeded',
  'request.refused',
  'request.unsent',
  'request.unknown',
]);

/** The record of an earlier request. */
export interface KnownRequest {
  /** Its result. Also `unknown` while it is in progress. */
  readonly outcome: 'succeeded' | 'refused' | 'unknown';
  /** When its intent was recorded, ISO 8601 UTC. */
  readonly intendedAt: string;
  /** When its end was recorded. Absent while it is in progress, or if its process ended first. */
  readonly endedAt?: string;
  /** The service's name for the result if it succeeded, such as `claim 12, discharge_voucher`. */
  readonly result?: string;
  /** The reason, if it was refused or its outcome is unknown. */
  readonly reason?: string;
}

/** A request under this key was sent before. It is not sent again. Rule `request-is-single`. */
export class RequestRepeatedError extends RuleError {
  /** @internal */ static override readonly lineage: readonly string[] = ['RequestRepeatedError', ...RuleError.lineage];
  /** The record of the earlier request. */
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

export function repeatedRequest({ operation, intendedAt, end }: RequestState, spec: string): RequestRepeatedError {
  const facts = { intendedAt, ...(end && { endedAt: end.at }) };
  if (end?.type === 'request.succeeded') {
    const result = end.result === undefined ? {} : { result: end.result };
    return new RequestRepeatedError(spec, { outcome: 'succeeded', ...facts, ...result }, operation);
  }
  const outcome = end?.type === 'request.refused' ? 'refused' : 'unknown';
  return new RequestRepeatedError(spec, { outcome, ...facts, ...(end && { reason: end.reason }) }, operation);
}

export function otherContent(operation: string, spec: string): RepayKitError {
  const message =
    'This key stands for a request with other content, which was sent before: use one key for one request';
  return new RuleError({ rule: 'request-is-the-same', spec, message }, { operation });
}
