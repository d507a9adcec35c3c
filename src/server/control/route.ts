import type * as z from 'zod';
import type { Answer } from '../answer.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';

/** A control call that was let in. */
export interface ControlCall {
  readonly context: ServerContext;
  readonly live: LiveWorld;
  /** Value of a `{name}` in the path. */
  readonly param: (name: string) => string;
  /** Value of a field of the query; undefined for one that was not sent. */
  readonly query: (name: string) => string | undefined;
  /** The parsed body; the handler checks its shape. */
  readonly body: unknown;
}

/** One control call: where it is, what it takes, what it does. Documentation and the TypeScript verbs read the same rows. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/_control`, with `{names}`. */
  readonly path: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Shape of the body; undefined if it takes none. */
  readonly body: z.ZodType | undefined;
  /** True for a call that does not wait until statements that were uploaded before it are read and told: it waits itself, or ends their reading. */
  readonly passesReadings?: true;
  readonly handle: (call: ControlCall) => Answer<unknown> | Promise<Answer<unknown>>;
}
