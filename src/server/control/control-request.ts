/** What handles a control call. */
import type { Answer } from '../answer.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { ControlCall, controlCalls, LastOf } from './calls.ts';

/** A control call that was let in, with its checked input. */
export interface ControlRequest<Body> {
  readonly context: ServerContext;
  readonly live: LiveWorld;
  /** Value of a `{name}` in the path. */
  readonly param: (name: string) => string;
  /** The fields of the query; undefined for one that was not sent. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
}

type HandlerOf<Call> =
  Call extends ControlCall<infer Input, infer Data>
    ? (request: ControlRequest<LastOf<Input>>) => Answer<Data> | Promise<Answer<Data>>
    : never;

/** A handler for each call of the table. */
export type ControlHandlers = { readonly [Name in keyof typeof controlCalls]: HandlerOf<(typeof controlCalls)[Name]> };
