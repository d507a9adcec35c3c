import type { RecordCheck } from '../../validation/record.ts';

/** A control call in TypeScript. */
type Method = (...input: never) => Promise<unknown>;

/** One control call: where it is, what it takes, what it is for. */
export interface ControlCall<Signature extends Method = Method> {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/_control`, with `{names}`. */
  readonly path: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Only a type: the call in TypeScript. */
  readonly signature?: Signature;
  /** What the body may be; undefined if it takes none. @internal */
  readonly body?: RecordCheck<unknown>;
  /** What the query may be, all of it text; undefined if it takes none. @internal */
  readonly query?: RecordCheck<unknown>;
  /** The call does not wait until statements that were uploaded before it are read: it waits itself, or ends their reading. @internal */
  readonly passesReadings?: true;
}

/** What a call takes last: its body, if it takes one. */
export type BodyOf<Signature extends Method> =
  Required<Parameters<Signature>> extends readonly [...unknown[], infer Last] ? Last : undefined;

/**
 * A row of the table. What a method takes follows from the row: the names in the path, the query, the body; of path and query each one value by itself, several as
 * one record.
 */
export function call<Signature extends Method>(
  route: `${ControlCall['method']} /${string}`,
  summary: string,
  more: Pick<ControlCall, 'query' | 'passesReadings'> & { readonly body?: RecordCheck<BodyOf<Signature>> } = {},
): ControlCall<Signature> {
  const [method, path] = route.split(' ') as [ControlCall['method'], string];
  return { method, path, summary, ...more };
}
