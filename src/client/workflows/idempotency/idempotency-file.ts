import type { FileKind } from '../../../loan-file/event-log.ts';

/** A request is about to be sent under a key of the merchant's own. */
interface RequestIntended {
  readonly type: 'request.intended';
  readonly at: string;
  /** The operation, such as `createClaim`. */
  readonly operation: string;
  /** A hash of what is sent, keyed where keys are kept: the same for the same content. */
  readonly content: string;
}

/** The service did what was asked. The answer itself is not kept, because it is about people. */
interface RequestSucceeded {
  readonly type: 'request.succeeded';
  readonly at: string;
  /** By what the service knows the result, such as `claim 12, discharge_voucher`. */
  readonly result?: string;
}

/** The service refused: it did nothing, but has seen the request. */
interface RequestRefused {
  readonly type: 'request.refused';
  readonly at: string;
  readonly reason: string;
}

/** Nothing left: the key is free again. */
interface RequestUnsent {
  readonly type: 'request.unsent';
  readonly at: string;
  readonly reason: string;
}

/** It may have taken effect. */
interface RequestUnknown {
  readonly type: 'request.unknown';
  readonly at: string;
  readonly reason: string;
}

/** How a request may end. */
export type RequestEnd = RequestSucceeded | RequestRefused | RequestUnsent | RequestUnknown;

/** What can happen to a request that is sent once. */
export type RequestEvent = RequestIntended | RequestEnd;

/** Such a request as its events add up. */
export interface RequestState {
  readonly operation: string;
  readonly content: string;
  readonly intendedAt: string;
  /** Undefined while it is under way, or when its process ended before the answer came. */
  readonly end: RequestEnd | undefined;
}

const FILE_PREFIX = 'request:';

/** The name of the file of the request that is sent once under a key. */
export function requestFileId(key: string): string {
  return `${FILE_PREFIX}${key}`;
}

/** Is this the name of such a file? No loan may have it: both are kept in the same store. */
export function isRequestFile(fileId: string): boolean {
  return fileId.startsWith(FILE_PREFIX);
}

/** The file of such a request: kept beside the loans, under its key, and named by no label. */
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
